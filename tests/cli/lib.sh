# Sourced by the scripts beside it: runs accord and reports what was seen.
# By hand: ACCORD=./accord sh tests/cli/batch.sh. Every script works in a folder of its own, gives all facts that matter,
# waits for nothing but accord, and ends with `finish`.
set -u
SRCDIR=$(cd "${SRCDIR:-$(dirname "$0")/../..}" && pwd)
ACCORD=${ACCORD:-$SRCDIR/accord}
case $ACCORD in /*) ;; *) ACCORD=$PWD/$ACCORD ;; esac
test -x "$ACCORD" || { echo "not ok - $ACCORD can be run"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
unset NO_COLOR
failures=0

# run ARGUMENT...: standard output into ./out, standard error into ./err, exit code into $code. Standard input is empty.
run() {
    code=0
    "$ACCORD" "$@" >out 2>err </dev/null || code=$?
}

# run_on FILE ARGUMENT...: the same with this file as standard input.
run_on() {
    input=$1
    shift
    code=0
    "$ACCORD" "$@" >out 2>err <"$input" || code=$?
}

# check SENTENCE COMMAND...: the sentence holds when the command does; else shows what accord wrote last.
check() {
    sentence=$1
    shift
    if "$@"; then
        echo "ok - $sentence"
        return
    fi
    echo "not ok - $sentence"
    echo "#   wanted: $*"
    echo "#   exit code: ${code-}"
    for stream in out err; do
        test ! -s $stream || head -n 8 $stream | cut -c 1-200 | sed "s/^/#   $stream: /"
    done
    failures=$((failures + 1))
}

code_is() { test "$code" -eq "$1"; }
is() { test "$1" = "$2"; }
out_has() { grep -qF -- "$1" out; }
out_lacks() { ! grep -qF -- "$1" out; }
err_has() { grep -qF -- "$1" err; }
err_lacks() { ! grep -qF -- "$1" err; }
out_line_is() { test "$(head -n 1 out)" = "$1"; }
is_empty() { test ! -s "$1"; }
same() { cmp -s "$1" "$2"; }
differ() { ! cmp -s "$1" "$2"; }
all() {
    # all FUNCTION WORD...: the function holds for every word
    function=$1
    shift
    for word in "$@"; do
        "$function" "$word" || return 1
    done
}

finish() { exit $((failures > 0)); }
