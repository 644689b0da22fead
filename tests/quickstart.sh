#!/bin/sh
# What a newcomer sees first: one game of each ruleset, played to its end over HTTP.
# Long, and nothing in it that the other builds would show.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

sentence="quickstart plays a whole game of each ruleset, and the book adds up"
if [ -n "${TABLAS_BRIEF:-}" ] || grep -q '^SAN_CFLAGS = .*-fsanitize' "$TABLAS_BUILDDIR/Makefile"; then
	skip "$sentence" "the strict build runs it"
	finish
	exit
fi

mkdir "$tap_dir/built"
ln -s "$TABLAS_BUILDDIR/tablasd" "$TABLAS_BUILDDIR/.libs" "$tap_dir/built/"

play() {
	BUILT=$tap_dir/built "$TABLAS_SRCDIR/quickstart" --once >"$tap_dir/once" 2>&1 && return
	tail -n 20 "$tap_dir/once"
	return 1
}

all_end() {
	set -- "$TABLAS_BUILDDIR"/.libs/*.so
	[ "$(grep -c '^over after' "$tap_dir/once")" = $# ]
}

ok "$sentence" play
ok "as many games come to their end as there are rulesets" all_end
ok "the audit finds no difference" grep -q "^[1-9][0-9]* games, .*: 0 differences" "$tap_dir/once"
tail -n 3 "$tap_dir/once" | sed 's/^/# /'
finish
