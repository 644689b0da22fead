#!/bin/sh
# The table of ARCHITECTURE.md, enforced: which folder may include what.  And
# every header compiles alone.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"
cd "$TABLAS_SRCDIR" || exit 99

free='<(stdarg|stdbool|stddef|stdint|limits|string|inttypes)\.h>'
plain="$free|<(assert|ctype|errno|math|stdio|stdlib)\.h>"
posix="$plain|<(arpa/inet|dirent|dlfcn|fcntl|getopt|link|netinet/in|netinet/tcp|poll|pthread|sched|signal|time|unistd)\.h>|<sys/[a-z]+\.h>|\"build\.h\""
plugin='[<"]tablasd/plugin\.h[>"]'

# includes FOLDER: "file: <header>" for every include in it, but for main()'s.
includes() {
	find "$1" -name '*.[ch]' ! -path daemon/tablasd.c ! -path '*/.*' |
		xargs grep -H '^[[:space:]]*#[[:space:]]*include' /dev/null |
		sed 's/:[[:space:]]*#[[:space:]]*include[[:space:]]*/: /; s/\([">]\)[[:space:]]*\/\*.*/\1/'
}

only() { # FOLDER PATTERN: fails, naming them, if it includes anything else
	[ -n "$(includes "$1")" ] || { echo "there is nothing in $1"; return 1; }
	! includes "$1" | grep -vE ": ($2)\$"
}

# Code without comments and strings, so that words in them do not count.
code() {
	find "$1" -name '*.[ch]' | while read -r f; do
		sed -e ':a' -e 's|/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/||g' -e '/\/\*/{N;ba' -e '}' \
			-e 's/"\([^"\\]\|\\.\)*"/""/g' "$f" | sed "s|^|$f: |"
	done
}

never() { # FOLDER WORDS: none of these functions or types is used there
	! code "$1" | grep -E "(^|[^A-Za-z0-9_])(($2)[[:space:]]*\\(|FILE[[:space:]]*\\*)"
}

nobody() { # PATTERN: included nowhere
	! find include plugins game schema daemon api -name '*.[ch]' |
		xargs grep -nE "#[[:space:]]*include[[:space:]]*\"$1\"" /dev/null
}

flags() {
	pkg-config --cflags libmicrohttpd jansson liblz4 sqlite3 libsodium libcurl cmocka 2>/dev/null
}

# A list for the preprocessor has no guard: it is included where its macro is defined.
alone() { # HEADER
	grep -q '^#ifndef [A-Z_]*_H$' "$1" || return 0
	printf '#include "%s"\n' "$1" >"$tap_dir/alone.c"
	# shellcheck disable=SC2046
	$CC -std=gnu11 -Wall -Wextra -Wstrict-prototypes -Werror -fsyntax-only -I. -Iinclude \
		-I"$TABLAS_BUILDDIR" $(flags) "$tap_dir/alone.c"
}

all_alone() {
	bad=0
	for h in $(find include plugins game schema daemon api -name '*.h'); do
		alone "$h" || { echo "$h does not compile alone"; bad=1; }
	done
	return $bad
}

introduced() { # every file opens with a comment
	bad=0
	for f in $(find include plugins game schema daemon api -name '*.[ch]'); do
		head -n 1 "$f" | grep -q '^/\*' || { echo "$f does not say what it is"; bad=1; }
	done
	return $bad
}

planted() { # a forbidden include and a forbidden call are found
	mkdir -p "$tap_dir/game"
	printf '#include <sqlite3.h>\n/* malloc(1) */\nvoid *p(void) { return malloc(1); }\n' \
		>"$tap_dir/game/bad.c"
	! only "$tap_dir/game" "$plain" && ! never "$tap_dir/game" malloc &&
		! only "$tap_dir/none" "$plain"
}

ok "what is forbidden is found" planted
ok "include/ rests on nothing" only include '<std(def|int)\.h>'
ok "plugins/ see the plugin header, each other and strings" \
	only plugins "$plugin|\"plugins/.*\"|$free|<stdio\.h>"
ok "plugins/ neither allocate, nor read a clock, nor throw dice, nor print" \
	never plugins 'malloc|calloc|realloc|free|time|clock|rand|random|getrandom|printf|fprintf|puts|fopen|open|read_file|getenv|exit|abort'
ok "game/ sees the plugin header, itself and plain C" only game "$plugin|\"game/.*\"|$plain"
ok "game/ neither allocates, nor reads a clock, nor throws dice, nor prints" \
	never game 'malloc|calloc|realloc|strdup|free|time|clock|rand|random|getrandom|printf|fprintf|puts|fopen|open|getenv|exit'
ok "schema/ sees games and SQLite" \
	only schema "$plugin|\"game/.*\"|\"schema/.*\"|<sqlite3\.h>|$posix"
ok "daemon/ sees games, the book and the machine" \
	only daemon "$plugin|\"(game|schema|daemon)/.*\"|<(sodium|ini|curl/curl|systemd/sd-daemon)\.h>|$posix"
ok "api/ sees games, the desk, HTTP, JSON and LZ4" \
	only api "$plugin|\"(game|daemon|api)/.*\"|\"schema/store\.h\"|<(microhttpd|jansson|lz4)\.h>|$posix"
ok "schema/ keeps its inside to itself" sh -c "
	! grep -rn 'schema/private.h' --include='*.[ch]' plugins game daemon api"
ok "nobody includes main()" nobody 'daemon/tablasd.*'
ok "nobody includes a C file" nobody '.*\.c'
ok "every header compiles alone" all_alone
ok "every file opens with what it is" introduced
finish
