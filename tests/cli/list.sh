#!/bin/sh
# accord list: aligned columns for people, JSON for programs.
. "$(dirname "$0")/lib.sh"

short_lines() { ! LC_ALL=C.UTF-8 awk 'length($0) > 100 { found = 1 } END { exit !found }' out; }
no_trailing_space() { ! grep -q ' $' out; }

for what in accelerators strategies precisions environments rules targets fields frameworks; do
    run list "$what"
    check "accord list $what exits 0" code_is 0
    check "accord list $what has a head line" grep -q '^NAME' out
    check "accord list $what has more than that" test "$(wc -l <out)" -gt 1
    check "accord list $what fits 100 columns" short_lines
    check "accord list $what ends no line with a space" no_trailing_space
    names=$(tail -n +2 out | grep -c '^[^ ]')
    run list "$what" --format json
    check "accord list $what --format json exits 0" code_is 0
    check "accord list $what --format json is an array" is "$(head -c 1 out)$(tail -n 1 out)" "[]"
    check "accord list $what --format json has as many rows" is "$(grep -c '{"name": "' out)" "$names"
done

run list strategies
check "ddp is a strategy" grep -q '^ddp ' out
run list fields
check "fields say their role" grep -qE '^accelerator  .*request' out
run list frameworks
check "lightning is a framework" grep -q '^lightning' out
run list strategies --framework lightning@2.6.5 -o listed
check "-o writes the list" grep -q '^ddp ' listed
run list strategies --framework no-such
check "an unknown framework exits 2" code_is 2
check "and says so with its number" err_has "error[ACC0204]"
run list nothing
check "an unknown listing names the known ones" err_has "accelerators, strategies"
finish
