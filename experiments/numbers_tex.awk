# How numbers, names and tables look in LaTeX: read before the other numbers_*.awk.
function def(key, value) { printf "\\defresult{%s}{%s}\n", key, value }

# so many digits, zeros at the end too
function significant(x, digits,    text) {
    if (x == 0) return 0
    text = sprintf("%#." digits "g", x); sub(/\.$/, "", text)
    return text ~ /e\+/ && x < 1e6 ? sprintf("%d", text + 0) : text
}
function num(x, digits) { return "\\num{" significant(x, digits) "}" }
function si(x, digits, unit) { return "\\SI{" significant(x, digits) "}{" unit "}" }
function seconds(x) { return x >= 1 ? si(x, 3, "\\second") : si(1e3 * x, 3, "\\milli\\second") }
function milliseconds(x) { return num(1e3 * x, 3) }
function power(x,    text) { text = sprintf("%.0e", x); sub(/e\+?0*/, "e", text); sub(/e-0*/, "e-", text); return "\\num{" text "}" }

function escaped(text) {
    gsub(/\\/, "\\textbackslash{}", text)
    gsub(/[_%&#$]/, "\\\\&", text)
    gsub(/\^/, "\\^{}", text)
    gsub(/~/, "\\~{}", text)
    gsub(/</, "\\textless{}", text)
    gsub(/>/, "\\textgreater{}", text)
    return text
}
function module(name) { return "\\module{" escaped(name) "}" }

# a pair is "formulation integrator"
function pairof(pair,    w) { split(pair, w, " "); return "\\pairof{" escaped(w[1]) "}{" escaped(w[2]) "}" }

# "a, b and c" from list[1..n]
function joined(list, n,    i, text) {
    for (i = 1; i <= n; i++) text = text (i == 1 ? "" : i == n ? " and " : ", ") list[i]
    return text
}

# small numbers as words: "none", "one", "seven"; counted(1, "pair") is "one pair", counted(0, "pair") "no pair"
function word(n,    w) {
    split("one two three four five six seven eight nine ten eleven twelve", w, " ")
    return n == 0 ? "none" : (n in w) ? w[n] : n
}
function counted(n, what) { return (n == 0 ? "no" : word(n)) " " what (n == 1 || n == 0 ? "" : "s") }
# "all of the 7", "none of the 7", "3 of the 7"
function share(n, all) { return (n == all ? "all of the " : n == 0 ? "none of the " : word(n) " of the ") word(all) }

function table_open(name, columns, head) {
    table = out "/" name ".tex"
    print "\\begin{tabular}{@{}" columns "@{}}\n\\toprule\n" head "\\\\\n\\midrule" > table
}
function table_row(line) { print line "\\\\" > table }
function table_gap() { print "\\addlinespace" > table }
function table_rule() { print "\\midrule" > table }
function table_close() { print "\\bottomrule\n\\end{tabular}" > table; close(table) }
