#!/bin/sh
# Every key the text uses is described in KEYS.md, and every key described is used. Citations exist in refs.bib.
# Prints "N passed, N failed" last; fails if anything failed.
cd "$(dirname "$0")/../paper" || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
verdict() { if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $2"; fi; }

# \result{k}, \ifresult{k}, \eachresult{k}, \sameresult{k}{k}; the problem's name is #1 in macros.
sed 's/%.*//' paper.tex macros.tex sections/*.tex | tr '\n' ' ' |
    grep -oE '\\(if|each)?result\{[^}]*\}|\\sameresult\{[^}]*\}\{[^}]*\}' |
    sed 's/\\sameresult{\([^}]*\)}{\([^}]*\)}/{\1}{\2}/' | grep -oE '\{[^}]*\}' | tr -d '{}' | sed -E 's/#1/P/; s/^(rank|model)\.[a-z-]+\./\1.P./' |
    grep -E '^[a-z]+\.[A-Za-z0-9.-]+$' | sort -u > "$dir/used"

# In KEYS.md a cell lists keys; one that starts with a dot replaces the last part of the full key before it.
awk -F'|' '/^\| `/ && $2 !~ /build\// {
        n = split($2, part, "`")
        for (i = 2; i <= n; i += 2) {
            key = part[i]
            if (key ~ /^\./) { sub(/\.[^.]*$/, "", last); key = last key }
            if (key ~ /^[a-z]+\./) print key
            last = key
        }
    }' KEYS.md | sort -u > "$dir/described"

while read -r key; do grep -qxF -e "$key" "$dir/described"; verdict $? "used but not described: $key"; done < "$dir/used"
while read -r key; do grep -qxF -e "$key" "$dir/used"; verdict $? "described but not used: $key"; done < "$dir/described"

cat sections/*.tex ../core/*.[ch] ../problems/*.c ../formulations/*.c ../integrators/*.c | grep -oE '\\cite[pt]?\{[^}]*\}' | sed 's/.*{//; s/}//' | tr ',' '\n' | tr -d ' ' | sort -u > "$dir/cited"
sed -n 's/.*\.cite = "\([^"]*\)".*/\1/p' ../problems/*.c ../formulations/*.c ../integrators/*.c | tr ',' '\n' >> "$dir/cited"
sort -u -o "$dir/cited" "$dir/cited"
while read -r key; do grep -q "^@[a-z]*{$key,\$" refs.bib; verdict $? "not in refs.bib: $key"; done < "$dir/cited"
doubles=$(grep -oE '^@[a-z]+\{[^,]*' refs.bib | sort | uniq -d)
[ -z "$doubles" ]; verdict $? "twice in refs.bib: $doubles"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
