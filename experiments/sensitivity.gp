# One column a parameter: drift above, cost below. The dashed line down marks the default, the one across the tolerance; crosses at
# the upper edge are values with which the run breaks off; the dash-dotted line is the limit of the Runge-Kutta method. Where the method chooses the value itself, its run stands hollow at the left edge.
wide = 156; high = 102
load here.'/common.gp'
load styles
all = 'penalty ali3 baumgarte rho alpha order'
array called[6] = ['penalty '.alpha, 'ali3 '.alpha, 'Baumgarte '.omega.' [1/s]', 'gen.-'.alpha.' '.rho.'_{'.infinity.'}', 'HHT '.alpha, 'BDF order']
array lowest[6] = [8, 30, 0.2, -0.1, -0.37, 0.5]
array highest[6] = [3e13, 3e10, 2e3, 1.1, 0.04, 6.5]
set logscale y
set format y power
set multiplot
do for [c=1:6] {
    panel = word(all, c)
    list = which(panels, panel); gone = which(failed, panel); own = which(chosen, panel)
    if (words(list) > 0) {
    usual = value('usual_'.panel)
    if (c <= 3) { set logscale x; set format x power } else { unset logscale x; set format x '%g' }
    apart = c < 3 ? 10000 : c == 3 ? 10 : c == 4 ? 0.5 : c == 5 ? 0.2 : 1
    set xtics apart offset 0, 0.3
    set xrange [lowest[c]:highest[c]]
    set lmargin at screen left_of(c, 6, 13, 3, 2)
    set rmargin at screen right_of(c, 6, 13, 3, 2)
    do for [row=1:2] {
        set tmargin at screen (row == 1 ? 0.94 : 0.53)
        set bmargin at screen (row == 1 ? 0.60 : 0.19)
        if (row == 1) { set yrange [drift_low:drift_top] } else { set yrange [cost_low:cost_top] }
        top = row == 1 ? drift_top : cost_top
        set ylabel (c == 1 ? (row == 1 ? 'energy drift [J]' : 'CPU time [ms]') : '') offset 1.3, 0
        set format y (c == 1 ? power : '')
        set xlabel (row == 2 ? called[c] : '') offset 0, 0.6
        unset arrow; unset label
        if (usual != 0 || c > 3) {
            set arrow 1 from usual, graph 0 to usual, graph 1 nohead dashtype 2 linewidth 0.8 linecolor rgb '#777777'
            if (row == 1 && c == 2) { set label 1 'default' at usual, graph 0.97 right rotate by 90 offset -1.1, 0 font small }
        }
        do for [k=1:words(own)] {
            set label 30+k '' at graph 0.04, first (row == 1 ? chosen_drift[item(own, k) + 1] : chosen_cost[item(own, k) + 1]) point pointsize 0.7 \
                pointtype int(look(integrators, marks, word(chosen_integrator, item(own, k)))) - 1 \
                linecolor rgb look(formulations, colours, word(chosen_formulation, item(own, k)))
        }
        if (row == 1) {
            set arrow 2 from graph 0, first tolerance to graph 1, first tolerance nohead dashtype 3 linewidth 0.8 linecolor rgb strong
            if (c == 6) { set label 2 'tolerance' at graph 0.98, first tolerance right offset 0, 0.5 font small }
        }
        if (panel eq 'baumgarte') { # beyond it the stabilised constraint itself is unstable
            set arrow 3 from 2.785 / step, graph 0 to 2.785 / step, graph 1 nohead dashtype 4 linewidth 0.8 linecolor rgb '#777777'
            if (row == 1) { set label 3 omega.'h = 2.785' at 2.785 / step, graph 0.03 left rotate by 90 offset 0.8, 0 font small }
        }
        do for [k=1:words(gone)] {
            set label 10+k '' at failed_at[item(gone, k) + 1], graph 0.94 point pointtype 2 pointsize 0.5 \
                linecolor rgb look(formulations, colours, word(failed_formulation, item(gone, k)))
        }
        plot for [k=1:words(list)] file index item(list, k)-1 using 1:(row == 1 ? $2 : $3) with linespoints linewidth 0.9 pointsize 0.5 \
            linecolor rgb word(colours, item(list, k)) pointtype mark(item(list, k))
    }
    }
}
unset xlabel; unset ylabel; unset border; unset tics; unset grid; unset logscale; unset arrow; unset label
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 0.09
set xrange [0:1]; set yrange [0:1]
names = distinct(formulations); kinds = distinct(integrators)
set key at graph 0.5, graph 0.5 center center horizontal maxrows 1 samplen 1.5 noenhanced
plot for [k=1:words(names)] NaN with lines linewidth 2 linecolor rgb look(formulations, colours, word(names, k)) title word(names, k), \
     for [k=1:words(kinds)] NaN with points pointtype int(look(integrators, marks, word(kinds, k))) pointsize 0.6 linecolor rgb strong title word(kinds, k), \
     NaN with points pointtype 6 pointsize 0.7 linecolor rgb strong title 'chosen by itself', \
     NaN with points pointtype 2 pointsize 0.5 linecolor rgb strong title 'breaks off'
unset multiplot
