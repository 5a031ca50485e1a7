#!/bin/sh
# accord check: machines by target, facts and job script; and nothing that depends on one that nobody described.
. "$(dirname "$0")/lib.sh"

write() { printf "trainer:\n$1" >train.yaml; }

write '  accelerator: gpu\n  strategy: ddp\n  devices: 8\n'
run check train.yaml
check "what runs somewhere is fine without a machine" code_is 0
check "and nothing is said" out_has "all clear"
run check train.yaml --target dgx-h100
check "it runs on a machine with eight" code_is 0
run check train.yaml --target laptop-cpu
check "but not on a laptop" code_is 1
check "which the finding names" out_has "= on: laptop-cpu"
run check train.yaml --target dgx-h100 --target laptop-cpu
check "of two machines only the one that cannot is named" out_has "= on: laptop-cpu"
check "and the answer is no" code_is 1
run check train.yaml --target laptop-cpu --target plain-cpu-ci --format concise
check "one finding that holds on two machines is one finding" test "$(grep -c '^train.yaml' out)" -eq 1
printf 'facts: {cuda.count: 2}\n' >two.yaml
run check train.yaml --facts two.yaml
check "--facts describes a machine" code_is 1
run check train.yaml --facts two.yaml --fact cuda.count=8
check "--fact outranks it" code_is 0
run check train.yaml --target dgx-h100 --fact cuda.count=2
check "also on a target" code_is 1

for devices in 1 2 16 64 -1 auto '"0,"' '[0,1]' '[7]'; do
    for accelerator in gpu cuda auto; do
        write "  accelerator: $accelerator\n  devices: $devices\n"
        run check train.yaml
        check "accelerator=$accelerator devices=$devices may run somewhere" code_is 0
    done
done
for strategy in ddp ddp_spawn fsdp auto deepspeed deepspeed_stage_3; do
    write "  accelerator: gpu\n  strategy: $strategy\n  devices: 4\n  num_nodes: 2\n"
    run check train.yaml
    check "strategy=$strategy on two nodes may run somewhere" code_is 0
    check "and nothing is said about an environment that nobody described" out_has "all clear"
done
write '  accelerator: mps\n  strategy: ddp\n  devices: 1\n'
run check train.yaml
check "what runs nowhere is wrong without a machine" code_is 1
write '  accelerator: tpu\n  devices: 5\n'
run check train.yaml --format concise
write '  accelerator: gpu\n  strategy: ddp\n  devices: ${oc.env:GPUS}\n'
run check train.yaml
check "a value that is set elsewhere makes no finding" code_is 0
write '  accelerator: ${acc}\n  strategy: fsdp\n  devices: 2\n'
run check train.yaml
check "nor does one that decides it" code_is 0
write '  accelerator: cpu\n  strategy: fsdp\n  devices: ${n}\n'
run check train.yaml
check "but what has nothing to do with it is found" code_is 1

# Job scripts
write '  accelerator: gpu\n  strategy: ddp\n  devices: 8\n  num_nodes: 2\n'
printf '#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --ntasks-per-node=8\n#SBATCH --gres=gpu:h100:8\n#SBATCH -J train # name\nsrun python train.py\n' >good.sh
printf '#!/bin/bash\n#SBATCH -N 2\n#SBATCH --ntasks-per-node 4 --gpus-per-node=8\nsrun python train.py\n' >few.sh
printf '#!/bin/bash\n#SBATCH --nodes=4 --ntasks-per-node=8 --gpus=32\nsrun python train.py\n' >nodes.sh
run check train.yaml --job good.sh
check "a job that fits is fine" code_is 0
run check train.yaml --job few.sh --fail-on warning
check "tasks that do not match devices are found" code_is 1
check "with the number that would" out_has "4"
run check train.yaml --job nodes.sh --fail-on warning
check "nodes that do not match are found" code_is 1
run check train.yaml --job few.sh --diff --unsafe-fixes
check "the job's number can be written into the file" grep -qE '^\+  devices: 4$' out
printf '#!/bin/sh\necho no scheduler here\n' >plain.sh
run check train.yaml --job plain.sh
check "a script that no scheduler reads exits 2" code_is 2
finish
