# One column a formulation, one mark an integrator; above CPU time against drift, below against trajectory error. Filled marks
# pass robustly, hollow ones fail or pass by luck; pale lines are all other pairs. Crosses in the margin: runs that broke off,
# at the cost that their steps would have had.
wide = 156; high = 84
load here.'/common.gp'
load styles
names = distinct(formulations); kinds = distinct(integrators)
columns = words(names)
set logscale xy
set format x power
set format y power
set xtics offset 0, 0.4
set multiplot

set yrange [cpu_low:cpu_top]
do for [row=1:2] {
    set tmargin at screen (row == 1 ? 0.95 : 0.53)
    set bmargin at screen (row == 1 ? 0.635 : 0.215)
    limit = row == 1 ? tolerance : accuracy
    edge = row == 1 ? drift_top : error_top
    first = row == 1 ? drift_low : error_low
    set xrange [first:edge * 30]
    set xtics first, 10**int(log10(edge / first) / 3 + 1), edge
    do for [c=1:columns] {
        name = word(names, c)
        own = which(formulations, name); others = rest(formulations, name); gone = which(lost, name)
        set lmargin at screen left_of(c, columns, 12, 2.5, 2)
        set rmargin at screen right_of(c, columns, 12, 2.5, 2)
        unset title
        if (row == 1) { set title name noenhanced offset 0, -0.6 textcolor rgb look(formulations, colours, name) }
        set ylabel (c == 1 ? 'CPU time [ms]' : '') offset 0.9, 0
        set format y (c == 1 ? power : '')
        set xlabel (c == (columns + 1) / 2 ? (row == 1 ? 'energy drift [J]' : 'trajectory error ['.unit.']') : '') offset 0, 0.9
        unset arrow; unset object
        set object 1 rectangle from edge * 2, graph 0 to graph 1, graph 1 fillcolor rgb '#F2F2F2' fillstyle solid noborder behind
        set arrow 1 from limit, graph 0 to limit, graph 1 nohead linewidth 0.8 dashtype 2 linecolor rgb strong
        plot for [k=1:words(others)] file index item(others, k)-1 using (row == 1 ? $1 : $2):3 with lines linewidth 0.7 linecolor rgb pale, \
             for [k=1:words(own)] file index item(own, k)-1 using (row == 1 ? $1 : $2):3 with lines linewidth 1 \
                 linecolor rgb word(colours, item(own, k)), \
             for [k=1:words(own)] file index item(own, k)-1 using (row == 1 ? $1 : $2):3:(int(word(marks, item(own, k))) - ($4 < 0.5)) with points \
                 pointtype variable pointsize 0.55 linecolor rgb word(colours, item(own, k)), \
             for [k=1:words(gone)] broken index item(gone, k)-1 using (edge * 2 * (15.0 ** ($1 / (words(kinds) + 1)))):2 with points \
                 pointtype 2 pointsize 0.3 linewidth 0.7 linecolor rgb look(formulations, colours, name)
    }
}

unset title; unset arrow; unset object; unset logscale
unset border; unset tics; unset grid; unset xlabel; unset ylabel
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 0.1
set xrange [0:1]; set yrange [0:1]
set key at graph 0.3, graph 0.75 center center horizontal maxrows 1 samplen 1.5 noenhanced
plot for [k=1:words(kinds)] NaN with linespoints pointtype int(look(integrators, marks, word(kinds, k))) pointsize 0.55 \
         linecolor rgb strong title word(kinds, k)
set key at graph 0.79, graph 0.75
plot NaN with lines linecolor rgb pale title 'other pairs', \
     NaN with lines linewidth 0.8 dashtype 2 linecolor rgb strong title 'tolerance, gate'
set key at graph 0.5, graph 0.25
plot NaN with points pointtype 7 pointsize 0.55 linecolor rgb strong title 'passes robustly', \
     NaN with points pointtype 6 pointsize 0.55 linecolor rgb strong title 'fails, or passes by luck', \
     NaN with points pointtype 2 pointsize 0.4 linecolor rgb strong title 'breaks off'
unset multiplot
