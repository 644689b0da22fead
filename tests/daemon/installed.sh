#!/bin/sh
# The rules for people are installed where the daemon looks for them, beside the
# games, and go when those go.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

root=$tap_dir/root
unset MAKEFLAGS MFLAGS MAKELEVEL

run() { make -C "$TABLAS_BUILDDIR" DESTDIR="$root" "$@"; }

games() { sed -n 's/^plugin_LTLIBRARIES += \(.*\)/\1/p' "$TABLAS_SRCDIR"/plugins/*/Makefile.inc | sed 's/\.la//g'; }

plugindir() { sed -n 's/^plugindir = *//p' "$TABLAS_BUILDDIR/Makefile" | head -n 1; }

there() { # every game, in English and in Spanish, and nothing else
	for game in $(games); do
		echo "$game.es.md"
		echo "$game.md"
	done | LC_ALL=C sort >"$tap_dir/due"
	find "$root" -type f | sed 's|.*/||' | LC_ALL=C sort >"$tap_dir/is"
	[ -s "$tap_dir/due" ] && diff "$tap_dir/due" "$tap_dir/is"
}

beside_the_games() { # plugindir is ${libdir}/tablasd
	[ "$(find "$root" -name '*.md' | sed 's|.*/\([^/]*\)/[^/]*$|\1|' | sort -u)" = "$(basename "$(plugindir)")" ]
}

gone() { [ -z "$(find "$root" -type f)" ]; }

ok "the rules for people are installed" run install-dist_pluginDATA
ok "those of every game, in both languages" there
ok "where the games are" beside_the_games
ok "they are taken away again" run uninstall-dist_pluginDATA
ok "nothing of them stays" gone
finish
