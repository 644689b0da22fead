#!/bin/sh
# Lists and what is said of them: a word that stands in a list is used somewhere
# and explained where its readers look for it.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"
cd "$TABLAS_SRCDIR" || exit 99

names() { # FILE: the first words of its list of X(NAME, ...), but for the pattern itself
	sed -n 's/^[[:space:]]*X(\([A-Z][A-Z_0-9]*\),.*/\1/p' "$1" | grep -v '^NAME$'
}

words() { # FILE: what stands in the first quotes of each X(...)
	tr '\n' ' ' <"$1" | grep -oE 'X\([A-Z_]+,[^"]*"[^"]*"' | grep -v 'X(NAME' |
		sed 's/.*"\(.*\)"/\1/'
}

# each LIST COMMAND...: the command for every word; there must be some.
each() {
	each_bad=0
	[ -n "$1" ] || { echo "the list is empty"; return 1; }
	each_list=$1
	shift
	for word in $each_list; do
		"$@" "$word" || { echo "$word"; each_bad=1; }
	done
	return $each_bad
}

raised() {
	grep -qrw --include='*.c' --exclude=errors.c "$1" game schema daemon api
}

described() { # as a key of x-problem-types
	sed -n '/^x-problem-types:/,/^components:/p' api/openapi.yaml | grep -q "^  $1:"
}

produced() { # by whoever decides, not only by whoever applies
	grep -qE "(state_fact|table_inside_fact|say)\([^;]*FACT_$1\b" game/table.c \
		game/table_consent.c game/table_decide.c game/table_time.c
}

told() { # in a document about events
	grep -qE "\`$1\`" api/openapi.yaml
}

prepared() {
	grep -qrw --include='*.c' "DO_$1" schema
}

# ---- plugins

plugins() {
	sed -n 's/^plugin_LTLIBRARIES += \(.*\)/\1/p' plugins/*/Makefile.inc | sed 's/\.la//g'
}

explained() { # PLUGIN: every key of its options stands in its page
	page=$(find plugins -name "$1.md")
	[ -n "$page" ] || { echo "there is no $1.md"; return 1; }
	"$TABLAS_BUILDDIR/tablas-check" show "$TABLAS_BUILDDIR/.libs/$1.so" >"$tap_dir/shown" ||
		return 1
	keys_bad=0
	for key in $(sed -n 's/^option \([a-z_0-9]*\) = .*/\1/p' "$tap_dir/shown"); do
		grep -q "\`$key\`" "$page" || { echo "$page does not explain $key"; keys_bad=1; }
	done
	return $keys_bad
}

# ---- the daemon's own words

# Asked once: each word of a list wants to see it.
"$TABLAS_BUILDDIR/tablasd" --help >"$tap_dir/help"
"$TABLAS_BUILDDIR/tablas-check" --help >"$tap_dir/check-help"

help() {
	cat "$tap_dir/help"
}

keys() {
	help | sed -n 's/^\([a-z_]*\) = .*/\1/p'
}

in_page() {
	grep -q "^\.It Cm $1 " docs/tablasd.conf.5
}

# Those for tests are nobody's to set in a file.
in_file() {
	[ "$1" = dice ] || [ "$1" = clock ] || grep -q "^#$1 =" daemon/tablasd.conf
}

flags() {
	help | sed -n 's/^  --\([a-z-]*\).*/\1/p'
}

in_manual() {
	grep -qE "Fl -$1( |$)" docs/tablasd.8
}

# Of what has a default, but for paths, which are another wherever it is installed.
defaults() {
	help | sed -n 's/^\([a-z_]*\) = \([^/ ].*\)/\1=\2/p'
}

told_default() { # KEY=VALUE
	awk -v key="${1%%=*}" '/^\.It / { in_it = $3 == key } /^\.El/ { in_it = 0 } in_it' \
		docs/tablasd.conf.5 | grep -A 1 default | grep -qwF -- "${1#*=}"
}

# The other way round: what the pages name is there.
page_keys() {
	sed -n 's/^\.It Cm \([a-z_]*\) .*/\1/p' docs/tablasd.conf.5
}

is_key() {
	keys | grep -qx "$1"
}

manual_flags() {
	sed -n 's/^\.It Fl -\([a-z-]*\).*/\1/p' docs/tablasd.8
}

is_flag() {
	flags | grep -qx "$1"
}

check_help() {
	cat "$tap_dir/check-help"
}

check_flags() {
	check_help | sed -n 's/^  --\([a-z-]*\).*/\1/p'
}

in_check_manual() {
	sed 's/\\-/-/g' docs/tablas-check.1 | grep -qE "^\.B[RI]* --$1(=| |\"|\$)"
}

check_manual_flags() {
	sed 's/\\-/-/g' docs/tablas-check.1 | sed -n 's/^\.B[RI]* --\([a-z-]*\).*/\1/p'
}

is_check_flag() {
	check_help | grep -qE -- "--$1(=| |,|\$)"
}

check_commands() {
	check_help | sed -n 's/.*tablas-check \[*\([a-z]*\)\]* .*FILE.*/\1/p'
}

has_heading() {
	grep -qx "\.SS $1" docs/tablas-check.1
}

# ---- packages

libraries() { # LIST: what configure asks pkg-config for
	sed -n 's/.*PKG_CHECK_MODULES(\[[A-Z0-9]*\], \[\([a-z0-9-]*\).*/\1/p' "$1"
}

# The packages those lie in are among the ones a fresh machine is given.
brought() { # LIST
	for library in $(libraries "$1"); do
		echo "$(pkg-config --variable=pcfiledir "$library")/$library.pc"
	done >"$tap_dir/pc"
	[ -s "$tap_dir/pc" ] || return 1
	# shellcheck disable=SC2046
	dpkg -S $(cat "$tap_dir/pc") 2>"$tap_dir/.unknown" | cut -d: -f1 | sort -u >"$tap_dir/owners"
	! grep -vxFf .ci/packages "$tap_dir/owners"
}

brought_planted() { # one that is not is named
	echo 'PKG_CHECK_MODULES([DPKG], [libdpkg])' >"$tap_dir/configure.ac"
	[ "$(libraries "$tap_dir/configure.ac")" = libdpkg ] &&
		[ "$(libraries configure.ac | wc -l)" -ge 8 ]
}

# ---- files

code='include plugins game schema daemon api bench examples'

# shellcheck disable=SC2086
short() {
	! find $code tests -name '*.[ch]' | xargs wc -l | awk '$2 != "total" && $1 > 600' | grep .
}

# make knows a rule by which x.sh makes x: a file of ours would be overwritten by it.
shadowed() {
	! find . -name '*.sh' ! -path './.*' ! -path './build*' | while read -r script; do
		[ ! -f "${script%.sh}" ] || echo "${script%.sh} beside $script"
	done | grep .
}

# long FILE…: functions that do not fit a screen.  Those of tests may: many are a table.
long() {
	awk 'FNR == 1 { from = 0 }
		/^\{/ { from = FNR; name = before }
		/^\}/ { if (from && FNR - from - 1 > 60) print FILENAME ": " name; from = 0 }
		{ before = $0 }' "$@" | grep .
}

long_planted() { # one of 61 lines is found, one of 60 is not
	lines() { printf 'int f(void)\n{\n'; seq "$1" | sed 's/.*/\tg();/'; printf '}\n'; }
	lines 61 >"$tap_dir/long.c"
	lines 60 >"$tap_dir/short.c"
	long "$tap_dir/long.c" >/dev/null && ! long "$tap_dir/short.c"
}

# shellcheck disable=SC2086,SC2046
fit() {
	! long $(find $code -name '*.[ch]')
}

# Split, or they would be found here.
finished() {
	! grep -rnwE "TO""DO|FIX""ME" --exclude-dir='.*' --exclude-dir='build*' \
		--exclude-dir=autom4te.cache --include='*.[ch]' --include='*.sh' --include='*.py' \
		--include='*.md' --include='*.sql' --include='*.yaml' --include='Makefile.*' \
		--include='*.[1-8]' api bench daemon docs examples game include plugins schema tests ./*.md
}

planted() { # a word that is nowhere is missed, and an empty list is noticed
	! each "" true && ! each "nowhere" told && ! raised NO_SUCH_REFUSAL && ! produced NOTHING &&
		! described no-such-problem && ! prepared NOTHING && ! in_page nothing &&
		! in_manual nothing && ! told_default wait_max=61 && ! is_key nothing && ! is_flag nothing &&
		! in_check_manual nothing && ! is_check_flag nothing && ! has_heading nothing && ! in_file nothing && each "not-found" described
}

ok "a word that is nowhere is missed" planted
ok "every refusal is raised by something" each "$(names game/errors.h)" raised
ok "every refusal is described in the contract" each "$(words game/errors.h)" described
ok "every fact is produced by something" each "$(names game/facts.h)" produced
ok "every fact is described in the contract" each "$(words game/facts.h)" told
ok "every kind of news is explained in the contract" each "$(words game/news.h)" told
ok "every statement is used" each "$(for f in schema/statements*.h; do names $f; done)" prepared
for plugin in $(plugins); do
	ok "every option of $plugin is explained in its page" explained "$plugin"
done
ok "every key of the configuration is in its page" each "$(keys)" in_page
ok "every key of the configuration is in the file that is installed" each "$(keys)" in_file
ok "every flag is in the manual" each "$(flags)" in_manual
ok "every default of the configuration is in its page" each "$(defaults)" told_default
ok "every key in the page is one" each "$(page_keys)" is_key
ok "every flag in the manual is one" each "$(manual_flags)" is_flag
ok "every flag of tablas-check is in its manual" each "$(check_flags)" in_check_manual
ok "every flag in that manual is one" each "$(check_manual_flags)" is_check_flag
ok "every command of tablas-check is explained there" each "$(check_commands)" has_heading
if command -v dpkg >/dev/null; then
	ok "every library that is asked for is read from configure.ac" brought_planted
	ok "every library that is asked for is brought to a fresh machine" brought configure.ac
else
	skip "every library that is asked for is brought to a fresh machine" "there is no dpkg"
fi
ok "no file is too long to be read" short
ok "no file bears the name of a script" shadowed
ok "a function that fits no screen is found" long_planted
ok "every function fits a screen" fit
ok "nothing is put off to later" finished
finish
