#!/bin/sh
# Colours: on a terminal only, unless asked for; NO_COLOR says no.
. "$(dirname "$0")/lib.sh"

escape=$(printf '\033')
request="resolve --no-probe accelerator=gpu"

run $request
check "no colours when the output is no terminal" out_lacks "$escape"
run $request --color always
check "--color always colours all the same" out_has "$escape"
NO_COLOR=1 && export NO_COLOR
run $request --color always
check "--color always outranks NO_COLOR" out_has "$escape"
unset NO_COLOR
run $request --color always --format json
check "JSON has no colours" out_lacks "$escape"
run $request -o written
check "a file has no colours" eval '! grep -qF "$escape" written'

# With a terminal, where script(1) of util-linux can make one.
on_terminal() { script -qec "'$ACCORD' $request" /dev/null </dev/null >out 2>err || :; }
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    TERM=xterm && export TERM
    on_terminal
    check "colours on a terminal" out_has "$escape"
    NO_COLOR=1 && export NO_COLOR
    on_terminal
    check "NO_COLOR: none on a terminal" out_lacks "$escape"
    NO_COLOR=
    on_terminal
    check "an empty NO_COLOR says nothing" out_has "$escape"
    unset NO_COLOR
    TERM=dumb
    on_terminal
    check "none on a dumb terminal" out_lacks "$escape"
else
    echo "ok - colours on a terminal # skipped: no script(1) to make one"
fi
finish
