# Left: CPU time a step; right: memory of the process.
wide = 7.0; high = 3.0
load here.'/common.gp'
n = words(curves)
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set xlabel 'four-bars in the chain, or rows of the grid'
set key top left Left reverse font ',8'
set multiplot layout 1,2
set ylabel 'CPU time of a step [us]'
plot for [i=1:n] file index i-1 using 1:2 with linespoints linetype i dashtype i pointtype 3+i pointsize 0.6 title word(curves, i)
set ylabel 'memory [MB]'
set format y '%g'
plot for [i=1:n] file index i-1 using 1:3 with linespoints linetype i dashtype i pointtype 3+i pointsize 0.6 title word(curves, i)
unset multiplot
