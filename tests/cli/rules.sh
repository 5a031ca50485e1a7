#!/bin/sh
# accord rules test: every example that the tables carry holds, and one that does not is shown with what it asks for.
. "$(dirname "$0")/lib.sh"

for framework in lightning fabric; do
    run rules test --framework $framework
    check "every example of $framework holds" code_is 0
    check "and there are some" grep -qE '^[1-9][0-9]* of [1-9][0-9]* examples hold$' out
done
run rules test --tables "$SRCDIR/rules/example" --framework trainer --rules "$SRCDIR/rules/example/site"
check "those of rules/example hold" code_is 0

mkdir own
cat >own/rules.yaml <<'END'
format: 1
rules:
  - id: few-nodes
    stage: request
    deny: {num_nodes: [">16"]}
    message: 16 nodes at most
    examples:
      - {spec: num_nodes=17, expect: few-nodes}
      - {spec: num_nodes=16, facts: env.A=1 cuda.count=8, version: "2.4.0", expect: few-nodes}
      - {spec: 'plugins={"class_path": "my.Plugin"} num_nodes=17', expect: few-nodes}
      - {spec: nonsense, expect: ok}
END
run rules test --rules own
check "one that does not hold exits 1" code_is 1
check "and is told with its place" grep -qE '^own/rules.yaml:9:[0-9]+: few-nodes: expected few-nodes, got ok' out
check "and with what it asks for" grep -q '^    request  num_nodes=16$' out
check "with the facts" grep -q '^    facts    env.A=1 cuda.count=8$' out
check "values may be JSON with blanks" out_lacks "own/rules.yaml:10"
check "what is no request is told" out_has "got a line that cannot be read"
run rules test --rules own --format json
check "JSON holds them all" grep -q '"holds": false, "framework": "lightning", "rule": "few-nodes"' out
run rules test --rules nowhere
check "tables that cannot be loaded exit 2" code_is 2
run rules try
check "another word exits 2" code_is 2
finish
