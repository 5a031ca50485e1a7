#!/bin/sh
# Did you mean: every unknown word is answered with the nearest known one.
. "$(dirname "$0")/lib.sh"

run reslove
check "a misspelt command" err_has "did you mean 'resolve'?"
run help prbe
check "a misspelt command of help" err_has "did you mean 'probe'?"
run list stratgies
check "a misspelt listing" err_has "did you mean 'strategies'?"
run probe --recrod x
check "a misspelt option" err_has "did you mean '--record'?"
run resolve --acelerator gpu
check "a misspelt field option" err_has "did you mean '--accelerator'?"
run resolve --num_nodse 2
check "a misspelt field with an underscore" err_has "did you mean '--num-nodes'?"
run resolve --stirct
check "a misspelt option where fields are options too" err_has "did you mean '--strict'?"
run resolve --format jsno
check "a misspelt value of an option" err_has "did you mean 'json'?"
run resolve --framework lightnin
check "a misspelt framework" err_has "did you mean 'lightning"
run explain ACC0160
check "a misspelt message" err_has "did you mean 'ACC0"
run resolve acelerator=gpu --no-probe
check "a misspelt field of a request is answered in the report" out_has "accelerator"
run qqqqqqqq
check "nothing near: no guess" err_lacks "did you mean"
finish
