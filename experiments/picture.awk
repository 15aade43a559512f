# Lines and labels of `driftbench draw` onto the plane of the paper. A motion in the xy or the yz plane is seen from the front, any
# other at an angle, with the axis `up` (y or z) upright. Blocks and their order stay. Springs become zigzags.
#   awk -v up=z -v what=lines|labels|triad -f picture.awk LINES.txt FILE
function flat(x, y, z,    a) {
    if (plane == "xy") { X = x; Y = y; return }
    if (plane == "yz") { X = y; Y = z; return }
    if (up == "y") { a = x; x = z; z = y; y = a }
    # turned by 30 degrees, seen from 17 degrees above
    X = 0.866 * y - 0.5 * x
    Y = 0.956 * z - 0.292 * (0.866 * x + 0.5 * y)
}
function zigzag(x1, y1, x2, y2,    i, n, dx, dy, s, px, py, qx, qy) {
    n = 12; dx = x2 - x1; dy = y2 - y1; px = x1; py = y1
    for (i = 1; i <= n; i++) {
        s = (i < 3 || i > n - 2) ? 0 : (i % 2 ? 1 : -1) * 0.05
        qx = x1 + dx * i / n - s * dy
        qy = y1 + dy * i / n + s * dx
        print "s", px, py, qx, qy
        px = qx; py = qy
    }
}
# the first file settles the plane
NR == FNR {
    if (NF != 7) next
    for (i = 2; i <= 7; i++) {
        k = (i - 2) % 3
        if (!(k in lo) || $i < lo[k]) lo[k] = $i + 0
        if (!(k in hi) || $i > hi[k]) hi[k] = $i + 0
    }
    next
}
FNR == 1 { small = 1e-9; plane = hi[2] - lo[2] < small ? "xy" : hi[0] - lo[0] < small ? "yz" : "space" }
what == "triad" { exit }
/^%/ { next }
NF == 0 { print; next }
what == "labels" { flat($2, $3, $4); print $1, X, Y; next }
{
    flat($2, $3, $4); x = X; y = Y
    flat($5, $6, $7)
    if ($1 == "s") zigzag(x, y, X, Y)
    else print $1, x, y, X, Y
}
function direction(name, x, y, z) {
    flat(x, y, z)
    if (X * X + Y * Y > 0.01) print name, X, Y
}
END {
    if (what == "triad") {
        if (plane != "yz") direction("x", 1, 0, 0)
        direction("y", 0, 1, 0)
        if (plane != "xy") direction("z", 0, 0, 1)
    }
}
