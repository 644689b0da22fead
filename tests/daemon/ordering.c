/*
 * ordering.c - see ordering.h.
 */
#include "tests/daemon/ordering.h"

#include <stdio.h>
#include <string.h>

int ordering_setup(void **state)
{
	struct tavern *h;

	if (tavern_setup(state) != 0)
		return -1;
	h = *state;
	return registry_add(&h->games, BACKGAMMON) && registry_add(&h->games, EL_MUNDO) &&
			       registry_add(&h->games, &tablas_plugin_quinze_tablas) &&
			       registry_add(&h->games, &tablas_plugin_seven_point) &&
			       registry_add(&h->games, &tablas_plugin_acedrex)
		       ? 0
		       : -1;
}

void orders(struct tavern *h, const char *key, unsigned seat, const char *const *terms)
{
	struct game_row row = tavern_row(h, key);
	struct order_row order = {
		.seat = (uint8_t)seat, .state = ORDER_WAITS, .since = row.ply, .made = 1};
	struct store *store = h->book->store;

	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(store_orders_drop(store, row.id, (int)seat), STORE_DONE);
	for (size_t i = 0; terms[i]; i++) {
		order.number = (uint32_t)i + 1;
		strcpy(order.terms, terms[i]);
		assert_int_equal(store_order_put(store, row.id, &order), STORE_DONE);
	}
	desk_ordered(h->desk, row.id);
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
}

/* "1 waits 0, 2 failed 1 point-blocked": number, state, times, why. */
static char told[1024];

static void tell(void *cls, const struct order_row *row)
{
	static const char *const states[] = {"", "waits", "done", "failed", "expired"};
	size_t n = strlen(told);

	(void)cls;
	snprintf(told + n, sizeof(told) - n, "%s%u %s %u%s%s", n ? ", " : "", row->number,
		 states[row->state], row->times, row->why[0] ? " " : "", row->why);
}

const char *orders_of(struct tavern *h, const char *key, int seat)
{
	told[0] = '\0';
	store_orders(h->book->pen, tavern_row(h, key).id, seat, tell, NULL);
	return told;
}

const char *facts_from(struct tavern *h, const char *key, uint64_t ply)
{
	const char *at = tavern_facts(h, key);

	for (uint64_t i = 1; i < ply && at; i++)
		at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
	return at ? at : "";
}

const char *begin(struct tavern *h, const struct tablas_plugin *plugin, unsigned seats,
			 const char *options, const char *dice)
{
	bool dear = plugin == &tablas_plugin_acedrex;
	struct desk_game g = tavern_terms(h, plugin, seats, !dear, dear ? 0 : 20);

	assert_int_equal(options_read(plugin, options, g.options), ACCEPTED);
	return tavern_begin(h, &g, dice);
}

void decides(struct tavern *h, const char *key, unsigned seat, const char *words)
{
	enum refusal refusal = tavern_decide(h, key, seat, words);

	if (refusal != ACCEPTED)
		fail_msg("%s by %u: %s\n%s", words, seat, refusal_slug(refusal),
			 tavern_facts(h, key));
	tavern_settle(h);
}

const char *begin_at(struct tavern *h, const struct tablas_plugin *plugin, unsigned seats,
			    const char *options, const char *position, const char *dice)
{
	struct desk_game g = tavern_terms(h, plugin, seats, 0, 0);

	assert_int_equal(options_read(plugin, options, g.options), ACCEPTED);
	g.position = position;
	return tavern_begin(h, &g, dice);
}
