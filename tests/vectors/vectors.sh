#!/bin/sh
# One TAP line for each file of vectors and each complete game.
dir=${TABLAS_SRCDIR:?}/tests/vectors
run=${TABLAS_BUILDDIR:?}/tests/vectors/run

set -- "$dir"/*.jsonl "$dir"/games/*.jsonl
echo "1..$#"
n=0
for file; do
	n=$((n + 1))
	if out=$("$run" "$file" 2>&1); then ok=ok; else ok='not ok'; fi
	total=$(printf '%s\n' "$out" | tail -n 1)
	case $total in
	'0 passed, 0 failed,'*) note=" # SKIP $total" ;;
	*) note= ;;
	esac
	echo "$ok $n - ${file#"$dir"/}: $total$note"
	[ "$ok" = ok ] || printf '%s\n' "$out" | sed 's/^/# /'
done
