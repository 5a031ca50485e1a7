#!/bin/sh
# rules/example/: the pack that shows every key loads, resolves, and takes the layer of a site.
. "$(dirname "$0")/lib.sh"
tables=$SRCDIR/rules/example

run resolve --tables "$tables" --framework trainer device=gpu plan=spread devices=2 --target box
check "the example resolves" code_is 0
check "and says so" grep -qE '^ *devices +gpu:0, gpu:1 ' out
check "with the class of the plan" grep -qE '^ *plan +SpreadPlan ' out
check "without a word on standard error" is_empty err
run resolve --tables "$tables" --framework trainer device=quantum --no-probe
check "its rule finds an unknown device" out_has "There is no device quantum."
run resolve --tables "$tables" --framework trainer device=gpu devices=9 --target box
check "its rule finds devices that are not there" out_has "there are 4"
run resolve --tables "$tables" --rules "$tables/site" --framework trainer device=gpu devices=9 --target box
check "the layer has its own words for it" out_has "this site has 4"
run resolve --tables "$tables" --rules "$tables/site" --framework trainer device=gpu devices=2 nodes=3 --target box
check "the layer has a rule of its own" out_has "This site has two machines"
run resolve --tables "$tables" --rules "$tables/site" --framework trainer device=gpu devices=2 --target box
check "and another default" grep -qE '^ *world_size +4 ' out
for what in gadgets plans rules fields; do
    run list "$what" --tables "$tables" --framework trainer --rules "$tables/site"
    check "accord list $what works on it" code_is 0
done

# Every type, policy, function and test word that the engine knows is written down there.
for word in name kind choice truth integer version text list value mapping count; do
    check "the type $word is explained" grep -qE "^#   $word " "$tables/trainer/fields.yaml"
done
words() { tr -d '\n' <"$SRCDIR/$1" | grep -oE "$2" | grep -oE '"[a-z-]+ ?"' | tr -d '" '; }
for policy in $(words engine/resolve/devices.c 'device_policies\[\] = \{[^}]*'); do
    check "the policy $policy is explained" grep -qE "[ ,:]$policy \(" "$tables/trainer/rules.yaml"
done
for function in $(words engine/ruleset/compile_expression.c '\{"[a-z]+ ?", OP_'); do
    check "the function $function is explained" grep -qE "$function\(|a $function b" "$tables/trainer/rules.yaml"
done
for word in unset set other unregistered unreadable empty; do
    check "the test $word is explained" grep -q "$word" "$tables/trainer/rules.yaml" "$tables/trainer/fields.yaml"
done
finish
