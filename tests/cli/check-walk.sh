#!/bin/sh
# accord check: which files of folders are checked, and in which order.
. "$(dirname "$0")/lib.sh"

file() { mkdir -p "$(dirname "$1")" && printf 'trainer:\n  accelerator: cpu\n  strategy: fsdp\n' >"$1"; }
# The files that findings name, in order, in one line.
found() { sed -n 's/^\([^ ]*\.[a-z]*\):[0-9].*/\1/p' out | tr '\n' ' '; }
found_is() { test "$(found)" = "$1" || { echo "#   found: $(found)"; return 1; }; }

mkdir tree && cd tree
for name in b.yaml a/c.yaml a/d.yml a.yaml a/e.json a-b/f.yaml a/deep/g.yaml; do file $name; done
printf '{"trainer": {"accelerator": "cpu", "strategy": "fsdp"}}\n' >a/e.json
file a/notes.txt
file .hidden/h.yaml
file node_modules/i.yaml
run check --format concise .
check "all config files, by path" found_is ".hidden/h.yaml a-b/f.yaml a.yaml a/c.yaml a/d.yml a/deep/g.yaml a/e.json b.yaml "
cp out first
for jobs in 1 3 8; do
    run check --format concise --jobs $jobs .
    check "in the same order with $jobs threads" same out first
done
run check --format concise a a/c.yaml b.yaml
check "a path below another one counts once" found_is "a/c.yaml a/d.yml a/deep/g.yaml a/e.json b.yaml "
run check --format concise a/
check "a slash at the end makes no difference" found_is "a/c.yaml a/d.yml a/deep/g.yaml a/e.json "
run check --format concise a/notes.txt
check "a file that is named is checked whatever it is called" found_is "a/notes.txt "

# Links, loops, pipes and devices
ln -s .. a/loop
ln -s loop2 a/loop2
ln -s ../b.yaml a/link.yaml
ln -s nowhere a/dangling.yaml
mkfifo a/pipe.yaml
ln -s /dev/zero a/zero.yaml
run check --format concise a
check "links to folders, pipes and devices are left alone" found_is "a/c.yaml a/d.yml a/deep/g.yaml a/e.json a/link.yaml "
check "and make no trouble" code_is 1
rm a/loop a/loop2 a/link.yaml a/dangling.yaml a/pipe.yaml a/zero.yaml

# Ignore files
mkdir -p .git/info
printf '# comment\n\n*.yml\n/b.yaml\ndeep/\n' >.gitignore
run check --format concise
check ".gitignore is heeded" found_is ".hidden/h.yaml a-b/f.yaml a.yaml a/c.yaml a/e.json "
printf '!d.yml\nc.yaml\n' >a/.gitignore
run check --format concise
check "a deeper one wins, and may take back" found_is ".hidden/h.yaml a-b/f.yaml a.yaml a/d.yml a/e.json "
printf 'a-b\n' >.git/info/exclude
run check --format concise
check ".git/info/exclude is heeded" found_is ".hidden/h.yaml a.yaml a/d.yml a/e.json "
run check --format concise a
check "outer files count below a folder, too" found_is "a/d.yml a/e.json "
cd a
run check --format concise
check "also from inside" found_is "d.yml e.json "
cd ..
run check --format concise a/c.yaml
check "a file that is named is checked all the same" found_is "a/c.yaml "
printf '**/g.yaml\na/**/x.yaml\n.hid*\n[b]*.yaml\n!a/deep\n' >.gitignore
rm a/.gitignore .git/info/exclude
file a/1/2/x.yaml
file a/x.yaml
file a/xx.yaml
run check --format concise
check "stars, sets and two stars are read as git reads them" found_is "a-b/f.yaml a.yaml a/c.yaml a/d.yml a/e.json a/xx.yaml "
run check --format concise --exclude 'a-*' --exclude '/a/c.yaml,*.json'
check "--exclude does the same" found_is "a.yaml a/d.yml a/xx.yaml "

# A folder that cannot be read
if test "$(id -u)" -ne 0; then
    chmod 000 a/deep
    rm .gitignore
    run check .
    check "a folder that cannot be read exits 2" code_is 2
    chmod 755 a/deep
fi

# Many files, one window
cd ..
mkdir many
i=0
while test $i -lt 700; do
    printf 'trainer:\n  accelerator: cpu\n  strategy: ddp\n  devices: 1\n' >many/$i.yaml
    i=$((i + 1))
done
run check many
check "more files than the window holds" out_has "700 files checked"
printf 'trainer:\n  accelerator: cpu\n  devices: 1\n  strategy: fsdp\n' >many/699.yaml
run check many --jobs 4 --format concise
check "one finding among them" test "$(grep -c 'fsdp-needs-cuda' out)" -eq 1
mkdir -p twice && printf 'trainer:\n  accelerator: gpu\n  strategy: dpp\n' >twice/train.yaml
run check "$PWD/twice" "$PWD/twice/train.yaml"
check "a file below a folder that is named too is checked once" out_has "1 error in 1 of 1 file"
finish
