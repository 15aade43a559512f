# Turn a literate C file into a LaTeX section. Blocks that open a line with "/*%" are LaTeX and pass as they stand;
# everything else becomes listings numbered as in the file. Called by the script `weave`, which sets
#   name    what to call the file in the paper
#   demote  how many levels to push headings down
#   prose_only  1 to leave the code out, and say where it stands

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
    for (k = 0; k < demote; k++) {
        line = rename(line, "paragraph", "subparagraph")
        line = rename(line, "subsubsection", "paragraph")
        line = rename(line, "subsection", "subsubsection")
        line = rename(line, "section", "subsection")
    }
    return line
}

function put(line) { text[++lines] = line }

function heading(line) { return line ~ /^[ \t]*\\section[*{\[]/ }

# A title of its own for a file that brings none, so that no module goes unnamed.
function own_title() { return demoted("\\section{\\texttt{\\detokenize{" name "}}}") }

function flush_code(    first, last, i) {
    for (first = 1; first <= codes && code[first] ~ /^[ \t]*$/; first++) ;
    for (last = codes; last >= first && code[last] ~ /^[ \t]*$/; last--) ;
    if (first <= last) {
        put("\\wovencode{\\detokenize{" name "}}{" origin + first - 1 "}{" origin + last - 1 "}")
        if (prose_only) { codes = 0; return }
        put("\\begin{lstlisting}[firstnumber=" origin + first - 1 "]")
        for (i = first; i <= last; i++) put(plain(code[i]))
        put("\\end{lstlisting}")
    }
    codes = 0
}

function add_code(line) {
    if (!codes) origin = NR
    code[++codes] = line
}

# One line of LaTeX. The first heading moves above any code that came before it.
function add_prose(line) {
    if (!titled && heading(line)) {
        titled = 1
        title = demoted(line)
    } else put(demoted(line))
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
    put("")
    rest = substr(line, end + 2)
    add_code(rest)
}

BEGIN { for (i = 1; i < 256; i++) byte[sprintf("%c", i)] = i }

{ sub(/\r$/, "") }

inside { prose($0); next }

/^[ \t]*\/\*%/ {
    flush_code()
    inside = NR
    put("")
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
    flush_code()
    print "% Woven from " name ": edit that file, not this one."
    print "\\wovenstart"
    print titled ? title : own_title()
    for (i = 1; i <= lines; i++) print text[i]
}
