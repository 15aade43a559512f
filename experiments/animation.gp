# One picture a block of the file, all in the same frame; behind it pale traces of where the ends have been.
load rows.'.gp'
pad = 0.06 * (xh - xl > yh - yl ? xh - xl : yh - yl)
flat = (yh - yl + 2 * pad) / (xh - xl + 2 * pad)
wide = flat > 1.2 ? 480 / flat * 1.2 : 480; high = wide * flat
high = high < 120 ? 120 : high
set terminal gif animate delay 4 loop 0 optimize size wide, high medium
set output out
unset border; unset tics; unset key
set size ratio -1
set xrange [xl - pad:xh + pad]
set yrange [yl - pad:yh + pad]
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
file = rows.'.dat'
do for [f=0:frames-1] {
    set label 1 sprintf(until < 1 ? 't = %.4f s' : 't = %.2f s', until * f / (frames - 1.0)) at graph 0.02, graph 0.95
    trace = f < 12 ? 0 : f - 12
    plot for [g=trace:f] file index g using (strcol(1) eq 'r' ? $4 : NaN):5 with dots linecolor rgb '#AACCE8', \
         file index f using 2:3:($4 - $2):($5 - $3) with vectors nohead linewidth 2 linecolor rgb '#222222', \
         file index f using 2:3:(strcol(1) eq 's' || strcol(1) eq 'a' ? $4 - $2 : 0):(strcol(1) eq 's' || strcol(1) eq 'a' ? $5 - $3 : 0) \
             with vectors nohead linewidth 2 linecolor rgb '#D55E00', \
         file index f using (strcol(1) eq 'r' ? $4 : NaN):5 with points pointtype 7 pointsize 0.5 linecolor rgb '#0072B2'
}
unset output
