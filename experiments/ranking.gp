# Both rankings, pair by pair, best on top: a filled mark by energy alone, a hollow one with the trajectory gate, a line between
# them, and bars for the spread of the timings. What does not pass stands in the margin.
load styles
n = words(formulations); low = cpu_low; edge = cpu_top
wide = 110; high = 18.5 + 3.6 * n
load here.'/common.gp'
set logscale x
set xrange [low:edge * 10 ** (0.16 * log10(edge / low))]
set yrange [n + 0.7:0.3]
set xlabel axis offset 0, 0.6
set format x (edge / low > 900 ? power : '%g')
set xtics low, 10, edge offset 0, 0.3
set mxtics 10
set lmargin at screen 30.0 / wide
set rmargin at screen 0.97
set tmargin at screen 1 - 6.0 / high
set bmargin at screen 10.5 / high
set ytics ()
set for [i=1:n] ytics add (word(formulations, i).' + '.word(integrators, i) i) noenhanced
set object 1 rectangle from edge, graph 0 to graph 1, graph 1 fillcolor rgb '#F2F2F2' fillstyle solid noborder behind
margin = edge * 10 ** (0.08 * log10(edge / low))
set label 1 'not passed' at margin, graph 1.035 center
set label 2 'energy' at graph 0.02, graph 1.035 left offset 0.9, 0 point pointtype 7 pointsize 0.55 linecolor rgb strong
set label 3 'energy and trajectory' at graph 0.2, graph 1.035 left offset 0.9, 0 point pointtype 6 pointsize 0.75 linecolor rgb strong
set label 4 'neither' at graph 0.62, graph 1.035 left offset 0.9, 0 point pointtype 2 pointsize 0.45 linecolor rgb strong
# columns of the file: row, energy alone, its spread, with the gate, its spread; 0 where there is none
at(x) = x > 0 ? x : margin
plot file using (at($2)):1:(at($4) - at($2)):(0) with vectors nohead linewidth 0.7 linecolor rgb pale notitle, \
     file using ($2 > 0 ? $2 : NaN):1:2:($2 * (1 + $3)) with xerrorbars pointtype 0 linewidth 0.7 linecolor rgb strong notitle, \
     file using ($4 > 0 && $4 > $2 * 1.001 ? $4 : NaN):1:4:($4 * (1 + $5)) with xerrorbars pointtype 0 linewidth 0.7 linecolor rgb strong notitle, \
     file using ($4 > 0 ? $4 : NaN):1:(mark($1) - 1):(colour($1)) with points pointtype variable pointsize 0.75 linecolor rgb variable notitle, \
     file using ($2 > 0 ? $2 : NaN):1:(mark($1)):(colour($1)) with points pointtype variable pointsize 0.55 linecolor rgb variable notitle, \
     file using ($2 > 0 ? NaN : margin):1 with points pointtype 2 pointsize 0.45 linecolor rgb strong notitle, \
     file using ($2 > 0 && $4 <= 0 ? margin : NaN):1:(mark($1) - 1):(colour($1)) with points pointtype variable pointsize 0.75 linecolor rgb variable notitle
