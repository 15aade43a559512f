# shellcheck shell=sh
# Sourced by every experiment: the names of things, and how to run, to read and to draw.
# From the environment: BUILD, DRIFTBENCH, PROBLEMS, FORMULATIONS, INTEGRATORS (lists with blanks), FULL; MAKER: the process of the
# make that all this is done for; REDRAW: figures and tables from the rows there are, nothing is run.
set -u
LC_ALL=C; export LC_ALL
BUILD=${BUILD:-build}
DRIFTBENCH=${DRIFTBENCH:-$BUILD/driftbench}
FULL=${FULL:-} REDRAW=${REDRAW:-}
here=$(dirname "$0")
results=$BUILD/results figures=$BUILD/figures tables=$BUILD/tables data=$BUILD/results/data
# Whether an experiment's files find room is seen before they are half there; 3 tells make not to try the others.
mkdir -p "$results" "$figures" "$tables" "$data" || exit 3
if ! { head -c 4000000 /dev/zero > "$data/.room"; } 2> /dev/null; then
    rm -f "$data/.room"
    echo "make experiments: $BUILD needs 4 MB of room, and the right to write; what is finished stays, and the same command goes on there" >&2
    exit 3
fi
rm -f "$data/.room"
csv_awk=$(cat "$here/csv.awk")

# say WHAT...: a line; doing WHAT...: on a terminal, and only there, a line that the next one replaces
if [ -t 2 ]; then erase=$(printf '\r\033[K'); else erase=; fi
say() { printf '%s%s\n' "$erase" "$*" >&2; }
doing() { [ -z "$erase" ] || printf '%s\033[?7l%s\033[?7h' "$erase" "$*" >&2; } # cut off where the terminal ends

# fail WHAT...: says it and goes on; the script then ends with 1, even when this was in a pipe or a subshell
trouble=$data/.trouble.$$
rm -f "$trouble"
fail() { say "$@"; : > "$trouble"; }
trap 'doing; if [ -e "$trouble" ]; then rm -f "$trouble"; exit 1; fi' EXIT

# go_on: ends a script whose make was ended without it; the next make would run beside it
go_on() { kill -0 "$PPID" 2> /dev/null && kill -0 "${MAKER:-$PPID}" 2> /dev/null || exit 1; }

# names problems|formulations|integrators
names() { "$DRIFTBENCH" list "$1" | sed -n 's/^  \([^ ]\{1,\}\) .*/\1/p'; }

problems=$(echo ${PROBLEMS:-$(names problems)})
formulations=$(echo ${FORMULATIONS:-$(names formulations)})
integrators=$(echo ${INTEGRATORS:-$(names integrators)})

# has problems bricard: whether the program has that module
has() { names "$1" | grep -qx "$2"; }

# wanted_problem bricard: whether there is such a problem and it is to be run
wanted_problem() { has problems "$1" && case " $problems " in *" $1 "*) ;; *) false ;; esac; }

# wanted formulations|integrators ali3: whether the program has that module and it is to be run, with some parameters or none
wanted() {
    has "$1" "$2" || return 1
    for module in $(eval "echo \"\$$1\""); do [ "${module%%:*}" != "$2" ] || return 0; done
    return 1
}

# commas a b c: a,b,c
commas() { echo "$*" | tr -s ' ' ','; }

# "n-four-bar:n=40" as part of a file's name
slug() { printf '%s' "$1" | tr ':=,/' '----'; }

# fresh FILE: results of an older program are no results; they are put aside, not thrown away
fresh() {
    if [ -z "$REDRAW" ] && [ -f "$1" ] && [ -n "$(find "$DRIFTBENCH" -newer "$1")" ]; then
        mkdir -p "$results/older" && mv -f "$1" "$results/older/"
    fi
}

# alone COMMAND...: timed runs never overlap, whatever -j says
alone() { if command -v flock >/dev/null; then flock "$BUILD/.timing" "$@"; else "$@"; fi; }

# sweep FILE PROBLEM OPTIONS...: adds what the file lacks
sweep() {
    swept_file=$1; shift
    if [ -n "$REDRAW" ]; then [ -s "$swept_file" ]; return; fi
    go_on
    alone "$DRIFTBENCH" sweep "$@" --append "$swept_file" || { fail "$0: the sweep of $1 failed"; return 1; }
}

# swept: the problems that have rows, whether they are run now or were before
swept() {
    for problem in $(printf '%s\n' $(names problems) $problems | awk '!seen[$0]++'); do
        [ ! -s "$results/work_precision-$(slug "$problem").csv" ] || echo "$problem"
    done
}

# head_of FILE: the metadata of one result for another that is computed from it
head_of() {
    echo "# command     make experiment-$(basename "$0" .sh)"
    sed -n '/^# command/d; s/^% /# /; /^# /p; /^[^#]/q' "$1"
}

# replace FILE: standard input becomes the file, at once or not at all
replace() {
    if cat > "$1.new" && mv -f "$1.new" "$1"; then return; fi
    rm -f "$1.new"
    fail "$0: cannot write $1"
}

# fields N: lines of N words and a text after them, as CSV; a comma in one of them parts nothing
fields() {
    awk -v n="$1" '
    function field(text) { return text ~ /,/ ? "\"" text "\"" : text }
    { for (i = 1; i <= n; i++) { printf "%s,", field($i); $i = "" }
      sub(/^ +/, "")
      print field($0) }'
}

# blocks COLUMNS: sorted rows to blocks for gnuplot, one for each value of the first COLUMNS fields, which are left out
blocks() {
    awk -v keys="$1" '
    { key = $1
      for (i = 2; i <= keys; i++) key = key " " $i
      if (NR > 1 && key != last) printf "\n\n"
      last = key
      for (i = keys + 1; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : "\n" }'
}

# decades NAME...: the range of each column as gnuplot's assignments NAME_low and NAME_top, in whole powers of ten
decades() {
    awk -v names="$*" '
    function decade(v, up,    d) { v = log(v) / log(10); d = int(v); return d + (up ? d < v : -(d > v)) }
    BEGIN { n = split(names, name, " ") }
    { for (i = 1; i <= n; i++) {
          if ($i <= 0) continue
          if (!(i in lo) || $i < lo[i]) lo[i] = $i + 0
          if (!(i in hi) || $i > hi[i]) hi[i] = $i + 0 } }
    END { for (i = 1; i <= n; i++) {
          l = (i in lo) ? decade(lo[i], 0) : 0
          h = (i in hi) ? decade(hi[i], 1) : 1
          printf "%s_low = 1e%d; %s_top = 1e%d\n", name[i], l, name[i], (h > l ? h : l + 1) } }'
}

. "$here/styles.sh"

# draw SCRIPT FIGURE NAME=VALUE...: the figure as PDF, and its picture as PNG; they appear only when complete
draw() {
    script=$1 figure=$2; shift 2
    set -- "$@" "here='$here'"
    arguments=; for a; do arguments="$arguments$a; "; done
    doing "drawing $figure"
    rm -f "$figures/.$figure.pdf"
    log=$data/$figure.log
    if ! gnuplot -e "${arguments}out='$figures/.$figure.pdf'" "$here/$script" 2> "$log" || [ ! -s "$figures/.$figure.pdf" ]; then
        fail "no figure $figure: gnuplot says: $(grep . "$log" | head -n 3 | tr '\n' ' ')"
        rm -f "$figures/.$figure.pdf"
        return 1
    fi
    if [ -s "$log" ]; then say "$figure: gnuplot warns: $(grep . "$log" | head -n 3 | tr '\n' ' ')"; else rm -f "$log"; fi
    mv -f "$figures/.$figure.pdf" "$figures/$figure.pdf"
    command -v pdftoppm > /dev/null || return 0
    if ! pdftoppm -r 200 -png -singlefile "$figures/$figure.pdf" "$figures/.$figure" 2> "$log" ||
        ! mv -f "$figures/.$figure.png" "$figures/$figure.png"; then
        fail "no picture $figure.png: pdftoppm says: $(head -n 1 "$log")"
        rm -f "$figures/.$figure.png"
    fi
    [ -s "$log" ] || rm -f "$log"
}

# limits PROBLEM FILE: tolerance and accuracy of the problem, and the unit of the second
limits() {
    "$DRIFTBENCH" rank "$1" --from "$2" |
        sed -n 's/^passes below \([^ ]*\) J; accurate below \([^ ]*\) \([a-z]*\).*/\1 \2 \3/p'
}
