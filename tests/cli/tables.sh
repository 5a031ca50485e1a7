#!/bin/sh
# --tables: a copy of the built-in tables answers as they do, an edited one says what was edited, and what is wrong with one is told.
. "$(dirname "$0")/lib.sh"

cp -R "$SRCDIR/rules" copy
chmod -R u+w copy
request="accelerator=gpu strategy=ddp_spawn devices=2 precision=16-mixed --fact cuda.count=2"
printf '{"zero_optimization": {"stge": 2}, "train_micro_batch_size_per_gpu": 1}\n' >ds_config.json
printf 'compute_environment: LOCAL_MACHINE\ndistributed_type: MULTI_GPU\nnum_proceses: 2\nmachine_rank: 0\n' >accelerate.yaml
printf 'trainer: {accelerator: gpu, strategy: dpp, devices: 2}\n' >trainer.yaml
printf '#!/bin/sh\n#SBATCH --nodes=2\nsrun python train.py\n' >job.sh

# same_as_built_in ARGUMENT...: the copy answers in the same words.
same_as_built_in() {
    run "$@" --tables copy
    mv out copied
    run "$@"
    cmp -s out copied
}
check "a copy resolves as the built-in tables do" same_as_built_in resolve $request
check "and refuses as they do" same_as_built_in resolve accelerator=gpu strategy=dp --no-probe
check "it lists the same frameworks" same_as_built_in list frameworks
check "it knows the same files, also those of no framework" same_as_built_in check --format json ds_config.json accelerate.yaml trainer.yaml

sed 's/There is no strategy {strategy}/No such strategy: {strategy}/' "$SRCDIR/rules/lightning/rules-names.yaml" >copy/lightning/rules-names.yaml
run resolve strategy=dpp --no-probe --tables copy
check "an edited file says what was edited" out_has "No such strategy: dpp"
printf '\n  - id: half-a-rule\n' >>copy/lightning/rules-names.yaml
run resolve strategy=dpp --no-probe --tables copy
check "a fault in it is told with its place" grep -qE '^copy/lightning/rules-names.yaml:[0-9]+:5: error\[ACC0107\]' err
check "and exits 2" code_is 2
cp "$SRCDIR/rules/lightning/rules-names.yaml" copy/lightning/

printf 'format: 1\npackges: [lightning]\npins: {torch.version: {a: b}}\n' >copy/lightning/packages.yaml
run check trainer.yaml --tables copy
check "packages.yaml: an unknown key is told" grep -qF 'copy/lightning/packages.yaml:2:1: error[ACC0106]' err
check "packages.yaml: with the nearest one" grep -qF "did you mean 'packages'?" err
check "packages.yaml: and a wrong shape as well" grep -qF 'copy/lightning/packages.yaml:3:23: error[ACC0109]' err
check "packages.yaml: a fault exits 2" code_is 2
cp "$SRCDIR/rules/lightning/packages.yaml" copy/lightning/

sed 's/means: nodes}/means: node}/; s/command: srun,/comand: srun,/' "$SRCDIR/rules/jobs/slurm.yaml" >copy/jobs/slurm.yaml
run check trainer.yaml --job job.sh --tables copy
check "a job table: an unknown key is told" grep -qE '^copy/jobs/slurm.yaml:[0-9]+:6: error\[ACC0106\]' err
sed 's/means: nodes}/means: node}/' "$SRCDIR/rules/jobs/slurm.yaml" >copy/jobs/slurm.yaml
run check trainer.yaml --job job.sh --tables copy
check "a job table: so is a meaning that there is not" grep -qE '^copy/jobs/slurm.yaml:[0-9]+:39: error\[ACC0115\]' err
check "a job table: with the nearest one" grep -qF "did you mean 'nodes'?" err

mkdir -p own/acme own/base
printf 'format: 1\npack: base\nversions: "1.0"\nstages: [only]\n' >own/base/pack.yaml
printf 'format: 1\npack: acme\nextends: base\nsummary: a trainer of our own\nversions: "3.1"\nfiles: fields.yaml\n' >own/acme/pack.yaml
printf 'format: 1\nfields:\n  - {name: device, role: request, type: text, default: cpu, output: device}\n' >own/acme/fields.yaml
run list frameworks --tables own
check "packs of its own are its frameworks" out_has "a trainer of our own"
check "but for those that others only stand on" out_lacks "base"
run resolve device=gpu --no-probe --tables own
check "the first of them is asked when none is named" out_has "acme 3.1: runs"
run resolve device=gpu --no-probe --tables nowhere
check "a folder that is not there is told" grep -qF "nowhere: error[ACC0204]: no tables for the framework" err
for what in frameworks targets; do
    run list $what --tables nowhere
    check "and has no $what to list" err_has "cannot read nowhere: No such file or directory"
done
mkdir bare
run resolve device=gpu --no-probe --tables bare
check "a folder without tables is told" grep -qF "bare: error[ACC0204]: no tables for the framework" err
run list frameworks --tables bare
check "and has no frameworks" out_lacks "lightning"
mkdir site
printf 'format: 1\nstrategies:\n  - {name: site_fsdp, base: fsdp, summary: as we want it}\n' >site/strategies.yaml
run resolve strategy=site_fsdp accelerator=gpu --no-probe --fact cuda.count=1 --rules site --framework lightning@2.6
check "a strategy of a site is what its base is in the release" out_has " FSDPStrategy"
run resolve strategy=site_fsdp accelerator=gpu --no-probe --fact cuda.count=1 --rules site --framework lightning@1.9
check "and what it was in another" out_has "DDPFullyShardedStrategy"
printf 'format: 1\nstrategies:\n  - {name: fsdp, disable: "true", why: too new for us, since: "2.5.0"}\n' >site/strategies.yaml
run resolve strategy=fsdp accelerator=gpu --no-probe --fact cuda.count=1 --rules site --framework lightning@2.6
check "what a site takes out from a release on is gone there" out_has "strategy-unknown"
run resolve strategy=fsdp_cpu_offload accelerator=gpu --no-probe --fact cuda.count=1 --rules site --framework lightning@2.6
check "but not what inherits from it" out_has " FSDPStrategy"
run resolve strategy=fsdp accelerator=gpu --no-probe --fact cuda.count=1 --rules site --framework lightning@2.4
check "nor itself before that" out_has " FSDPStrategy"

mkdir -p layer/jobs
printf 'format: 1\njob: queue\nmarker: "#QUEUE"\noptions: [{option: hosts, means: nodes}]\nfacts: [{fact: env.SLURM_NNODES, from: nodes}, {fact: env.SLURM_JOB_ID, value: "1"}, {fact: env.SLURM_JOB_NAME, value: x}, {fact: env.SLURM_NTASKS, value: "8"}, {fact: srun.available, value: "true"}]\n' >layer/jobs/queue.yaml
printf '#!/bin/sh\n#QUEUE --hosts=4\npython train.py\n' >queue.sh
printf 'trainer: {accelerator: gpu, strategy: ddp, devices: 4, num_nodes: 2}\n' >nodes.yaml
run check nodes.yaml --job queue.sh
check "a scheduler that no table knows is told" code_is 2
run check nodes.yaml --job queue.sh --rules layer --fail-on warning
check "a layer brings a scheduler of its own" code_is 1
check "and its facts count" out_has "nodes.yaml:1:"
run check trainer.yaml --job job.sh --rules layer
check "beside the built-in one" code_is 1
printf 'format: 1\nlists:\n  - list: own-keys\n    keys: [{names: [our_trainer]}, {names: [gadget], types: [integer]}]\nkinds:\n  - kind: our-file\n    summary: a file of ours\n    framework: lightning\n    signs: [{keys: own-keys, known: 2}]\n    sections: [{at: [""], keys: own-keys, unknown: error}]\n' >layer/files.yaml
printf 'our_trainer: 1\ngadget: two\n' >our.yaml
run check our.yaml --rules layer
check "a layer brings kinds of files of its own" out_has "our.yaml:2:9: error[type-wrong]"
finish
