# Sourced by every experiment: names, styles, and how to run, to read and to draw.
# From the environment: BUILD, DRIFTBENCH, PROBLEMS, FORMULATIONS, INTEGRATORS (lists with blanks), FULL.
set -u
LC_ALL=C; export LC_ALL
BUILD=${BUILD:-build}
DRIFTBENCH=${DRIFTBENCH:-$BUILD/driftbench}
FULL=${FULL:-}
here=$(dirname "$0")
results=$BUILD/results figures=$BUILD/figures tables=$BUILD/tables data=$BUILD/results/data
mkdir -p "$results" "$figures" "$tables" "$data" "$BUILD/macros" || exit 1

say() { printf '%s\n' "$*" >&2; }

# names problems|formulations|integrators
names() { "$DRIFTBENCH" list "$1" | sed -n 's/^  \([^ ]\{1,\}\) .*/\1/p'; }

problems=$(echo ${PROBLEMS:-$(names problems)})
formulations=$(echo ${FORMULATIONS:-$(names formulations)})
integrators=$(echo ${INTEGRATORS:-$(names integrators)})

# has problems bricard: whether the program has that module
has() { names "$1" | grep -qx "$2"; }

# commas a b c: a,b,c
commas() { echo "$*" | tr -s ' ' ','; }

# "n-four-bar:n=40" as part of a file's name
slug() { printf '%s' "$1" | tr ':=,/' '----'; }

# Results of an older program are no results.
fresh() { if [ -f "$1" ] && [ -n "$(find "$DRIFTBENCH" -newer "$1")" ]; then rm -f "$1"; fi; }

# alone COMMAND...: timed runs never overlap, whatever -j says
alone() { if command -v flock >/dev/null; then flock "$BUILD/.timing" "$@"; else "$@"; fi; }

# sweep FILE PROBLEM OPTIONS...: adds what the file lacks
sweep() {
    file=$1; shift
    alone "$DRIFTBENCH" sweep "$@" --append "$file" || { say "$0: the sweep of $1 failed"; return 1; }
}

# Fields of a row of CSV into f[1..n]; the names of the columns are in column[] after the head.
csv_awk='
function csv(line, f,    n, i, c, quoted) {
    n = 1; f[1] = ""; quoted = 0
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) f[++n] = ""
        else f[n] = f[n] c
    }
    return n
}
function base(name) { sub(/:.*/, "", name); return name }
/^#/ { next }
!seen++ { k = csv($0, f); for (i = 1; i <= k; i++) column[f[i]] = i; next }
{ csv($0, f) }
function at(name) { return f[column[name]] }'

# One look everywhere: colour and dashes say the formulation, the mark says the integrator.
palette() {
    case $1 in
    lagrange) echo '#0072B2 1' ;; penalty) echo '#D55E00 2' ;; ali3) echo '#009E73 3' ;; nullspace) echo '#CC79A7 4' ;;
    *) set -- $(printf %s "$1" | cksum); case $(($1 % 4)) in
        0) echo '#E69F00 5' ;; 1) echo '#56B4E9 1' ;; 2) echo '#000000 2' ;; *) echo '#8B4513 3' ;; esac ;;
    esac
}
mark() {
    case $1 in
    rk4) echo 7 ;; hht) echo 5 ;; genalpha) echo 9 ;; bdf) echo 13 ;;
    *) set -- $(printf %s "$1" | cksum); case $(($1 % 4)) in 0) echo 4 ;; 1) echo 6 ;; 2) echo 8 ;; *) echo 12 ;; esac ;;
    esac
}

# styles FILE: reads "formulation integrator" lines and writes gnuplot's lists colours, dashes, marks, pairs
styles() {
    c= d= m= t=
    while read -r formulation integrator; do
        set -- "$1" $(palette "${formulation%%:*}")
        c="$c $2" d="$d $3" m="$m $(mark "${integrator%%:*}")" t="$t \"$formulation + $integrator\""
    done
    printf "colours = '%s'\ndashes = '%s'\nmarks = '%s'\npairs = '%s'\n" "$c" "$d" "$m" "$t" > "$1"
}

# draw SCRIPT FIGURE NAME=VALUE...: the figure as PDF and as PNG; they appear only when complete
draw() {
    script=$1 figure=$2; shift 2
    set -- "$@" "here='$here'"
    arguments=; for a; do arguments="$arguments$a; "; done
    for kind in pdf png; do
        if gnuplot -e "${arguments}kind='$kind'; out='$figures/.$figure.$kind'" "$here/$script" 2> "$data/gnuplot.log" &&
            [ -s "$figures/.$figure.$kind" ]; then
            mv -f "$figures/.$figure.$kind" "$figures/$figure.$kind"
        else
            say "no figure $figure: $(head -n 3 "$data/gnuplot.log" | tr '\n' ' ')"; rm -f "$figures/.$figure.$kind"; return 1
        fi
        [ ! -s "$data/gnuplot.log" ] || say "$figure: $(head -n 3 "$data/gnuplot.log" | tr '\n' ' ')"
    done
}

# macros NAME: replaces build/macros/NAME.tex by standard input, and gathers all in build/macros.tex
macros() {
    cat > "$BUILD/macros/.$1" && mv -f "$BUILD/macros/.$1" "$BUILD/macros/$1.tex"
    cat "$BUILD"/macros/*.tex > "$BUILD/.macros" && mv -f "$BUILD/.macros" "$BUILD/macros.tex"
}

# limits PROBLEM FILE: tolerance and accuracy of the problem, with their units
limits() { "$DRIFTBENCH" rank "$1" --from "$2" | sed -n 's/^passes below \([^ ]*\) J; accurate below \([^ ]*\) \([a-z]*\).*/\1 \2 \3/p'; }
