#!/bin/sh
# What a stranger does: installs tablasd, copies examples/cinco elsewhere, builds
# it with nothing but pkg-config, checks it, installs it, has it served and plays.
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

# The daemon, with games from where the game was installed.
serve() {
	plugins=$(dirname "$(find "$tap_dir/there" -name cinco.so)")
	set -- "$TABLAS_BUILDDIR/tablasd" --database "$tap_dir/mine.db" --plugins "$plugins" \
		--log-level warning
	for name in ana ben; do
		"$@" --token $name >"$tap_dir/$name" || return 1
	done
	"$@" --listen 127.0.0.1:0 --port-file "$tap_dir/port" &
	daemon=$!
	for _ in $(seq 200); do
		[ ! -s "$tap_dir/port" ] || return 0
		sleep 0.05
	done
	return 1
}

ask() { # NAME PATH [CURL FLAG...]
	token=$(cat "$tap_dir/$1")
	url=http://127.0.0.1:$(cat "$tap_dir/port")/v1/$2
	shift 2
	curl -sS -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@" "$url"
}

played() { # both sit down, and the first to decide plays the first play offered
	ask ana games -H 'Idempotency-Key: 1' -d '{"ruleset":"cinco","seats":2,"sit":0}' >"$tap_dir/game"
	game=$(sed 's/^{"id":"\([^"]*\)".*/\1/' "$tap_dir/game")
	ask ben "games/$game/seats" -d '{"seat":1}' >"$tap_dir/seated"
	ask ana "games/$game/plays?limit=1" >"$tap_dir/plays" # whoever the opening roll asked
	ply=$(sed -n 's/^{"ply":\([0-9]*\),.*/\1/p' "$tap_dir/plays")
	moves=$(sed -n 's/.*"plays":\[{"moves":\(\[[^]]*\]\).*/\1/p' "$tap_dir/plays")
	name=ana
	! grep -q '"seat":1,"after"' "$tap_dir/plays" || name=ben
	cat "$tap_dir/game" "$tap_dir/seated" "$tap_dir/plays"
	[ "$(ask $name "games/$game/turns" -o "$tap_dir/turn" -w '%{http_code}' \
		-d "{\"ply\":$ply,\"moves\":$moves}")" = 201 ]
}

audited() {
	kill -TERM "$daemon" && wait "$daemon" &&
		says ": 0 differences" "$TABLAS_BUILDDIR/tablasd" --database "$tap_dir/mine.db" \
			--plugins "$plugins" --log-level warning --audit
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
ok "a daemon serves it" serve
ok "a game of it is laid and played over HTTP" played
ok "its rules are shown" says "# Cinco" ask ana rulesets/cinco/rules
ok "its board is drawn" says "<svg" ask ana "games/$game" -H 'Accept: image/svg+xml'
ok "the book of it adds up" audited
finish
