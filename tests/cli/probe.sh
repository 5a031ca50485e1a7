#!/bin/sh
# accord probe: each fact with value and source, and a record that reads back.
. "$(dirname "$0")/lib.sh"

value() { sed -n "s/.*{\"name\": \"$1\", \"value\": \"\([^\"]*\)\", \"source\": \"\([a-z]*\)\".*/\1 \2/p" out; }
pairs() { sed -n 's/.*{"name": "\([^"]*\)", "value": \("[^"]*"\), "source": "\(file\|given\)".*/\1=\2/p' "$1" | sort; }

run probe --no-probe --fact cuda.count=4
check "a given fact is shown" grep -qE '^cuda\.count +4 +given' out
check "under a head line" grep -qE '^FACT +VALUE +SOURCE' out

cat >machine.yaml <<'END'
facts:
  cuda.count: 2
env:
  WORLD_SIZE: "8"
END
run probe --facts machine.yaml --format json
check "a file's fact is shown with its source" is "$(value cuda.count)" "2 file"
check "so is an environment variable" is "$(value env.WORLD_SIZE)" "8 file"
check "and the place where it stands" grep -qE '"file": "machine.yaml", "line": 2' out
run probe --facts machine.yaml --fact cuda.count=7 --format json
check "a given fact outranks the file" is "$(value cuda.count)" "7 given"
run probe --target dgx-h100 --format json
check "a target's fact is shown with its source" is "$(value cuda.count)" "8 target"
run probe --target dgx-h100 --facts machine.yaml --format json
check "a file outranks the target" is "$(value cuda.count)" "2 file"

run probe --facts machine.yaml --fact cuda.count=7 --fact env.RANK=0 --record record.yaml --format json
check "a record is written" test -s record.yaml
pairs out >before
run probe --facts record.yaml --format json
check "and reads back" code_is 0
pairs out >after
check "with the same facts" same before after
run probe --facts record.yaml --record again.yaml
check "a record of a record is the same" same record.yaml again.yaml
run probe --facts machine.yaml --record -
check "--record - writes to standard output" grep -q 'cuda.count' out
check "and nothing else" out_lacks "SOURCE"
run resolve accelerator=gpu devices=7 --facts record.yaml
check "accord resolve uses a record" code_is 0

run probe --record folder/record.yaml --no-probe
check "a record that cannot be written exits 2" code_is 2
run probe
check "this machine can be probed, whatever it has" code_is 0
finish
