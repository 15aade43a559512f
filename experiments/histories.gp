# The observed quantity over the exact one (pale), its error, the energy drift, and the constraints at three levels.
wide = 156; high = 90
load here.'/common.gp'
load styles
n = words(formulations)
set xrange [0:end]
set xtics offset 0, 0.3
array called[6] = [observed, 'trajectory error ['.unit.']', 'energy drift [J]', '|'.Phi.'| [m]', '|d'.Phi.'/dt| [m/s]', '|d^2'.Phi.'/dt^2| [m/s^2]']
array low[6] = [0, error_low, drift_low, phi_low, phidot_low, phiddot_low]
array top[6] = [0, error_top, drift_top, phi_top, phidot_top, phiddot_top]
# gate and tolerance are in the frame
top[2] = accuracy > top[2] ? 10.0 ** ceil(log10(accuracy) - 1e-9) : top[2]
top[3] = tolerance > top[3] ? 10.0 ** ceil(log10(tolerance) - 1e-9) : top[3]
# error and drift begin at 0: what is far below their largest leaves the frame
low[2] = low[2] > top[2] * 1e-8 ? low[2] : top[2] * 1e-8
low[3] = low[3] > top[3] * 1e-8 ? low[3] : top[3] * 1e-8
set multiplot
do for [k=1:6] {
    c = (k - 1) % 3 + 1; row = (k - 1) / 3 + 1
    set lmargin at screen left_of(c, 3, 13.5, 16, 2)
    set rmargin at screen right_of(c, 3, 13.5, 16, 2)
    set tmargin at screen (row == 1 ? 0.97 : 0.56)
    set bmargin at screen (row == 1 ? 0.665 : 0.265)
    set ylabel called[k] offset 0.7, 0
    set xlabel (row == 2 ? 't [s]' : '') offset 0, 0.6
    unset arrow; unset label
    if (k == 1) {
        unset logscale y; set format y '%g'; set yrange [*:*]
        plot file index 0 using 1:3 with lines linewidth 4 linecolor rgb '#C8C8C8', \
            for [i=1:n] file index i-1 using 1:2 with lines linewidth 1 dashtype int(word(dashes, i)) linecolor rgb word(colours, i)
    } else {
        set logscale y; set format y power
        set yrange [low[k]:top[k]]
        if (k == 2 || k == 3) {
            limit = k == 2 ? accuracy : tolerance
            if (limit > low[k] && limit <= top[k]) {
                set arrow 1 from graph 0, first limit to graph 1, first limit nohead dashtype 2 linewidth 0.8 linecolor rgb strong
                set label 1 (k == 2 ? 'gate' : 'tolerance') at graph 0.03, first limit left offset 0, 0.5 font small
            }
        }
        plot for [i=1:n] file index i-1 using 1:(column(k + 2)) with lines linewidth 1 dashtype int(word(dashes, i)) linecolor rgb word(colours, i)
    }
}
unset xlabel; unset ylabel; unset border; unset tics; unset grid; unset logscale; unset arrow; unset label
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 0.14
set xrange [0:1]; set yrange [0:1]
key(i) = word(formulations, i)." + ".word(integrators, i).", h = ".sprintf('%.3g', real(word(steps, i))).' s'
set key at graph 0.5, graph 0.45 center center vertical maxrows 3 Left reverse samplen 2.5 noenhanced font small
plot NaN with lines linewidth 4 linecolor rgb '#C8C8C8' title 'exact', \
     for [i=1:n] NaN with lines linewidth 1.5 dashtype int(word(dashes, i)) linecolor rgb word(colours, i) title key(i)
unset multiplot
