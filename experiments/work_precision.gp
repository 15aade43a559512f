# Left: CPU time against drift; right: against trajectory error. Filled marks pass robustly; open ones do not count.
wide = 7.0; high = 3.6
load here.'/common.gp'
load styles
small = kind eq 'pdf' ? ',7.5' : ',10'
n = words(pairs)
set logscale xy
set format x '10^{%T}'
set format y '%g'
set xtics 100
set ylabel 'CPU time [ms]'
set multiplot
set size 0.40, 1
set lmargin 8
set key off

set origin 0, 0
set xlabel 'energy drift [J]'
set arrow 1 from tolerance, graph 0 to tolerance, graph 1 nohead dashtype 2 linecolor rgb '#444444'
plot for [i=1:n] file index i-1 using 1:3 with lines linecolor rgb word(colours, i) dashtype int(word(dashes, i)) notitle, \
     for [i=1:n] file index i-1 using 1:3:(int(word(marks, i)) - (column(4) < 0.5)) with points \
         pointtype variable pointsize 0.55 linecolor rgb word(colours, i) notitle

set origin 0.385, 0
set xlabel 'trajectory error ['.unit.']'
unset ylabel
unset arrow 1
if (accuracy > 0) { set arrow 1 from accuracy, graph 0 to accuracy, graph 1 nohead dashtype 2 linecolor rgb '#444444' }
plot for [i=1:n] file index i-1 using 2:3 with lines linecolor rgb word(colours, i) dashtype int(word(dashes, i)) notitle, \
     for [i=1:n] file index i-1 using 2:3:(int(word(marks, i)) - (column(4) < 0.5)) with points \
         pointtype variable pointsize 0.55 linecolor rgb word(colours, i) notitle

set origin 0.77, 0
set size 0.23, 1
unset arrow 1
unset logscale
unset border; unset tics; unset xlabel; unset grid
set key at graph 1, graph 0.98 right top Left reverse font small
set xrange [0:1]; set yrange [0:1]
plot for [i=1:n] NaN with linespoints linecolor rgb word(colours, i) dashtype int(word(dashes, i)) \
    pointtype int(word(marks, i)) pointsize 0.55 title word(pairs, i)
unset multiplot
