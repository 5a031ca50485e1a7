#!/bin/sh
# Hostile arguments: nothing acts on the terminal, nothing crashes.
. "$(dirname "$0")/lib.sh"

escape=$(printf '\033')
long=$(head -c 100000 /dev/zero | tr '\0' x)
shows_nothing_raw() { ! LC_ALL=C grep -q "[$escape$(printf '\001\177')]" out err; }

for word in "${escape}[2J" "$(printf 'a\001b')" "$(printf '\177')" "$(printf 'a\nb')"; do
    run "$word"
    check "a command with control characters exits 2" code_is 2
    check "and shows none of them" shows_nothing_raw
    run resolve --no-probe "strategy=$word"
    check "a value with control characters is no trouble" test "$code" -le 1
    check "and shows none of them" shows_nothing_raw
    run resolve --no-probe --color always "strategy=${escape}]0;title"
    check "only colours pass when colours are wanted" out_lacks "${escape}]"
    run resolve --no-probe "--$word" 1
    check "an option with control characters exits 2" code_is 2
    check "and shows none of them" shows_nothing_raw
    run explain "$word"
    check "an id with control characters exits 2" code_is 2
    check "and shows none of them" shows_nothing_raw
done

run resolve --no-probe --format json "strategy=$(printf 'a\377b')"
check "bytes that are no UTF-8 are no trouble" test "$code" -le 1

for words in "$long" "resolve $long" "resolve --$long" "resolve --$long 1" "resolve strategy=$long --no-probe" \
    "resolve --no-probe $long=1" "list $long" "explain $long" "resolve --fact $long=1 --no-probe" "resolve --framework $long" \
    "resolve --facts $long" "resolve --target $long" "resolve --rules $long" "resolve -o $long" "help $long"; do
    run $words
    check "100000 letters: accord $(printf '%.20s' "$words")... does not crash" test "$code" -le 2
    check "and standard error stays short" test "$(wc -c <err)" -lt 3000
done

run resolve '' --no-probe
check "an empty word exits 2" code_is 2
run resolve --no-probe strategy=
check "an empty value is no trouble" test "$code" -le 1
run ''
check "an empty command exits 2" code_is 2
run resolve --
check "-- alone is an empty request" test "$code" -le 1
run resolve --no-probe '--=1'
check "an option without a name exits 2" code_is 2
run resolve --no-probe 'strategy=%s%n%s%n'
check "a value is no format" test "$code" -le 1

awk 'BEGIN { printf "{\"request\": {"; for (i = 0; i < 1001; i++) printf "%s\"f%d\": 1", i ? ", " : "", i; print "}}" }' >many.jsonl
run resolve --batch many.jsonl
check "a request of a thousand and one fields is refused" out_has ACC0209
check "as a line that cannot be read" code_is 2
# Tables that are larger than anybody's: an error that says so, not the end of the process.
mkdir -p many && awk 'BEGIN { print "format: 1\nrules:"; printf "- {id: a, stage: request, message: m, when: {num_nodes: [7"; for (i = 1; i < 9000; i++) printf ", %d", 2 * i + 7; print "]}}" }' >many/r.yaml
run list rules --rules many
check "a field tested for too many values is told" grep -q "ACC0132" err
check "with exit code 2" code_is 2
awk 'BEGIN { print "format: 1\nfields:"; for (i = 0; i < 2000; i++) print "- {name: f" i ", role: request, type: integer}" }' >many/r.yaml
run list rules --rules many
check "so are too many fields" grep -q "ACC0132" err
awk 'BEGIN { print "format: 1\nrules:\n- id: a\n  stage: request\n  message: m\n  unless:"; for (i = 2; i < 32; i++) print "  - {num_nodes: [\"" i "\"], precision: [16-mixed], strategy: [ddp], accelerator: [cpu]}" }' >many/r.yaml
run list rules --rules many
check "and exceptions that multiply" grep -q "ACC0132" err
printf '{"id": 1, "request": null}\n{"id": 2, "request": {}}\n' >lines
run_on lines resolve --batch -
check "a request that is null is refused" grep -q '"id": 1, "ok": false' out
check "and the next line answered" grep -q '"id": 2, "ok": true' out
finish
