# Energy drift against one parameter a panel.
wide = 7.0; high = 4.4
load here.'/common.gp'
load styles
set logscale y
set offsets graph 0, graph 0, graph 0.3, graph 0
set format y '10^{%T}'
set ylabel 'energy drift [J]'
set key top center font ',7.5'
colour(name) = name[1:4] eq 'ali3' || strstrt(name, '+ali3') ? '#009E73' : strstrt(name, 'penalty') ? '#D55E00' : '#0072B2'
shape(name) = strstrt(name, 'rk4') ? 7 : strstrt(name, 'hht') ? 5 : 9
set multiplot layout 2,3
set format x '10^{%T}'
do for [panel in 'penalty ali3 baumgarte rho alpha'] {
    list = value('names_'.panel)
    if (panel eq 'rho' || panel eq 'alpha') { unset logscale x; set format x '%g' } else { set logscale x; set format x '10^{%T}' }
    set xlabel panel eq 'penalty' ? 'penalty factor' : panel eq 'ali3' ? 'factor of ali3' : \
        panel eq 'baumgarte' ? 'Baumgarte frequency [1/s]' : panel eq 'rho' ? 'spectral radius' : 'alpha of HHT'
    if (panel eq 'alpha') { set xtics 0.1 } else { if (panel eq 'penalty' || panel eq 'ali3') { set xtics 100 } else { set xtics autofreq } }
    if (words(list) > 0) {
        plot for [i=1:words(list)] data.panel.'.dat' index i-1 using 1:2 with linespoints linecolor rgb colour(word(list, i)) \
            pointtype shape(word(list, i)) pointsize 0.5 title word(list, i)
    }
}
unset multiplot
