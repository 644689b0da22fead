#!/bin/sh
# The unit as systemd reads it: nothing in it is unknown, and the daemon is shut in.
. "$TABLAS_SRCDIR/tests/lib/tap.sh"
# Of the daemon that was built, and without manuals, which are not installed.
unit=$tap_dir/tablasd.service
sed -e "s|^ExecStart=[^ ]*|ExecStart=$(cd "$TABLAS_BUILDDIR" && pwd)/tablasd|" -e '/^Documentation=/d' \
	"$TABLAS_BUILDDIR/daemon/tablasd.service" >"$unit"

is_read() { # it says what it does not know, and succeeds
	[ -z "$(systemd-analyze verify "$1" 2>&1 | tee /dev/stderr)" ]
}

is_shut_in() { systemd-analyze --no-pager security --offline=true --threshold=20 "$1"; }

printf '[Service]\nExecStart=/bin/true\n' >"$tap_dir/any.service"
systemd-analyze --help 2>&1 | grep -q offline && is_read "$tap_dir/any.service" 2>/dev/null ||
	{ echo "1..0 # SKIP there is no systemd-analyze that works here"; exit 0; }

sed 's|^UMask=|UMaks=|' "$unit" >"$tap_dir/wrong.service"
sed '/^ProtectSystem=\|^Capability\|^SystemCall\|^DynamicUser/d' "$unit" >"$tap_dir/open.service"

ok "systemd knows all that the unit says" is_read "$unit"
ok "what it does not know would be seen" eval '! is_read "$tap_dir/wrong.service"'
ok "the unit shuts the daemon in" is_shut_in "$unit"
ok "one that does not would be seen" eval '! is_shut_in "$tap_dir/open.service"'
finish
