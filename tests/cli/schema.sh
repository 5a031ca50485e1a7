#!/bin/sh
# accord schema on the command line; tests/check-schemas looks at the schemas themselves.
. "$(dirname "$0")/lib.sh"

run schema
check "without a word it lists" code_is 0
for name in $(cat out); do
    run schema "$name"
    check "accord schema $name exits 0" code_is 0
    check "accord schema $name is what is shipped" same out "$SRCDIR/schemas/$name.schema.json"
done
run schema lightning@2.6 -o trainer.schema.json
check "-o writes it" code_is 0
check "it has the strategies of the release" grep -q '"const": "fsdp"' trainer.schema.json
check "it tells what is gone, and what to use" grep -qF 'removed in 2.0.0; use: accelerator=gpu devices=...' trainer.schema.json
run schema lightning@1.6
check "a name of a later release is not there" out_lacks '"const": "ddp_find_unused_parameters_true"'
run schema lightning-cli@2.6
cp out kind
check "a kind is what its framework's files are" same kind trainer.schema.json
run schema lightnin
check "an unknown word exits 2" code_is 2
check "and says what is near" err_has "did you mean 'lightning'"
run schema a b
check "two words exit 2" code_is 2

mkdir site
cat >site/strategies.yaml <<'END'
format: 1
strategies: [{name: site_ddp, base: ddp, summary: ddp of this site}]
END
run schema lightning --rules site
check "a layer's names stand in it" out_has '"const": "site_ddp"'
check "with what they are" out_has '"description": "ddp of this site"'
finish
