#!/bin/sh
# The legal plays of backgammon are those of GNU Backgammon, in positions of random
# games under throws at random: 5,000 of them, and fewer where a build is slow or
# the tests are asked to be brief.  TABLAS_SEED chooses other games.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

PATH=$PATH:/usr/games
count=5000
if [ -n "${TABLAS_LONG:-}" ]; then
	count=40000
elif [ -n "${TABLAS_BRIEF:-}" ] || grep -q '^SAN_CFLAGS = .*-fsanitize' "$TABLAS_BUILDDIR/Makefile"; then
	count=500
fi
sentence="GNU Backgammon lists the same plays in $count positions"

# It spends most of its time waiting for a thread of its own: several run at once.
compare() {
	"$TABLAS_BUILDDIR/tests/gnubg/write_plays" "$count" "${TABLAS_SEED:-42}" >"$tap_dir/plays" ||
		return 1
	split -n r/4 "$tap_dir/plays" "$tap_dir/part."
	for part in "$tap_dir"/part.a?; do
		mkdir "$part.home"
		GNU_PLAYS=$part GNU_REPORT=$part.report HOME=$part.home \
			gnubg -t -q -r -p "$TABLAS_SRCDIR/tests/gnubg/compare_plays.py" \
			</dev/null >"$part.said" 2>&1 &
	done
	wait
	cat "$tap_dir"/part.a?.report >"$tap_dir/report"
	cat "$tap_dir/report"
	compared=$(awk '/^positions/ { n += $2; plays += $4; bad += $6 } END { print n + 0, plays + 0, bad + 0 }' \
		"$tap_dir/report")
	[ "${compared##* }" = 0 ] && [ "${compared%% *}" -ge "$count" ] && return 0
	tail -n 5 "$tap_dir"/part.a?.said
	return 1
}

# A comparison of the easy positions alone would prove little.
all_kinds() {
	for kind in plain double bar bar-double off off-double none; do
		grep -q "^kinds.* $kind=[1-9]" "$tap_dir/report" || {
			echo "no position of the kind $kind"
			return 1
		}
	done
}

if command -v gnubg >/dev/null; then
	ok "$sentence" compare
	echo "# positions, plays, differences: ${compared:-none}"
	ok "there are throws of every kind among them" all_kinds
else
	skip "$sentence" "gnubg is not installed: nothing was compared with it"
fi
finish
