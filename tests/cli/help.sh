#!/bin/sh
# Help: made from the tables, there for every command, and the manual page in step with it.
. "$(dirname "$0")/lib.sh"

short_lines() { ! LC_ALL=C.UTF-8 awk 'length($0) > 100 { print; found = 1 } END { exit !found }' out; }
man_has() { tr -d '\\' <"$SRCDIR/tools/accord.1" | grep -qE -- "$1"; }

run --help
check "accord --help exits 0" code_is 0
check "accord --help fits 100 columns" short_lines
cp out overview
run help
check "accord help says the same" same out overview
run -h
check "accord -h says the same" same out overview

commands=$(sed -n 's/^    \([a-z-]*\) .*/\1/p' overview)
files=$(ls "$SRCDIR"/tools/cmd_*.c | sed 's:.*/cmd_::; s:\.c$::; s:_:-:g' | LC_ALL=C sort)
check "the help knows every command" is "$(echo "$commands" | LC_ALL=C sort)" "$files"
for command in $commands; do
    run "$command" --help
    check "accord $command --help exits 0" code_is 0
    check "accord $command --help begins with its usage" grep -q "^accord $command" out
    check "accord $command --help says the exit codes" out_has "Exit status"
    check "accord $command --help fits 100 columns" short_lines
    check "accord $command --help says nothing on standard error" is_empty err
    cp out page
    run help "$command"
    check "accord help $command says the same" same out page
    check "the manual page has accord $command" man_has "^\.(It|Ss|Nm).* $command"
    for option in $(sed -n 's/^    \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' page); do
        check "the manual page has --$option" man_has "Fl -$option"
    done
done

run resolve --help
check "the help says where facts come from, in precedence" out_has "--fact outranks a --facts file"
run version
check "accord version begins with name and version" grep -qE '^accord [0-9]+\.[0-9]+\.[0-9]+$' out
check "and says what the build has" test "$(wc -l <out)" -eq 2
cp out page
run --version
check "accord --version says the same" same out page
finish
