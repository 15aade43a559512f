#!/bin/sh
# A drawing of every mechanism at its start, with its points and axes named, and pale later positions.
. "$(dirname "$0")/common.sh"

# until PROBLEM: the time of the last ghost [s], and how many there are
ghosts() {
    case $1 in
    pendulum) echo 0.9 5 ;; double-four-bar) echo 0.55 4 ;; n-four-bar*) echo 0.55 3 ;; bricard) echo 1.6 4 ;;
    multi-four-bar*) echo 0.25 2 ;; andrews) echo 0.016 4 ;; flyball-governor) echo 0.22 3 ;;
    *) "$DRIFTBENCH" draw "$1" --frames 2 | awk '/^% t/ { t = $4 } END { print t / 8, 4 }' ;;
    esac
}

for problem in $problems; do
    name=$(slug "$problem") rows=$data/still-$(slug "$problem")
    go_on
    doing "drawing $problem"
    set -- $(ghosts "$problem")
    [ "$problem" != n-four-bar ] || problem=n-four-bar:n=10 # forty are too many to see
    up=z; [ "$problem" != bricard ] || up=y
    "$DRIFTBENCH" draw "$problem" --frames $(($2 + 1)) --until "$1" --output "$rows.lines" 2> "$rows.log"
    case $? in 0) ;; 2) say "$problem has no picture"; continue ;; *) fail "no still of $problem: $(head -n 1 "$rows.log")"; continue ;; esac
    "$DRIFTBENCH" draw "$problem" --labels --output "$rows.labels"
    awk -v up=$up -v what=lines -f "$here/picture.awk" "$rows.lines" "$rows.lines" > "$rows.dat"
    awk -v up=$up -v what=labels -f "$here/picture.awk" "$rows.lines" "$rows.labels" > "$rows.names"
    awk -v up=$up -v what=triad -f "$here/picture.awk" "$rows.lines" "$rows.lines" > "$rows.triad"
    # the frame, and the ends that rest: pins
    awk 'NF == 5 { n++
        for (i = 2; i <= 4; i += 2) {
            if (!m++ || $i < xl) xl = $i; if (m == 1 || $i > xh) xh = $i
            if (m == 1 || $(i+1) < yl) yl = $(i+1); if (m == 1 || $(i+1) > yh) yh = $(i+1) } }
        END { printf "xl = %g; xh = %g; yl = %g; yh = %g\n", xl, xh, yl, yh }' "$rows.dat" > "$rows.gp"
    awk 'NF == 0 && had { had = 0; blocks++ }
        NF == 5 && $1 != "a" { had = 1; for (i = 2; i <= 4; i += 2) { p = sprintf("%.6f %.6f", $i, $(i+1)); if (last[p] != blocks + 1) { last[p] = blocks + 1; seen[p]++ } } }
        END { for (p in seen) if (seen[p] == blocks + 1) print p }' "$rows.dat" | sort > "$rows.pins"
    [ -s "$rows.pins" ] || echo "NaN NaN" > "$rows.pins"
    [ -s "$rows.names" ] || echo "x NaN NaN 0 0" > "$rows.names"
    echo "kinds = '$(awk 'NF == 0 { exit } { print $1 }' "$rows.dat" | sort -u | tr '\n' ' ')'; ghosts = $2; in_space = $(awk 'END { print (NR > 2) }' "$rows.triad")" >> "$rows.gp"
    draw still.gp "still-$name" "rows='$rows'"
    if [ -n "${STILLS:-}" ] && [ -s "$figures/still-$name.pdf" ]; then
        if ! mkdir -p "$STILLS" || ! pdftoppm -r 90 -png -singlefile "$figures/still-$name.pdf" "$STILLS/.$name" ||
            ! mv -f "$STILLS/.$name.png" "$STILLS/$name.png"; then
            fail "no picture $STILLS/$name.png"
        fi
    fi
done
exit 0
