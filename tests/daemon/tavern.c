/*
 * tavern.c - see tavern.h.
 */
#include "tests/daemon/tavern.h"

#include "game/plays.h"
#include "schema/audit.h"
#include "tests/game/toy.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAVERN_SAID_MAX 8192

static const char *const names[TABLAS_SEATS_MAX] = {"ana",  "bela", "caro", "dona",
						    "elsa", "fina", "gala", "hera"};

/* ---- chance -------------------------------------------------------------------------------- */

/*
 * Keys, secrets and dice that nobody wrote down are drawn from a sequence that
 * begins anew with each test: what fails by chance fails every time, and can be
 * looked into.  TABLAS_CHANCE names another sequence.
 */
static struct {
	uint64_t sequence, drawn;
} chance;

static void draw_bytes(void *out, const size_t n)
{
	unsigned char from[randombytes_SEEDBYTES] = {0};

	chance.drawn++;
	memcpy(from, &chance, sizeof(chance));
	randombytes_buf_deterministic(out, n, from);
}

static uint32_t draw_number(void)
{
	uint32_t number;

	draw_bytes(&number, sizeof(number));
	return number;
}

static const char *chance_name(void)
{
	return "tavern";
}

static void begin_chance(void)
{
	static randombytes_implementation known = {.implementation_name = chance_name,
						   .random = draw_number,
						   .buf = draw_bytes};
	const char *sequence = getenv("TABLAS_CHANCE");

	chance.sequence = sequence ? strtoull(sequence, NULL, 10) : 1283;
	chance.drawn = 0;
	randombytes_set_implementation(&known);
}

/* ---- the house ----------------------------------------------------------------------------- */

void tavern_open(struct tavern *h)
{
	struct desk_parts parts = {.games = &h->games,
				   .clock = &h->clock,
				   .cup = &h->cup,
				   .blackbox = h->blackbox};

	if (!h->book->store)
		assert_int_equal(temporary_open(h->book), 0);
	parts.store = h->book->store;
	h->desk = desk_open(&parts);
}

void tavern_close(struct tavern *h)
{
	desk_close(h->desk);
	h->desk = NULL;
	temporary_close(h->book);
}

int tavern_setup(void **state)
{
	struct tavern *h = calloc(1, sizeof(*h));

	begin_chance();
	if (!h || temporary_setup((void **)&h->book) != 0)
		return -1;
	registry_add(&h->games, &tablas_plugin_toy);
	cup_init(&h->cup);
	clock_wind(&h->clock, TAVERN_TIME);
	for (size_t i = 0; i < TABLAS_SEATS_MAX; i++)
		h->people[i] = temporary_account(h->book, names[i], 100);
	tavern_open(h);
	*state = h;
	return 0;
}

static void tell(void *cls, const char *sentence)
{
	(void)cls;
	print_error("%s\n", sentence);
}

void tavern_assert_true(struct tavern *h)
{
	struct audit_report report;

	memset(&report, 0, sizeof(report));
	temporary_assert_balanced(h->book);
	assert_int_equal(audit_book(h->book->store, &h->games, &report, tell, NULL, NULL), 0);
	assert_int_equal(report.differences, 0);
	assert_int_equal(report.games_skipped, 0);
}

static void hear(void *cls, const char *sentence)
{
	char *said = cls;
	size_t n = strlen(said);

	snprintf(said + n, TAVERN_SAID_MAX - n, "%s\n", sentence);
}

const char *tavern_audit(struct tavern *h)
{
	static char said[TAVERN_SAID_MAX];
	struct audit_report report;

	said[0] = '\0';
	assert_int_equal(audit_book(h->book->store, &h->games, &report, hear, NULL, said), 0);
	return said;
}

void tavern_assert_noticed(struct tavern *h, const char *damage, const char *mend,
			   const char *said)
{
	temporary_tamper(h->book, damage);
	if (!strstr(tavern_audit(h), said))
		fail_msg("after %s nobody says \"%s\", only:\n%s", damage, said,
			 tavern_audit(h));
	temporary_tamper(h->book, mend);
}

int tavern_setup_with(void **state, const struct tablas_plugin *plugin)
{
	struct tavern *h;

	if (tavern_setup(state) != 0)
		return -1;
	h = *state;
	return registry_add(&h->games, plugin) ? 0 : -1;
}

int tavern_teardown(void **state)
{
	struct tavern *h = *state;

	desk_close(h->desk);
	cup_fini(&h->cup);
	tavern_assert_true(h);
	assert_int_equal(temporary_teardown((void **)&h->book), 0);
	free(h);
	return 0;
}

struct desk_game tavern_terms(struct tavern *h, const struct tablas_plugin *plugin,
			      unsigned seats, int64_t unit, int64_t buy_in)
{
	struct desk_game g = {.plugin = plugin,
			      .seats = seats,
			      .unit = unit,
			      .buy_in = buy_in,
			      .creator = h->people[0]};

	options_default(plugin, g.options);
	return g;
}

enum refusal tavern_submit(struct tavern *h, const char *key, const struct command *c,
			   int64_t account)
{
	enum refusal refusal;

	assert_int_equal(desk_enter(h->desk), 0);
	refusal = desk_submit(h->desk, key, c, account, &h->receipt);
	desk_leave(h->desk, refusal == ACCEPTED);
	return refusal;
}

void tavern_settle(struct tavern *h)
{
	assert_int_equal(desk_settle(h->desk), 0);
}

const char *tavern_lay(struct tavern *h, const struct desk_game *g)
{
	size_t i = h->games_n++;

	assert_true(i < TAVERN_GAMES_MAX);
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_create(h->desk, g, &h->receipt), ACCEPTED);
	strcpy(h->keys[i], h->receipt.row->key);
	h->ids[i] = h->receipt.row->id;
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
	return h->keys[i];
}

enum refusal tavern_sit(struct tavern *h, const char *key, unsigned seat, int64_t account)
{
	const struct command c = {.kind = COMMAND_SIT, .seat = (uint8_t)seat};

	return tavern_submit(h, key, &c, account);
}

enum refusal tavern_decide(struct tavern *h, const char *key, unsigned seat, const char *words)
{
	const struct command c = {
		.kind = COMMAND_DECIDE, .seat = (uint8_t)seat, .words = &words, .words_n = 1};

	return tavern_submit(h, key, &c, 0);
}

const char *tavern_begin(struct tavern *h, const struct desk_game *g, const char *dice)
{
	const char *key = tavern_lay(h, g);

	if (dice)
		assert_int_equal(cup_script(&h->cup, dice), 0);
	for (unsigned i = 0; i < g->seats; i++)
		assert_int_equal(tavern_sit(h, key, i, h->people[i]), ACCEPTED);
	tavern_settle(h);
	return key;
}

struct game_row tavern_row(struct tavern *h, const char *key)
{
	struct game_row row;

	assert_int_equal(store_game_by_key(h->book->pen, key, &row), STORE_FOUND);
	return row;
}

struct game_row tavern_row_seen(struct tavern *h, const char *key)
{
	struct game_row row;

	assert_int_equal(store_game_by_key(h->book->glasses, key, &row), STORE_FOUND);
	return row;
}

int64_t tavern_wallet(struct tavern *h, int64_t account)
{
	struct account_row row;

	assert_int_equal(store_account_by_id(h->book->pen, account, &row), STORE_FOUND);
	return row.wallet;
}

struct facts_text {
	char text[65536];
	size_t n;
};

static bool add_fact(void *cls, const struct fact *f, const char *events)
{
	struct facts_text *t = cls;
	char seat[4] = "-";

	(void)events;
	if (f->seat != TABLAS_NOBODY)
		snprintf(seat, sizeof(seat), "%u", f->seat);
	t->n += (size_t)snprintf(t->text + t->n, sizeof(t->text) - t->n, "%s%s:%s:%s",
				 t->n ? "," : "", fact_word((enum fact_kind)f->kind), seat,
				 f->text);
	return t->n < sizeof(t->text);
}

const char *tavern_facts(struct tavern *h, const char *key)
{
	static struct facts_text t;
	struct game_row row = tavern_row(h, key);

	t.n = 0;
	t.text[0] = '\0';
	store_facts(h->book->pen, row.id, 0, 1000, add_fact, &t);
	return t.text;
}

static unsigned lowest(uint32_t seats)
{
	unsigned seat = 0;

	while (!(seats >> seat & 1))
		seat++;
	return seat;
}

/* A decision of the seat, one legal move after another, as words. */
static void some_decision(const struct table *t, unsigned seat, uint32_t *seed, char *words,
			  size_t cap)
{
	const struct tablas_plugin *p = t->plugin;
	_Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	static tablas_move moves[65536];
	struct tablas_wait before, after;
	struct tablas_events events;
	size_t n, length = 0;

	memcpy(pos, t->position, p->position_size);
	p->wait(pos, &after);
	do {
		tablas_move move;

		before = after;
		n = p->legal(pos, seat, moves, sizeof(moves) / sizeof(moves[0]));
		assert_true(n > 0);
		move = moves[toy_chance(seed, (unsigned)n)];
		if (length)
			words[length++] = ' ';
		length += p->move_write(pos, seat, move, words + length, cap - length);
		assert_true(length + 2 < cap);
		events = (struct tablas_events){v, 0};
		p->play(pos, seat, move, &events);
		p->wait(pos, &after);
	} while (plays_go_on(&before, &after, events.v, events.n));
}

bool tavern_play_on(struct tavern *h, const char *key, uint32_t *seed)
{
	struct game_row row = tavern_row(h, key);
	char words[FACT_TEXT_MAX];
	struct table t;
	unsigned seat;

	if (row.state != TABLE_ACTIVE)
		return false;
	assert_true(row.waiting != 0);
	seat = lowest(row.waiting);
	assert_int_equal(desk_table(h->desk, &row, &t), 0);
	some_decision(&t, seat, seed, words, sizeof(words));
	if (tavern_decide(h, key, seat, words) != ACCEPTED)
		fail_msg("%s: seat %u: \"%s\" was refused", row.position, seat, words);
	return true;
}
