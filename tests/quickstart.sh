#!/bin/sh
# What a newcomer sees first: one game of each ruleset, played to its end over HTTP.
# Long, and nothing in it that the other builds would show.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"

sentence="quickstart plays a whole game of each ruleset, and the book adds up"
if [ -n "${TABLAS_BRIEF:-}" ] || grep -q '^SAN_CFLAGS = .*-fsanitize' "$TABLAS_BUILDDIR/Makefile"; then
	skip "$sentence" "the strict build runs it"
	finish
	exit
fi

mkdir "$tap_dir/built"
ln -s "$TABLAS_BUILDDIR/tablasd" "$TABLAS_BUILDDIR/.libs" "$tap_dir/built/"

play() {
	BUILT=$tap_dir/built "$TABLAS_SRCDIR/quickstart" --once >"$tap_dir/once" 2>&1 && return
	tail -n 20 "$tap_dir/once"
	return 1
}

all_end() {
	set -- "$TABLAS_BUILDDIR"/.libs/*.so
	[ "$(grep -c '^over after' "$tap_dir/once")" = $# ]
}

# As a newcomer would: serving, and every line that it prints or README has is run.
serve() {
	# Below those that the system gives away: the tests beside this one have thousands.
	port=$(python3 -c 'import random, socket
for port in random.sample(range(20000, 32000), 100):
    with socket.socket() as s:
        try: s.bind(("127.0.0.1", port))
        except OSError: continue
    print(port)
    break')
	BUILT=$tap_dir/built PORT=$port "$TABLAS_SRCDIR/quickstart" >"$tap_dir/served" 2>&1 &
	daemon=$!
	set -- "$TABLAS_BUILDDIR"/.libs/*.so
	for _ in $(seq 400); do
		[ "$(grep -c '/turns$' "$tap_dir/served")" != $# ] || return 0
		sleep 0.05
	done
	cat "$tap_dir/served"
	return 1
}

printed() { # two questions and one turn for each ruleset, and all are answered well
	set -- "$TABLAS_BUILDDIR"/.libs/*.so
	{
		echo "curl() { command curl -s -o /dev/null -w '%{http_code}\\n' \"\$@\"; }"
		grep -A 1 '^  curl' "$tap_dir/served" | grep -v '^--$'
	} >"$tap_dir/lines"
	sh "$tap_dir/lines" >"$tap_dir/codes"
	cat "$tap_dir/codes"
	[ "$(grep -cx 200 "$tap_dir/codes")" = $((2 * $#)) ] && [ "$(grep -cx 201 "$tap_dir/codes")" = $# ]
}

readme() {
	ln -s built "$tap_dir/build-demo"
	sed -n '/^api=/,/^```/p' "$TABLAS_SRCDIR/README.md" | grep -v '^```' |
		sed "s/:1283/:$port/; s/wait=30/wait=0/" >"$tap_dir/readme"
	[ "$(grep -c '^ask \$' "$tap_dir/readme")" -ge 7 ] || return 1
	(cd "$tap_dir" && bash readme) >"$tap_dir/said" 2>&1
	for said in '"state":"open"' '"state":"active"' 'O White' '"plays":\[{"moves":\[' '"events":\[' \
		'^seat 1 ben$'; do
		grep -q "$said" "$tap_dir/said" || { echo "wanted: $said"; cat "$tap_dir/said"; return 1; }
	done
}

stop() {
	kill -TERM "$daemon" && wait "$daemon"
}

ok "$sentence" play
ok "as many games come to their end as there are rulesets" all_end
ok "backgammon is played until the last man is off" grep -q "pips 0  *off 15" "$tap_dir/once"
ok "the audit finds no difference" grep -q "^[1-9][0-9]* games, .*: 0 differences" "$tap_dir/once"
tail -n 3 "$tap_dir/once" | sed 's/^/# /'
ok "quickstart serves, with a game of each ruleset" serve
ok "each curl line that it prints is answered well" printed
ok "the game by curl of the README can be played" readme
ok "quickstart ends in order when it is told to" stop
finish
