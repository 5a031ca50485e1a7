#!/bin/sh
# Completions: in step with the commands and options, and what the shells make of them.
. "$(dirname "$0")/lib.sh"

for shell in bash zsh fish; do
    run completion $shell
    check "accord completion $shell exits 0" code_is 0
    cp out "accord.$shell"
    for command in $("$ACCORD" --help | sed -n 's/^    \([a-z-]*\)  .*/\1/p'); do
        check "$shell knows the command $command" grep -q -- "$command" "accord.$shell"
        for option in $("$ACCORD" "$command" --help | sed -n 's/^    \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p'); do
            check "$shell knows $command --$option" grep -qE -- "(--|-l )$option" "accord.$shell"
        done
    done
done
run completion csh
check "another shell exits 2" code_is 2
check "and names those that there are" err_has "bash, zsh, fish"

mkdir bin
ln -s "$ACCORD" bin/accord
PATH=$PWD/bin:$PATH

# offers LINE: what bash offers behind this line
cat >offers <<'END'
source ./accord.bash
COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$' \t\n"'\''><=;|&(:'
_accord
printf '%s\n' "${COMPREPLY[@]}"
END
offers() { bash ./offers "$1" 2>&1; }
has() { offers "$1" | grep -qxF -- "$2"; }
lacks() { ! has "$1" "$2"; }

if bash --version >/dev/null 2>&1; then
    check "bash reads its script" bash -n accord.bash
    check "bash completes commands" has "accord res" resolve
    check "bash offers no command that does not begin so" lacks "accord res" list
    check "bash completes options" has "accord resolve --fra" --framework
    check "bash completes closed values" has "accord resolve --format js" json
    check "bash completes frameworks" has "accord resolve --framework lig" lightning
    check "bash completes targets" has "accord resolve --target dgx-h" dgx-h100
    check "bash completes listings" has "accord list str" strategies
    check "bash completes commands for help" has "accord help ver" version
    check "bash completes rules" has "accord explain fsdp-needs" fsdp-needs-cuda
    check "bash completes fields" has "accord resolve accel" accelerator=
    check "bash completes names of a field's registry" has "accord resolve strategy=ddp_sp" ddp_spawn
    check "bash completes the other kind of plural" has "accord resolve precision=bf16-m" bf16-mixed
    check "bash offers facts to --fact" has "accord resolve --fact cuda.c" cuda.count=
    check "and none to requests" lacks "accord resolve cuda.c" cuda.count=
    check "bash offers facts to --unknown" has "accord resolve --unknown cuda.c" cuda.count
    check "bash offers fields to --keep" has "accord resolve --keep dev" devices
    check "bash completes options that are fields" has "accord resolve --num-" --num-nodes
    check "bash completes their values" has "accord resolve --strategy ddp_sp" ddp_spawn
    check "bash completes words behind flags" has "accord resolve --strict accel" accelerator=
    check "bash completes shells" has "accord completion fi" fish
    check "bash says nothing where nothing fits" is "$(offers "accord list zzz")" ""
fi

if zsh --version >/dev/null 2>&1; then
    check "zsh reads its script" zsh -n accord.zsh
    check "zsh runs its script" zsh -f -c 'autoload -U compinit && compinit -u -d ./dump && source ./accord.zsh && (( $+functions[_accord] ))'
fi
if fish --version >/dev/null 2>&1; then
    mkdir -p home
    fish_offers() { HOME=$PWD/home fish --no-config -c "source accord.fish; complete -C '$1'" 2>&1 | cut -f 1; }
    fish_has() { fish_offers "$1" | grep -qxF -- "$2"; }
    check "fish reads its script" fish --no-execute accord.fish
    check "fish completes commands" fish_has "accord res" resolve
    check "fish completes options" fish_has "accord resolve --fra" --framework
    check "fish completes values" fish_has "accord resolve --format js" json
    check "fish completes targets" fish_has "accord resolve --target dgx-h" dgx-h100
    check "fish offers facts to --fact" fish_has "accord resolve --fact cuda.c" cuda.count=
    check "fish completes names" fish_has "accord resolve strategy=ddp_sp" strategy=ddp_spawn
fi
finish
