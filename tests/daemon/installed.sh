#!/bin/sh
# The configuration file is installed once.  The rules for people are put where
# the daemon looks for them, beside the games, and go when those go.
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

conf() { find "$root" -name tablasd.conf; }

# Every line of it that is not a comment in words says what holds without it.
true_defaults() {
	"$TABLAS_BUILDDIR/tablasd" --help | sed -n 's/^\([a-z_]*\) = *\(.*\)$/\1 = \2/p' >"$tap_dir/defaults"
	grep -q '^#plugins = /' "$(conf)" && grep -q '^#database = /' "$(conf)" || return 1
	sed -n 's/^#\(database\|plugins\|listen\|cache\) = /\1 = /p' "$(conf)" >"$tap_dir/told"
	! grep -vxFf "$tap_dir/defaults" "$tap_dir/told"
}

kept() { # an operator's line outlives the next installation, and the removal
	echo '# mine' >>"$(conf)" && run install-data-local && grep -qx '# mine' "$(conf)" &&
		run uninstall-local && grep -qx '# mine' "$(conf)"
}

taken() { # an untouched one goes
	rm "$(conf)" && run install-data-local && [ -s "$(conf)" ] && run uninstall-local && [ -z "$(conf)" ]
}

ok "a configuration file is installed" run install-data-local
ok "it tells the paths that hold here" true_defaults
ok "what an operator wrote in it is kept" kept
ok "one that nobody touched is taken away" taken
ok "the rules for people are installed" run install-dist_pluginDATA
ok "those of every game, in both languages" there
ok "where the games are" beside_the_games
ok "they are taken away again" run uninstall-dist_pluginDATA
ok "nothing of them stays" gone
finish
