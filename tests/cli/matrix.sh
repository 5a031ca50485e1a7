#!/bin/sh
# accord matrix: which combinations run, fail or depend, in every format.
. "$(dirname "$0")/lib.sh"

short_lines() { LC_ALL=C.UTF-8 awk 'length($0) > 100 { print; long = 1 } END { exit long }' out; }
line_count_is() { test "$(wc -l <out)" -eq "$1"; }

run matrix
check "accord matrix exits 0" code_is 0
check "it says nothing on standard error" is_empty err
check "it fits 100 columns" short_lines
check "it names its sides" out_has "strategy by accelerator, one table a precision"
check "it knows nothing of the machine" out_has "known of the machine: nothing"
check "it says conditions" out_has "cuda.count >= 1"
check "it has no colours where nobody sees them" out_lacks "$(printf '\033')"
cp out first
run matrix
check "it says the same again" same out first
run matrix --color always
check "it has colours when asked to" out_has "$(printf '\033[3')"

for name in text markdown csv json html; do
    run matrix --format $name -o file.$name
    check "--format $name exits 0" code_is 0
    check "--format $name writes its file" test -s file.$name
    check "and nothing else" is_empty out
done
check "text in a file is the text" same file.text first
check "csv has a head" test "$(head -n 1 file.csv)" = strategy,accelerator,precision,verdict,condition,reason,message,fix
check "csv has as many cells as json" test "$(tail -n +2 file.csv | wc -l)" -eq "$(grep -o '"verdict"' file.json | wc -l)"
check "html needs no network" sh -c '! grep -qE "(src|href)=.(https?:)?//|@import|url\(" file.html'

run matrix strategy=ddp
check "a field of the request is no side" out_has "accelerator by precision"
check "what all have in common is said" out_has "every request: strategy=ddp"
run matrix --strategy ddp --accelerator cpu
check "fields may be options" out_has "every request: strategy=ddp accelerator=cpu"

run matrix --rows devices=1,2,8 --columns 'strategy=ddp,auto' --pages none accelerator=cuda
check "sides take values" grep -q '^devices *ddp *auto$' out
check "numbers of the request are told apart" out_has "cuda.count >= 8"
run matrix --rows 'devices=[0,1],"0,1"' --columns strategy=ddp --pages none --format csv accelerator=cuda
check "a comma in brackets or quotes divides no values" line_count_is 3
run matrix --rows 'strategy=unset,ddp' --pages none --format csv
check "unset passes nothing" out_has "unset,cpu,ok"

run matrix --only works
check "--only works shows what runs" grep -q ' yes' out
check "and not what does not" sh -c '! grep -qE " (no|if) [0-9]" out'
run matrix --only works --only fails --format csv
check "--only may be repeated" sh -c 'grep -q ,ok, out && grep -q ,broken, out && ! grep -q ,depends, out'

run matrix --fact cuda.count=2 devices=4 accelerator=cuda strategy=ddp --format csv
check "facts that are given are known" sh -c '! grep -q "cuda.count" out'
check "and decide" out_has ",broken,"
run matrix --target dgx-h100 accelerator=cuda strategy=ddp --rows devices=8,9 --pages none --format csv
check "a target is known" sh -c 'grep -q "^8.*,ok," out && grep -q "^9.*,broken," out'
run matrix --unknown none --format csv
check "--unknown none leaves nothing open" sh -c '! grep -q ,depends, out'
run matrix --unknown cuda.count accelerator=cuda --format csv
check "--unknown names what is open" out_has "cuda.count >= 1"
echo 'cuda.count: 4' >facts.yaml
run matrix --facts facts.yaml devices=4 accelerator=cuda --rows strategy=ddp --pages none --format csv
check "a facts file is known" out_has ",ok,"

run matrix --framework lightning@1.5 --format csv
check "another release has other names" out_has "ddp2,"

for line in '--rows stratgy' '--rows devices' '--rows strategy --columns strategy' '--rows strategy strategy=ddp' 'stratgy=ddp' \
    '--unknown cuda.coun' '--format htm' '--only sometimes' '--framework nothing' '--rows =x' '--nothing' '--target nowhere'; do
    run matrix $line
    check "accord matrix $line exits 2" code_is 2
    check "and says why" test -s err
    check "and answers nothing" is_empty out
done
run matrix --rows stratgy
check "a misspelt field has a hint" err_has "did you mean 'strategy'"

echo old >keep.txt
run matrix --rows stratgy -o keep.txt
check "a file stays when there is no matrix" test "$(cat keep.txt)" = old
run matrix -o nowhere/file
check "a file that cannot be written is trouble" code_is 2

odd='<b>x</b>,a|b,"q,r"'
run matrix --rows "strategy=$odd" --pages none --format markdown
check "markdown escapes" sh -c 'grep -qF "\\<b\\>x" out && grep -qF "a\\|b" out'
run matrix --rows "strategy=$odd" --pages none --format html
check "html escapes" sh -c '! grep -q "<b>x" out && grep -q "&#60;b&#62;x" out'
run matrix --rows "strategy=$odd" --pages none --format csv
check "csv quotes" out_has '"""q,r""",'
run matrix --rows "strategy=$(printf 'a\033[31mb')" --pages none
check "a terminal is not steered by names" out_lacks "$(printf '\033')"
run matrix --rows "strategy=$(printf '%0200d' 7),ddp" --columns "devices=1,$(printf '%0150d' 8)" --pages none accelerator=cpu
check "long names fit 100 columns, too" short_lines
finish
