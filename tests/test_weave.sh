#!/bin/sh
# shellcheck disable=SC2016 # dollars are LaTeX here
# The weaver on files made to trip it. Every listing line must be the file's line of that number, nothing may be lost
# but blank lines, and prose must pass untouched. Prints "N passed, N failed" last; fails if anything failed.
here=$(cd "$(dirname "$0")/../paper" && pwd)
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

verdict() { # verdict STATUS WHAT
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $2"; fi
}
has() { grep -qxF -e "$2" "$dir/$1.tex"; verdict $? "$1: line '$2'"; }
lacks() { if grep -qF -e "$2" "$dir/$1.tex"; then verdict 1 "$1: '$2' should be absent"; else verdict 0; fi; }
count() { # count NAME PATTERN NUMBER
    found=$(grep -cF -e "$2" "$dir/$1.tex")
    [ "$found" -eq "$3" ]; verdict $? "$1: '$2' found $found times, not $3"
}

# Listings against the file: prints nothing when every listed line is where its number says.
misnumbered() {
    awk '
        FNR == NR { sub(/\r$/, ""); file[FNR] = $0; next }
        /^\\begin\{lstlisting\}\[firstnumber=/ { n = $0; gsub(/[^0-9]/, "", n); n += 0; listing = 1; next }
        /^\\end\{lstlisting\}$/ { listing = 0; next }
        listing {
            want = file[n]
            sub(/^.*\*\//, "", want)            # what follows a closed LaTeX block on its line
            if (index($0, "(*@")) { n++; next } # escaped text is judged by its own cases
            if ($0 != file[n] && $0 != want) print FILENAME ": " n ": " $0
            n++
        }' "$1" "$2"
}
numbers() {
    bad=$(misnumbered "$dir/$1.c" "$dir/$1.tex")
    [ -z "$bad" ]; verdict $? "$1: misnumbered $bad"
}
weave() { "$here/weave" "$@"; }

# 1: the common shape: heading, code, blank lines about code, ordinary comments, a second block.
cat > "$dir/common.c" <<'END'
/*%
\section{A module}\label{sec:a}
Prose with $x_1$ and 50\,\% of it.
*/

#include "core/problem.h"


/* an ordinary comment stays code */
int one(void);

/*%
\subsection{Deeper}
\paragraph{Deepest} text
*/
static int two(void)
{

    return 2; /* a blank line within is kept */
}

END
weave "$dir/common.c" > "$dir/common.tex"; verdict $? "common: exit"
numbers common
has common '\section{A module}\label{sec:a}'
has common 'Prose with $x_1$ and 50\,\% of it.'
has common '\begin{lstlisting}[firstnumber=6]'
has common '\begin{lstlisting}[firstnumber=16]'
has common '/* an ordinary comment stays code */'
has common '    return 2; /* a blank line within is kept */'
count common '\begin{lstlisting}' 2
count common '\end{lstlisting}' 2
lacks common '/*%'

# 2: headings one and two levels down, starred ones too.
printf '%s\n' '/*%' '\section*{S}' '\subsection{T}' '\subsubsection{U}' '\sectionmark{no}' '*/' 'int x;' > "$dir/deep.c"
weave -d 1 "$dir/deep.c" > "$dir/deep.tex"
has deep '\subsection*{S}'; has deep '\subsubsection{T}'; has deep '\paragraph{U}'; has deep '\sectionmark{no}'
weave -d 2 "$dir/deep.c" > "$dir/deep.tex"
has deep '\subsubsection*{S}'; has deep '\paragraph{T}'; has deep '\subparagraph{U}'

# and prose alone, with the name of the file.
weave -m prose -n c.c "$dir/common.c" > "$dir/prose.tex"
count prose 'lstlisting' 0; has prose '\wovenfile{\detokenize{c.c}}'; lacks prose 'int one'

# 3: odd blocks: a lone %, an empty block, a one-line block, code after the end, an indented block, "*/" mid-line.
cat > "$dir/odd.c" <<'END'
/*% \section{Odd} */ int after_title;
/*%
%
text after a lone percent sign
%*/
/*%*/
/*% one line */
int between;
    /*%
    indented
    */
int a = 6 /*% not at the start of a line: code */ + 1;
const char *s = "/* no comment */";
/*%
ends here */ int tail;
END
weave "$dir/odd.c" > "$dir/odd.tex"; verdict $? "odd: exit"
numbers odd
has odd '%'
has odd 'text after a lone percent sign'
has odd ' one line '
has odd '    indented'
has odd ' int after_title;'
has odd 'int a = 6 /*% not at the start of a line: code */ + 1;'
has odd 'ends here '
has odd ' int tail;'
has odd '\begin{lstlisting}[firstnumber=8]'
has odd '\begin{lstlisting}[firstnumber=12]'
has odd '\begin{lstlisting}[firstnumber=15]'

# 4: two blocks with only blank lines between, and at the end: no empty listing.
printf '%s\n' '/*%' '\section{E}' '*/' '' '   ' '/*%' 'more' '*/' '' > "$dir/empty.c"
weave "$dir/empty.c" > "$dir/empty.tex"
count empty 'lstlisting' 0
has empty 'more'

# 5: code before the first heading goes below it, still numbered 1.
printf '%s\n' '// license' '#include <math.h>' '/*%' '\section{Late}' '*/' 'int y;' > "$dir/late.c"
weave "$dir/late.c" > "$dir/late.tex"
numbers late
[ "$(sed -n 3p "$dir/late.tex")" = '\section{Late}' ]; verdict $? "late: heading first"
has late '\begin{lstlisting}[firstnumber=1]'; has late '\begin{lstlisting}[firstnumber=6]'

# 6: no LaTeX at all: the file still gets a title, and every line; an empty file too.
printf '%s\n' '#include "a_b.h"' '' 'int z;' > "$dir/bare.c"
weave -n formulations/bare_one.c -d 1 "$dir/bare.c" > "$dir/bare.tex"
numbers bare
has bare '\subsection{\texttt{\detokenize{formulations/bare_one.c}}}'
has bare '\wovencode{\detokenize{formulations/bare_one.c}}{1}{3}'
: > "$dir/nothing.c"
weave "$dir/nothing.c" > "$dir/nothing.tex"; verdict $? "nothing: exit"
count nothing 'lstlisting' 0

# 7: beyond ASCII in code (two, three, four bytes), in prose, the listing's own end marker, DOS line ends.
printf '%s\n' '/*%' '\section{Café}' '*/' 'int n; /* α… 𝛼 */' 'puts("\end{lstlisting}");' > "$dir/utf8.c"
weave "$dir/utf8.c" > "$dir/utf8.tex"
has utf8 '\section{Café}'
has utf8 'int n; /* (*@\wovenchar{03B1}@*)(*@\wovenchar{2026}@*) (*@\wovenchar{1D6FC}@*) */'
has utf8 'puts("\end(*@@*){lstlisting}");'
printf '/*%%\r\n\\section{Dos}\r\n*/\r\nint d;\r\n' > "$dir/dos.c"
weave "$dir/dos.c" > "$dir/dos.tex"
numbers dos; has dos '\section{Dos}'; has dos 'int d;'

# 8: nothing is lost: with the prose and blank lines taken away, code in equals code out.
for name in common late bare; do
    awk '/^\\begin\{lstlisting\}/ { on = 1; next } /^\\end\{lstlisting\}$/ { on = 0 } on && NF' "$dir/$name.tex" > "$dir/out"
    awk '/^[ \t]*\/\*%/ { p = 1 } !p && NF; /\*\// { p = 0 }' "$dir/$name.c" > "$dir/in"
    cmp -s "$dir/in" "$dir/out"; verdict $? "$name: code in differs from code out"
done

# 9: errors are one line and an exit code.
printf '%s\n' 'int x;' '/*%' 'never closed' > "$dir/open.c"
weave "$dir/open.c" > "$dir/open.tex" 2> "$dir/err"; [ $? -eq 1 ]; verdict $? "open: exit 1"
grep -q 'open.c:2: ' "$dir/err"; verdict $? "open: says where"
weave "$dir/absent.c" > /dev/null 2> "$dir/err"; [ $? -eq 2 ]; verdict $? "absent: exit 2"
[ "$(wc -l < "$dir/err")" -eq 1 ]; verdict $? "absent: one line"
weave -d 9 "$dir/common.c" > /dev/null 2>&1; [ $? -eq 2 ]; verdict $? "depth: exit 2"
weave > /dev/null 2>&1; [ $? -eq 2 ]; verdict $? "no file: exit 2"

# 10: the whole tree: indices list what is there, unchanged files keep their time, headers without LaTeX stay out.
mkdir -p "$dir/tree/formulations" "$dir/tree/core" && cp "$dir/common.c" "$dir/tree/formulations/foo.c"
cp "$dir/common.c" "$dir/tree/core/problem.h" && cp "$dir/bare.c" "$dir/tree/core/small.h"
mkdir -p "$dir/tree/mine/integrators" && cp "$dir/late.c" "$dir/tree/mine/integrators/other_one.c"
(cd "$dir/tree" && "$here/weave_all" build core/*.h formulations/*.c mine/integrators/*.c); verdict $? "tree: exit"
[ "$(cat "$dir/tree/build/woven/index-formulations.tex")" = '\input{\build/woven/formulations/foo-c.tex}' ]
verdict $? "tree: index of formulations"
[ "$(cat "$dir/tree/build/woven/index-core.tex")" = '\input{\build/woven/core/problem-h.tex}' ]; verdict $? "tree: core"
[ "$(cat "$dir/tree/build/woven/index-integrators.tex")" = '\input{\build/woven/integrators/other-one-c.tex}' ]
verdict $? "tree: a module from another folder"
[ -f "$dir/tree/build/woven/index-problems.tex" ]; verdict $? "tree: an empty room has an index"
touch -d '2001-01-01' "$dir/tree/build/woven/formulations/foo-c.tex"
(cd "$dir/tree" && "$here/weave_all" build formulations/*.c)
[ -z "$(find "$dir/tree/build/woven/formulations/foo-c.tex" -newermt 2002-01-01)" ]; verdict $? "tree: untouched"

# 11: a module in two parts: methods in the body, the rest elsewhere; together every line once.
cat > "$dir/parts.c" <<'END'
/*%
\section{Parts}
*/
#include "core/formulation.h"

enum { A, B };

static void *create(int n)
{
    int first = n;

    return make(first);
}

/*%
The method.
*/
/* why */
static enum status residual(void *self, double *r)
{
    struct parts *p = self;
    r[0] = p->a;
    return OK;
}

static enum status step(void *self)
{
    return other_step(self);
}

static void places(struct parts *p, int n)
{
    int *slot = take_ints(p->arena, n);
    for (int i = 0; i < n; i++)
        slot[i] = linear_slot(p->linear, i, i);
    p->slot = slot;
}

const struct formulation formulation_parts = {
    .name = "parts",
};
END
weave -m body "$dir/parts.c" > "$dir/body.tex"; weave -m rest "$dir/parts.c" > "$dir/rest.tex"
cp "$dir/parts.c" "$dir/body.c"; cp "$dir/parts.c" "$dir/rest.c"; numbers body; numbers rest
has body '/* why */'; has body '    r[0] = p->a;'; has body '\begin{lstlisting}[firstnumber=18]'; has body 'The method.'
lacks body 'make(first)'; lacks body 'other_step'; lacks body 'take_ints'; lacks body '.name'; count body '\begin{lstlisting}' 1
lacks rest 'The method.'; lacks rest 'r[0]'; has rest '    return make(first);'; has rest '    .name = "parts",'
has rest '\begin{lstlisting}[firstnumber=4]'; has rest '\begin{lstlisting}[firstnumber=26]'
for file in "$here"/../formulations/*.c "$here"/../integrators/*.c; do
    for part in body rest; do weave -m $part "$file"; done |
        awk '/^\\begin\{lstlisting\}/ { on = 1; next } /^\\end\{lstlisting\}$/ { on = 0 } on && NF' | sort > "$dir/out"
    weave "$file" | awk '/^\\begin\{lstlisting\}/ { on = 1; next } /^\\end\{lstlisting\}$/ { on = 0 } on && NF' | sort > "$dir/in"
    cmp -s "$dir/in" "$dir/out"; verdict $? "$(basename "$file"): body and rest are not the whole"
    lines=$(awk '/^[ \t]*\/\*%/ { p = 1 } !p && NF; /\*\// { p = 0 }' "$file" | wc -l)
    [ "$lines" -gt 20 ] && [ "$(wc -l < "$dir/out")" -eq "$lines" ]; verdict $? "$(basename "$file"): not its $lines lines of code"
    for part in body rest; do
        weave -m $part "$file" > "$dir/module.tex"; bad=$(misnumbered "$file" "$dir/module.tex")
        [ -z "$bad" ]; verdict $? "$(basename "$file"), $part: misnumbered $bad"
    done
done
weave -m prose "$dir/parts.c" > "$dir/prose.tex"; count prose lstlisting 0; has prose 'The method.'
weave -m code "$dir/parts.c" > "$dir/code.tex"; lacks code 'The method.'; count code '\begin{lstlisting}' 2
weave -m half "$dir/parts.c" > /dev/null 2>&1; [ $? -eq 2 ]; verdict $? "part: exit 2"
printf '%s\n' '#ifndef H' '#define H' '/*%' '\subsection{What is promised}' '*/' 'struct s;' '#endif' > "$dir/head.h"
weave -m contract -d 1 "$dir/head.h" > "$dir/head.tex"; has head '\subsection{What is promised}'; has head 'struct s;'; lacks head 'ndef'; lacks head 'endif'

# 12: the order of a room, and core files that are lent to it, be it beside a module of the same name.
mkdir -p "$dir/paper" "$dir/tree/integrators" && cp "$here"/weave "$here"/weave.awk "$here"/weave_all "$dir/paper/"
printf '%s\n' '# first' 'none core/kept.h' 'integrators core/z.c' 'integrators integrators/z.c' > "$dir/paper/order"
for name in core/kept.h core/z.c integrators/a.c integrators/z.c; do cp "$dir/parts.c" "$dir/tree/$name"; done
(cd "$dir/tree" && sh "$dir/paper/weave_all" ordered core/kept.h core/z.c integrators/a.c integrators/z.c); verdict $? "order: exit"
[ "$(sed 's/.*\///; s/-c.*//' "$dir/tree/ordered/woven/index-integrators.tex" | tr '\n' ' ')" = 'core-z z a ' ]; verdict $? "order: of the room"
[ "$(sed 's/.*\///; s/-c.*//' "$dir/tree/ordered/woven/index-rest.tex" | tr '\n' ' ')" = 'z a ' ]; verdict $? "order: of the rest"
[ ! -s "$dir/tree/ordered/woven/index-core.tex" ]; verdict $? "order: what stays out"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
