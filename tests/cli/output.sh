#!/bin/sh
# Output: -o replaces files whole; a reader who left, a closed stream and a full disk exit 2.
. "$(dirname "$0")/lib.sh"

alone() { test "$(ls | grep -c '^answer')" -eq "$1"; }
request="resolve --no-probe accelerator=cpu"

run $request
cp out plain
run $request -o answer
check "-o writes what standard output would have had" same answer plain
check "and nothing to standard output" is_empty out
check "and leaves no other file" alone 1
(umask 027 && "$ACCORD" $request -o answer-private)
check "a new file has the rights of the umask" is "$(ls -l answer-private | cut -c1-10)" "-rw-r-----"
rm answer-private

echo before >answer
chmod 600 answer
ln answer link
run $request -oanswer
check "-oFILE works too" same answer plain
check "the file is replaced, not written over: the old one lives on under its other name" is "$(cat link)" before
check "its rights are kept" is "$(ls -l answer | cut -c1-10)" "-rw-------"
rm link

echo before >answer
ln -s answer answer-link
run $request -o answer-link
check "a symbolic link stays one" test -L answer-link
check "and its file is replaced" same answer plain
rm answer-link

echo before >answer
run list nothing -o answer
check "when there is nothing to write the old file stays" is "$(cat answer)" before
check "and no other is left" alone 1
run resolve --batch . -o answer
check "so it does when the input cannot be read" is "$(cat answer)" before
check "and no other is left" alone 1

# The batch has opened its output before it waits for a writer of its input.
mkfifo feed
"$ACCORD" resolve --batch feed -o answer 2>err &
batch=$!
exec 3>feed
check "while a batch runs its answers stand beside the file" alone 2
kill -TERM $batch
wait $batch 2>/dev/null # some shells tell of the signal
code=$?
exec 3>&-
check "a batch that is ended by a signal ends by it" code_is 143
check "and leaves the old file" is "$(cat answer)" before
check "and no other" alone 1

run $request -o no-such-folder/answer
check "a folder that is not there exits 2" code_is 2
check "and is named" err_has "cannot write no-such-folder/answer"
run $request -o .
check "a folder in the place of a file exits 2" code_is 2
run $request -o -
check "-o - is standard output" same out plain
mkfifo pipe
cat pipe >piped &
run $request -o pipe
wait $!
check "a pipe is written to, not replaced" same piped plain

# The reader closes its end first and only then opens the gate.
mkfifo gate
for words in "$request" "help" "list rules" "resolve --help" "version" "probe --no-probe --fact cuda.count=1" "explain ACC0106"; do
    { read -r go <gate; "$ACCORD" $words 2>err; echo $? >code; } | { exec <&-; echo go >gate; }
    code=$(cat code)
    check "accord $words: a reader who left exits 2" code_is 2
    check "accord $words: quietly" is_empty err
    code=0
    "$ACCORD" $words >&- 2>err || code=$?
    check "accord $words: a closed standard output exits 2" code_is 2
    check "accord $words: quietly" is_empty err
    if test -c /dev/full; then
        code=0
        "$ACCORD" $words >/dev/full 2>err || code=$?
        check "accord $words: a full disk exits 2" code_is 2
        check "accord $words: and says so" err_has "accord: cannot write standard output: No space left"
    fi
done

i=0
while test $i -lt 2000; do
    echo '{"request": {"accelerator": "cpu"}}'
    i=$((i + 1))
done >many
{ read -r go <gate; "$ACCORD" resolve --batch many 2>err; echo $? >code; } | { exec <&-; echo go >gate; }
code=$(cat code)
check "a batch whose reader left exits 2" code_is 2
check "quietly" is_empty err
if test -c /dev/full; then
    code=0
    "$ACCORD" resolve --batch many >/dev/full 2>err || code=$?
    check "a batch on a full disk exits 2" code_is 2
    check "and says so" err_has "No space left"
    run $request -o /dev/full
    check "-o on a full disk exits 2" code_is 2
fi
code=0
"$ACCORD" $request >/dev/null 2>&- || code=$?
check "a closed standard error is no trouble" code_is 0
code=0
"$ACCORD" $request <&- >out 2>err || code=$?
check "nor is a closed standard input" code_is 0
finish
