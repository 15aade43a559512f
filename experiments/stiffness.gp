# Left: the largest step within 1 mm (filled) and the largest that completes at all (hollow), pair by pair. Right: the error of s
# at every step that completes.
load styles
n = words(formulations)
wide = 156; high = 19 + 3.5 * n
load here.'/common.gp'
names = distinct(formulations)
set logscale x
set format x power
set xlabel 'step [s]' offset 0, 0.6
set xtics offset 0, 0.3
set tmargin at screen 0.985
set bmargin at screen 15.0 / high
set xrange [1.5e-4:0.04]
set multiplot
set lmargin at screen 31.0 / wide; set rmargin at screen 86.0 / wide
set yrange [n + 0.7:0.3]
set ytics ()
set for [i=1:n] ytics add (word(formulations, i).' + '.word(integrators, i) i) noenhanced
set arrow 2 from bound, graph 0 to bound, graph 1 nohead dashtype 2 linewidth 0.8 linecolor rgb strong
set label 2 'RK4: h|{/LatinModernMath 𝜇}| = 2.785' at bound, graph 0.98 right rotate by 90 offset 0.9, 0 font small
plot steps using ($2 > 0 && $3 > 0 ? $3 : NaN):1:($2 - $3):(0) with vectors nohead linewidth 0.7 linecolor rgb pale, \
     steps using ($2 > 0 ? $2 : NaN):1:(mark($1) - 1):(colour($1)) with points pointtype variable pointsize 0.75 linecolor rgb variable, \
     steps using ($3 > 0 ? $3 : NaN):1:(mark($1)):(colour($1)) with points pointtype variable pointsize 0.55 linecolor rgb variable, \
     steps using ($2 > 0 ? NaN : 1.7e-4):1 with points pointtype 2 pointsize 0.45 linecolor rgb strong
set lmargin at screen 101.0 / wide; set rmargin at screen 0.98
set logscale y
set format y power
set ytics autofreq enhanced
set yrange [1e-8:1]
set ylabel 'largest error of s [m]' offset 1.2, 0
set arrow 1 from graph 0, first 1e-3 to graph 1, first 1e-3 nohead dashtype 2 linewidth 0.8 linecolor rgb strong
set label 1 '1 mm' at graph 0.02, first 1e-3 offset 0, 0.5 font small
plot for [k=1:words(completed)] file index k-1 using 1:2 with linespoints linewidth 0.8 \
    pointsize nested(names, word(formulations, item(completed, k))) linecolor rgb word(colours, item(completed, k)) pointtype mark(item(completed, k))
unset xlabel; unset ylabel; unset border; unset tics; unset grid; unset logscale; unset arrow; unset label
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 7.0 / high
set xrange [0:1]; set yrange [0:1]
set key at graph 0.5, graph 0.4 center center horizontal maxrows 1 samplen 1
plot NaN with points pointtype 7 pointsize 0.55 linecolor rgb strong title 'largest step within 1 mm', \
     NaN with points pointtype 6 pointsize 0.75 linecolor rgb strong title 'largest step that completes', \
     NaN with points pointtype 2 pointsize 0.45 linecolor rgb strong title 'none completes'
unset multiplot
