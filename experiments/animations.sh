#!/bin/sh
# The motion of every mechanism as a GIF, drawn from a run.
. "$(dirname "$0")/common.sh"
animations=$BUILD/animations
mkdir -p "$animations" || exit 1

for problem in $problems; do
    name=$(slug "$problem") rows=$data/animation-$(slug "$problem")
    up=z; [ "$problem" != bricard ] || up=y
    until=5 frames=126 step=0.002 # 25 pictures a second, as fast as it happens
    case $problem in
    andrews) until=0.05 frames=151 step=1e-5 ;; # a hundred times slower
    n-four-bar) problem=n-four-bar:n=10 until=4 frames=101 ;;
    double-four-bar) until=3.9 frames=99 ;; # two turns
    esac
    go_on
    say "animation of $problem"
    "$DRIFTBENCH" draw "$problem" -f ali3 -i hht -s $step --frames $frames --until $until --output "$rows.lines" || { fail "no animation of $problem: its run breaks off"; continue; }
    awk -v up=$up -v what=lines -f "$here/picture.awk" "$rows.lines" "$rows.lines" > "$rows.dat"
    awk 'NF == 5 { for (i = 2; i <= 4; i += 2) {
            if (!m++ || $i < xl) xl = $i; if (m == 1 || $i > xh) xh = $i
            if (m == 1 || $(i+1) < yl) yl = $(i+1); if (m == 1 || $(i+1) > yh) yh = $(i+1) } }
        END { printf "xl = %g; xh = %g; yl = %g; yh = %g\n", xl, xh, yl, yh }' "$rows.dat" > "$rows.gp"
    echo "frames = $frames; until = $until" >> "$rows.gp"
    if gnuplot -e "rows='$rows'; out='$animations/.$name.gif'" "$here/animation.gp" 2> "$rows.log" && [ -s "$animations/.$name.gif" ]; then
        mv -f "$animations/.$name.gif" "$animations/$name.gif"
    else
        rm -f "$animations/.$name.gif"
        fail "no animation of $problem: gnuplot says: $(grep . "$rows.log" | head -n 2 | tr '\n' ' ')"
    fi
done
echo "animations: $animations"
