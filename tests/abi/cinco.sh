#!/bin/sh
# What a stranger does: installs tablasd, copies examples/cinco elsewhere, builds
# it with nothing but pkg-config, checks it, installs it.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

root=$tap_dir/root
unset MAKEFLAGS MFLAGS MAKELEVEL

install_tablasd() { # the header, the .pc file and tablas-check are all a game needs
	make -C "$TABLAS_BUILDDIR" DESTDIR="$root" install-tablasdincludeHEADERS \
		install-pkgconfigDATA install-binPROGRAMS
}

find_installed() {
	pc=$(find "$root" -name tablasd.pc) && bin=$(dirname "$(find "$root" -name tablas-check)")
	[ -n "$pc" ] && [ -n "$bin" ]
}

copy() {
	mkdir "$tap_dir/mine" && cp "$TABLAS_SRCDIR/examples/cinco/cinco.c" \
		"$TABLAS_SRCDIR/examples/cinco/cinco.md" "$TABLAS_SRCDIR/examples/cinco/Makefile" "$tap_dir/mine"
}

mine() { # make with the installed tablasd in reach
	PATH=$bin:$PATH PKG_CONFIG_PATH=$(dirname "$pc") PKG_CONFIG_SYSROOT_DIR=$root \
		make -C "$tap_dir/mine" CC="$CC" "$@"
}

installed_game() {
	mine install DESTDIR="$tap_dir/there" &&
		[ -n "$(find "$tap_dir/there" -path '*/tablasd/cinco.so')" ] &&
		[ -n "$(find "$tap_dir/there" -path '*/tablasd/cinco.md')" ]
}

short() {
	[ "$(wc -l <"$TABLAS_SRCDIR/examples/cinco/Makefile")" -le 12 ]
}

ok "tablasd installs what a game needs" install_tablasd
ok "the header, the .pc file and the checker are there" find_installed
ok "the only installed header is tablasd/plugin.h" \
	test "$(find "$root" -name '*.h' | sed 's|.*/include/||')" = tablasd/plugin.h
ok "the .pc file tells where plugins go and their ABI" sh -c "
	PKG_CONFIG_PATH=\$(dirname '$pc') pkg-config --variable=plugindir tablasd | grep -q /tablasd\$ &&
	[ \"\$(PKG_CONFIG_PATH=\$(dirname '$pc') pkg-config --variable=abi tablasd)\" = 1 ]"
ok "the example is copied" copy
ok "its Makefile has at most twelve lines" short
ok "it builds" mine cinco.so
ok "it keeps every promise" says "every promise was kept" mine check
ok "it installs, with its rules for people beside it" installed_game
finish
