# Lines and labels of `driftbench draw` onto the plane of the paper. A motion in the xy or the yz plane is seen from the front, any
# other at an angle, with the axis `up` (y or z) upright. Blocks and their order stay. Springs become zigzags. A label comes with
# the direction in which there is room for it: away from the lines that end at its point, and from the middle of the picture.
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
function label(x, y,    i, k, n, angle, free, best, score, way, from_middle, turn) {
    for (i = 1; i <= lines; i++) {
        flat(line[i, 1], line[i, 2], line[i, 3]); x1 = X; y1 = Y
        flat(line[i, 4], line[i, 5], line[i, 6])
        if (near(x1, y1, x, y)) angle[++n] = atan2(Y - y, X - x)
        else if (near(X, Y, x, y)) angle[++n] = atan2(y1 - y, x1 - x)
    }
    flat((lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, (lo[2] + hi[2]) / 2)
    from_middle = atan2(y - Y, x - X); turn = atan2(0, -1) / 8
    for (k = 0; k < 16; k++) {
        free = 1.2
        for (i = 1; i <= n; i++) if (apart(k * turn, angle[i]) < free) free = apart(k * turn, angle[i])
        score = free - 0.2 * apart(k * turn, from_middle)
        if (k == 0 || score > best) { best = score; way = k * turn }
    }
    print $1, x, y, cos(way), sin(way)
}
function near(x1, y1, x2, y2) { return (x1 - x2) ^ 2 + (y1 - y2) ^ 2 < 1e-12 }
function apart(a, b) { a -= b; return atan2(sin(a), cos(a)) < 0 ? -atan2(sin(a), cos(a)) : atan2(sin(a), cos(a)) }
# the first file settles the plane
NR == FNR {
    if (NF == 0) blocks++
    if (NF != 7) next
    for (i = 2; i <= 7; i++) {
        k = (i - 2) % 3
        if (!(k in lo) || $i < lo[k]) lo[k] = $i + 0
        if (!(k in hi) || $i > hi[k]) hi[k] = $i + 0
    }
    if (!started) { started = 1; frame = blocks }
    if (blocks == frame) { lines++; for (i = 2; i <= 7; i++) line[lines, i - 1] = $i }
    next
}
FNR == 1 { small = 1e-9; plane = hi[2] - lo[2] < small ? "xy" : hi[0] - lo[0] < small ? "yz" : "space" }
what == "triad" { exit }
/^%/ { next }
NF == 0 { print; next }
what == "labels" { flat($2, $3, $4); label(X, Y); next }
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
