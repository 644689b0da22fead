#!/bin/sh
# Every value of every option of every game has a test that names it, and the
# list of them, tests/rules/readings, is true.  A number of which there are many
# has its default tested and another.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

rules=$TABLAS_SRCDIR/tests/rules

# What the tests say: "NAME VALUE" for each value in each test, and "NAME -".
named() { # GAME
	awk '/^static void [a-z_0-9]+\(void \*\*state\)/ {
			name = $3
			sub(/\(.*/, "", name)
			print name, "-"
		}
		/^}/ { name = "" }
		name != "" {
			while (match($0, /[a-z_]+=[a-z_0-9]+/)) {
				print name, substr($0, RSTART, RLENGTH)
				$0 = substr($0, RSTART + RLENGTH)
			}
		}' "$rules/test_${1%%-*}"*.c | sort -u
}

# What the game has: "KEY=VALUE" for each, "KEY=DEFAULT" and "KEY=*" of many.
offered() { # GAME
	"$TABLAS_BUILDDIR/tablas-check" show "$TABLAS_BUILDDIR/.libs/$1.so" |
		sed -n 's/^option \([a-z0-9_]*\) = \([^ ]*\)  (\(.*\))$/\1 \2 \3/p' |
		while read -r key default values; do
			case $values in
			*' to '*)
				if [ $((${values##* to } - ${values%% to *})) -lt 8 ]; then
					values=$(seq "${values%% to *}" "${values##* to }")
				else
					values="$default +"
				fi
				;;
			*) values=$(echo "$values" | tr ',' ' ') ;;
			esac
			for value in $values; do
				echo "$key=$value"
			done
		done
}

listed() { # GAME: "VALUE TEST" of its lines
	awk -v game="$1" '$1 == game { print $3, $4 }' "$rules/readings"
}

every_value_is_listed() {
	offered "$1" >"$tap_dir/offered"
	listed "$1" >"$tap_dir/listed"
	[ -s "$tap_dir/offered" ] || return 1
	awk 'FILENAME == ARGV[1] { has[$1] = 1; sub(/=.*/, "", $1); n[$1]++; next }
		/=\+$/ { key = $1; sub(/=.*/, "", key); if (n[key] > 1) next }
		!($1 in has) { print "no test is listed for " $1; bad = 1 }
		END { exit bad }' "$tap_dir/listed" "$tap_dir/offered"
}

# Of a number there may be any; of the rest only what is offered.
every_line_is_offered() {
	awk 'FILENAME == ARGV[1] { has[$1] = 1; next }
		{ key = $1; sub(/=.*/, "=+", key) }
		$1 != "-" && !($1 in has) && !(key in has) { print $1 " is not offered"; bad = 1 }
		END { exit bad }' "$tap_dir/offered" "$tap_dir/listed"
}

every_test_names_its_value() {
	named "$1" >"$tap_dir/named"
	awk 'FILENAME == ARGV[1] { has[$1 " " $2] = 1; next }
		!(($2 " " $1) in has) { print $2 " does not exist or does not say " $1; bad = 1 }
		END { exit bad }' "$tap_dir/named" "$tap_dir/listed"
}

# compare OFFERED LISTED NAMED: as if these three were what a game of this test's own has.
compare() {
	offered() { printf "$what_is_offered"; }
	listed() { printf "$what_is_listed"; }
	named() { printf "$what_is_named"; }
	what_is_offered=$1 what_is_listed=$2 what_is_named=$3
	every_value_is_listed x && every_line_is_offered x && every_test_names_its_value x
}

planted() ( # a value without a line, a line without a value, a test that is not there
	compare 'a=on\na=off\n' 'a=on t\na=off u\n' 't -\nt a=on\nu a=off\n' &&
		! compare 'a=on\na=off\n' 'a=on t\n' 't a=on\n' &&
		! compare 'a=on\na=off\n' '' '' &&
		! compare 'a=on\n' 'a=on t\na=up t\n' 't a=on\nt a=up\n' &&
		! compare 'a=on\n' 'a=on t\n' '' &&
		! compare 'a=on\n' 'a=on t\n' 't -\n'
)

ok "what is not listed or not tested is missed" planted
for so in "$TABLAS_BUILDDIR"/.libs/*.so; do
	[ -f "$so" ] || continue
	game=$(basename "$so" .so)
	ok "every value of every option of $game has a test" every_value_is_listed "$game"
	ok "every value listed of $game is one of its options" every_line_is_offered "$game"
	ok "every test listed of $game is there and names its value" \
		every_test_names_its_value "$game"
done
ok "there are games to look at" test "$tap_n" -ge 16
finish
