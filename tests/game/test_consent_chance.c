/*
 * test_consent_chance.c - offers and answers at random, between decisions at random:
 * no chip is lost, and what is taken back is as it was to the byte.
 */
#include "at_table.h"

#include <stdlib.h>

static struct table_past past;

/* How the table stood when each question was put that a decision answered. */
static struct then {
	uint64_t ply;
	struct table table;
} thens[GAME_FACTS_MAX / 8];
static size_t thens_n;

static bool chance_consents(uint32_t *seed)
{
	struct command c = {.kind = (uint8_t)(COMMAND_OFFER + toy_chance(seed, 4)),
			    .consent = (uint8_t)toy_chance(seed, 2 * CONSENT_COUNT),
			    .seat = (uint8_t)toy_chance(seed, t.seats),
			    .length = PACE_DAY};

	if (c.consent >= CONSENT_COUNT)
		c.consent = CONSENT_TAKEBACK;
	if (toy_chance(seed, 3))
		c.kind = COMMAND_AGREE;
	if (t.consent.open >> CONSENT_TAKEBACK & 1 && toy_chance(seed, 8)) {
		c.kind = COMMAND_AGREE;
		c.consent = CONSENT_TAKEBACK;
	} else if (t.takeable && toy_chance(seed, 4)) {
		c.kind = COMMAND_OFFER;
		c.consent = CONSENT_TAKEBACK;
	}
	/* Games are to go on for a while. */
	if (c.consent == CONSENT_ABORT && toy_chance(seed, 20))
		return false;
	if (c.consent == CONSENT_DRAW && c.kind == COMMAND_AGREE && toy_chance(seed, 10))
		c.kind = COMMAND_DECLINE;
	return want(c) == ACCEPTED;
}

static const struct table *then_of(uint64_t ply)
{
	for (size_t i = thens_n; i > 0; i--)
		if (thens[i - 1].ply == ply)
			return &thens[i - 1].table;
	return NULL;
}

/* Byte for byte, and to the chip. */
static void is_as_it_was(const char *text)
{
	const struct table *was = then_of(strtoull(text, NULL, 10));

	assert_non_null(was);
	assert_memory_equal(t.position, was->position, t.plugin->position_size);
	assert_memory_equal(t.stakes.purse, was->stakes.purse, sizeof(t.stakes.purse));
	assert_memory_equal(t.status, was->status, sizeof(t.status));
	assert_int_equal(t.stakes.pot, was->stakes.pot);
	assert_int_equal(t.decisions, was->decisions);
	assert_int_equal(t.throws, was->throws);
}

static void decides_by_chance(uint32_t *seed)
{
	unsigned seat = toy_chance(seed, t.seats);
	char words[FACT_TEXT_MAX];

	while (!table_asks(&t, seat))
		seat = (seat + 1) % t.seats;
	words_by_chance(seat, seed, words);
	assert_true(thens_n < sizeof(thens) / sizeof(*thens));
	thens[thens_n].ply = t.ply + 1;
	table_copy(&thens[thens_n++].table, &t);
	assert_int_equal(decides(seat, words), ACCEPTED);
}

static size_t play_with_offers(unsigned seats, uint32_t *seed)
{
	size_t back = 0;
	struct tablas_wait wait;
	struct fact f;
	uint8_t faces[TABLAS_DICE_MAX];

	begin_antes(&past, seats);
	thens_n = 0;
	while (t.state == TABLE_ACTIVE) {
		switch (table_next(&t, &wait, &f)) {
		case HOUSE_FACT:
			apply(&f);
			if (f.kind != FACT_TAKEN_BACK)
				break;
			is_as_it_was(f.text);
			back++;
			break;
		case HOUSE_ROLLS:
			for (unsigned i = 0; i < wait.dice; i++)
				faces[i] = (uint8_t)(1 + toy_chance(seed, wait.sides));
			table_roll(&t, faces, wait.dice, &f);
			apply(&f);
			break;
		case HOUSE_DRAWS:
			fail();
			break;
		case HOUSE_WAITS:
			if (toy_chance(seed, 200) == 0)
				resigns(toy_chance(seed, seats), 0);
			else if ((!toy_chance(seed, 8) || !chance_consents(seed)) &&
				 !(t.consent.open && toy_chance(seed, 4)))
				decides_by_chance(seed);
		}
		if (t.state == TABLE_ACTIVE)
			assert_int_equal(table_chips(&t), t.stakes.buy_in * seats);
	}
	assert_int_equal(table_chips(&t), 0);
	return back;
}

/* user-voices D55, E66 */
static void offers_at_random_lose_no_chip_and_restore_every_byte(void **state)
{
	uint32_t seed = 7;
	size_t back = 0;

	(void)state;
	for (unsigned game = 0; game < 240; game++)
		back += play_with_offers(2 + game % 3, &seed);
	assert_true(back > 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offers_at_random_lose_no_chip_and_restore_every_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
