# Runs in the shaded corner keep the energy and lose the trajectory. Filled marks count; hollow ones fail, or pass by luck. The
# frame holds all runs; a flight without constraints, which is far outside, is written into the corner that it lies beyond.
wide = 130; high = 80
load here.'/common.gp'
load styles
n = words(formulations); names = distinct(formulations); kinds = distinct(integrators)
set logscale xy
set format x power
set format y power
set xlabel 'energy drift [J]' offset 0, 0.4
set ylabel 'trajectory error [m]' offset 1, 0
stats file using 1:2 nooutput
least(a, b) = a < b ? a : b
decade(x) = floor(log10(x))
set xrange [10.0 ** decade(least(STATS_min_x, tolerance / 1e3)):10.0 ** (decade(STATS_max_x) + 1)]
set yrange [10.0 ** decade(STATS_min_y):10.0 ** (decade(STATS_max_y) + 2)]
set xtics offset 0, 0.3
set lmargin at screen 13.0 / wide
set rmargin at screen 0.78
set tmargin at screen 0.97
set bmargin at screen 0.15
set object 1 rectangle from graph 0, first accuracy to first tolerance, graph 1 fillcolor rgb '#EFEFEF' fillstyle solid noborder behind
set arrow 1 from tolerance, graph 0 to tolerance, graph 1 nohead dashtype 2 linewidth 0.8 linecolor rgb strong
set arrow 2 from graph 0, first accuracy to graph 1, first accuracy nohead dashtype 2 linewidth 0.8 linecolor rgb strong
set label 1 "passes by energy,\nmisses the trajectory" at graph 0.03, graph 0.74
set label 2 'passes both' at graph 0.03, first accuracy offset 0, -0.8
set label 3 'tolerance' at tolerance, graph 0.02 left rotate by 90 offset 0.7, 0 font small
set label 4 'gate' at graph 1, first accuracy right offset -0.3, 0.5 font small
set label 5 sprintf("without constraints:\n%s J, %.0f m", gprintf('%.0t·10^{%T}', free_drift), free_error) at graph 0.06, graph 0.955 left font small
set arrow 3 from graph 0.05, graph 0.94 to graph 0.012, graph 0.985 head size screen 0.012,20 filled linewidth 1 linecolor rgb '#D00000'
set key at graph 1.03, graph 1 left top Left reverse samplen 1 spacing 1.1 noenhanced
plot for [k=1:n] file index k-1 using 1:($3 > 1 ? $2 : NaN) with points pointtype mark(k) pointsize nested(names, word(formulations, k)) linecolor rgb word(colours, k) notitle, \
     for [k=1:n] file index k-1 using 1:($3 > 1 ? NaN : $2) with points pointtype mark(k) - 1 pointsize nested(names, word(formulations, k)) linecolor rgb word(colours, k) notitle, \
     for [k=1:words(names)] NaN with lines linewidth 4 linecolor rgb look(formulations, colours, word(names, k)) title word(names, k), \
     for [k=1:words(kinds)] NaN with points pointtype int(look(integrators, marks, word(kinds, k))) pointsize 0.6 linecolor rgb strong title word(kinds, k), \
     NaN with points pointtype 7 pointsize 0.6 linecolor rgb strong title 'passes both', \
     NaN with points pointtype 6 pointsize 0.6 linecolor rgb strong title 'does not'
