#!/bin/sh
# Every game of this build through tablas-check: once with its options varied,
# once in each mode, and more shortly with each other choice of each option.
# Then its golden records, where it has some, are replayed.
#
# TABLAS_GAMES says how many random games are played with options varied and in
# each mode; a long campaign (TABLAS_LONG) plays 10,000.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

games=${TABLAS_GAMES:-${TABLAS_LONG:+10000}}
games=${games:-60}
# Options that make another game of it: their choices are its modes.
modes='reentry'
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
		n=$((games / 50 + 5))
		case " $modes " in
		*" ${choice%%=*} "*) n=$games ;;
		esac
		ok "$name keeps its promises with $choice" \
			"$check" --seed=2 --games="$n" --option="$choice" "$so"
	done
done
for record in "$TABLAS_SRCDIR"/plugins/*/games/*.game; do
	[ -f "$record" ] || continue
	name=$(basename "$(dirname "$(dirname "$record")")")
	ok "$name replays $(basename "$record" .game)" \
		"$check" replay "$TABLAS_BUILDDIR/.libs/$name.so" "$record"
done
ok "there are games to look at" test "$found" -gt 0
finish
