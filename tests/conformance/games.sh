#!/bin/sh
# Every game of this build through tablas-check: once with its options varied,
# then with each choice of each option held fast.  TABLAS_GAMES says how many
# random games are played each time.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

games=${TABLAS_GAMES:-200}
check=$TABLAS_BUILDDIR/tablas-check

# "key=value" for each value an option may take, from the lines of show.
choices() {
	"$check" show "$1" | sed -n 's/^option \([a-z0-9_]*\) = [^ ]*  (\(.*\))$/\1 \2/p' |
		while read -r key values; do
			case $values in
			*' to '*) continue ;;
			esac
			echo "$values" | tr ',' '\n' | while read -r value; do
				echo "$key=$value"
			done
		done
}

found=0
for so in "$TABLAS_BUILDDIR"/.libs/*.so; do
	[ -f "$so" ] || continue
	found=$((found + 1))
	name=$(basename "$so" .so)
	ok "$name keeps its promises" "$check" --seed=1 --games="$games" "$so"
	for choice in $(choices "$so"); do
		ok "$name keeps its promises with $choice" \
			"$check" --seed=2 --games=$((games / 4)) --defaults --option="$choice" "$so"
	done
done
ok "there are games to look at" test "$found" -gt 0
finish
