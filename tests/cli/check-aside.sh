#!/bin/sh
# accord check: findings that comments and the baseline set aside.
. "$(dirname "$0")/lib.sh"

printf 'trainer:\n  accelerator: cpu  # accord: ignore[fsdp-needs-cuda] only in tests\n  strategy: fsdp\n' >trailing.yaml
run check trailing.yaml
check "a comment on the line sets its finding aside" code_is 0
check "and it is counted" out_has "1 ignored by a comment"
printf 'trainer:\n  # accord: ignore[fsdp-needs-cuda]\n  accelerator: cpu\n  strategy: fsdp\n' >above.yaml
run check above.yaml
check "a comment alone counts for the next line" code_is 0
printf 'trainer:\n  # accord: ignore[fsdp-needs-cuda, other-id]\n\n  # another comment\n  accelerator: cpu\n  strategy: fsdp\n' >gap.yaml
run check gap.yaml
check "over comments and empty lines" code_is 0
printf 'trainer:\n  # accord: ignore[fsdp-needs-cuda]\n  max_epochs: 3\n  accelerator: cpu\n  strategy: fsdp\n' >far.yaml
run check far.yaml
check "but no further" code_is 1
check "and one that hides nothing is a finding" out_has "warning[ignore-unused]"
run check far.yaml --fix --unsafe-fixes --ignore fsdp,fsdp-needs-cuda
check "which --fix --unsafe-fixes takes out" is "$(grep -c accord far.yaml)" 0
printf 'trainer:\n  accelerator: cpu  # accord: ignore everything\n  strategy: fsdp\n' >blanket.yaml
run check blanket.yaml
check "a comment without ids hides nothing" out_has "warning[ignore-without-id]"
printf 'trainer:\n  accelerator: "cpu # accord: ignore[fsdp-needs-cuda]"\n' >quoted.yaml
run check quoted.yaml
check "in quotes it is no comment" out_lacks ignore-unused
run check trailing.yaml --format sarif
check "SARIF keeps it as suppressed" out_has '"suppressions": [{"kind": "inSource", "justification": "only in tests"}]'

printf 'trainer:\n  accelerator: cpu\n  strategy: fsdp\n  precision: 16-mixed\n' >a.yaml
printf 'trainer:\n  accelerator: gpu\n  precision: bf16\n' >b.yaml
run check a.yaml b.yaml --write-baseline base.json
check "--write-baseline exits 0" code_is 0
check "it names the findings" grep -q '"id": "fsdp-needs-cuda"' base.json
run check a.yaml b.yaml --baseline base.json
check "what is in the baseline is set aside" out_has "all clear"
check "and counted" out_has "2 in the baseline"
printf '\n# three\n\ntrainer:\n\n  accelerator: cpu\n  max_epochs: 3\n  strategy: fsdp\n' >a.yaml
run check a.yaml b.yaml --baseline base.json
check "also when lines shift" out_has "all clear"
mkdir sub
cd sub
run check ../a.yaml --baseline ../base.json --fail-on never
cd ..
printf 'trainer:\n  accelerator: cpu\n  strategy: fsdp\n' >c.yaml
run check a.yaml b.yaml c.yaml --baseline base.json
check "a new finding is none of it" code_is 1
printf 'trainer:\n  accelerator: gpu\n  strategy: fsdp\n' >a.yaml
run check a.yaml b.yaml --baseline base.json
check "what is gone is said" out_has "1 of the baseline no longer there"
run check b.yaml --baseline base.json --format sarif
check "SARIF says it is unchanged" out_has '"baselineState": "unchanged"'
finish
