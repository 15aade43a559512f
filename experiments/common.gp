# kind is pdf or png; wide and high are in inches.
if (kind eq 'pdf') {
    set terminal pdfcairo size wide,high font 'Latin Modern Roman,9' fontscale 1 linewidth 1.2 rounded
} else {
    set terminal pngcairo size 160*wide,160*high font 'sans,13' linewidth 1.6 rounded
}
set output out
set border 3 linewidth 0.6
set tics nomirror out scale 0.6
set key noenhanced samplen 2.5 spacing 1.05
set grid linewidth 0.4 linecolor rgb '#DDDDDD'
