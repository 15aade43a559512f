# The start in full, later positions pale, pins as triangles, names beside their points.
load rows.'.gp'
size_of = (xh - xl > yh - yl ? xh - xl : yh - yl)
pad = 0.13 * size_of
more = in_space ? 0.07 * size_of : 0; below = 0.07 * size_of # room for the axes
flat = (yh - yl + 2 * pad + below) / (xh - xl + 2 * pad + more)
wide = 90; high = wide * flat; high = high > 90 ? 90 : high; high = high < 18 ? 18 : high
load here.'/common.gp'
unset border; unset tics; unset grid
set size ratio -1
set xrange [xl - pad - more:xh + pad]
set yrange [yl - pad - below:yh + pad]
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
file = rows.'.dat'
named(s) = '{/:Italic '.substr(s, 1, 1).'}'.(strlen(s) > 2 ? '_{'.substr(s, 3, strlen(s)).'}' : '')
unit = 0.12 * size_of; away = 0.06 * size_of
names_font = flat > 0.85 ? ',12' : ',9'; axes_font = flat > 0.85 ? ',11' : ',8' # the paper shrinks high pictures
corner_x = xl - pad - more + (in_space ? 0.11 : 0.02) * size_of; corner_y = yl - pad - below + (in_space ? 0.085 : 0.026) * size_of
plot for [g=ghosts:1:-1] file index g using 2:3:(strcol(1) eq 'a' ? 0 : $4 - $2):(strcol(1) eq 'a' ? 0 : $5 - $3) \
         with vectors nohead linewidth 1 linecolor rgb (g == ghosts ? '#D8D8D8' : '#C4C4C4'), \
     file index 0 using 2:3:(strcol(1) eq 'g' ? $4 - $2 : 0):(strcol(1) eq 'g' ? $5 - $3 : 0) with vectors nohead linewidth 3 linecolor rgb '#AAAAAA', \
     file index 0 using 2:3:(strcol(1) eq 'r' ? $4 - $2 : 0):(strcol(1) eq 'r' ? $5 - $3 : 0) with vectors nohead linewidth 2 linecolor rgb '#222222', \
     file index 0 using 2:3:(strcol(1) eq 's' ? $4 - $2 : 0):(strcol(1) eq 's' ? $5 - $3 : 0) with vectors nohead linewidth 0.9 linecolor rgb '#D55E00', \
     file index 0 using 2:3:(strcol(1) eq 'a' ? $4 - $2 : 0):(strcol(1) eq 'a' ? $5 - $3 : 0) with vectors head size screen 0.012,20 filled linewidth 0.9 linecolor rgb '#0072B2', \
     file index 0 using (strcol(1) eq 'r' ? $2 : NaN):3 with points pointtype 7 pointsize 0.3 linecolor rgb '#222222', \
     file index 0 using (strcol(1) eq 'r' ? $4 : NaN):5 with points pointtype 7 pointsize 0.3 linecolor rgb '#222222', \
     rows.'.triad' using (corner_x):(corner_y):(unit * $2):(unit * $3) with vectors head size screen 0.01,20 filled linewidth 0.6 linecolor rgb '#888888', \
     rows.'.triad' using (corner_x + 1.35 * unit * $2):(corner_y + 1.35 * unit * $3):('{/:Italic '.strcol(1).'}') with labels font axes_font textcolor rgb '#666666', \
     rows.'.pins' using 1:2 with points pointtype 9 pointsize 0.75 linecolor rgb '#777777', \
     rows.'.names' using ($2 + away * $4):($3 + away * $5):(named(strcol(1))) with labels font names_font
