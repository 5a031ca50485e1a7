#!/bin/sh
# accord resolve: fields in every spelling, facts by their precedence, text and JSON.
. "$(dirname "$0")/lib.sh"

json() { run resolve --no-probe --format json "$@"; }
resolved() { out_has "$1"; }

json accelerator=gpu strategy=ddp devices=2 --fact cuda.count=2
cp out words
check "the JSON answer is one object" grep -q '^{' out
check "the JSON answer says yes" grep -qE '"ok": ?true' out
json --accelerator gpu --strategy ddp --devices 2 --fact cuda.count=2
check "options ask for the same as words" same out words
json --accelerator=gpu --strategy=ddp --devices=2 --fact=cuda.count=2
check "so do options with =" same out words
json --set accelerator=gpu --set strategy=ddp --set devices=2 --fact cuda.count=2
check "so does --set" same out words
json --fact cuda.count=2 -- accelerator=gpu strategy=ddp devices=2
check "-- ends the options" same out words
json accelerator=cpu strategy=ddp --devices 1 --accelerator gpu devices=2 --fact cuda.count=2
check "the last value of a field counts" same out words

json --num-nodes 2 accelerator=cpu devices=1
cp out option
json num_nodes=2 accelerator=cpu devices=1
check "--num-nodes is num_nodes" same out option
json --num_nodes 2 accelerator=cpu devices=1
check "and --num_nodes too" same out option

json accelerator=gpu devices=-1 --fact cuda.count=3
cp out words
json accelerator=gpu --devices -1 --fact cuda.count=3
check "a negative number is a value, not an option" same out words

json sync_batchnorm=true accelerator=cpu
cp out words
json --sync-batchnorm accelerator=cpu
check "a truth field needs no value before FIELD=VALUE" same out words
json accelerator=cpu --sync-batchnorm
check "nor at the end" same out words
json --sync-batchnorm --accelerator cpu
check "nor before an option" same out words
run resolve --no-probe --strategy
check "other fields need one" err_has "--strategy needs a value"
check "or exit 2" code_is 2

run resolve --no-probe accelerator=cpu
check "the text report says something" test -s out
check "without escapes" out_lacks "$(printf '\033')"

run resolve accelerator=gpu devices=4 --target dgx-h100 --format json
check "a target's facts are used" grep -qE '"ok": ?true' out
run resolve accelerator=gpu devices=4 --target dgx-h100 --fact cuda.count=2 --format json
check "a given fact outranks the target" code_is 1
printf 'facts: {cuda.count: 2}\n' >two.yaml
run resolve accelerator=gpu devices=4 --target dgx-h100 --facts two.yaml --format json
check "a file outranks the target" code_is 1
run resolve accelerator=gpu devices=4 --facts two.yaml --fact cuda.count=4 --format json
check "a given fact outranks the file" code_is 0
run_on two.yaml resolve accelerator=gpu devices=2 --facts -
check "--facts - reads standard input" code_is 0

run resolve accelerator=cpu --no-probe --framework lightning@99.0
check "an unknown release is answered" code_is 0
check "with a warning that has its number" err_has "warning[ACC0205]"
run resolve accelerator=cpu --no-probe --framework lightning@99.0 --strict
check "--strict makes a finding of a warning" code_is 1
finish
