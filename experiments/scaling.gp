# Above the chain, below the grid; CPU time a step by solver and by formulation, memory by solver. The numbers are the fitted
# exponents of n; thin lines have the slopes 1, 2 and 3. Every run is ali3's or another formulation's with the trapezoidal rule, so colours
# and the square are theirs; solvers differ in dashes, and the one that is chosen is a broad pale line, which lies under one of them.
wide = 156; high = 112
load here.'/common.gp'
load styles
set logscale xy
set format x power
set format y power
set xtics offset 0, 0.3
called(s) = s eq 'auto' ? 'chosen' : s eq 'band' ? 'banded' : s eq 'sparse' ? 'sparse' : s eq 'dense' ? 'dense' : s
own(k) = word(colours, item(list, k))
dash(s) = s eq 'auto' || s eq 'band' ? 1 : s eq 'sparse' ? 2 : 4
broad(s) = s eq 'auto' ? 5 : 0.9
tint(k, by) = by eq 'solver' && word(solvers, item(list, k)) eq 'auto' ? '#9CC9E6' : own(k)
stroke(k, by) = by eq 'solver' ? dash(word(solvers, item(list, k))) : int(word(dashes, item(list, k)))
breadth(k, by) = by eq 'solver' ? broad(word(solvers, item(list, k))) : 0.9
square(k, by) = by eq 'solver' && word(solvers, item(list, k)) eq 'auto' ? 0 : int(word(marks, item(list, k)))
shown(p, e) = p.(e eq 'none' ? '' : '  '.e)
# the curves of a panel: all solvers of ali3, or all formulations with the solver they choose
member(k, kind, by) = word(kinds, k) eq kind && (by eq 'solver' ? word(formulations, k) eq 'ali3' : word(solvers, k) eq 'auto')
curves(kind, by, k) = k > words(kinds) ? '' : (member(k, kind, by) ? ' '.k : '').curves(kind, by, k + 1)
least(a, b) = a < b ? a : b
slope(x, e) = base_y * (x / base_x) ** e
set multiplot
do for [row=1:2] {
    kind = row == 1 ? 'chain' : 'grid'
    if (words(curves(kind, 'formulation', 1)) > 0) {
    set tmargin at screen (row == 1 ? 0.945 : 0.45)
    set bmargin at screen (row == 1 ? 0.60 : 0.105)
    xmax = row == 1 ? 4e4 : 4e3
    set xrange [(row == 1 ? 5 : 20):xmax]
    base_x = row == 1 ? 8.0 : 36.0; base_y = row == 1 ? 0.3 : 2.0; top = 1e6
    do for [c=1:3] {
        by = c == 2 ? 'formulation' : 'solver'
        list = curves(kind, by, 1)
        set lmargin at screen left_of(c, 3, 13, 13, 2)
        set rmargin at screen right_of(c, 3, 13, 13, 2)
        set xlabel 'coordinates n' offset 0, 0.6
        set ylabel (c == 3 ? 'memory [MB]' : 'CPU time a step [µs]') offset 1.3, 0
        set title (row == 1 ? 'chain, ' : 'grid, ').(c == 2 ? 'by formulation' : 'ali3 by solver') offset 0, -0.5
        set key top left Left reverse samplen 2.4 spacing 0.9 font small
        unset label
        if (c == 3) {
            set yrange [4:200]; set format y '%g'
            plot for [k=1:words(list)] file index item(list, k)-1 using 1:3 with linespoints pointsize 0.4 linewidth breadth(k, by) \
                dashtype stroke(k, by) linecolor rgb tint(k, by) pointtype square(k, by) title called(word(solvers, item(list, k)))
        } else {
            set yrange [(row == 1 ? 1e-3 : 1e-2) / (c == 2 ? 10 : 1):top]; set format y power
            set key bottom right Right noreverse
            do for [e=1:3] {
                x_e = least(xmax / 1.5, base_x * (top / 2.0 / base_y) ** (1.0 / e))
                set label e ''.e at x_e, slope(x_e, e) right offset -0.5, 0.1 font small textcolor rgb '#888888'
            }
            plot for [e=1:3] slope(x, e) with lines linewidth 0.7 linecolor rgb pale notitle, \
                for [k=1:words(list)] file index item(list, k)-1 using 1:2 with linespoints pointsize 0.4 linewidth breadth(k, by) \
                dashtype stroke(k, by) linecolor rgb tint(k, by) pointtype square(k, by) \
                title shown(by eq 'solver' ? called(word(solvers, item(list, k))) : word(formulations, item(list, k)), word(exponents, item(list, k)))
        }
    }
    }
}
unset multiplot
