# shellcheck shell=sh
# One look in every figure: colour and dashes say the formulation, the mark says the integrator. The colours differ in
# lightness as well as in hue, so that they can be told apart in grey. A module that is not named here takes the next free
# look, in the order of the names of all modules: the same one whatever is plotted.

# lightness (CIE L*) 0, 32, 46, 58, 71; the spare ones 54, 61, 40, 78
looks='lagrange #000000 1
ggl #882255 2
ali3 #0072B2 1
nullspace #009E73 4
penalty #E69F00 5'
spare_looks='#D55E00 2
#CC79A7 1
#6A5D00 3
#8CC5E3 4'

# Filled marks of gnuplot; the one before each is the same mark hollow.
shapes='rk4 7
hht 5
genalpha 9
bdf 13'
spare_shapes='11 15'

# free_place NAME LIST KNOWN: which of the names of LIST that are not in KNOWN is it? The first is 1.
free_place() {
    printf '%s\n' $2 | awk -v name="$1" -v known="$3" '
    BEGIN { n = split(known, line, "\n"); for (i = 1; i <= n; i++) { split(line[i], w, " "); fixed[w[1]] = 1 } }
    !($1 in fixed) { k++ }
    $1 == name { print k; exit }'
}

# colour_of FORMULATION: colour and dashes
colour_of() {
    look=$(printf '%s\n' "$looks" | sed -n "s/^$1 //p")
    if [ -z "$look" ]; then
        k=$(free_place "$1" "$(names formulations)" "$looks")
        look=$(printf '%s\n' "$spare_looks" | sed -n "$(((${k:-1} - 1) % 4 + 1))p")
    fi
    echo "$look"
}

# mark_of INTEGRATOR
mark_of() {
    shape=$(printf '%s\n' "$shapes" | sed -n "s/^$1 //p")
    if [ -z "$shape" ]; then
        k=$(free_place "$1" "$(names integrators)" "$shapes")
        set -- $spare_shapes
        [ $((${k:-1} % 2)) -eq 1 ] || shift
        shape=$1
    fi
    echo "$shape"
}

# styles FILE: reads lines "formulation integrator" and writes gnuplot's lists of the same length
styles() {
    f= g= c= d= m=
    while read -r formulation integrator; do
        set -- "$1" $(colour_of "${formulation%%:*}")
        f="$f $formulation" g="$g $integrator" c="$c $2" d="$d $3" m="$m $(mark_of "${integrator%%:*}")"
    done
    {
        printf "formulations = '%s'\nintegrators = '%s'\n" "${f# }" "${g# }"
        printf "colours = '%s'\ndashes = '%s'\nmarks = '%s'\n" "${c# }" "${d# }" "${m# }"
    } > "$1"
}
