/*
 * The notations of other programs, by chance: positions of random games written
 * and read again, and good texts damaged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plugins/backgammon/backgammon.h"
#include "tests/rules/backgammon_table.h"

#define CUBE "cube=on resign_value=offered"
#define OPEN "4HPwATDgc/ABMA"

static uint64_t seed;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

/* The position without what the notation is documented not to carry. */
static struct backgammon carried(const struct bytes *pos, unsigned notation)
{
	struct backgammon p;

	memcpy(&p, pos, sizeof p);
	memset(p.refused, 0, sizeof p.refused);
	if (p.phase == BACKGAMMON_OVER)
		memset(p.throws, 0, sizeof p.throws);
	else if (p.flags & BACKGAMMON_HOLLAND)
		memset(p.throws, 2, sizeof p.throws);
	p.accepted = p.owner == TABLAS_NOBODY ? 0 : p.cube;
	if (p.phase == BACKGAMMON_ROLL && !backgammon_no_double(&p, p.turn))
		p.phase = BACKGAMMON_DOUBLE;
	if (notation == BACKGAMMON_XGID)
		p.offer = p.offer_by = 0;
	if (notation == BACKGAMMON_GNUBG && p.dice[0] < p.dice[1]) {
		uint8_t die = p.dice[0];

		p.dice[0] = p.dice[1];
		p.dice[1] = die;
	}
	return p;
}

static unsigned there_and_back(const struct tablas_setup *setup, const struct bytes *p)
{
	unsigned told = 0;

	for (unsigned notation = 0; notation < 2; notation++) {
		struct backgammon want = carried(p, notation);
		char text[TABLAS_TEXT_MAX];
		struct bytes q;

		if (!GAME->write_as(p, notation, text, sizeof text))
			continue;
		if (want.phase == BACKGAMMON_OVER && want.end != BACKGAMMON_BORNE_OFF) {
			assert_int_equal(GAME->read_as(setup, notation, text, &q), -1);
			continue;
		}
		q = table_from(setup, notation, text);
		if (memcmp(&q, &want, BYTES))
			fail_msg("%s, read from %s of %s", table_written(&q), text,
				 table_written(p));
		told++;
	}
	return told;
}

/* A Position ID tells the men alone, those of the side on roll as White's. */
static void men_there_and_back(const struct tablas_setup *setup, const struct bytes *p)
{
	const struct backgammon *a = (const void *)p;
	struct bytes q =
		table_from(setup, BACKGAMMON_GNUBG_POSITION, table_as(p, BACKGAMMON_GNUBG_POSITION));
	const struct backgammon *b = (const void *)&q;
	int turned = a->turn == 1 || (a->turn > 1 && a->winner == 1);

	for (unsigned i = 0; i <= BACKGAMMON_BAR; i++)
		assert_int_equal(b->men[i], turned ? -a->men[25 - i] : a->men[i]);
}

static unsigned random_game(const struct tablas_setup *setup)
{
	struct bytes p;
	unsigned told = 0;

	memset(&p, 0, sizeof p);
	GAME->init(setup, &p);
	for (;;) {
		struct tablas_wait w = table_waits(&p);
		tablas_move legal[64];

		told += there_and_back(setup, &p);
		men_there_and_back(setup, &p);
		if (w.kind == TABLAS_WAIT_OVER)
			return told;
		if (w.kind == TABLAS_WAIT_ROLL) {
			uint8_t faces[2] = {(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))};

			GAME->roll(&p, faces, 2, NULL);
			continue;
		}
		unsigned seat = w.seats == 2;
		size_t n = GAME->legal(&p, seat, legal, 64);

		if (below(40) == 0)
			GAME->resign(&p, below(2), 1 + (int32_t)below(3), NULL, NULL);
		else
			GAME->play(&p, seat, legal[below((unsigned)n)], NULL);
	}
}

static void random_positions_come_back_as_they_went(void **state)
{
	unsigned told = 0;

	(void)state;
	seed = 88172645463325252ull;
	for (unsigned i = 0; i < 120; i++) {
		told += random_game(table_setup(""));
		told += random_game(table_setup(CUBE " jacoby=on beaver=on raccoon=on"));
		told += random_game(table_setup("variant=hypergammon"));
		told += random_game(table_match("cube=on resign_value=offered holland=on "
						"crawford_played=on",
						5, 4, (int32_t)below(4)));
		told += random_game(table_match("cube=on", 7, (int32_t)below(7),
						(int32_t)below(7)));
	}
	assert_true(told > 20000);
}

/* Texts one or two characters away from good ones: refused, or sound positions. */
static void damaged_texts_are_refused_or_sound(void **state)
{
	static const char *const good[][2] = {
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"},
		{OPEN ":cAkAAAAAAAAE"},
		{OPEN}};
	static const char alphabet[] = "AZaz059+/-:=BDRbdr \t\xff" "1234";
	unsigned refused = 0, read = 0;

	(void)state;
	seed = 362436069362436069ull;
	for (unsigned i = 0; i < 60000; i++) {
		unsigned notation = i % 3;
		char text[64];
		struct bytes p;

		snprintf(text, sizeof text, "%s", good[notation][0]);
		for (unsigned k = below(2) + 1; k; k--)
			text[below((unsigned)strlen(text))] = alphabet[below(sizeof alphabet - 1)];
		memset(&p, 0, sizeof p);
		if (GAME->read_as(table_setup(CUBE), notation, text, &p)) {
			refused++;
			continue;
		}
		read++;
		if (GAME->audit(&p))
			fail_msg("%s: %s", text, GAME->audit(&p));
	}
	assert_true(refused > 1000 && read > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_positions_come_back_as_they_went),
		cmocka_unit_test(damaged_texts_are_refused_or_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
