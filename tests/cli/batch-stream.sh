#!/bin/sh
# accord resolve --batch through two pipes: every line is answered before the next one is needed.
. "$(dirname "$0")/lib.sh"

mkfifo questions answers
limit=
command -v timeout >/dev/null && limit='timeout 60' # a batch that waits would wait forever
$limit "$ACCORD" resolve --batch - <questions >answers 2>err &
batch=$!
exec 3>questions 4<answers

ask() {
    printf '%s\n' "$1" >&3
    IFS= read -r answer <&4 || answer=
}
answer_has() { case $answer in *"$1"*) true ;; *) false ;; esac; }

ask '{"id": "first", "request": {"accelerator": "cpu"}}'
check "the first line is answered while the input is open" answer_has '"first"'
ask '{"id": "second", '
check "a faulty line is answered at once" answer_has '"line": 2'
ask '{"id": "third", "request": {"accelerator": "gpu"}, "facts": {"cuda.count": 0}}'
check "the line after it is answered too" answer_has '"third"'

printf '{"id": "fourth", ' >&3
printf '"request": {}}\n{"id": "fifth", "req' >&3
IFS= read -r answer <&4 || answer=
check "a line that comes in pieces is answered when it is whole" answer_has '"fourth"'
ask 'uest": {}}'
check "and so is the one that began with it" answer_has '"fifth"'

exec 3>&-
code=0
wait $batch || code=$?
check "the end of the input ends the batch" code_is 2
finish
