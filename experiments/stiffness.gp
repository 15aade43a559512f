# Largest step that completes (bar) and largest within 1 mm (mark), pair by pair.
wide = 7.0; high = 3.2
load here.'/common.gp'
set logscale y
set ylabel 'step [s]'
set style fill solid 0.35
set boxwidth 0.7
set xtics rotate by -60 left
set format y '10^{%T}'
set yrange [1e-4:0.2]
set key top left
plot file using 1:($2 > 0 ? $2 : NaN):xticlabels(4) with boxes linecolor rgb '#0072B2' title 'largest step that completes', \
     file using 1:($3 > 0 ? $3 : NaN) with points pointtype 7 pointsize 0.8 linecolor rgb '#D55E00' title 'largest step within 1 mm'
