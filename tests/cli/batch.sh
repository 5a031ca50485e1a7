#!/bin/sh
# accord resolve --batch: one answer a line, in order, whatever the lines hold.
. "$(dirname "$0")/lib.sh"

line() { printf '{"id": "%s", "framework": "lightning", "request": {"accelerator": "%s"}, "facts": {"cuda.count": 1}}\n' "$1" "$2"; }
ids() { sed -n 's/^{.*"id": *\("[^"]*"\|null\), *"\(ok\|framework\).*/\1/p' "$1" | tr -d '"' | tr '\n' ' '; }
answers_are() { test "$(wc -l <out)" -eq "$1"; }
are_objects() { ! grep -qv '^{.*}$' out; }

{ line one gpu; line two cpu; line three cuda; } >good
run resolve --batch good
check "good lines exit 0" code_is 0
check "every line has an answer" answers_are 3
check "every answer is an object on one line" are_objects
check "answers keep their order" is "$(sed 's/.*"id": *"\([a-z]*\)".*/\1/' out | tr '\n' ' ')" "one two three "
cp out answers
run_on good resolve --batch -
check "standard input is answered the same" same out answers
run resolve --batch good --format json -o written
check "-o writes the same" same written answers
check "and nothing to standard output" is_empty out

{ line one gpu; line two nonsense; line three cpu; } >refused
run resolve --batch refused
check "a line that cannot run exits 1" code_is 1
check "and the lines after it are answered" answers_are 3

{ line one gpu; echo '{"id": "two", '; line three nonsense; line four cpu; } >faulty
run resolve --batch faulty
check "a line that is no JSON exits 2, whatever the others" code_is 2
check "and is answered too" answers_are 4
check "with an object" are_objects
check "that says no" grep -qE '"ok": ?false' out
check "and names the line" grep -qE '"line": ?2' out
check "and the last line is answered" grep -q four out

{ line one gpu; echo; printf '   \t\r\n'; line two cpu; } >gaps
run resolve --batch gaps
check "empty lines are skipped" answers_are 2
check "and are no fault" code_is 0

{ line one gpu; printf '%s' "$(line two cpu)"; } >unended
run resolve --batch unended
check "the last line needs no line end" answers_are 2

: >nothing
run resolve --batch nothing
check "no lines exit 0" code_is 0
check "and have no answers" is_empty out

{ line one gpu; printf '{"id": "t\0wo"}\n\0\n'; line three cpu; } >nul
run resolve --batch nul
check "NUL bytes are a fault of their line alone" answers_are 4
check "and exit 2" code_is 2
check "and do not come out" test "$(tr -d '\0' <out | wc -c)" -eq "$(wc -c <out)"

for text in '[]' '1' '"text"' 'null' '{}' '{"request": 1}' '{"request": {"accelerator": {"class_path": 1}}}' '{"id": {"a": [1]}}' \
    '{"framework": "no-such"}' '{"framework": "lightning", "version": 1}' '{"facts": []}' '{"facts": {"env": 1}}'; do
    { printf '%s\n' "$text"; line last cpu; } >odd
    run resolve --batch odd
    check "$text: answered, and the next line too" answers_are 2
    check "$text: exits 0, 1 or 2" test "$code" -le 2
done

deep=$(head -c 200000 /dev/zero | tr '\0' '[')
{ printf '%s\n' "$deep"; line last cpu; } >odd
run resolve --batch odd
check "200000 open brackets are a fault of their line alone" answers_are 2

echo '{"version": "1.9.5", "request": {"gpus": 1}, "facts": {"cuda.count": 1}}' >release
run resolve --batch release
check "a version alone is a release of the usual framework" code_is 0
run resolve --batch release --framework fabric
check "and of the one that --framework names" out_has "fabric 2.0"
echo '{"framework": "lightning@2.0", "version": "1.9.5", "request": {}}' >twice
run resolve --batch twice
check "two releases in one line exit 2" code_is 2
check "and are told" out_has "version must be left out"
echo '{"framework": "lightning", "version": "9.9", "request": {}}' >far
run resolve --batch far
check "an unknown release is told in the answer" out_has '"ACC0205"'
check "and stops nothing" code_is 0

mkdir empty
run resolve --batch empty
check "a folder exits 2" code_is 2
finish
