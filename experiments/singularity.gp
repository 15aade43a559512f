# One panel a disturbance of the start; a pair is a row, a step a column. Filled: stays on its branch and keeps the energy; hollow:
# stays, but drifts too far; plus: changes to another branch; cross: diverges or finds no solution.
load styles
n = words(formulations); panels = words(sizes)
wide = 156; high = 20 + 3.4 * n
load here.'/common.gp'
set logscale x
set yrange [n + 0.7:0.3]
set xrange [0.0022:0.1]
set xtics (0.003, 0.01, 0.03) offset 0, 0.3
set grid xtics ytics
set tmargin at screen 1 - 5.5 / high
set bmargin at screen 14.5 / high
set multiplot
name(f) = f eq 'lagrange:solve=lu' ? 'lagrange, LU' : f eq 'lagrange:project=0' ? 'lagrange, no projection' : f
label(i) = name(word(formulations, i)).' + '.word(integrators, i)
do for [k=1:panels] {
    unset label
    set title (k == 1 ? 'undisturbed' : 'disturbed by 10^{'.substr(word(sizes, k), 3, 4).'} m') offset 0, -0.5
    set lmargin at screen left_of(k, panels, 51, 3, 2)
    set rmargin at screen right_of(k, panels, 51, 3, 2)
    set xlabel 'step [s]' offset 0, 0.6
    set ytics ()
    set for [i=1:n] ytics add ((k == 1 ? label(i) : '') i) noenhanced
    plot data.(k-1).'.dat' using ($3 == 3 ? $2 : NaN):1:(mark($1)):(colour($1)) with points pointtype variable pointsize 0.5 linecolor rgb variable, \
         data.(k-1).'.dat' using ($3 == 2 ? $2 : NaN):1:(mark($1) - 1):(colour($1)) with points pointtype variable pointsize 0.5 linecolor rgb variable, \
         data.(k-1).'.dat' using ($3 == 1 ? $2 : NaN):1 with points pointtype 1 pointsize 0.5 linecolor rgb strong, \
         data.(k-1).'.dat' using ($3 == 0 ? $2 : NaN):1 with points pointtype 2 pointsize 0.4 linecolor rgb strong
}
unset title; unset xlabel; unset border; unset tics; unset grid; unset logscale
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 5.0 / high
set xrange [0:1]; set yrange [0:1]
set key at graph 0.5, graph 0.5 center center horizontal maxrows 1 samplen 1
plot NaN with points pointtype 7 pointsize 0.5 linecolor rgb strong title 'passes', \
     NaN with points pointtype 6 pointsize 0.5 linecolor rgb strong title 'completes, drifts', \
     NaN with points pointtype 1 pointsize 0.5 linecolor rgb strong title 'leaves its branch', \
     NaN with points pointtype 2 pointsize 0.4 linecolor rgb strong title 'breaks off'
unset multiplot
