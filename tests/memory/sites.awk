# Reads what `gcov -t` prints of the sources after the commands of tests/test_memory.sh have run, and lists the places
# that ask for memory and were not reached: no allocation of theirs has been refused. A place is a line that calls one of
# the functions below; the macros that call them are named by the lines that use them.
/^ *-: *0:Source:/ { file = $0; sub(/.*Source:/, "", file) }
file ~ /(arena|allocations)\.[ch]$|^\/usr/ { next }
/[^_a-z"](take|take_doubles|take_ints|grow|malloc|calloc|realloc|arena_create|APPEND|ADOPT|fopen|file_read|fdopen|popen|realpath|klu_analyze|klu_factor|cholmod_start|cholmod_analyze|cholmod_factorize)\(/ {
    split($0, part, ":")
    if ($0 ~ /# *define/)
        next
    count = part[1]
    gsub(/ /, "", count)
    if (count == "-")
        next
    place = file ":" part[2] + 0
    if (!(place in reached))
        places++
    if (count !~ /^[#=]/)
        reached[place] = 1
    else if (!(place in reached))
        reached[place] = 0
    text[place] = $0
}
END {
    for (place in reached)
        if (reached[place])
            met++
        else {
            sub(/^[^:]*:[^:]*: */, "", text[place])
            print "not reached: " place ": " text[place]
        }
    printf "%d of %d places that ask for memory are reached\n", met, places
    exit met != places || places == 0
}
