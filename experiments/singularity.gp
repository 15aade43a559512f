# One panel a disturbance; a pair is a line, a step a column. A mark survives, a cross is lost.
wide = 7.0; high = 3.2
load here.'/common.gp'
load styles
n = words(pairs); panels = words(sizes)
set logscale x
set yrange [n + 0.6:0.4]
set key off
set xtics (0.003, 0.01, 0.03) font ',8'
set xrange [0.0025:0.09]
set xlabel 'step [s]'
set multiplot
do for [k=1:panels] {
    set title 'start disturbed by '.word(sizes, k).' m' noenhanced font ',8'
    set lmargin at screen 0.19 + 0.2 * (k - 1)
    set rmargin at screen 0.19 + 0.2 * k - 0.015
    set ytics ()
    set for [i=1:n] ytics add ((k == 1 ? word(pairs, i) : '') i) noenhanced font ',8'
    plot for [i=1:n] data.(k-1).'.dat' using ($2 == i && $3 > 0 ? $1 : NaN):2 with points pointtype int(word(marks, i)) \
             pointsize 0.45 linecolor rgb word(colours, i), \
         data.(k-1).'.dat' using ($3 > 0 ? NaN : $1):2 with points pointtype 2 pointsize 0.45 linecolor rgb '#666666'
}
unset multiplot
