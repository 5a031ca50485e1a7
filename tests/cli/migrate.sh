#!/bin/sh
# accord migrate, and what is said about names and flags of other releases.
. "$(dirname "$0")/lib.sh"

run migrate --from lightning@1.9 --to lightning@2.6 gpus=2 strategy=ddp_sharded --no-probe --fact cuda.count=2
check "a flag that is gone becomes what says the same" out_has "gpus=2 becomes accelerator=gpu devices=2"
check "a name that is gone becomes its successor" out_has "strategy=ddp_sharded becomes strategy=fsdp"
check "the translated request ends the answer" out_has "  accelerator=gpu devices=2 strategy=fsdp"

run migrate --from lightning@1.9.5 strategy=fsdp gpus=2 --no-probe --fact cuda.count=2 --fact package.fairscale=true
check "a name that stays and means something else is told" out_has "strategy=fsdp stays, and means FSDPStrategy where it meant DDPFullyShardedStrategy"
check "a request that runs there exits with 0" code_is 0

run migrate gpus=2
check "without --from there is no migration" code_is 2

run resolve gpus=2 --no-probe
check "a flag of another release is a finding" code_is 1
check "it says since when the flag is gone" out_has "'gpus' does not exist in lightning 2.6.5; it is gone since 2.0.0"
check "it says what to write instead" out_has "write instead: accelerator=gpu devices=2"

run resolve strategy=dp accelerator=gpu --no-probe --fact cuda.count=2
check "a name of another release says when it went" out_has "strategy=dp is known, but not in lightning 2.6.5; it is gone since 2.0.0"
check "and what takes its place there" out_has "write instead: strategy=ddp"

run resolve use_distributed_sampler=true --framework lightning@1.9.5 --no-probe
check "a flag of a later release says since when it exists" out_has "it comes with 2.0.0"

run migrate --from lightning@1.9 --to fabric gpus=2
check "two frameworks are refused before anything is printed" is_empty out
check "with exit code 2" code_is 2
finish
