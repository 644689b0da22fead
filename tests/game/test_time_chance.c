/*
 * test_time_chance.c - every act there is, by anybody, at any time: nobody's act gives
 * a seat time or takes it.
 *
 * What a seat has used and what is in its bank is reckoned here a second time, out of
 * the instants alone: it pays for the questions it was asked while its clock ran, and
 * earns by its own decisions.  After every fact both reckonings are the same.
 */
#include "at_table.h"

#define HOUR (3600 * PACE_SECOND)

extern const struct tablas_plugin tablas_plugin_acedrex, tablas_plugin_backgammon;

static struct table_past past;
static int64_t now;
static bool happened_once[FACT_COUNT];

/* What a seat has to do, as far as its clock knows. */
enum task { NOTHING, OWN_QUESTION, OFFER_OF_ANOTHER };

static struct reckoning {
	enum task task;
	int64_t used, bank, bank_then[TABLAS_SEATS_MAX];
	struct pace_away away;
} seats[TABLAS_SEATS_MAX];

static void pays(struct reckoning *r)
{
	int64_t over = r->used - t.pace.per_move;

	if (r->task != NOTHING && over > 0)
		r->bank = over < r->bank ? r->bank - over : 0;
	r->task = NOTHING;
	r->used = 0;
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void time_goes_by(int64_t to)
{
	bool runs = t.state == TABLE_ACTIVE && !table_paused_until(&t);

	for (unsigned i = 0; runs && i < t.seats; i++) {
		struct pace_away *away = &seats[i].away;
		int64_t off = least(to, away->to) - (now > away->from ? now : away->from);

		if (table_asks(&t, i))
			seats[i].used += to - now - (off > 0 ? off : 0);
	}
	now = to;
}

static bool is_an_offer(void)
{
	struct tablas_wait wait;

	if (t.state != TABLE_ACTIVE)
		return false;
	t.plugin->wait(t.position, &wait);
	return wait.kind == TABLAS_WAIT_MOVE && wait.flags & TABLAS_WAIT_ANSWER;
}

static void decided(const struct fact *f)
{
	struct reckoning *r = &seats[f->seat];

	const bool earns = r->task == OWN_QUESTION && f->kind == FACT_DECIDED;

	pays(r);
	if (earns)
		r->bank = least(r->bank + t.pace.increment, t.pace.bank_most);
}

/* Before it is applied. */
static void note(const struct fact *f, bool offered)
{
	struct pace_away away[PACE_AWAYS_MAX];

	switch (f->kind) {
	case FACT_STARTED:
		for (unsigned i = 0; i < t.seats; i++)
			seats[i].bank = t.pace.bank;
		break;
	case FACT_DECIDED:
	case FACT_PLAYED:
		for (unsigned i = 0; i < t.seats; i++)
			seats[f->seat].bank_then[i] = seats[i].bank;
		if (!offered || seats[f->seat].task == OFFER_OF_ANOTHER)
			decided(f);
		break;
	case FACT_LAPSED:
		seats[f->seat].bank = 0;
		break;
	case FACT_AWAY:
		assert_int_equal(pace_aways_read(f->text, away), 1);
		seats[f->seat].away = away[0];
		break;
	case FACT_TAKEN_BACK:
		for (unsigned i = 0; i < t.seats; i++) {
			pays(&seats[i]);
			seats[i].bank = least(seats[i].bank, seats[f->seat].bank_then[i]);
		}
	}
}

static void is_reckoned_so(const struct fact *f, bool played)
{
	const bool offered = is_an_offer();

	for (unsigned i = 0; t.state == TABLE_ACTIVE && i < t.seats; i++) {
		struct reckoning *r = &seats[i];
		const bool asks = table_asks(&t, i);

		if (t.status[i] != SEAT_PLAYING)
			continue;
		if (played || (!asks && (!offered || r->task == OFFER_OF_ANOTHER)) ||
		    (!offered && r->task == OFFER_OF_ANOTHER))
			pays(r);
		if (asks && r->task == NOTHING)
			r->task = offered ? OFFER_OF_ANOTHER : OWN_QUESTION;
		if (r->bank != t.time.bank[i] ||
		    (asks && r->used != pace_used(&t.pace, &t.time, i, now)))
			fail_msg("%s of %u: seat %u has used %lld, not %lld, and has %lld, not %lld",
				 fact_word((enum fact_kind)f->kind), (unsigned)f->seat, i,
				 (long long)(asks ? pace_used(&t.pace, &t.time, i, now) : 0),
				 (long long)r->used, (long long)t.time.bank[i], (long long)r->bank);
	}
}

static void happens(struct fact *f)
{
	const bool offered = is_an_offer();
	const uint64_t question = t.asked;

	if (!f->at)
		f->at = now;
	time_goes_by(f->at);
	note(f, offered);
	apply(f);
	happened_once[f->kind] = true;
	is_reckoned_so(f, t.asked != question && !offered && !is_an_offer() &&
				  (f->kind == FACT_ROLLED || f->kind == FACT_DECIDED ||
				   f->kind == FACT_PLAYED));
}

static bool does(struct command c)
{
	if (table_decide(&t, &c, &decision) != ACCEPTED)
		return false;
	for (size_t i = 0; i < decision.n; i++)
		happens(&decision.facts[i]);
	return true;
}

static void house_keeps_house(uint32_t *seed)
{
	uint8_t faces[TABLAS_DICE_MAX];
	struct tablas_wait wait;
	struct fact f;

	for (;;) {
		switch (table_next(&t, &wait, &f)) {
		case HOUSE_FACT:
			break;
		case HOUSE_ROLLS:
			for (unsigned i = 0; i < wait.dice; i++)
				faces[i] = (uint8_t)(1 + toy_chance(seed, wait.sides));
			table_roll(&t, faces, wait.dice, &f);
			break;
		default:
			return;
		}
		happens(&f);
	}
}

static void sees_to_what_is_due(int64_t at, uint32_t *seed)
{
	while (t.state == TABLE_ACTIVE && table_due(&t) && table_due(&t) <= at) {
		time_goes_by(table_due(&t));
		assert_true(does((struct command){.kind = COMMAND_LAPSE, .at = now}));
		house_keeps_house(seed);
	}
	time_goes_by(at);
}

static bool decides_by_chance(unsigned seat, uint32_t *seed)
{
	char text[FACT_TEXT_MAX];
	const char *words = text;

	if (!table_asks(&t, seat))
		return false;
	words_by_chance(seat, seed, text);
	if (strcmp(text, "accept") == 0 || strcmp(text, "pass") == 0)
		return false; /* games are to go on for a while */
	return does((struct command){.kind = COMMAND_DECIDE,
				     .seat = (uint8_t)seat,
				     .words = &words,
				     .words_n = 1});
}

static bool is_frozen_for_a_while(uint32_t *seed)
{
	struct command c = {.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY};

	assert_true(does(c));
	time_goes_by(now + toy_chance(seed, 5) * HOUR);
	c.kind = COMMAND_THAW;
	return does(c);
}

static bool goes_away(unsigned seat, uint32_t *seed)
{
	char text[PACE_AWAYS_TEXT_MAX];
	struct pace_away away = {.from = now + toy_chance(seed, 9) * HOUR};

	away.to = away.from + (1 + toy_chance(seed, 9)) * HOUR;
	pace_aways_write(&away, 1, text, sizeof(text));
	return does((struct command){.kind = COMMAND_AWAY, .seat = (uint8_t)seat, .text = text});
}

static bool consents(unsigned seat, uint32_t *seed)
{
	struct command c = {.kind = (uint8_t)(COMMAND_OFFER + toy_chance(seed, 4)),
			    .consent = (uint8_t)toy_chance(seed, CONSENT_COUNT),
			    .seat = (uint8_t)seat,
			    .length = (1 + toy_chance(seed, 30)) * HOUR};

	for (unsigned i = 0; i < CONSENT_COUNT; i++)
		if (t.consent.open >> i & 1 && toy_chance(seed, 2))
			c.consent = (uint8_t)i;
	if (c.kind == COMMAND_AGREE && (c.consent == CONSENT_ABORT || c.consent == CONSENT_DRAW))
		c.kind = COMMAND_DECLINE;
	return does(c);
}

static bool acts(unsigned seat, uint32_t *seed)
{
	struct command c = {.seat = (uint8_t)seat};

	switch (toy_chance(seed, 9)) {
	case 0:
		c.kind = COMMAND_RESIGN;
		c.value = (int32_t)(toy_chance(seed, 40) ? 1 + toy_chance(seed, 3) : 0);
		return does(c);
	case 1:
		c.kind = COMMAND_TOP_UP;
		c.chips = 1;
		return does(c);
	case 2:
		c.kind = COMMAND_CLAIM;
		return toy_chance(seed, 4) == 0 && does(c);
	case 3:
		return toy_chance(seed, 10) == 0 && is_frozen_for_a_while(seed);
	case 4:
		return toy_chance(seed, 4) == 0 && goes_away(seat, seed);
	case 5:
	case 6:
		return consents(seat, seed);
	default:
		return decides_by_chance(seat, seed);
	}
}

static void plays_by_the_clock(const struct tablas_plugin *plugin, unsigned n, const char *options,
			       uint8_t on_timeout, uint32_t *seed)
{
	memset(seats, 0, sizeof(seats));
	now = HOUR;
	lay(plugin, n, options);
	t.stakes.top_ups = true;
	table_pace(&t, &(struct pace){.timed = true,
				      .per_move = 10 * HOUR,
				      .bank = 12 * HOUR,
				      .increment = HOUR,
				      .bank_most = 15 * HOUR,
				      .vacations = true,
				      .misses = on_timeout == FORFEIT_MOVE ? 100 : 0,
				      .on_timeout = on_timeout});
	table_remember(&t, &past);
	for (unsigned i = 0; i < n; i++)
		assert_true(does((struct command){.kind = COMMAND_SIT, .seat = (uint8_t)i}));
	house_keeps_house(seed);
	for (unsigned i = 0; i < 400 && t.state == TABLE_ACTIVE; i++) {
		sees_to_what_is_due(now + toy_chance(seed, i % 40 ? 4 : 60) * HOUR / 2, seed);
		for (unsigned tries = 0; t.state == TABLE_ACTIVE && tries < 20 &&
					 !acts(toy_chance(seed, n), seed);
		     tries++)
			;
		house_keeps_house(seed);
	}
}

static void nobodys_act_gives_a_seat_time_or_takes_it(void **state)
{
	static const uint16_t acts_and_more[] = {
		FACT_DECIDED, FACT_RESIGNED, FACT_LEFT,	  FACT_FROZEN,	   FACT_THAWED,
		FACT_LAPSED,  FACT_PLAYED,   FACT_CLAIMED, FACT_AWAY,	   FACT_OFFERED,
		FACT_AGREED,  FACT_DECLINED, FACT_WITHDRAWN, FACT_TAKEN_BACK, FACT_PAUSED,
		FACT_RESUMED, FACT_TOPPED_UP};
	uint32_t seed = 11;

	(void)state;
	for (unsigned game = 0; game < 60; game++) {
		uint8_t on = (uint8_t)(game % ON_TIMEOUT_COUNT);

		plays_by_the_clock(&tablas_plugin_backgammon, 2, "resign_value=offered cube=on", on,
				   &seed);
		plays_by_the_clock(&tablas_plugin_toy, 2 + game / 3 % 3, "antes=on men=6", on, &seed);
		if (game % 8 < 4)
			plays_by_the_clock(&tablas_plugin_acedrex, 4, "", on, &seed);
	}
	for (size_t i = 0; i < sizeof(acts_and_more) / sizeof(*acts_and_more); i++)
		if (!happened_once[acts_and_more[i]])
			fail_msg("never %s", fact_word((enum fact_kind)acts_and_more[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobodys_act_gives_a_seat_time_or_takes_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
