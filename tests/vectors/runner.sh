#!/bin/sh
# The runner itself: that a wrong answer, a spoilt line and a record cut short are
# found and told, and what is asked badly is refused and not stumbled over.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

dir=$TABLAS_SRCDIR/tests/vectors
run=$TABLAS_BUILDDIR/tests/vectors/run
file="$tap_dir/a file.jsonl"

# asked TEXT FILE: runs it, which ends in order, and finds TEXT in what it says.
asked() {
	"$run" "$2" >"$tap_dir/.output" 2>&1
	status=$?
	grep -qF -- "$1" "$tap_dir/.output" && [ "$status" -le 1 ] &&
		tail -n 1 "$tap_dir/.output" | grep -q '^[0-9]* passed, [0-9]* failed, [0-9]* skipped$' &&
		return 0
	echo "wanted: $1; exit $status"
	cat "$tap_dir/.output"
	return 1
}

# line GAME KIND SED: the first vector of that kind, edited, which must change it.
line() {
	grep "\"kind\":\"$2\"" "$dir/$1.jsonl" | head -n 1 >"$tap_dir/line"
	sed "$3" "$tap_dir/line" >"$file"
	! cmp -s "$tap_dir/line" "$file" && grep -o '"id":"[^"]*"' "$file" | cut -d'"' -f4 >"$tap_dir/id"
}

told() { # GAME KIND SED: it fails, and is told by its id with both answers
	line "$@" && asked "FAILED $(cat "$tap_dir/id"):" "$file" &&
		grep -q 'FAILED .*expected .*, came' "$tap_dir/.output"
}

counted() { # COUNTS GAME KIND SED
	counts=$1
	shift
	line "$@" && asked "$counts" "$file"
}

broken() { # what is no vector is told with its line, and the rest is run
	{
		echo 'not JSON'
		echo '[1, 2]'
		echo '{"id": "empty"}'
		printf '\n   \n'
		head -n 2 "$dir/backgammon.jsonl"
		printf '{"id": "cut", "request": {"ga'
	} >"$file"
	asked "2 passed, 4 failed, 0 skipped" "$file" || return 1
	for place in 1 2 8; do
		grep -qF "FAILED $file:$place: " "$tap_dir/.output" || return 1
	done
	grep -qF "FAILED empty: " "$tap_dir/.output"
}

# Men beyond all room, on every place of the game.
crowd() { # GAME
	line "$1" play 's/x/x/' || :
	places=$(seq 1 28 | sed 's/.*/"&":2000000000/' | paste -sd, -)
	[ "$1" != el_mundo ] || places=$(for s in Sp Su Au Wi; do seq 1 6 | sed "s/.*/\"$s&\":99/"; done | paste -sd, -)
	first=white
	[ "$1" != el_mundo ] || first=green
	sed "s/\"position\":{.*},\"seat\"/\"position\":{\"$first\":{$places},\"red\":{$places},\"black\":{$places}},\"seat\"/" \
		"$tap_dir/line" >"$file"
	! cmp -s "$tap_dir/line" "$file" && asked "not read" "$file"
}

record() { # TEXT GAME SED: a complete game, edited, fails with that text
	sed "$3" "$dir/games/$2.jsonl" >"$file"
	! cmp -s "$dir/games/$2.jsonl" "$file" || return 1
	asked "FAILED a file.jsonl: " "$file" && grep -qF -- "$1" "$tap_dir/.output"
}

for game in backgammon el_mundo quinze seven_point; do
	ok "a wrong answer of $game is told with both answers" \
		told $game play 's/"first_steps":\[/&"9:9-9",/'
	ok "another end of $game is told with both answers" told $game play 's/"finals":\[/&{},/'
	ok "dice that $game has not are refused" \
		counted "1 passed, 0 failed" $game play 's/"dice":\[[0-9]/"dice":[255/; s/"expect":.*/"expect":{"error":"no dice"}}/'
	ok "a question of $game that may be asked is no error" \
		told $game play 's/"expect":.*/"expect":{"error":"none"}}/'
	ok "an option that $game has not is skipped" \
		counted "0 passed, 0 failed, 1 skipped" $game play 's/"options":{[^}]*}/"options":{"luck":"on"}/'
	ok "a value that an option of $game has not is skipped" \
		counted "0 passed, 0 failed, 1 skipped" $game play 's/"options":{[^}]*}/"options":{"die_sides":99,"ante":-1}/'
	ok "a kind that $game has not is skipped" \
		counted "0 passed, 0 failed, 1 skipped" $game play 's/"kind":"play"/"kind":"sing"/'
	ok "a board of $game fuller than its room is refused" crowd $game
done
ok "may_stop is told with both answers" told el_mundo play 's/"may_stop":false/"may_stop":true/'
ok "what comes next is told with both answers" told el_mundo roll_needed 's/"next":"[a-z]*"/"next":"tea"/'
ok "room to enter is told with both answers" told quinze entry 's/"room":[0-9]*/"room":99/'
ok "a wrong status of acedrex is told with both answers" \
	told acedrex acedrex_moves 's/"status":"[a-z]*"/"status":"tea"/'
ok "seats that acedrex has not are refused in its ledger" \
	told acedrex ledger 's/\["check","[a-z]*"/["check","blue"/'
ok "an event without a name is refused in a ledger" \
	told acedrex ledger 's/"events":\[/&[[]],/'
ok "a game that is none is skipped" \
	counted "0 passed, 0 failed, 1 skipped" backgammon play 's/"game":"[a-z]*"/"game":"chess"/'
ok "what is no vector is told with its line, and the others are run" broken
ok "a file that is not there is a failure" asked "0 passed, 1 failed, 0 skipped" "$tap_dir/none"
ok "a folder is a failure" asked "0 passed, 1 failed, 0 skipped" "$tap_dir"
ok "a file without lines has nothing to fail" asked "0 passed, 0 failed, 0 skipped" /dev/null

for game in acedrex-07 backgammon-07 el_mundo-06 quinze-06 seven_point-06; do
	ok "a record of $game without its end fails" record "end" "$game" '/"event":"end"/d'
	ok "another result of $game is told" record "expected " "$game" '/"event":"end"/s/:[0-9][0-9]*/&9/'
	ok "another position in $game is told with both" \
		record ", came" "$game" '/"event":"position"/s/:1\([,}]\)/:2\1/; s/"quiet":[0-9]*/"quiet":99/'
	ok "a seat that is none in $game is told with its event" \
		record 'event ' "$game" '/"event":"\(step\|move\)"/s/"seat":"[a-z]*"/"seat":7/'
	ok "an event that is none in $game is told" \
		record 'expected {"event":"dance"}, came: ' "$game" '3s/.*/{"event":"dance"}/'
	ok "$game under an option that is none is skipped" sh -c "
		sed '1s/\"options\":{[^}]*}/\"options\":{\"luck\":\"on\"}/' '$dir/games/$game.jsonl' >'$file'
		'$run' '$file' | grep -qx '0 passed, 0 failed, 1 skipped'"
done
ok "another reason for the end is told" record '"reason":"luck"' backgammon-07 's/"reason":"[a-z ]*"/"reason":"luck"/'
ok "dice lost in silence are told" record "does not tell of" el_mundo-01 '/"event":"lost"/d'
ok "other dice lost are told" record "dice lost: expected [6,6,6]" el_mundo-01 '/"event":"lost"/s/\[.*\]/[6,6,6]/'
ok "other dice on offer are told" \
	record "dice on offer: expected [1,1,1]" el_mundo-01 '/"event":"offer"/s/\[.*\]/[1,1,1]/'
ok "who finishes in silence is told" record "has finished" el_mundo-06 '/"event":"finished"/d'
ok "a die of 255 in a record is told" record "no" el_mundo-06 '/throw_for_first/s/"green":[0-9]/"green":255/'
finish
