# Energy, constraints at three levels, and the first observed column over time.
wide = 7.0; high = 4.4
load here.'/common.gp'
load styles
n = words(pairs)
set xlabel 't [s]'
set key off
set multiplot layout 2,3
set ylabel 'observed, first column'
plot for [i=1:n] file index i-1 using 1:6 with lines linecolor rgb word(colours, i) dashtype int(word(dashes, i))
set logscale y
set format y '10^{%T}'
array label[4] = ['energy drift [J]', 'constraints', 'first rate of constraints', 'second rate of constraints']
do for [k=1:words(columns)] {
    c = int(word(columns, k))
    set ylabel label[c-1]
    plot for [i=1:n] file index i-1 using 1:c with lines linecolor rgb word(colours, i) dashtype int(word(dashes, i)) notitle
}
unset logscale; unset border; unset tics; unset xlabel; unset ylabel; unset grid
set key center center Left reverse
set xrange [0:1]; set yrange [0:1]
plot for [i=1:n] NaN with lines linecolor rgb word(colours, i) dashtype int(word(dashes, i)) title word(pairs, i)
unset multiplot
