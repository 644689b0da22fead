#!/bin/sh
# What tablas-check says and returns, of Cinco and of Cinco spoilt: each fault is
# planted into its source by a line of sed.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

check=$TABLAS_BUILDDIR/tablas-check
cinco=$TABLAS_SRCDIR/examples/cinco/cinco.c

# build NAME SED [FLAGS...]: NAME.so from the changed source; fails if nothing changed.
build() {
	so=$1 edit=$2
	shift 2
	sed "$edit" "$cinco" >"$tap_dir/$so.c"
	if [ -n "$edit" ] && cmp -s "$cinco" "$tap_dir/$so.c"; then
		echo "the edit for $so changes nothing"
		return 1
	fi
	# shellcheck disable=SC2086
	$CC -std=gnu11 -O1 -g -fPIC -fvisibility=hidden -shared -I"$TABLAS_SRCDIR/include" "$@" \
		-o "$tap_dir/$so.so" "$tap_dir/$so.c"
}

# spoilt NAME SED TEXT: building it so, the run fails and says the text.
spoilt() {
	build "$1" "$2" || return 1
	exits 1 "$check" --seed=5 --games=200 "$tap_dir/$1.so" || return 1
	grep -qF -- "$3" "$tap_dir/.output" && return 0
	echo "wanted: $3"
	cat "$tap_dir/.output"
	return 1
}

broken_again() { # the line "again:" leads to the same break
	build again 's/^\ttell(ev, TABLAS_EV_STRUCK/\tif (0) &/' || return 1
	"$check" --seed=5 --games=200 "$tap_dir/again.so" >"$tap_dir/first"
	line=$(sed -n 's/^  again:  tablas-check //p' "$tap_dir/first")
	[ -n "$line" ] || { cat "$tap_dir/first"; return 1; }
	# shellcheck disable=SC2086
	"$check" $line >"$tap_dir/second"
	sed -n '/BROKEN/,$p' "$tap_dir/first" >"$tap_dir/first.end"
	sed -n '/BROKEN/,$p' "$tap_dir/second" >"$tap_dir/second.end"
	diff "$tap_dir/first.end" "$tap_dir/second.end" && grep -q '^    roll' "$tap_dir/first.end"
}

crash() {
	build crash 's/^static void strike.*/&/; s/^\tunsigned other = !seat;/&\n\t*(volatile int *)8 = 0;/' ||
		return 1
	(ulimit -c 0; "$check" --seed=5 --games=200 "$tap_dir/crash.so") >"$tap_dir/out" 2>&1
	[ $? -gt 2 ] || [ "$(grep -c AddressSanitizer "$tap_dir/out")" -gt 0 ] || return 1
	cat "$tap_dir/out"
	grep -q 'The plugin crashes in game 0' "$tap_dir/out" &&
		grep -q 'again:  tablas-check --seed=5 .*--game=0' "$tap_dir/out"
}

stuck() {
	build stuck 's/^\tunsigned other = !seat;/&\n\tfor (;;) __asm__ volatile("");/' || return 1
	exits 1 "$check" --seed=5 --games=200 --patience=1 "$tap_dir/stuck.so" || return 1
	cat "$tap_dir/.output"
	grep -q 'The plugin does not answer in game [0-9]' "$tap_dir/.output"
}

ok "Cinco builds" build cinco ''
ok "Cinco keeps every promise" says "every promise was kept" \
	"$check" --seed=5 --games=100 "$tap_dir/cinco.so"
ok "a run repeats with its seed" sh -c "
	'$check' --seed=9 --games=20 '$tap_dir/cinco.so' | grep -v ' s\$' >'$tap_dir/a'
	'$check' --seed=9 --games=20 '$tap_dir/cinco.so' | grep -v ' s\$' >'$tap_dir/b'
	cmp '$tap_dir/a' '$tap_dir/b'"
ok "another function of the library is found" spoilt time \
	's/^static tablas_move move_of.*/extern long time(long *);\n&/; s/^\tp->turn = (uint8_t)seat;/&\n\tif (time(0) == 1) return;/' \
	'(time)'
ok "a variable is found" spoilt variable \
	's/^static tablas_move move_of.*/static int times;\n&/; s/^\tp->turn = (uint8_t)seat;/&\n\ttimes++;/' \
	'there is no writable data'
ok "a large table that could be written is found" spoilt table \
	's/^static tablas_move move_of.*/static int table[64];\n&/; s/^\tp->turn = (uint8_t)seat;/&\n\ttable[seat]++;/' \
	'(table'
ok "a variable of the thread is found" spoilt thread \
	's/^static tablas_move move_of.*/static __thread int times;\n&/; s/^\tp->turn = (uint8_t)seat;/&\n\ttimes++;/' \
	'there is no writable data'
ok "an initialiser is found" spoilt initialiser \
	's/^static tablas_move move_of.*/__attribute__((constructor)) static void begin(void) { __asm__(""); }\n&/' \
	'has an initialiser'
ok "another exported name is found" spoilt export \
	's/^static tablas_move move_of.*/__attribute__((visibility("default"))) extern const int more; const int more = 1;\n&/' \
	'exports more'
ok "a broken promise is told with its sentence" spoilt told \
	's/^\ttell(ev, TABLAS_EV_STRUCK/\tif (0) &/' 'every piece that changes its place is told'
ok "a broken promise is seen again by the line that is printed" broken_again
ok "a crash is told with its game" crash
ok "a plugin that never answers is told with its game" stuck
ok "options can be held fast" says "every promise was kept" \
	"$check" --seed=5 --games=30 --option=finish=exact --option=chips=2 "$tap_dir/cinco.so"
ok "an option the game has not is trouble" exits 2 "$check" --option=luck=1 "$tap_dir/cinco.so"
ok "a value the option has not is trouble" exits 2 "$check" --option=finish=never "$tap_dir/cinco.so"
ok "seats the game has not are trouble" exits 2 "$check" --seats=3 "$tap_dir/cinco.so"
ok "no games at all keep no promise" exits 2 "$check" --games=0 "$tap_dir/cinco.so"
ok "a number that is none is trouble" exits 2 "$check" --seed=1x "$tap_dir/cinco.so"
ok "a command that is none is trouble" exits 2 "$check" sing "$tap_dir/cinco.so"
ok "a flag that is none is trouble" exits 2 "$check" --luck "$tap_dir/cinco.so"
ok "what cannot be written is trouble" sh -c "
	[ ! -e /dev/full ] || { '$check' show '$tap_dir/cinco.so' >/dev/full; [ \$? = 2 ]; }"
ok "no file is trouble" exits 2 "$check"
ok "a file that is not there is trouble" exits 2 "$check" "$tap_dir/nothing.so"
ok "a file that is no plugin is trouble" exits 2 "$check" "$cinco"
ok "show tells options" says "option finish = any  (any, exact)" "$check" show "$tap_dir/cinco.so"
ok "show tells places" says "place red-hand hand at 0,0 of red" "$check" show "$tap_dir/cinco.so"
ok "show tells the first position" says "position 2 00 50000000000000" \
	"$check" show "$tap_dir/cinco.so"
ok "a game can be played to its end" says "is number 1, with 1 points" \
	sh -c "yes . | head -n 2000 | '$check' play --seed=3 '$tap_dir/cinco.so'"
ok "a move that is not allowed is answered with the rule" says "You have no piece there." \
	sh -c "printf '%s\n' 5+1 5+2 5+3 5+4 5+5 5+6 q | '$check' play --seed=3 '$tap_dir/cinco.so'"

game=$TABLAS_SRCDIR/tests/conformance/cinco.game
ok "a record is replayed" says "11 facts, every payment and position as written" \
	"$check" replay "$tap_dir/cinco.so" "$game"
ok "a record is replayed from the standard input, with its boards" \
	says "red    4     .  1" sh -c "'$check' replay --boards '$tap_dir/cinco.so' - <'$game'"
sed 's/^pay 0 pot 10/pay 0 pot 20/' "$game" >"$tap_dir/pay.game"
ok "a payment that differs is told with its line" says "line 15" \
	"$check" replay "$tap_dir/cinco.so" "$tap_dir/pay.game"
ok "a payment that differs is an error" exits 1 \
	"$check" replay "$tap_dir/cinco.so" "$tap_dir/pay.game"
sed 's/^position 0 00 40/position 0 00 31/' "$game" >"$tap_dir/position.game"
ok "a position that differs is told with its line" says "line 16" \
	"$check" replay "$tap_dir/cinco.so" "$tap_dir/position.game"
sed 's/^decide 1 .*/decide 1 hand+5 hand+4/' "$game" >"$tap_dir/move.game"
ok "a move that is not legal is told with its line" says "line 14" \
	"$check" replay "$tap_dir/cinco.so" "$tap_dir/move.game"
{ cat "$game"; printf '%4000s\n' long; } >"$tap_dir/long.game"
ok "a line without end is refused" exits 1 "$check" replay "$tap_dir/cinco.so" "$tap_dir/long.game"
printf 'throw \033[31m\n' >"$tap_dir/steer.game"
steered() { # what would colour a terminal is refused, and not quoted
	exits 1 "$@" || return 1
	grep -q ":1: the line has a control character" "$tap_dir/.output" &&
		! grep -q "$(printf '\033')" "$tap_dir/.output"
}
ok "a record that steers a terminal is not quoted" steered \
	"$check" replay "$tap_dir/cinco.so" "$tap_dir/steer.game"
ok "dice that steer a terminal are not quoted" steered "$check" dice "$tap_dir/steer.game"
ok "a record that is not there is trouble" exits 2 \
	"$check" replay "$tap_dir/cinco.so" "$tap_dir/none.game"
finish
