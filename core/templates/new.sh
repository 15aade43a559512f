#!/bin/sh
# usage: new.sh formulation|integrator|problem          (from the repository's root; NAME and INTO from the environment)
# Writes a new module from its template, and says what to do next. Bad names end with 2, trouble with writing with 3.
kind=$1 name=${NAME-} into=${INTO:-.}
into=${into%/}

bad() {
    printf 'make new-%s: %s\n' "$kind" "$1" >&2
    exit 2
}

# A name is lower-case letters, digits and single hyphens; its file and its symbol have _ for -.
case $name in
'') bad "give it a name: make new-$kind NAME=my-$kind" ;;
[!a-z]* | *[!a-z0-9-]* | *- | *--*)
    bad "NAME takes lower-case letters, digits and single hyphens, a letter first, not '$name'" ;;
esac
symbol=$(printf %s "$name" | tr - _)
file=$into/${kind}s/$symbol.c
shown=${file#./}
for old in "$file" "./${kind}s/$symbol.c"; do
    [ ! -e "$old" ] || bad "${old#./} is there already, and is left as it is"
done

mkdir -p "$into/${kind}s" &&
    sed "s/@NAME@/$name/g; s/@SYMBOL@/$symbol/g" "core/templates/$kind.c.in" > "$file.new" &&
    mv "$file.new" "$file" || exit 3

case $kind in
formulation) what='plain Lagrange multipliers' try="-f $name" run="pendulum -f $name -i hht" ;;
integrator) what='the explicit midpoint rule' try="-i $name" run="pendulum -f lagrange -i $name" ;;
*) what='a rod pendulum with its exact motion' try="-p $name" run="$name -f lagrange -i hht" ;;
esac
[ "$into" = . ] && modules= || modules=" MODULES=$into"
cat <<END
wrote $shown, which runs as it stands: $what. What to do next:
  make$modules
  build/driftbench check $try
  build/driftbench run $run -s 1e-3
Then change $shown into your own, and check again after every change (CONTRIBUTING.md).
END
