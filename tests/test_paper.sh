#!/bin/sh
# The paper of a copy of the tree with one formulation more: it must be in the rankings, in the legends of the figures and in the
# text, with no other file edited. Then a result is changed, and the abstract must change with it; then the text and LaTeX are
# broken, and the build must say so, and recover.
BUILD=${BUILD:-build}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0
verdict() { if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $2"; fi; }

for tool in latexmk gnuplot pdftotext; do
    command -v $tool > /dev/null; verdict $? "$tool is missing; 'make deps' installs it"
done
if [ $failed -gt 0 ]; then echo "$passed passed, $failed failed"; exit 1; fi

# With the objects as they are, times and all, only what is new is compiled.
tar -cf - Makefile core problems formulations integrators experiments paper \
    "$BUILD"/flags "$BUILD"/core "$BUILD"/problems "$BUILD"/formulations "$BUILD"/integrators "$BUILD"/experiments |
    tar -xf - -C "$folder" || exit 3
cd "$folder" || exit 3
mv "$BUILD" objects && rm -rf build && mv objects build || exit 3
quiet() { env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory "$@" > out 2>&1; }
set -- PROBLEMS=pendulum FORMULATIONS='ali3 throw-away' INTEGRATORS='rk4 hht'

# What there is before: neither a file, nor a word of it.
sources() { find . -type f ! -path './build/*' ! -name out ! -name text.txt ! -name throw_away.c -exec cksum {} + | sort; }
sources > build/before
grep -rq 'throw[-_]away' core problems formulations integrators experiments paper; [ $? -eq 1 ]; verdict $? 'the tree knows throw-away already'
quiet new-formulation NAME=throw-away && quiet -j2 all; verdict $? "the tree with a new formulation: $(tail -n 3 out)"
quiet experiment-work_precision experiment-ranking experiment-histories "$@"; verdict $? "experiments: $(tail -n 3 out)"
quiet paper "$@"; verdict $? "paper: $(tail -n 3 out)"

# holds WHERE PATTERN FILE: a line of the file matches
holds() { grep -Eq -- "$2" "$3"; verdict $? "no '$2' in $1"; }
text() { pdftotext -layout "$1" text.txt; }
holds 'the ranking' 'throw-away *& *(rk4|hht).* & ' build/tables/ranking-pendulum.tex
holds 'the ranking on the terminal' 'throw-away +hht' build/results/ranking.txt
first=$(sed -n 's/.*{rank\.pendulum\.official\.1\.pair}{\(.*\)}$/\1/p' build/macros.tex)
grep -qF "Simple pendulum & $first & " build/tables/recommend.tex; verdict $? "ranking and recommendation disagree about $first"
for figure in work-precision-pendulum ranking-pendulum ranking histories-pendulum; do
    text build/figures/$figure.pdf; holds "the legend of $figure" 'throw-away' text.txt
done
text build/paper.pdf
holds 'the paper: its section' '^ *[0-9.]+ +The formulation throw-away' text.txt
holds 'the paper: its code' 'formulations/throw_away\.c' text.txt
holds 'the paper: its ranking' 'throw-away.* (rk4|hht) +[0-9]' text.txt
holds 'the paper: the number of pairs' ' 4 pairs' text.txt
holds 'the paper: its parameters' '^ *throw-away +[a-z_]+ ' text.txt
sources > build/after
[ -s build/before ] && cmp -s build/before build/after; verdict $? "a file was edited: $(diff build/before build/after | head -n 3)"

# abstract: what the abstract says of the run whose trajectory is worst
abstract() { text build/paper.pdf; sed -n '/^ *Abstract/,/^ *1 *Introduction/p' text.txt | tr '\n' ' ' | grep -oE 'trajectory is +[0-9.]+'; }
before=$(abstract)
[ -n "$before" ] && [ "${before#*0.79}" = "$before" ]; verdict $? "the abstract's trajectory error before: '$before'"
awk -F, -v OFS=, '/^#/ { print; next } !n++ { for (i = 1; i <= NF; i++) c[$i] = i; print; next }
    $c["passes"] == 1 && !done { $c["trajectory_error"] = 0.789; $c["accurate"] = 0; done = 1 } { print }' \
    build/results/work_precision-pendulum.csv > changed && mv changed build/results/work_precision-pendulum.csv
printf '%s\n' '\result{no.such.key}' >> paper/sections/conclusions.tex
quiet paper "$@"
code=$?
[ $code -ne 0 ] && grep -q 'no experiment wrote .*no\.such\.key' out; verdict $? "an undefined key: exit $code, $(tail -n 3 out)"
after=$(abstract)
[ "${after#*0.79}" != "$after" ]; verdict $? "a result changed, the abstract went from '$before' to '$after'"

# A failure of LaTeX is reported, and mended it is forgotten, even when no file that LaTeX read has changed.
mkdir broken && printf '#!/bin/sh\nexit 1\n' > broken/pdflatex && chmod +x broken/pdflatex
sed -i '$d' paper/sections/conclusions.tex
if PATH=$PWD/broken:$PATH quiet paper "$@"; then false; else grep -q 'LaTeX failed' out; fi; verdict $? "a broken LaTeX: $(tail -n 3 out)"
quiet paper "$@"; verdict $? "LaTeX is mended: $(tail -n 3 out)"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
