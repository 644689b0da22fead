#!/bin/sh
# What the games of this build import and own, seen with the toolchain's own
# reader; tablas-check reads the same tables itself (daemon/conformance/purity.c).
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

pure='mem(cpy|move|set|cmp|chr)|str(len|nlen|cmp|ncmp|chr|rchr|str|spn|cspn|pbrk|cpy|ncpy|cat|ncat)|stpcpy|snprintf'
fortified='__(snprintf|memcpy|memmove|memset|strcpy|strncpy|stpcpy|strcat)_chk'
toolchain='__cxa_finalize|__gmon_start__|_ITM_(de)?registerTMCloneTable|__stack_chk_fail'
sanitizers='__(asan|ubsan|tsan|msan|lsan|sanitizer|gcov|sancov)_.*|__gcov_.*'

imports() { # FILE: fails, naming them, if there are others than those
	! nm -D --undefined-only "$1" | awk '{ sub(/@.*/, "", $NF); print $NF }' |
		grep -vxE "$pure|$fortified|$toolchain|$sanitizers"
}

exports() { # FILE: the constant and nothing else
	! nm -D --defined-only "$1" | awk '{ sub(/@.*/, "", $NF); print $NF }' |
		grep -vxE 'tablas_plugin|_init|_fini|__bss_start|_edata|_end|__odr_asan.*|__asan_.*'
}

# Variables in sections that stay writable.  The toolchain's own are named.
writable() {
	! nm "$1" | awk '$2 ~ /^[bBdDsSgG]$/ { print $3 }' |
		grep -vxE 'tablas_plugin|_DYNAMIC|_GLOBAL_OFFSET_TABLE_|__TMC_END__|__dso_handle|completed\.[0-9]+|__do_global_dtors_aux_fini_array_entry|__frame_dummy_init_array_entry|_edata|_end|__bss_start|\.L.*|__odr_asan.*|__asan_.*' |
		while read -r name; do
			section=$(objdump -t "$1" | awk -v n="$name" '$NF == n { print $(NF - 2) }')
			case $section in
			.data.rel.ro*) ;;
			*) echo "$name in $section" ;;
			esac
		done | grep .
}

planted() { # a plugin that offends all three is found out
	cat >"$tap_dir/impure.c" <<'C'
#include <stdlib.h>
int remembered;
__attribute__((visibility("default"))) int *tablas_plugin(void) { remembered++; return malloc(8); }
__attribute__((visibility("default"))) int more(void) { return remembered; }
C
	$CC -shared -fPIC -fvisibility=hidden -o "$tap_dir/impure.so" "$tap_dir/impure.c" || return 1
	! imports "$tap_dir/impure.so" && ! exports "$tap_dir/impure.so" &&
		! writable "$tap_dir/impure.so"
}

ok "an impure plugin is found out" planted
found=0
for so in "$TABLAS_BUILDDIR"/.libs/*.so; do
	[ -f "$so" ] || continue
	found=$((found + 1))
	name=$(basename "$so" .so)
	ok "$name imports a few functions of the C library" imports "$so"
	ok "$name exports its table alone" exports "$so"
	ok "$name owns no writable data" writable "$so"
done
ok "there are games to look at" test "$found" -gt 0
finish
