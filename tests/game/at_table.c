/*
 * at_table.c - speaking to one table as the desk does.
 */
#include "at_table.h"

struct table t;
struct decision decision;
struct happened happened;

void lay(const struct tablas_plugin *plugin, unsigned seats, const char *options)
{
	int32_t values[OPTIONS_MAX];

	assert_int_equal(options_read(plugin, options, values), ACCEPTED);
	table_init(&t, plugin, seats, values, 2, 100);
}

void apply(const struct fact *f)
{
	if (table_apply(&t, f, &happened) != 0)
		fail_msg("cannot be: %s %u \"%s\"", fact_word((enum fact_kind)f->kind),
			 (unsigned)f->seat, f->text);
}

enum refusal want_at(struct command c, int64_t at)
{
	enum refusal refusal = table_decide(&t, &c, &decision);

	for (size_t i = 0; refusal == ACCEPTED && i < decision.n; i++) {
		if (!decision.facts[i].at)
			decision.facts[i].at = at;
		apply(&decision.facts[i]);
	}
	return refusal;
}

enum refusal want(struct command c)
{
	return want_at(c, 0);
}

enum refusal wants(unsigned kind, unsigned seat)
{
	return want((struct command){.kind = (uint8_t)kind, .seat = (uint8_t)seat});
}

enum refusal decides(unsigned seat, const char *words)
{
	return want((struct command){
		.kind = COMMAND_DECIDE, .seat = (uint8_t)seat, .words = &words, .words_n = 1});
}

enum refusal resigns(unsigned seat, int32_t value)
{
	return want((struct command){
		.kind = COMMAND_RESIGN, .seat = (uint8_t)seat, .value = value});
}

enum refusal says(unsigned command, unsigned kind, unsigned seat)
{
	return want((struct command){
		.kind = (uint8_t)command, .consent = (uint8_t)kind, .seat = (uint8_t)seat});
}

enum refusal offers(unsigned kind, unsigned seat)
{
	return says(COMMAND_OFFER, kind, seat);
}

enum refusal agrees(unsigned kind, unsigned seat)
{
	return says(COMMAND_AGREE, kind, seat);
}

/* The house does one thing that needs no dice, and it is this. */
void house_says_at(enum fact_kind kind, const char *text, int64_t at)
{
	struct tablas_wait wait;
	struct fact f;

	assert_int_equal(table_next(&t, &wait, &f), HOUSE_FACT);
	assert_string_equal(fact_word((enum fact_kind)f.kind), fact_word(kind));
	assert_string_equal(f.text, text);
	if (!f.at)
		f.at = at;
	apply(&f);
}

void house_says(enum fact_kind kind, const char *text)
{
	house_says_at(kind, text, 0);
}

void house_throws(uint8_t one, uint8_t other)
{
	const uint8_t faces[] = {one, other};
	struct tablas_wait wait;
	struct fact f;

	assert_int_equal(table_next(&t, &wait, &f), HOUSE_ROLLS);
	table_roll(&t, faces, wait.dice, &f);
	apply(&f);
}

enum house house_next(void)
{
	struct tablas_wait wait;
	struct fact f;

	return table_next(&t, &wait, &f);
}

/* A game of two, begun; seat 0 is to throw. */
void begin_two(const struct tablas_plugin *plugin, const char *options)
{
	lay(plugin, 2, options);
	assert_int_equal(wants(COMMAND_SIT, 0), ACCEPTED);
	assert_int_equal(wants(COMMAND_SIT, 1), ACCEPTED);
	house_says(FACT_STARTED, "");
	house_throws(4, 1);
}

/* A game of three or four, begun; seat 0 is to throw. */
void begin_many(const struct tablas_plugin *plugin, unsigned seats, const char *options)
{
	const uint8_t faces[] = {4, 1, 1, 1};
	struct fact f;

	lay(plugin, seats, options);
	for (unsigned i = 0; i < seats; i++)
		assert_int_equal(wants(COMMAND_SIT, i), ACCEPTED);
	house_says(FACT_STARTED, "");
	table_roll(&t, faces, seats, &f);
	apply(&f);
}

/* Each is to pay an ante, in any order, before anything is thrown. */
void begin_antes(struct table_past *past, unsigned seats)
{
	lay(&tablas_plugin_toy, seats, "antes=on");
	table_remember(&t, past);
	for (unsigned i = 0; i < seats; i++)
		assert_int_equal(wants(COMMAND_SIT, i), ACCEPTED);
	house_says(FACT_STARTED, "");
}

struct toy *toy(void)
{
	return (struct toy *)(void *)t.position;
}

/* ---- whole games ----------------------------------------------------------- */

struct fact facts[GAME_FACTS_MAX];
size_t facts_n;

static void remember(const struct fact *f)
{
	assert_true(facts_n < GAME_FACTS_MAX);
	facts[facts_n++] = *f;
	apply(f);
}

void words_by_chance(unsigned seat, uint32_t *seed, char text[FACT_TEXT_MAX])
{
	const struct tablas_plugin *plugin = t.plugin;
	_Alignas(16) unsigned char pos[plugin->position_size];
	tablas_move legal[plugin->moves_max], moves[TABLAS_STEPS_MAX];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_wait asked, after;
	struct tablas_events events;
	size_t n = 0, k;

	memcpy(pos, t.position, plugin->position_size);
	plugin->wait(pos, &asked);
	do {
		k = plugin->legal(pos, seat, legal, plugin->moves_max);
		assert_in_range(k, 1, plugin->moves_max);
		moves[n] = legal[toy_chance(seed, (unsigned)k)];
		events = (struct tablas_events){v, 0};
		plugin->play(pos, seat, moves[n++], &events);
		plugin->wait(pos, &after);
	} while (plays_go_on(&asked, &after, v, events.n));
	phrase_write(plugin, t.position, seat, moves, n, text, FACT_TEXT_MAX);
}

static void decide_by_chance(unsigned seat, uint32_t *seed)
{
	char text[FACT_TEXT_MAX];
	const char *words = text;
	struct command c = {.kind = COMMAND_DECIDE,
			    .seat = (uint8_t)seat,
			    .words = &words,
			    .words_n = 1,
			    .ply = t.ply};

	words_by_chance(seat, seed, text);
	assert_int_equal(table_decide(&t, &c, &decision), ACCEPTED);
	assert_string_equal(decision.facts[0].text, text);
	remember(&decision.facts[0]);
}

static void leave_by_chance(uint32_t *seed)
{
	struct command c = {.kind = COMMAND_RESIGN, .seat = (uint8_t)toy_chance(seed, t.seats)};

	c.value = (int32_t)toy_chance(seed, 3);
	if (table_decide(&t, &c, &decision) == ACCEPTED)
		remember(&decision.facts[0]);
}

static void house_by_chance(const struct tablas_wait *wait, uint32_t *seed)
{
	uint8_t faces[TABLAS_DICE_MAX];
	struct fact f;

	for (unsigned i = 0; i < wait->dice; i++)
		faces[i] = (uint8_t)(1 + toy_chance(seed, wait->sides));
	table_roll(&t, faces, wait->dice, &f);
	remember(&f);
}

void play_by_chance(uint32_t *seed, unsigned patience)
{
	struct command sit = {.kind = COMMAND_SIT, .text = "somebody"};
	struct tablas_wait wait;
	struct fact f;

	facts_n = 0;
	for (; sit.seat < t.seats; sit.seat++) {
		assert_int_equal(table_decide(&t, &sit, &decision), ACCEPTED);
		remember(&decision.facts[0]);
	}
	while (t.state != TABLE_OVER) {
		unsigned seat = 0;

		switch (table_next(&t, &wait, &f)) {
		case HOUSE_FACT:
			remember(&f);
			break;
		case HOUSE_ROLLS:
			house_by_chance(&wait, seed);
			break;
		case HOUSE_DRAWS:
			fail();
			break;
		case HOUSE_WAITS:
			if (toy_chance(seed, patience) == 0) {
				leave_by_chance(seed);
				break;
			}
			while (!table_asks(&t, seat))
				seat++;
			decide_by_chance(seat, seed);
		}
		if (t.state == TABLE_ACTIVE)
			assert_int_equal(table_chips(&t), t.stakes.buy_in * t.seats);
	}
	assert_int_equal(table_chips(&t), 0);
}
