#!/bin/sh
# accord check: the release of the framework comes from the command line, the project's requirement files, or is the newest.
. "$(dirname "$0")/lib.sh"

mkdir -p repo/.git repo/conf/deep
printf 'trainer:\n  accelerator: gpu\n  gpus: 2\n' >repo/conf/deep/train.yaml
cd repo
# release_is TEXT: what the findings say the file was checked for.
release_is() { grep -qF "= for: $1" out || { grep -F "= for:" out | head -n 1; return 1; }; }
says() { run check conf/deep/train.yaml "$@"; }

says
check "without anything it is the newest" code_is 1
check "for which gpus is gone" out_has "gpus"
says --framework lightning@1.9
check "--framework decides" code_is 0
echo 'lightning==2.1.3' >requirements.txt
says
check "requirements.txt above the file" release_is "lightning 2.1.3 (requirements.txt:1 says ==2.1.3)"
says --framework lightning@2.0.0
check "the command line outranks it" release_is "lightning 2.0.0"
printf 'numpy\nPyTorch_Lightning[extra] >= 2.0, < 2.3 ; python_version > "3.8"  # why\n' >requirements.txt
says
check "a range is its newest release" release_is "lightning 2.2.5 (requirements.txt:2 says >=2.0,<2.3)"
printf 'lightning-utilities==0.1\npytorch-lightning~=1.8.0\n' >requirements.txt
says
check "names that only begin alike are others" code_is 0
echo 'lightning' >requirements.txt
says
check "no condition is the newest" out_has "lightning 2."
rm requirements.txt
printf '[project]\ndependencies = [\n  "torch",\n  "lightning>=2.0,<2.2",\n]\n' >pyproject.toml
says
check "pyproject.toml, dependencies" release_is "lightning 2.1.4 (pyproject.toml:4 says >=2.0,<2.2)"
printf '[tool.poetry.dependencies]\npython = "^3.9"\nlightning = "^2.0.1"\n' >pyproject.toml
says
check "and as poetry writes them" out_has "(pyproject.toml:3 says ^2.0.1)"
printf '[tool.poetry.dependencies]\nlightning = {version = "~2.0", extras = ["extra"]}\n' >pyproject.toml
says
check "with extras" release_is "lightning 2.0.9 (pyproject.toml:2 says ~2.0)"
printf '[[package]]\nname = "numpy"\nversion = "1.26.0"\n\n[[package]]\nname = "lightning"\nversion = "2.3.1"\nsource = { registry = "x" }\n' >uv.lock
says
check "a lock file outranks it" release_is "lightning 2.3.1 (uv.lock:7 says ==2.3.1)"
rm uv.lock pyproject.toml
printf 'dependencies:\n  - python=3.10\n  - pytorch-lightning=2.0\n' >environment.yml
says
check "environment.yml" release_is "lightning 2.0.9 (environment.yml:3 says =2.0)"
echo 'pytorch-lightning==1.9.5' >conf/requirements.txt
says
check "the nearest folder counts" code_is 0
rm conf/requirements.txt environment.yml
mkdir requirements
printf 'numpy\n' >requirements/base.txt
printf 'torch\nlightning>=2.2.1,<=2.4.0\n' >requirements/train.txt
says
check "a folder of requirements" release_is "lightning 2.4.0 (requirements/train.txt:2 says >=2.2.1,<=2.4.0)"
printf '[project]\ndependencies = ["lightning==2.1.2"]\n' >pyproject.toml
says
check "a file that names one release outranks a range" release_is "lightning 2.1.2 (pyproject.toml:2 says ==2.1.2)"
rm -r requirements pyproject.toml
printf 'framework: lightning@2.4\n' >accord.yaml
says
check "accord.yaml decides" release_is "lightning 2.4.0"
rm accord.yaml
cd ..
echo 'lightning==1.9.5' >requirements.txt
cd repo
says
check "what stands above the repository does not count" code_is 1
printf 'numpy\npytorch-lightning==1.7.7\ntorch==1.12.0+cu116\n' >requirements.txt
printf 'trainer:\n  accelerator: gpu\n  devices: 2\n  strategy: ddp_notebook\n' >spawn.yaml
run check --target kaggle-2x-t4 --fact interactive=true spawn.yaml
check "a finding that rests on a pinned package names the line that pins it" \
    out_has "lightning 1.7.7 (requirements.txt:2 says ==1.7.7), torch.version (requirements.txt:3 says ==1.12.0+cu116)"
run check --target kaggle-2x-t4 --fact interactive=true --fact torch.version=1.12.0 spawn.yaml
check "a fact that somebody gave is not the pin's" out_lacks "requirements.txt:3"
rm requirements.txt spawn.yaml
printf 'trainer: {gpus: 2, strategy: dp, max_epochs: 3}\nmodel: {class_path: m.M}\n' >train.yaml
# for_is TEXT: what train.yaml is checked for with the requirement files that stand here; they go.
for_is() {
    run check train.yaml
    rm -rf requirements pyproject.toml requirements*.txt setup.py setup.cfg environment.yml Pipfile
    release_is "$1"
}

printf '[project]\ndependencies = [\n    # "pytorch-lightning==1.9.5",\n    "lightning>=2.1,<2.3",\n]\n' >pyproject.toml
check "a comment in a list of pyproject.toml is none of its entries" for_is "lightning 2.2.5 (pyproject.toml:4 says >=2.1,<2.3)"
printf 'setup(\n    install_requires=[\n        # "pytorch-lightning==1.9.5",\n        "lightning>=2.1,<2.3",  # "lightning<2"\n    ],\n)\n' >setup.py
check "nor is it one of setup.py" for_is "lightning 2.2.5 (setup.py:4 says >=2.1,<2.3)"
printf '[options]\ninstall_requires =\n    # pytorch-lightning==1.9.5\n    lightning>=2.1,<2.3\n' >setup.cfg
check "nor of setup.cfg" for_is "lightning 2.2.5 (setup.cfg:4 says >=2.1,<2.3)"
printf '[packages]\n# pytorch-lightning = "==1.9.5"\nlightning = ">=2.1,<2.3"\n' >Pipfile
check "nor of Pipfile" for_is "lightning 2.2.5 (Pipfile:3 says >=2.1,<2.3)"
printf 'channels:\n  - pytorch\ndependencies:\n  # - pytorch-lightning=1.9\n  - lightning=2.2  # not 1.9\n' >environment.yml
check "nor of environment.yml" for_is "lightning 2.2.5 (environment.yml:5 says =2.2)"

printf '[project]\nname = "m"\nkeywords = ["pytorch-lightning"]\ndependencies = ["lightning==2.0.1"]\n' >pyproject.toml
check "keywords are no requirements" for_is "lightning 2.0.1 (pyproject.toml:4 says ==2.0.1)"
printf '[build-system]\nrequires = ["pytorch-lightning==1.9.5"]\n[project]\ndependencies = ["lightning==2.0.1"]\n' >pyproject.toml
check "nor is what only the build needs" for_is "lightning 2.0.1 (pyproject.toml:4 says ==2.0.1)"
printf 'setup(keywords=["pytorch-lightning"], install_requires=["lightning==2.0.1"])\n' >setup.py
check "nor are the keywords of setup.py" for_is "lightning 2.0.1 (setup.py:1 says ==2.0.1)"

printf '\357\273\277lightning==2.0.1\n' >requirements.txt
check "a mark of UTF-8 is no part of the name" for_is "lightning 2.0.1 (requirements.txt:1 says ==2.0.1)"
printf '\377\376n\0u\0m\0p\0y\0\r\0\n\0l\0i\0g\0h\0t\0n\0i\0n\0g\0=\0=\0002\0.\0000\0.\0001\0\r\0\n\0' >requirements.txt
check "UTF-16 as PowerShell writes it is read" for_is "lightning 2.0.1 (requirements.txt:2 says ==2.0.1)"

for address in "lightning @ git+https://host/lightning.git@2.0.1" "lightning @ git+https://host/x.git@v2.0.1" \
    "git+https://host/x.git@2.0.1#egg=lightning" "-e git+https://host/lightning.git@2.0.1" \
    "lightning @ https://host/lightning-2.0.1-py3-none-any.whl"; do
    echo "$address" >requirements.txt
    check "the release of $address" for_is "lightning 2.0.1 (requirements.txt:1 says ==2.0.1)"
done

for row in "==2.1 2.1.0" "==2.1.* 2.1.4" "~=2.1.0 2.1.4" "<2.2,!=2.1.4 2.1.3"; do
    echo "lightning${row% *}" >requirements.txt
    check "${row% *} is ${row#* }" for_is "lightning ${row#* } (requirements.txt:1 says ${row% *})"
done
printf '[tool.poetry.dependencies]\nlightning = "^2.1"\n' >pyproject.toml
check "^2.1 is a later one" for_is "lightning 2.6.5 (pyproject.toml:2 says ^2.1)"

echo 'lightning>=2.1,<2.2' >requirements.txt
printf "setup(extras_require={'old': ['pytorch-lightning==1.6.0']})\n" >setup.py
check "an extra does not contradict the main requirement" for_is "lightning 2.1.4 (requirements.txt:1 says >=2.1,<2.2)"
echo 'lightning>=2.1,<2.2' >requirements.txt
echo 'setup(install_requires=["lightning==2.3.0"])' >setup.py
check "nor does a pin that the range does not allow" for_is "lightning 2.1.4 (requirements.txt:1 says >=2.1,<2.2)"
echo 'lightning>=2.1,<2.2' >requirements.txt
echo 'setup(install_requires=["lightning==2.1.1"])' >setup.py
check "one that it allows is more exact" for_is "lightning 2.1.1 (setup.py:1 says ==2.1.1)"
mkdir requirements
echo 'pytorch-lightning==1.6.5' >requirements/legacy.txt
echo 'lightning>=2.1,<2.2' >requirements.txt
check "a file in a folder beside it does not contradict it" for_is "lightning 2.1.4 (requirements.txt:1 says >=2.1,<2.2)"
echo 'pytorch-lightning==1.6.5' >requirements-legacy.txt
echo 'setup(install_requires=["lightning>=2.1,<2.2"])' >setup.py
check "nor does a file that stands before it" for_is "lightning 2.1.4 (setup.py:1 says >=2.1,<2.2)"
mkdir requirements
echo 'lightning>=2.1,<2.2' >requirements/base.txt
echo 'lightning==2.0.1' >requirements/all.txt
check "base.txt is the main one of a folder" for_is "lightning 2.1.4 (requirements/base.txt:1 says >=2.1,<2.2)"

# Both names of a package, as while a project moves from one to the other
both() { printf 'lightning==2.0.1\npytorch-lightning==1.9.5\n' >requirements.txt; }
printf 'trainer:\n  _target_: pytorch_lightning.Trainer\n  gpus: 2\n  strategy: dp\n' >train.yaml
both
check "the package of the file's own classes decides" for_is "lightning 1.9.5 (requirements.txt:2 says ==1.9.5)"
printf 'trainer:\n  _target_: lightning.pytorch.Trainer # not pytorch_lightning.Trainer\n  gpus: 2\n' >train.yaml
both
check "and the other one's for another file" for_is "lightning 2.0.1 (requirements.txt:1 says ==2.0.1)"
printf 'trainer: {gpus: 2, strategy: dp}\nmodel: {class_path: "m.pytorch_lightning.M"}\n' >train.yaml
both
check "without a class of either the first one counts" for_is "lightning 2.0.1 (requirements.txt:1 says ==2.0.1)"
printf 'trainer: {gpus: 2, callbacks: [{class_path: "pytorch_lightning.callbacks.X"}]}\nmodel: {class_path: m.M}\n' >train.yaml
echo 'lightning==2.0.1' >requirements.txt
check "a name that no requirement has decides nothing" for_is "lightning 2.0.1 (requirements.txt:1 says ==2.0.1)"
both
check "any class of the file does" for_is "lightning 1.9.5 (requirements.txt:2 says ==1.9.5)"

mkdir -p ../many/requirements ../many/.git
cd ../many
echo 'lightning==2.1.3' >requirements/base.txt
for i in 1 2 3 4 5 6 7 8 9; do
    for j in 0 1 2 3 4 5 6 7 8 9; do echo numpy | tee requirements/q$i$j.txt requirements/r$i$j.txt >requirements/s$i$j.txt; done
done
printf 'trainer: {gpus: 2, strategy: dp}\n' >train.yaml
run check train.yaml
check "of very many requirement files the first ones by name count" release_is "lightning 2.1.3 (requirements/base.txt:1 says ==2.1.3)"
finish
