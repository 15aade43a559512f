# The score of every pair; the best on top.
wide = 5.0; high = 3.6
load here.'/common.gp'
load styles
n = words(pairs)
set logscale x
set xlabel 'CPU time relative to the best, geometric mean over the problems'
set yrange [n + 0.5:0.5]
set key off
set lmargin 22
set ytics ()
set for [i=1:n] ytics add (word(pairs, i) i) noenhanced
plot for [i=1:n] file every ::(i-1)::(i-1) using 3:(i) with points pointtype int(word(marks, i)) \
    linecolor rgb word(colours, i) pointsize 0.8 notitle
