# Where the results come from: the heads of the sweeps, one after the other.
/^# [a-z]+ / {
    key = $2; text = $0; sub(/^# [a-z]+ +/, "", text)
    if (key == "command" || (key, text) in seen) next
    seen[key, text] = 1
    if (key == "date") {
        if (earliest == "" || text < earliest) earliest = text
        if (text > latest) latest = text
    } else value[key] = value[key] (value[key] == "" ? "" : "; ") text
}
function entry(name, key) {
    table_row(name " & " escaped(key == "date" ? (earliest == latest ? earliest : earliest " to " latest) : value[key]))
    if (key != "date") def("meta." key, escaped(value[key]))
}
END {
    table_open("metadata", "lp{0.72\\linewidth}", "what & as written at the head of every file of results")
    entry("processor", "cpu"); entry("compiler", "compiler"); entry("flags", "flags"); entry("BLAS", "blas"); entry("LAPACK", "lapack")
    entry("SuiteSparse", "suitesparse"); entry("sources", "commit"); entry("measured", "date")
    table_close()
    def("meta.date", substr(earliest, 1, 10))
}
