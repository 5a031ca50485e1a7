#!/bin/sh
# accord check: exit codes, input, settings and their origins.
. "$(dirname "$0")/lib.sh"

printf 'trainer:\n  accelerator: cpu\n  strategy: ddp\n  devices: 2\n' >good.yaml
printf 'trainer:\n  accelerator: cpu\n  strategy: fsdp\n  devices: 2\n' >bad.yaml
printf 'trainer:\n  accelerator: gpu\n  precision: bf16\n  devices: 2\n' >old.yaml
printf 'services:\n  web:\n    image: x\n' >compose.yaml

run check good.yaml
check "a good file exits 0" code_is 0
check "and the report says so" out_has "all clear: 1 file checked"
check "nothing is said on standard error" is_empty err

run check bad.yaml
check "a bad file exits 1" code_is 1
check "the finding has file, line, column, severity and id" grep -qE '^bad\.yaml:[0-9]+:[0-9]+: error\[fsdp-needs-cuda\] ' out
check "its line is shown" out_has "     2 |   accelerator: cpu"
check "and a caret below it" out_has "       |                ^^^"

run check old.yaml
check "a warning alone exits 0" code_is 0
check "and is shown" out_has "warning[precision-spelling-old]"
run check old.yaml --fail-on warning
check "--fail-on warning makes it exit 1" code_is 1
run check bad.yaml --fail-on never
check "--fail-on never exits 0" code_is 0
run check old.yaml --severity precision-spelling-old=error
check "--severity makes it an error" code_is 1
run check old.yaml --ignore precision-
check "--ignore takes beginnings of ids" out_has "all clear"
run check old.yaml bad.yaml --select fsdp
check "--select leaves the others out" out_lacks precision-spelling
run check bad.yaml old.yaml --max-findings 1 --fail-on warning
check "--max-findings shows no more" test "$(grep -c '\.yaml:[0-9]*:[0-9]*:' out)" -eq 1
check "but counts all" out_has "1 error, 1 warning"
check "and says so" out_has "1 not shown"

run check compose.yaml
check "a file that is none of ours exits 2" code_is 2
check "since nothing was checked" err_has "nothing was checked"
run check compose.yaml --allow-empty
check "unless that is allowed" code_is 0
run check compose.yaml good.yaml
check "it is skipped and counted" out_has "1 other file skipped"
check "beside files of ours" code_is 0
run check no-such.yaml good.yaml
check "a file that is not there exits 2" code_is 2
check "and is named" err_has "no-such.yaml: No such file"
mkdir empty
run check empty
check "an empty folder exits 2" code_is 2
mkfifo pipe.yaml
run check pipe.yaml
check "a pipe is not waited for" code_is 2
rm pipe.yaml

run_on bad.yaml check - --stdin-name conf/train.yaml
check "- is standard input" code_is 1
check "with a name of its own" grep -q '^conf/train.yaml:' out
run_on bad.yaml check --fix -
check "--fix refuses standard input" code_is 2

run check
check "without words the working directory is checked" out_has "bad.yaml:"
cp out first
run check .
check "as with ." same out first
run check --jobs 1
check "one thread says the same" same out first
run check bad.yaml ./bad.yaml bad.yaml
check "a file given twice is checked once or twice, never wrongly" code_is 1

for words in "check --format yaml" "check --fail-on sometimes" "check --max-findings many" "check --severity x=loud" \
    "check --framework no-such-framework good.yaml" "check --target no-such-target good.yaml" "check --facts no-such good.yaml" \
    "check --job no-such good.yaml" "check --baseline no-such good.yaml" "check --kind no-such good.yaml" \
    "check --config no-such.yaml good.yaml" "check --format json --format text good.yaml" "check --rules no-such good.yaml" \
    "check --tables no-such good.yaml" "check --job good.yaml good.yaml" "check --baseline good.yaml good.yaml" \
    "show-config word" "show-config --config no-such.yaml"; do
    run $words
    check "accord $words: exits 2" code_is 2
    check "accord $words: says why" grep -qE '^accord: |: error\[ACC' err
done

# Settings
mkdir -p project/sub
cp bad.yaml old.yaml project/sub
printf 'fail_on: warning\nignore: [fsdp-needs-cuda]\ntarget: [laptop-cpu]\nseverity: {precision-spelling-old: note}\nmax_findings: 7\n' >project/accord.yaml
cd project/sub
run check
check "accord.yaml is found upwards" out_lacks fsdp-needs-cuda
check "its severities count" out_lacks "warning[precision-spelling-old]"
run show-config
check "show-config names file and line" grep -qE '^ignore +fsdp-needs-cuda +.*accord\.yaml:2$' out
check "and defaults" grep -qE '^jobs +0 +default$' out
run show-config --ignore other
check "and the command line" grep -qE '^ignore +other +command line$' out
run show-config --format json
check "as JSON, too" grep -q '"name": "ignore"' out
run check --no-config
check "--no-config looks for none" out_has fsdp-needs-cuda
cd ../..
printf 'ignroe: [x]\n' >broken.yaml
run check --config broken.yaml good.yaml
check "an unknown setting exits 2" code_is 2
check "with its place" err_has "broken.yaml:1:1"
check "and a guess" err_has "did you mean 'ignore'"

# What would act on a terminal
printf 'trainer:\n  accelerator: "\\e[31mred\\e[0m"\n  devices: 1\n' >escape.yaml
run check escape.yaml
check "escapes in a file do not reach the terminal" out_lacks "$(printf '\033')"
run check --color always bad.yaml
check "--color always colours" out_has "$(printf '\033[1;31merror')"

# A long line is shown around the place in question.
{ printf '{"train_batch_size": 8, "optimizer": {"type": "AdamW", "params": {"a": 0'; seq -f ', "k%g": 1' 200 | tr -d '\n'
  printf '}}, "zero_optimization": {"stage": "three"}}'; } >long.json
run check long.json
check "the part of a long line that the finding is about is shown" out_has '{"stage": "three"}'
check "and the values that a key takes are named with its types" out_has "which takes: auto or an integer"
finish
