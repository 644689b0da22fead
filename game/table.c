/*
 * table.c - one game with its seats, as a value: laying it, keeping it, and what
 * the house must do next.  What players want is in table_decide.c, what
 * follows from facts in table_apply.c.
 */
#include "game/table.h"
#include "game/plays.h"
#include "game/table_inside.h"
#include "game/text.h"

#include <assert.h>
#include <string.h>

void table_init(struct table *t, const struct tablas_plugin *plugin, unsigned seats,
		const int32_t *values, int64_t unit, int64_t buy_in)
{
	assert(seats >= 1 && seats <= TABLAS_SEATS_MAX);
	assert(plugin->position_size <= TABLAS_POSITION_MAX);
	assert(unit >= 0 && unit <= STAKES_UNIT_MAX && buy_in >= 0);
	memset(t, 0, offsetof(struct table, position) + plugin->position_size);
	t->plugin = plugin;
	t->state = TABLE_OPEN;
	t->seats = (uint8_t)seats;
	t->stakes.unit = unit;
	t->stakes.buy_in = buy_in;
	memcpy(t->options, values, sizeof(t->options));
	t->setup.seats = seats;
	t->setup.options = t->options;
}

void table_stakes(struct table *t, const struct stakes *terms)
{
	t->stakes.insolvent = terms->insolvent;
	t->stakes.credit = terms->insolvent == INSOLVENT_DEBT ? terms->credit : 0;
	t->stakes.fee = terms->fee;
	t->stakes.top_ups = terms->top_ups;
}

void table_of_match(struct table *t, uint32_t length, uint32_t game, const int32_t *score)
{
	t->match_game = game;
	t->setup.match_length = length;
	for (unsigned i = 0; i < t->seats; i++)
		t->setup.match_score[i] = score[i];
}

int table_place(struct table *t, const char *position_text)
{
	if (t->plugin->read(&t->setup, position_text, t->position) != 0)
		return -1;
	t->placed = true;
	return 0;
}

void table_copy(struct table *to, const struct table *from)
{
	memcpy(to, from, offsetof(struct table, position) + from->plugin->position_size);
	to->setup.options = to->options;
	to->past = NULL;
	if (from->outcome.note)
		to->outcome.note = to->outcome_note;
}

void table_offer(struct table *t, int64_t expires, bool draws)
{
	t->expires = expires;
	t->draws = draws;
}

/* Whether the game had begun in the state it is in, or was frozen in. */
static bool is_laid(const struct table *t)
{
	unsigned state = t->state == TABLE_FROZEN ? t->state_before_frost : t->state;

	return state == TABLE_ACTIVE || state == TABLE_OVER;
}

int table_restore(struct table *t, const char *position_text)
{
	struct tablas_outcome outcome;

	/* A book need not say what was frozen: a question is put when play begins. */
	if (t->state == TABLE_FROZEN && !t->state_before_frost)
		t->state_before_frost = t->asked ? TABLE_ACTIVE : TABLE_OPEN;
	/*
	 * Before its start a game has a position if one was given, and afterwards,
	 * aborted or not, one to look at; another has none.
	 */
	if (!is_laid(t) && !(position_text && *position_text))
		return 0;
	if (!position_text || table_place(t, position_text) != 0)
		return -1;
	if (t->state != TABLE_OVER)
		return 0;
	if (!table_inside_outcome(t, &outcome))
		return -1;
	table_inside_keep_outcome(t, &outcome);
	return 0;
}

size_t table_write_position(const struct table *t, char *out, size_t cap)
{
	/* A table aborted before its start still has the zeros of table_init(). */
	bool blank = t->state == TABLE_ABORTED ? t->asked == 0 : !is_laid(t) && !t->placed;

	if (!blank)
		return t->plugin->write(t->position, out, cap);
	if (cap)
		*out = '\0';
	return 0;
}

bool table_asks(const struct table *t, unsigned seat)
{
	struct tablas_wait wait;

	if (t->state != TABLE_ACTIVE || seat >= t->seats)
		return false;
	t->plugin->wait(t->position, &wait);
	return wait.kind == TABLAS_WAIT_MOVE && (wait.seats >> seat & 1);
}

unsigned table_free_seat(const struct table *t)
{
	for (unsigned i = 0; i < t->seats; i++)
		if (t->status[i] == SEAT_EMPTY)
			return i;
	return TABLAS_NOBODY;
}

bool table_is_full(const struct table *t)
{
	return table_free_seat(t) == TABLAS_NOBODY;
}

int64_t table_chips(const struct table *t)
{
	int64_t chips = t->stakes.pot;

	for (unsigned i = 0; i < t->seats; i++)
		chips += t->stakes.purse[i];
	return chips;
}

/* ---- the end ----------------------------------------------------------------- */

/*
 * A game that cannot go on without a seat ends when one leaves: the leaver is
 * last, those who had finished first, the others between.
 */
static bool ended_by_leaving(const struct table *t, struct tablas_outcome *out)
{
	unsigned left = 0, finished = 0, i;

	for (i = 0; i < t->seats; i++) {
		left += t->status[i] == SEAT_LEFT;
		finished += t->status[i] == SEAT_FINISHED;
	}
	if (t->plugin->leave || left == 0)
		return false;
	for (i = 0; i < t->seats; i++)
		if (t->status[i] == SEAT_LEFT)
			out->rank[i] = (uint8_t)(t->seats - left + 1);
		else
			out->rank[i] =
				(uint8_t)(t->status[i] == SEAT_FINISHED ? 1 : 1 + finished);
	out->note = "left";
	return true;
}

/*
 * All who still play have agreed on a draw: they share the best rank that nobody has,
 * and those who left are last.  What was paid stays paid; nobody has a point.
 */
static void drawn(const struct table *t, struct tablas_outcome *out)
{
	unsigned taken = 0, left = 0, rank = 1;

	for (unsigned i = 0; i < t->seats; i++) {
		left += t->status[i] == SEAT_LEFT;
		if (t->status[i] == SEAT_FINISHED)
			taken |= 1u << t->rank_of[i];
	}
	while (taken >> rank & 1)
		rank++;
	for (unsigned i = 0; i < t->seats; i++)
		out->rank[i] = (uint8_t)(t->status[i] == SEAT_LEFT	? t->seats - left + 1
					 : t->status[i] == SEAT_FINISHED ? t->rank_of[i]
									 : rank);
	out->note = TABLE_AGREEMENT;
}

bool table_inside_outcome(const struct table *t, struct tablas_outcome *out)
{
	struct tablas_wait wait;

	memset(out, 0, sizeof(*out));
	t->plugin->wait(t->position, &wait);
	if (wait.kind == TABLAS_WAIT_OVER) {
		t->plugin->outcome(t->position, out);
		return true;
	}
	if (ended_by_leaving(t, out))
		return true;
	if (!table_inside_is_drawn(t))
		return false;
	drawn(t, out);
	return true;
}

void table_inside_keep_outcome(struct table *t, const struct tablas_outcome *outcome)
{
	struct text note = {t->outcome_note, sizeof(t->outcome_note), 0};

	t->outcome = *outcome;
	t->outcome.note = NULL;
	if (outcome->note && *outcome->note) {
		text_add(&note, outcome->note);
		text_end(&note);
		t->outcome.note = t->outcome_note;
	}
}

void table_inside_finished(const struct table *t, const struct tablas_outcome *outcome,
			   struct fact *out)
{
	struct text text = {out->text, sizeof(out->text), 0};

	table_inside_fact(t, FACT_FINISHED, TABLAS_NOBODY, NULL, out);
	for (unsigned i = 0; i < t->seats; i++) {
		text_int(&text, outcome->rank[i]);
		text_char(&text, ' ');
	}
	text_add(&text, outcome->note && *outcome->note ? outcome->note : "-");
	text_end(&text);
}

/* ---- what the house does ------------------------------------------------------- */

void table_inside_fact(const struct table *t, enum fact_kind kind, uint8_t seat,
		       const char *text, struct fact *out)
{
	struct text copy = {out->text, sizeof(out->text), 0};

	out->kind = (uint16_t)kind;
	out->seat = seat;
	out->ply = t->ply + 1;
	out->at = 0;
	out->thrown = 0;
	out->sides = 0;
	if (text)
		text_add(&copy, text);
	text_end(&copy);
}

static bool forced(const struct table *t, const struct tablas_wait *wait, struct fact *fact)
{
	tablas_move moves[TABLAS_STEPS_MAX];
	unsigned seat = 0;
	size_t n;

	if (!t->auto_forced || !(wait->flags & TABLAS_WAIT_FORCED) || wait->seats == 0 ||
	    (wait->seats & (wait->seats - 1)))
		return false;
	while (!(wait->seats >> seat & 1))
		seat++;
	n = plays_only(t->plugin, t->position, seat, moves);
	if (n == 0)
		return false;
	table_inside_fact(t, FACT_FORCED, (uint8_t)seat, NULL, fact);
	return phrase_write(t->plugin, t->position, seat, moves, n, fact->text,
			    sizeof(fact->text)) < sizeof(fact->text);
}

enum house table_next(const struct table *t, struct tablas_wait *wait, struct fact *fact)
{
	struct tablas_outcome outcome;

	if (t->state != TABLE_ACTIVE) {
		*wait = (struct tablas_wait){.kind = TABLAS_WAIT_OVER, .turn = TABLAS_NOBODY};
		if (t->state != TABLE_OPEN || !table_is_full(t))
			return HOUSE_WAITS;
		if (t->draws)
			return HOUSE_DRAWS;
		table_inside_fact(t, FACT_STARTED, TABLAS_NOBODY, NULL, fact);
		return HOUSE_FACT;
	}
	t->plugin->wait(t->position, wait);
	if (table_inside_outcome(t, &outcome)) {
		table_inside_finished(t, &outcome, fact);
		return HOUSE_FACT;
	}
	if (t->broke_n > 0) {
		table_inside_fact(t, FACT_LEFT, t->broke[0], TABLE_INSOLVENT, fact);
		return HOUSE_FACT;
	}
	if (t->consent.open && table_inside_is_agreed(t, fact))
		return HOUSE_FACT;
	if (wait->kind == TABLAS_WAIT_ROLL)
		return HOUSE_ROLLS;
	if (table_inside_time_is_up(t, fact))
		return HOUSE_FACT;
	return forced(t, wait, fact) ? HOUSE_FACT : HOUSE_WAITS;
}

void table_roll(const struct table *t, const uint8_t *faces, size_t n, struct fact *out)
{
	struct text text = {out->text, sizeof(out->text), 0};

	table_inside_fact(t, FACT_ROLLED, TABLAS_NOBODY, NULL, out);
	for (size_t i = 0; i < n; i++) {
		if (i)
			text_char(&text, ' ');
		text_int(&text, faces[i]);
	}
	text_end(&text);
}

/* Every order of the seats is as likely: each die says which of those left plays here. */
size_t table_draw_text(unsigned seats, const uint8_t *faces, char *out, size_t cap)
{
	struct text text = {out, cap, 0};
	uint8_t from[TABLAS_SEATS_MAX];

	for (unsigned i = 0; i < seats; i++)
		from[i] = (uint8_t)i;
	for (unsigned i = 0; i < seats; i++) {
		unsigned other = i + 1 < seats ? i + (faces[i] - 1u) % (seats - i) : i;
		uint8_t had = from[other];

		from[other] = from[i];
		from[i] = had;
		if (i)
			text_char(&text, ' ');
		text_int(&text, had);
	}
	return text_end(&text);
}

void table_draw(const struct table *t, const uint8_t *faces, struct fact *out)
{
	table_inside_fact(t, FACT_DRAWN, TABLAS_NOBODY, NULL, out);
	table_draw_text(t->seats, faces, out->text, sizeof(out->text));
}

bool table_drawn(const struct fact *f, unsigned seats, uint8_t from[TABLAS_SEATS_MAX])
{
	const char *p = f->text;
	unsigned seen = 0;

	for (unsigned i = 0; i < seats; i++) {
		if (i && *p++ != ' ')
			return false;
		if (*p < '0' || *p >= (char)('0' + seats) || seen >> (*p - '0') & 1)
			return false;
		from[i] = (uint8_t)(*p++ - '0');
		seen |= 1u << from[i];
	}
	return *p == '\0';
}

static void add_stakes(struct text *text, const struct stakes *s)
{
	text_add(text, " stake ");
	text_int(text, s->unit);
	text_char(text, ' ');
	text_int(text, s->buy_in);
	if (s->insolvent != INSOLVENT_PAY_WHAT_YOU_HAVE) {
		text_add(text, " insolvent ");
		text_add(text, insolvent_word(s->insolvent));
	}
	if (s->credit) {
		text_add(text, " credit ");
		text_int(text, s->credit);
	}
	if (s->fee) {
		text_add(text, " fee ");
		text_int(text, s->fee);
	}
	if (s->top_ups)
		text_add(text, " top-ups");
}

static void add_match(struct text *text, const struct table *t)
{
	text_add(text, " match ");
	text_int(text, t->setup.match_length);
	text_add(text, " game ");
	text_int(text, t->match_game);
	text_add(text, " score");
	for (unsigned i = 0; i < t->seats; i++) {
		text_char(text, ' ');
		text_int(text, t->setup.match_score[i]);
	}
}

size_t table_created(const struct table *t, struct fact *out)
{
	struct text text = {out->text, sizeof(out->text), 0};
	char options[OPTIONS_TEXT_MAX], position[TABLAS_TEXT_MAX + 1];

	table_inside_fact(t, FACT_CREATED, TABLAS_NOBODY, NULL, out);
	text_add(&text, t->plugin->name);
	text_add(&text, " rules ");
	text_int(&text, t->plugin->rules);
	text_add(&text, " seats ");
	text_int(&text, t->seats);
	add_stakes(&text, &t->stakes);
	if (options_write(t->plugin, t->options, options, sizeof(options))) {
		text_char(&text, ' ');
		text_add(&text, options);
	}
	if (t->pace.timed) {
		char clock[PACE_TEXT_MAX];

		pace_write(&t->pace, clock, sizeof(clock));
		text_add(&text, " clock ");
		text_add(&text, clock);
	}
	if (t->rated)
		text_add(&text, " rated");
	if (t->draws)
		text_add(&text, " seating random");
	if (t->expires) {
		text_add(&text, " expires ");
		text_int(&text, t->expires);
	}
	if (t->setup.match_length)
		add_match(&text, t);
	/* Last, for it may have blanks in it. */
	if (t->placed && table_write_position(t, position, sizeof(position))) {
		text_add(&text, " position ");
		text_add(&text, position);
	}
	return text_end(&text);
}
