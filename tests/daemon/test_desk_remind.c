/*
 * test_desk_remind.c - reminders where deadlines move and where several seats are asked:
 * each that is asked is told once, at its own instant, and nobody who has decided.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include "schema/subscriptions.h"

#include <stdio.h>
#include <string.h>

#define HOUR	 (3600 * PACE_SECOND)
#define MIDNIGHT (TAVERN_TIME + 15 * HOUR) /* before the first of December */

/* That account wishes to be reminded so long before a deadline. */
static void wish(struct tavern *h, unsigned who, int64_t before)
{
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_add_reader(h->desk, h->people[who]), 0);
	assert_int_equal(store_reminders_set(h->book->store, h->people[who], &before, 1,
					     desk_now(h->desk)),
			 STORE_DONE);
	assert_int_equal(desk_leave(h->desk, true), 0);
	desk_reminders_changed(h->desk);
	tavern_settle(h);
}

/* The loop comes to it at that instant. */
static void at(struct tavern *h, int64_t instant)
{
	clock_wind(&h->clock, instant);
	for (int i = 0; i < 4; i++) {
		assert_true(desk_lapse(h->desk, 64) >= 0);
		assert_int_equal(desk_remind(h->desk), 0);
		tavern_settle(h);
	}
}

/* "1@46" for each reminder of that account: of which seat, and how many hours from the start. */
static const char *reminders(struct tavern *h, unsigned who)
{
	static char text[256];
	struct news_row rows[64];
	size_t n = 64, length = 0;

	text[0] = '\0';
	if (store_news(h->book->glasses, h->people[who], 0, rows, &n) != STORE_FOUND)
		return text;
	for (size_t i = 0; i < n; i++)
		if (rows[i].kind == NEWS_REMINDED)
			length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%u@%d",
						   length ? " " : "", rows[i].seat,
						   (int)((rows[i].at - TAVERN_TIME) / HOUR));
	return text;
}

static int64_t last_deadline(struct tavern *h, unsigned who)
{
	struct news_row rows[64];
	size_t n = 64;

	assert_int_equal(store_news(h->book->glasses, h->people[who], 0, rows, &n), STORE_FOUND);
	return rows[n - 1].value;
}

static struct desk_game slow(struct tavern *h, unsigned seats)
{
	struct desk_game g = tavern_terms(h, &tablas_plugin_toy, seats, 0, 0);

	g.pace = (struct pace){.timed = true, .per_move = 5 * PACE_DAY, .vacations = true};
	return g;
}

static void plan(struct tavern *h, unsigned who, int64_t begins, int64_t ends)
{
	struct vacation_row v = {.account = h->people[who],
				 .booked = desk_now(h->desk),
				 .begins = begins,
				 .ends = ends};

	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(store_vacation_add(h->book->store, &v), STORE_DONE);
	assert_int_equal(desk_vacation_changed(h->desk, v.account), 0);
	assert_int_equal(desk_leave(h->desk, true), 0);
	for (int i = 0; desk_deadline(h->desk) == 0; i++) {
		assert_true(i < 100 && desk_lapse(h->desk, 64) >= 0);
		tavern_settle(h);
	}
}

/* ---- several seats ------------------------------------------------------------------------- */

/*
 * Three seats are asked for their antes at once, and have five days; the last is away
 * for one of them, so its time is up a day later.
 */
static const char *three_are_asked(struct tavern *h, int64_t before)
{
	struct desk_game g = slow(h, 3);
	const char *key;

	assert_int_equal(options_read(&tablas_plugin_toy, "antes=on", g.options), ACCEPTED);
	g.unit = 2;
	g.buy_in = 20;
	key = tavern_begin(h, &g, "");
	assert_int_equal(tavern_row(h, key).waiting, 7);
	for (unsigned i = 0; i < 3; i++)
		wish(h, i, before);
	plan(h, 2, MIDNIGHT, MIDNIGHT + PACE_DAY);
	return key;
}

static void every_seat_that_is_asked_is_reminded_at_its_own_instant(void **state)
{
	struct tavern *h = *state;
	const char *key = three_are_asked(h, 3 * PACE_DAY);

	at(h, TAVERN_TIME + 2 * PACE_DAY - 2 * PACE_SECOND);
	for (unsigned i = 0; i < 3; i++)
		assert_string_equal(reminders(h, i), "");
	at(h, TAVERN_TIME + 2 * PACE_DAY);
	assert_string_equal(reminders(h, 0), "0@48");
	assert_string_equal(reminders(h, 1), "1@48");
	assert_string_equal(reminders(h, 2), "");
	assert_int_equal(last_deadline(h, 0), TAVERN_TIME + 5 * PACE_DAY);
	assert_int_equal(tavern_decide(h, key, 1, "ante"), ACCEPTED);
	at(h, TAVERN_TIME + 3 * PACE_DAY);
	assert_string_equal(reminders(h, 2), "2@72");
	assert_int_equal(last_deadline(h, 2), TAVERN_TIME + 6 * PACE_DAY);
	/* Not again after a restart, nor when its deadline is the first that is left. */
	tavern_close(h);
	tavern_open(h);
	at(h, TAVERN_TIME + 4 * PACE_DAY);
	assert_int_equal(tavern_decide(h, key, 0, "ante"), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).deadline, TAVERN_TIME + 6 * PACE_DAY);
	at(h, TAVERN_TIME + 5 * PACE_DAY);
	assert_string_equal(reminders(h, 0), "0@48");
	assert_string_equal(reminders(h, 1), "1@48");
	assert_string_equal(reminders(h, 2), "2@72");
}

static void a_seat_that_is_left_alone_with_the_question_is_reminded_once(void **state)
{
	struct tavern *h = *state;
	const char *key = three_are_asked(h, PACE_DAY);

	at(h, TAVERN_TIME + 4 * PACE_DAY);
	assert_string_equal(reminders(h, 0), "0@96");
	assert_int_equal(tavern_decide(h, key, 0, "ante"), ACCEPTED);
	assert_int_equal(tavern_decide(h, key, 1, "ante"), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row(h, key).deadline, TAVERN_TIME + 6 * PACE_DAY);
	at(h, TAVERN_TIME + 5 * PACE_DAY - 2 * PACE_SECOND);
	assert_string_equal(reminders(h, 2), "");
	at(h, TAVERN_TIME + 5 * PACE_DAY);
	at(h, TAVERN_TIME + 5 * PACE_DAY + HOUR);
	assert_string_equal(reminders(h, 2), "2@120");
}

static void whoever_has_decided_is_not_reminded(void **state)
{
	struct tavern *h = *state;
	const char *key = three_are_asked(h, 3 * PACE_DAY);

	assert_int_equal(tavern_decide(h, key, 1, "ante"), ACCEPTED);
	at(h, TAVERN_TIME + 2 * PACE_DAY);
	assert_string_equal(reminders(h, 0), "0@48");
	assert_string_equal(reminders(h, 1), "");
	assert_int_equal(tavern_decide(h, key, 2, "ante"), ACCEPTED);
	at(h, TAVERN_TIME + 3 * PACE_DAY);
	assert_string_equal(reminders(h, 2), "");
}

/* The house slept from before the first instant to behind the last. */
static void who_comes_late_reminds_each_of_a_deadline_that_is_still_ahead(void **state)
{
	struct tavern *h = *state;

	three_are_asked(h, 3 * PACE_DAY);
	tavern_close(h);
	tavern_open(h);
	at(h, TAVERN_TIME + 4 * PACE_DAY);
	assert_string_equal(reminders(h, 0), "0@48");
	assert_string_equal(reminders(h, 1), "1@48");
	assert_string_equal(reminders(h, 2), "2@72");
	at(h, TAVERN_TIME + 4 * PACE_DAY + HOUR);
	assert_string_equal(reminders(h, 2), "2@72");
}

/* ---- deadlines that move --------------------------------------------------------------------- */

static const char *two_play(struct tavern *h, struct desk_game g)
{
	const char *key = tavern_begin(h, &g, "4 1 3 1 2 1 2 1 2 1");

	wish(h, 0, PACE_DAY);
	wish(h, 1, PACE_DAY);
	assert_int_equal(tavern_row(h, key).waiting, 1);
	return key;
}

/* Each seat offers it once while a question stands. */
static void agree(struct tavern *h, const char *key, enum consent_kind what, unsigned first)
{
	struct command c = {.consent = (uint8_t)what, .length = 30 * PACE_DAY};

	for (unsigned i = 0; i < 2; i++) {
		c.seat = (uint8_t)(i ? !first : first);
		c.kind = i ? COMMAND_AGREE : COMMAND_OFFER;
		assert_int_equal(tavern_submit(h, key, &c, h->people[c.seat]), ACCEPTED);
	}
	tavern_settle(h);
}

/* user-voices B13, B21: one that was told before the pause is not told again after it. */
static void a_reminder_moves_with_the_deadline_through_a_pause(void **state)
{
	struct tavern *h = *state;
	const char *key = two_play(h, slow(h, 2));

	at(h, TAVERN_TIME + 2 * PACE_DAY);
	agree(h, key, CONSENT_PAUSE, 0);
	at(h, TAVERN_TIME + 4 * PACE_DAY); /* when it were due */
	assert_string_equal(reminders(h, 0), "");
	at(h, TAVERN_TIME + 12 * PACE_DAY);
	agree(h, key, CONSENT_RESUME, 0);
	assert_int_equal(tavern_row(h, key).deadline, TAVERN_TIME + 15 * PACE_DAY);
	at(h, TAVERN_TIME + 14 * PACE_DAY);
	assert_string_equal(reminders(h, 0), "0@336");
	at(h, TAVERN_TIME + 14 * PACE_DAY + HOUR);
	agree(h, key, CONSENT_PAUSE, 1);
	at(h, TAVERN_TIME + 15 * PACE_DAY + HOUR);
	agree(h, key, CONSENT_RESUME, 1);
	at(h, TAVERN_TIME + 16 * PACE_DAY - 2 * PACE_SECOND);
	assert_string_equal(reminders(h, 0), "0@336");
	assert_string_equal(reminders(h, 1), "");
}

/* user-voices B21 */
static void a_reminder_moves_with_the_deadline_through_a_vacation(void **state)
{
	struct tavern *h = *state;
	const char *key = two_play(h, slow(h, 2));

	plan(h, 0, MIDNIGHT, MIDNIGHT + 2 * PACE_DAY);
	assert_int_equal(tavern_row(h, key).deadline, TAVERN_TIME + 7 * PACE_DAY);
	at(h, TAVERN_TIME + 6 * PACE_DAY - 2 * PACE_SECOND);
	assert_string_equal(reminders(h, 0), "");
	at(h, TAVERN_TIME + 6 * PACE_DAY);
	assert_string_equal(reminders(h, 0), "0@144");
}

/* user-voices B10, B21: what the bank was given makes the next deadline, and its reminder, later. */
static void a_reminder_moves_with_the_deadline_by_an_increment(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = slow(h, 2);
	uint32_t seed = 4;
	const char *key;
	unsigned seat;

	g.pace = (struct pace){.timed = true,
			       .bank = 3 * PACE_DAY,
			       .increment = PACE_DAY,
			       .bank_most = 4 * PACE_DAY};
	key = two_play(h, g);
	assert_int_equal(tavern_row(h, key).deadline, TAVERN_TIME + 3 * PACE_DAY);
	for (int i = 0; tavern_row(h, key).deadline != TAVERN_TIME + 4 * PACE_DAY; i++) {
		assert_true(i < 8 && tavern_play_on(h, key, &seed));
		tavern_settle(h);
	}
	seat = tavern_row(h, key).waiting >> 1;
	at(h, TAVERN_TIME + 3 * PACE_DAY - 2 * PACE_SECOND);
	assert_string_equal(reminders(h, 0), "");
	assert_string_equal(reminders(h, 1), "");
	at(h, TAVERN_TIME + 3 * PACE_DAY);
	assert_string_equal(reminders(h, seat), seat ? "1@72" : "0@72");
	assert_string_equal(reminders(h, !seat), "");
}

/* What is up is nothing to be reminded of. */
static void a_reminder_ends_with_its_deadline(void **state)
{
	struct tavern *h = *state;
	const char *key = two_play(h, slow(h, 2));

	tavern_close(h);
	tavern_open(h);
	at(h, TAVERN_TIME + 5 * PACE_DAY);
	assert_int_not_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_string_equal(reminders(h, 0), "");
	assert_string_equal(reminders(h, 1), "");
}

/* ---- while time goes on -------------------------------------------------------------------- */

/* The linker has every look at the clock come here: how far time goes on by each. */
int64_t __real_clock_now(const struct clock *);
int64_t __wrap_clock_now(const struct clock *);
static int64_t by_each_look, gone_on;

int64_t __wrap_clock_now(const struct clock *c)
{
	int64_t now = __real_clock_now(c) + gone_on;

	gone_on += by_each_look;
	return now;
}

/*
 * Of two games the one is due a second after the other's last seat, which is told by
 * a look that takes some seconds: it is still ahead of what the look has come to.
 */
static void what_comes_due_during_a_look_is_told_by_the_next(void **state)
{
	struct tavern *h = *state;
	const int64_t late = TAVERN_TIME + 3 * PACE_DAY, more = 2 * PACE_SECOND;
	struct desk_game g = slow(h, 2);

	three_are_asked(h, 3 * PACE_DAY);
	at(h, TAVERN_TIME + PACE_DAY + PACE_SECOND);
	tavern_begin(h, &g, "4 1 3 1 2 1 2 1 2 1");
	at(h, TAVERN_TIME + 2 * PACE_DAY);
	clock_wind(&h->clock, late);
	by_each_look = PACE_SECOND;
	assert_int_equal(desk_remind(h->desk), 0);
	by_each_look = gone_on = 0;
	tavern_settle(h);
	assert_string_equal(reminders(h, 2), "2@72");
	at(h, late + more);
	assert_string_equal(reminders(h, 0), "0@48 0@72");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(every_seat_that_is_asked_is_reminded_at_its_own_instant),
		TAVERN_TEST(a_seat_that_is_left_alone_with_the_question_is_reminded_once),
		TAVERN_TEST(whoever_has_decided_is_not_reminded),
		TAVERN_TEST(who_comes_late_reminds_each_of_a_deadline_that_is_still_ahead),
		TAVERN_TEST(a_reminder_moves_with_the_deadline_through_a_pause),
		TAVERN_TEST(a_reminder_moves_with_the_deadline_through_a_vacation),
		TAVERN_TEST(a_reminder_moves_with_the_deadline_by_an_increment),
		TAVERN_TEST(a_reminder_ends_with_its_deadline),
		TAVERN_TEST(what_comes_due_during_a_look_is_told_by_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
