#!/bin/sh
# What the manual pages and the README show is true: examples are run, programs are those that are compiled.
. "$(dirname "$0")/lib.sh"

# example MARK FILE: the lines of a document from "# MARK" on, up to the end of the block
example() {
    sed -n "/^# $(echo "$1" | sed 's:/:\\/:')/,/^\(\.Ed\|\`\`\`\)/p" "$2" | sed '/^\(\.Ed\|```\)/d'
}

for page in "$SRCDIR"/tools/*.[135]; do
    if mandoc -V >/dev/null 2>&1 || command -v mandoc >/dev/null; then
        mandoc -Tlint -W warning "$page" >out 2>&1
        check "mandoc has no complaint about ${page##*/}" is_empty out
    fi
done

for option in $("$ACCORD" check --help | sed -n 's/^    \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p'); do
    check "accord-check(1) has --$option" grep -qE -- "Fl -$option( |\$)" "$SRCDIR/tools/accord-check.1"
done

sed -n '/^\.Bd -literal/,/^\.Ed/p' "$SRCDIR/tools/resolve_connector.3" | sed '1d; $d; s/\\e/\\/g; s/^\\&//' >program.c
check "the program of resolve_connector(3) is the one that is compiled" same program.c "$SRCDIR/tests/examples/resolve.c"

for document in "$SRCDIR/tools/accord-rules.5" "$SRCDIR/README.md"; do
    name=${document##*/}
    rm -rf site
    mkdir site
    for file in site/rules.yaml site/strategies.yaml; do
        example "$file" "$document" >"$file"
        test -s "$file" || rm "$file"
    done
    check "$name shows a layer" test -s site/rules.yaml
    run resolve --rules site strategy=ddp devices=8 num_nodes=2 --target dgx-h100
    check "the layer of $name loads" code_is 0
    run resolve --rules site strategy=ddp devices=8 num_nodes=3 --target dgx-h100
    check "and its rule speaks" out_has "site-two-nodes-at-most"
    run resolve --rules site strategy=site_ddp devices=8 num_nodes=2 --target dgx-h100
    check "and its strategy is one" code_is 0
done

# Blocks ```text that begin with "$ accord ..." are what accord answers.
awk '/^```text$/ { block = 1; next } /^```$/ { if (block) print "\001"; block = 0 } block' "$SRCDIR/README.md" >blocks
check "the README shows answers" grep -q '^\$ accord ' blocks
cat >train.yaml <<'END'
trainer:
  accelerator: cpu
  strategy: fsdp
  devices: 2
  precison: 16-mixed
END
check "the README shows the file that is checked" grep -qF "precison: 16-mixed" "$SRCDIR/README.md"
: >wanted
while IFS= read -r line; do
    case $line in
    '$ accord '*)
        eval "run ${line#\$ accord }"
        cat out err >answer
        printf '%s\n' "$line" >asked
        : >wanted
        ;;
    "$(printf '\001')") check "the README is right about: $(cat asked)" same answer wanted ;;
    *) printf '%s\n' "$line" >>wanted ;;
    esac
done <blocks
finish
