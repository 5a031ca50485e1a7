#!/bin/sh
# Exit codes: 0 clean, 1 findings, 2 could not work, never another.
. "$(dirname "$0")/lib.sh"

run resolve accelerator=gpu strategy=ddp devices=2 --no-probe --fact cuda.count=2
check "a request that can run exits 0" code_is 0
check "a clean run says nothing on standard error" is_empty err

run resolve accelerator=gpu strategy=ddp devices=2 --no-probe --fact cuda.count=0
check "a request that cannot run exits 1" code_is 1

run resolve accelerator=gpu no_such_field=1 --no-probe
check "a field that does not exist is a finding about the request" code_is 1
check "and the report names it" out_has no_such_field

run
check "no command exits 2" code_is 2
check "and shows the commands on standard error" err_has "resolve"

for words in "no-such-command" "resolve --no-such-option 1" "resolve word" "resolve --format" "resolve --format yaml" \
    "resolve --strict=yes" "resolve --fact cuda.count" "resolve =1" "resolve --set" "resolve --no-probe --fact =1" \
    "list" "list strategies rules" "list nothing" "explain" "explain no-such-rule" "probe word" "version word" "help a b" \
    "help no-such-command" "resolve --framework no-such-framework" "resolve --facts no-such-file" "resolve -x" \
    "resolve --max-fixes many strategy=x" "resolve --fact cuda.cout=2" "resolve --fact mps.available=no" "list frameworks --tables no-such-folder" "check --fact cuda.cout=2 good.yaml" "resolve --target no-such-target" "resolve --tables no-such-folder" "resolve --rules no-such-folder" \
    "resolve --batch no-such-file" "resolve --batch - accelerator=gpu" "resolve --batch - --fact cuda.count=1" \
    "resolve --batch - --format text" "resolve --batch - --strict" "resolve --batch ."; do
    run $words
    check "accord $words: exits 2" code_is 2
    check "accord $words: says why on standard error" grep -qE '^accord: |: error\[ACC' err
done

run resolve --target laptop
check "a target that does not exist leads to the one that goes on so" err_has "did you mean 'laptop-cpu'"

run resolve --facts .
check "a folder in the place of a file exits 2" code_is 2

printf 'facts: [1\n' >broken.yaml
run resolve --facts broken.yaml accelerator=cpu
check "a broken facts file exits 2" code_is 2
check "and its place is named" grep -qE '^broken\.yaml:[0-9]+:[0-9]+: error\[ACC0[0-9]{3}\]: ' err
finish
