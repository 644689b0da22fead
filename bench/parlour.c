/*
 * parlour.c - a book that is being written, and a desk at which backgammon is played.
 */
#include "bench/parlour.h"

#include "bench/bench.h"
#include "daemon/secrets.h"

#include <string.h>

void parlour_open(struct parlour *h, const char *path, int cache_kib, bool with_checkpointer)
{
	struct store_config cfg = {.path = path,
				   .cache_kib = cache_kib,
				   .digest = secret_sha256,
				   .dice = &dice_hash,
				   .trouble = bench_hear};
	struct desk_parts parts = {.games = &h->games, .clock = &h->clock, .cup = &h->cup};
	char why[512];

	if (store_open(&cfg, &h->store, why, sizeof why) != 0)
		bench_die(why);
	memset(&h->games, 0, sizeof h->games);
	registry_add(&h->games, &tablas_plugin_backgammon);
	cup_init(&h->cup);
	parts.store = h->store;
	h->desk = desk_open(&parts);
	h->checkpointer = NULL;
	if (with_checkpointer && checkpointer_start(h->store, path, &h->checkpointer) != 0)
		bench_die("no checkpointer");
}

void parlour_close(struct parlour *h)
{
	checkpointer_stop(h->checkpointer);
	desk_close(h->desk);
	cup_fini(&h->cup);
	store_close(h->store);
}

int64_t parlour_enrol(struct parlour *h, const char *name, int64_t chips)
{
	struct book_line grant = {
		.kind = TRANSFER_GRANT, .from = {.account = ACCOUNT_BANK}, .amount = chips};

	if (store_account_add(h->store, name, "", 1, &grant.to.account) != STORE_DONE)
		bench_die("an account is not made");
	if (chips && store_book(h->store, 1, 0, 0, &grant, 1, NULL) != STORE_DONE)
		bench_die("chips are not granted");
	return grant.to.account;
}

void parlour_enter(struct parlour *h)
{
	if (desk_enter(h->desk) != 0)
		bench_die("the book is not to be written");
}

void parlour_leave(struct parlour *h)
{
	if (desk_leave(h->desk, true) != 0)
		bench_die("the book was not written");
}

void parlour_settle(struct parlour *h)
{
	if (desk_settle(h->desk) != 0)
		bench_die("a group is lost");
	checkpointer_nudge(h->checkpointer);
}

void parlour_submit(struct parlour *h, const char *key, const struct command *c, int64_t account,
		    struct receipt *receipt)
{
	if (desk_submit(h->desk, key, c, account, receipt) != ACCEPTED)
		bench_die("a command is refused");
}

void parlour_begin(struct parlour *h, struct desk_game *terms, const int64_t who[2],
		   struct receipt *receipt)
{
	struct command sit = {.kind = COMMAND_SIT};
	char key[STORE_KEY_SIZE];

	terms->plugin = &tablas_plugin_backgammon;
	terms->seats = 2;
	terms->creator = who[0];
	options_default(terms->plugin, terms->options);
	if (desk_create(h->desk, terms, receipt) != ACCEPTED)
		bench_die("a game is not laid");
	memcpy(key, receipt->row->key, sizeof key);
	for (sit.seat = 0; sit.seat < 2; sit.seat++)
		parlour_submit(h, key, &sit, who[sit.seat], receipt);
}
