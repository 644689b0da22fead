# tap.sh - for tests that are shell scripts: one line of TAP for each case.
#
# A script sources this, calls ok and the rest, and ends with finish.
tap_n=0
tap_dir=$(mktemp -d) || exit 99
trap 'rm -rf "$tap_dir"' EXIT

# ok SENTENCE COMMAND...: the command must succeed; what it said is shown if not.
ok() {
	tap_n=$((tap_n + 1))
	tap_name=$1
	shift
	if "$@" >"$tap_dir/.said" 2>&1; then
		echo "ok $tap_n - $tap_name"
	else
		echo "not ok $tap_n - $tap_name"
		sed 's/^/# /' "$tap_dir/.said"
	fi
}

# says TEXT COMMAND...: succeeds if the command's output has the text in it.
says() {
	tap_want=$1
	shift
	"$@" >"$tap_dir/.output" 2>&1
	grep -qF -- "$tap_want" "$tap_dir/.output" && return 0
	echo "wanted: $tap_want"
	cat "$tap_dir/.output"
	return 1
}

# exits STATUS COMMAND...
exits() {
	tap_want=$1
	shift
	"$@" >"$tap_dir/.output" 2>&1
	tap_got=$?
	[ "$tap_got" -eq "$tap_want" ] && return 0
	echo "wanted exit $tap_want, got $tap_got"
	cat "$tap_dir/.output"
	return 1
}

skip() { # SENTENCE REASON
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1 # SKIP $2"
}

finish() {
	echo "1..$tap_n"
}
