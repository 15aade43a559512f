# Read before every program that looks at rows of CSV: at("step") is the field of that name in the row at hand. Lines that
# begin with # and the line of names are passed over. Files one after another may have different columns.
function csv(line, f,    n, i, c, quoted) {
    n = 1
    f[1] = ""
    quoted = 0
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) f[++n] = ""
        else f[n] = f[n] c
    }
    return n
}
function names_of(    k, i) {
    for (i in column) delete column[i]
    k = csv($0, f)
    for (i = 1; i <= k; i++) column[f[i]] = i
}
function at(name) { return (name in column) ? f[column[name]] : "" }

# "penalty:alpha=1e7" without its parameters
function base(name) { sub(/:.*/, "", name); return name }
function run_pair() { return at("formulation") " " at("integrator") }

FNR == 1 { named = 0 }
/^#/ { next }
!named { named = 1; names_of(); next }
{ csv($0, f) }
