#!/bin/sh
# Every game of this build through tablas-check: with its options varied, and
# with each other value of each option held fast.  Then its golden records,
# where it has some, are replayed.
#
# TABLAS_GAMES says how many random games are played of each game; of each value
# of an option, a tenth.  A long campaign (TABLAS_LONG) plays 10,000 and 1,000,
# and of the values that make another game of it 10,000 too.
# The runs share the cores; TABLAS_PROGRESS names a file that is told how far
# they are.
check=$TABLAS_BUILDDIR/tablas-check

# run DIR SEED GAME GAMES [OPTION]: one of the runs below, its end written to DIR.
if [ "${1-}" = run ]; then
	dir=$2/runs name=$4 games=$5 option=${6-}
	"$check" --seed="$3" --games="$games" ${option:+"--option=$option"} \
		"$TABLAS_BUILDDIR/.libs/$name.so" >"$dir/$name.$option" 2>&1 &&
		: >"$dir/$name.$option.kept"
	[ -z "${TABLAS_PROGRESS:-}" ] ||
		echo "   conformance: $(find "$dir" -name '*.kept' | wc -l) of $(grep -c . "$2/runs.list")" \
			"runs kept every promise; $name${option:+ with $option}: $games games" \
			>>"$TABLAS_PROGRESS"
	exit 0
fi
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

games=${TABLAS_GAMES:-${TABLAS_LONG:+10000}}
games=${games:-${TABLAS_BRIEF:+20}}
games=${games:-60}

# "key=value" for each value an option may take beside its default, from the
# lines of show.  Of a long range: its ends and the default's neighbours.
choices() {
	"$check" show "$1" |
		sed -n 's/^option \([a-z0-9_]*\) = \([^ ]*\)  (\(.*\))$/\1 \2 \3/p' |
		while read -r key default values; do
			case $values in
			*' to '*) values=$(range "$default" "${values%% to *}" "${values##* to }") ;;
			*) values=$(echo "$values" | tr -d ' ' | tr ',' '\n') ;;
			esac
			for value in $values; do
				[ "$value" = "$default" ] || echo "$key=$value"
			done
		done
}

range() { # DEFAULT LOWEST HIGHEST
	if [ $(($3 - $2)) -lt 8 ]; then
		seq "$2" "$3"
	else
		printf '%s\n' "$2" $(($1 - 1)) $(($1 + 1)) "$3" | sort -nu |
			while read -r value; do
				[ "$value" -lt "$2" ] || [ "$value" -gt "$3" ] || echo "$value"
			done
	fi
}

# Sixteen men are neither of the two arrays: the option's page says so, and the
# position is refused.
refused='seven-point men=16'

# Modes of play: as many games of each as of the game itself, where there is time.
of_value() { # GAME CHOICE
	case "${TABLAS_LONG:-} $1 $2" in
	'1 el-mundo reentry='* | '1 el-mundo finish='* | '1 quinze-tablas variant='* | '1 seven-point variant='* | \
		'1 acedrex capture='* | '1 backgammon variant='*) echo "$games" ;;
	*) echo $((games / 10)) ;;
	esac
}

mkdir "$tap_dir/runs"
: >"$tap_dir/runs.list"
for so in "$TABLAS_BUILDDIR"/.libs/*.so; do
	[ -f "$so" ] || continue
	name=$(basename "$so" .so)
	echo "$tap_dir 1 $name $games" >>"$tap_dir/runs.list"
	for choice in $(choices "$so"); do
		[ "$name $choice" = "$refused" ] ||
			echo "$tap_dir 2 $name $(of_value "$name" "$choice") $choice" >>"$tap_dir/runs.list"
	done
done
xargs -L 1 -P "$(nproc 2>/dev/null || echo 1)" sh "$0" run <"$tap_dir/runs.list"

# kept FILE: the run kept every promise, or what it said.
kept() {
	cat "$1"
	[ -f "$1.kept" ]
}
while read -r _ _ name n choice; do
	ok "$name keeps its promises${choice:+ with $choice} in $n games" \
		kept "$tap_dir/runs/$name.$choice"
done <"$tap_dir/runs.list"
for record in "$TABLAS_SRCDIR"/plugins/*/games/*.game; do
	[ -f "$record" ] || continue
	name=$(basename "$(dirname "$(dirname "$record")")")
	ok "$name replays $(basename "$record" .game)" \
		"$check" replay "$TABLAS_BUILDDIR/.libs/$name.so" "$record"
done
ok "there are games to look at" test -s "$tap_dir/runs.list"
finish
