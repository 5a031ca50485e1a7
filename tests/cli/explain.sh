#!/bin/sh
# accord explain: rules, reasons and messages.
. "$(dirname "$0")/lib.sh"

run explain ACC0106
check "a message is explained" code_is 0
check "by its number" out_has ACC0106
cp out message
run list rules --format json
rule=$(sed -n 's/^ {"name": "\([^"]*\)".*/\1/p' out | head -n 1)
run explain "$rule"
check "a rule is explained: $rule" code_is 0
check "by its id" out_has "$rule"
check "without colours" out_lacks "$(printf '\033')"
run explain ACC0106 "$rule"
check "several are explained in turn" code_is 0
check "the first first" is "$(head -n 1 out)" "$(head -n 1 message)"
check "and the second after it" out_has "$rule"
run explain ACC0106 --tables no-such-folder
check "messages are explained even when there are no tables" code_is 0
run explain "$rule" --tables no-such-folder
check "rules are not" code_is 2
run explain ACC9999
check "an unknown message exits 2" code_is 2
run explain "$rule" no-such-rule-at-all -o explained
check "one unknown id exits 2" code_is 2
check "and leaves no file" test ! -e explained
for id in key-unknown type-wrong ignore-unused unknown-argument part-missing; do
    run explain $id
    check "the finding $id explains itself" out_has "a finding of accord check"
done
run explain key-unkown
check "and is named when it is misspelt" grep -qF "did you mean 'key-unknown'?" err
finish
