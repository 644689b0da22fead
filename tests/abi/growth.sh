#!/bin/sh
# The header grows at its tail and nowhere else: plugins built with an older and
# with a newer one are loaded and played by today's tablas-check.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

abi=$TABLAS_SRCDIR/tests/abi
header=$TABLAS_SRCDIR/include/tablasd/plugin.h
check=$TABLAS_BUILDDIR/tablas-check
cinco=$TABLAS_SRCDIR/examples/cinco/cinco.c

plugin() { # NAME: from NAME.c and the header in NAME/tablasd/
	$CC -std=c11 -O1 -Wall -Wextra -Werror -fPIC -fvisibility=hidden -shared -I"$tap_dir/$1" \
		-o "$tap_dir/$1.so" "$tap_dir/$1.c"
}

plays() { # NAME
	plugin "$1" || return 1
	says "every promise was kept" "$check" --seed=1 --games=60 "$tap_dir/$1.so"
}

archived() { # HEADER: the example of today, built with an archived header
	mkdir -p "$tap_dir/archived/tablasd"
	cp "$1" "$tap_dir/archived/tablasd/plugin.h"
	cp "$cinco" "$tap_dir/archived.c"
	plays archived
}

# Older than old: a header whose table ends with what is required.
older() {
	mkdir -p "$tap_dir/older/tablasd"
	sed '/Optional: NULL is an answer too/,/New members go here/d' "$header" \
		>"$tap_dir/older/tablasd/plugin.h"
	grep -q 'place_read' "$tap_dir/older/tablasd/plugin.h" && return 1
	sed '/^\t\.audit = /,/^};/{/^};/!d}' "$cinco" |
		sed '/^static int32_t cinco_exposure/i __attribute__((unused))' |
		sed '/^static .* cinco_\(draw\|why_not\|leave\|resign\)(/i __attribute__((unused))' |
		sed '/^static enum tablas_why cinco_why_not/i __attribute__((unused))' >"$tap_dir/older.c"
	grep -q '\.audit' "$tap_dir/older.c" && return 1
	plays older && "$check" show "$tap_dir/older.so" | grep -qx offers
}

# Newer than new: members that nobody here has heard of.
newer() {
	mkdir -p "$tap_dir/newer/tablasd"
	sed 's|^\t/\* New members go here|\tint (*future)(const void *pos);\n\tuint64_t future_fact[9];\n&|' \
		"$header" >"$tap_dir/newer/tablasd/plugin.h"
	sed 's|^\t\.audit = |\t.future = cinco_future, .future_fact = { 1, 2, 3 },\n&|; s|^static const char \*const finishes|static int cinco_future(const void *pos)\n{\n\treturn pos != NULL;\n}\n\n&|' \
		"$cinco" >"$tap_dir/newer.c"
	grep -q 'future = cinco_future' "$tap_dir/newer.c" && plays newer
}

layout() { # HEADER OUT
	$CC -std=c11 -I"$TABLAS_SRCDIR/include" -DLAYOUT_HEADER="\"$1\"" -o "$tap_dir/layout" \
		"$abi/layout.c" && "$tap_dir/layout" >"$2"
}

same_layout() { # HEADER
	layout "$1" "$tap_dir/then" && layout "$header" "$tap_dir/now" &&
		[ -s "$tap_dir/now" ] && diff "$tap_dir/then" "$tap_dir/now"
}

cxx() { # STANDARD
	printf '#include <tablasd/plugin.h>\nint main() { return int(sizeof(tablas_plugin)) == 0; }\n' \
		>"$tap_dir/header.cc"
	$CXX -std="$1" -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$TABLAS_SRCDIR/include" \
		"$tap_dir/header.cc"
}

alone() { # STANDARD
	echo '#include <tablasd/plugin.h>' >"$tap_dir/header.c"
	$CC -std="$1" -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$TABLAS_SRCDIR/include" \
		"$tap_dir/header.c"
}

for h in "$abi"/plugin-*.h; do
	ok "what $(basename "$h" .h) laid down lies where it was" same_layout "$h"
	ok "a plugin built with $(basename "$h" .h) is played" archived "$h"
done
ok "a plugin with an older, shorter table is played" older
ok "a plugin with a newer, longer table is played" newer
ok "the header is strict C11" alone c11
ok "the header is C17" alone c17
if [ -n "${CXX:-}" ] && command -v "${CXX%% *}" >/dev/null; then
	ok "the header is C++11" cxx c++11
	ok "the header is C++17" cxx c++17
else
	skip "the header is C++" "there is no C++ compiler"
fi
finish
