#!/bin/sh
# accord check: repairs in place and as differences.
. "$(dirname "$0")/lib.sh"

printf '# head\ntrainer:\n  strategy: dp   # kept\n  accelerator: "gpu"\n  devices: 2\n' >bad.yaml
cp bad.yaml before.yaml
run check bad.yaml --diff
check "--diff exits 1 when there are findings" code_is 1
check "--diff shows the line that goes" out_has "-  strategy: dp   # kept"
check "and the one that comes" out_has "+  strategy: ddp   # kept"
check "with its file" out_has "--- bad.yaml"
check "and changes nothing" same bad.yaml before.yaml
if command -v patch >/dev/null 2>&1; then
    cp out change
    cp bad.yaml patched.yaml
    patch -s patched.yaml <change
    check "patch accepts it" grep -q 'strategy: ddp   # kept' patched.yaml
fi

chmod 640 bad.yaml
run check bad.yaml --fix
check "--fix exits 0 when nothing is left" code_is 0
check "it says what it did" out_has "1 repaired"
check "the value is replaced, the comment kept" grep -q '^  strategy: ddp   # kept$' bad.yaml
check "the rest stays" is "$(sed 3d bad.yaml)" "$(sed 3d before.yaml)"
check "the mode is kept" is "$(ls -l bad.yaml | cut -c1-10)" "-rw-r-----"
check "no other file is left" is "$(ls | grep -c '^bad')" 1
cp bad.yaml after.yaml
run check bad.yaml --fix
check "a second time changes nothing" same bad.yaml after.yaml

cp before.yaml real.yaml
ln -s real.yaml link.yaml
run check link.yaml --fix
check "through a link the file itself is repaired" grep -q 'strategy: ddp ' real.yaml
check "and the link stays one" test -L link.yaml

printf 'trainer:\r\n  accelerator: gpu\r\n  precision: "bf16"\r\n  devices: 4\r\n' >crlf.yaml
run check crlf.yaml --fix
check "line ends and quotes are kept" is "$(od -c crlf.yaml | tr -s ' ' | grep -c '\\r')" 4
check "an old spelling is repaired in its quotes" grep -q 'precision: "bf16-mixed"' crlf.yaml

printf '{"trainer": {"accelerator": "gpu", "precision": "bf16", "devices": 2}}\n' >conf.json
run check conf.json --fix
check "JSON stays JSON" is "$(cat conf.json)" '{"trainer": {"accelerator": "gpu", "precision": "bf16-mixed", "devices": 2}}'

printf 'trainer:\n  accelerator: gpu\n  strategy: ddp_sharded\n  devices: 2\n' >removed.yaml
cp removed.yaml before.yaml
run check removed.yaml --format json
check "every fix says whether it is safe" grep -qE '"safe": (true|false)' out
run check removed.yaml --target laptop-cpu --fix
check "what would not run on the target is no safe repair" same removed.yaml before.yaml

# What was meant is one thing, what would run another.
fixed_to() {
    printf "trainer:\n  _target_: lightning.Trainer\n  accelerator: gpu\n  devices: 2\n  $1\n" >one.yaml
    run check one.yaml --fix
    sed -n 5p one.yaml
}
check "a number in quotes becomes that number" is "$(fixed_to "num_nodes: '2'")" "  num_nodes: 2"
check "and so does a float" is "$(fixed_to "precision: 16.0")" "  precision: 16-mixed"
check "a misspelt name is a guess" is "$(fixed_to "strategy: ddp_spwan")" "  strategy: ddp_spwan"
check "said as one" out_has "set strategy to ddp_spawn (--fix --unsafe-fixes does it)"
check "so is another strategy that would run" is "$(fixed_to "strategy: single_tpu")" "  strategy: single_tpu"
check "and another accelerator" is "$(fixed_to "precision: 64")" "  precision: 64"

printf 'trainer:\n  _target_: lightning.Trainer\n  accelerator: cpu\n  gpus: null\n' >null.yaml
run check null.yaml --fix
check "a removed key that says nothing goes" is "$(grep -c gpus null.yaml)" 0
printf 'trainer:\n  _target_: lightning.Trainer\n  gpus: 0\n' >zero.yaml
run check zero.yaml
check "no GPU is the CPU" out_has "did you mean accelerator=cpu?"
printf 'trainer:\n  precision: 32\n  precison: 16\n  accelerator: cpu\n' >twice.yaml
run check twice.yaml --fix --unsafe-fixes
check "a key is not written twice" is "$(grep -c 'precision:' twice.yaml)" 1

mkdir read && printf 'trainer:\n  accelerator: cpu\n  strategy: fsdp\n' >read/x.yaml
if test "$(id -u)" -ne 0; then
    chmod 555 read
    run check read --fix
    check "a folder that cannot be written to exits 2" code_is 2
    chmod 755 read
fi
finish
