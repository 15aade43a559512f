# Runs in the shaded corner keep the energy and lose the trajectory.
wide = 5.5; high = 3.4
load here.'/common.gp'
load styles
n = words(pairs)
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set xlabel 'energy drift [J]'
set ylabel 'trajectory error [m]'
set xrange [*:100]
set object 1 rectangle from graph 0, first accuracy to first tolerance, graph 1 fillcolor rgb '#EEEEEE' fillstyle solid noborder behind
set arrow 1 from tolerance, graph 0 to tolerance, graph 1 nohead dashtype 2 linecolor rgb '#444444'
set arrow 2 from graph 0, first accuracy to graph 1, first accuracy nohead dashtype 2 linecolor rgb '#444444'
set key outside right top Left reverse font ',7.5'
plot for [i=1:n] file index i-1 using 1:2 with points pointtype int(word(marks, i)) pointsize 0.5 \
    linecolor rgb word(colours, i) title word(pairs, i)
