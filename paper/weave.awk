# Turn a literate C file into a LaTeX section. Blocks that open a line with "/*%" are LaTeX and pass as they stand;
# everything else becomes listings numbered as in the file. Called by the script `weave`, which gives the file twice (the first
# time the highest heading is looked for) and sets
#   name    what to call the file in the paper
#   demote  how many levels to push headings down
#   part    all, body, rest, prose, code or contract

# Inside listings, text beyond ASCII is named by its code point: the listings package reads byte by byte and would
# break a character apart.
function plain(line,    out, i, c, b, more, point) {
    gsub(/\\end\{lstlisting\}/, "\\end(*@@*){lstlisting}", line)
    if (line !~ /[\200-\377]/) return line
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        b = byte[c]
        if (b < 128) { out = out c; continue }
        more = b >= 240 ? 3 : b >= 224 ? 2 : b >= 192 ? 1 : 0
        point = more == 3 ? b - 240 : more == 2 ? b - 224 : more == 1 ? b - 192 : b
        while (more-- > 0) point = point * 64 + byte[substr(line, ++i, 1)] - 128
        out = out "(*@\\wovenchar{" sprintf("%04X", point) "}@*)"
    }
    return out
}

function rename(line, from, to) {
    gsub("\\\\" from "\\*", "\\" to "*", line)
    gsub("\\\\" from "\\{", "\\" to "{", line)
    gsub("\\\\" from "\\[", "\\" to "[", line)
    return line
}

function demoted(line,    k) {
    for (k = top; k < demote; k++) {
        line = rename(line, "paragraph", "subparagraph")
        line = rename(line, "subsubsection", "paragraph")
        line = rename(line, "subsection", "subsubsection")
        line = rename(line, "section", "subsection")
    }
    return line
}

function put(line) { text[++lines] = line }

function put_prose(line) { if (part != "rest" && part != "code") put(line) }

# Level of a heading: 0 for \section, 1 for \subsection; 9 for no heading.
function heading(line) {
    if (line !~ /^[ \t]*\\(sub)?section[*{\[]/) return 9
    return line ~ /^[ \t]*\\sub/
}

# A title of its own for a file that brings none, so that no module goes unnamed.
function own_title() { top = 0; return demoted("\\section{\\texttt{\\detokenize{" name "}}}") }

function blank(i) { return code[i] ~ /^[ \t]*$/ }

# Does a top-level piece of code, lines first to last, hold a method? Declarations, tables and descriptors do not, nor do
# the contract's book-keeping, functions that take memory or look for places in a matrix, and those that only hand on to another.
function telling(first, last,    i, name, open, statements) {
    for (i = first; i <= last; i++) {
        if (code[i] == "{") open = 1
        if (!open && name == "" && code[i] ~ /^[A-Za-z_].*\(/ && code[i] !~ /[;=]/) {
            name = code[i]; sub(/\(.*/, "", name); sub(/.*[^A-Za-z0-9_]/, "", name)
        }
        if (code[i] ~ /(^|[^A-Za-z0-9_])(take(_[a-z]+)?|entries_add|pattern_from|[a-z_]+_slots?)\(/) return 0
        if (open && code[i] ~ /[;{]$|; *\/\*/ && code[i] !~ /^ *\(void\)| = self;/) statements++
    }
    if (!open || name ~ /^(create|destroy|order|extra|matrix|multipliers|start)$|_(create|free|export)$/) return 0
    return statements > 2 # the opening brace is one of them
}

function listing(first, last,    i) {
    for (; first <= last && blank(first); first++) ;
    for (; last >= first && blank(last); last--) ;
    if (first > last) return
    put("\\wovencode{\\detokenize{" name "}}{" origin + first - 1 "}{" origin + last - 1 "}")
    put("\\begin{lstlisting}[firstnumber=" origin + first - 1 "]")
    for (i = first; i <= last; i++) put(plain(code[i]))
    put("\\end{lstlisting}")
}

# A piece ends at a blank line that a line at the margin follows. Pieces of one kind that stand together are one listing.
function flush_code(    first, begin, i, kind, last_kind) {
    if (part == "contract" && last_part && code[codes] == "#endif") codes--
    if (part == "all" || part == "code" || part == "contract" && proses) listing(1, codes)
    else if (part == "body" || part == "rest") {
        for (first = 1; first <= codes && blank(first); first++) ;
        for (begin = i = first; i <= codes; i++) {
            if (i < codes && !(blank(i) && code[i + 1] ~ /^[^ \t}]/)) continue
            kind = telling(begin, i) ? "body" : "rest"
            if (last_kind != "" && kind != last_kind) {
                if (last_kind == part) listing(first, begin - 1)
                first = begin
            }
            last_kind = kind
            begin = i + 1
        }
        if (last_kind == part) listing(first, codes)
    }
    codes = 0
}

function add_code(line) {
    if (!codes) origin = FNR
    code[++codes] = line
}

# One line of LaTeX. The first heading moves above any code that came before it.
function add_prose(line) {
    if (!titled && heading(line) == top) {
        titled = 1
        title = demoted(line)
    } else put_prose(demoted(line))
}

# The part of a line inside a LaTeX block; what follows its end is code again.
function prose(line,    end, rest) {
    end = index(line, "*/")
    if (!end) {
        add_prose(line)
        return
    }
    inside = 0
    if (substr(line, 1, end - 1) !~ /^[ \t]*$/) add_prose(substr(line, 1, end - 1))
    put_prose("")
    rest = substr(line, end + 2)
    add_code(rest)
}

BEGIN {
    top = 9
    for (i = 1; i < 256; i++) byte[sprintf("%c", i)] = i
}

NR == FNR { if (heading($0) < top) top = heading($0); next }

{ sub(/\r$/, "") }

inside { prose($0); next }

/^[ \t]*\/\*%/ {
    flush_code()
    inside = FNR
    proses++
    put_prose("")
    sub(/^[ \t]*\/\*%/, "")
    if ($0 !~ /^[ \t]*$/) prose($0)
    next
}

{ add_code($0) }

END {
    if (inside) {
        printf "weave: %s:%d: block opened here is never closed\n", name, inside > "/dev/stderr"
        exit 1
    }
    last_part = 1
    flush_code()
    print "% Woven from " name ": edit that file, not this one."
    if (part == "rest" || part == "code") {
        if (!lines) exit
        print "\\wovenrest{\\detokenize{" name "}}"
    } else {
        print "\\wovenstart"
        print titled ? title : own_title()
    }
    for (i = 1; i <= lines; i++) print text[i]
    if (part == "prose") print "\\wovenfile{\\detokenize{" name "}}"
}
