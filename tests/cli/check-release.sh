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
finish
