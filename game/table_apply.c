/*
 * table_apply.c - making a fact true.
 *
 * Nothing is taken on trust: a fact out of the book is checked against the
 * rules as a player's command was, and one that does not fit leaves the table
 * as it stood.  The position is changed in place and put back on failure.
 */
#include "game/fair.h"
#include "game/match.h"
#include "game/plays.h"
#include "game/table.h"
#include "game/table_inside.h"

#include <stdlib.h>
#include <string.h>

/* Room for what one call of the plugin may report; NULL when there is none left. */
static struct tablas_event *room(struct happened *out)
{
	if (out->events_n + TABLAS_EVENTS_MAX > HAPPENED_EVENTS_MAX)
		return NULL;
	return out->events + out->events_n;
}

/* Chips between a seat's purse and its own wallet. */
static void own_chips(struct happened *out, enum transfer_kind kind, uint8_t seat,
		      int64_t amount)
{
	out->transfers[out->transfers_n++] = (struct transfer){
		.kind = (uint8_t)kind, .from = seat, .to = seat, .amount = amount};
}

/* Who falls short in a game of elimination leaves it next, unless it is out already. */
static void note_broke(struct table *t)
{
	struct stakes *s = &t->stakes;

	for (unsigned i = 0; s->insolvent == INSOLVENT_ELIMINATE && i < s->short_n; i++) {
		uint8_t seat = s->short_of[i];

		if (t->status[seat] == SEAT_PLAYING && !memchr(t->broke, seat, t->broke_n))
			t->broke[t->broke_n++] = seat;
	}
	memset(s->short_of, 0, sizeof(s->short_of));
	s->short_n = 0;
}

/*
 * Stakes that change hands (but in a match: see match.h), seats that finish or
 * leave.  What `leaver` pays is the price of leaving.
 */
static void follow(struct table *t, unsigned leaver, struct happened *out)
{
	for (size_t i = 0; i < out->events_n; i++) {
		const struct tablas_event *e = &out->events[i];

		if (e->seat >= t->seats)
			continue;
		if (e->kind == TABLAS_EV_FINISHED) {
			t->status[e->seat] = SEAT_FINISHED;
			t->rank_of[e->seat] = (uint8_t)(e->amount > 0 && e->amount <= TABLAS_SEATS_MAX
								? e->amount
								: 0);
		}
		if (e->kind == TABLAS_EV_LEFT)
			t->status[e->seat] = SEAT_LEFT;
	}
	if (t->setup.match_length)
		return;
	out->transfers_n += stakes_pay(&t->stakes, out->events, out->events_n, leaver,
				       out->transfers + out->transfers_n);
	note_broke(t);
}

/* "7 of ...": a number, and where the text goes on behind the blank after it. */
static const char *next_number(const char *text, uint32_t *out)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (end == text || (*end && *end != ' ') || n > INT32_MAX)
		return NULL;
	*out = (uint32_t)n;
	return *end ? end + 1 : end;
}

/* "5 game 3 score 4 1" and perhaps more. */
static int read_match(struct table *t, const char *text)
{
	int32_t score[TABLAS_SEATS_MAX];
	uint32_t length, game, n;

	text = next_number(text, &length);
	if (!text || length == 0 || strncmp(text, "game ", 5) != 0)
		return -1;
	text = next_number(text + 5, &game);
	if (!text || game == 0 || strncmp(text, "score ", 6) != 0)
		return -1;
	text += 6;
	for (unsigned i = 0; i < t->seats; i++) {
		text = next_number(text, &n);
		if (!text || n >= length)
			return -1;
		score[i] = (int32_t)n;
	}
	table_of_match(t, length, game, score);
	return 0;
}

/* Where the words stand among the terms, which end where a position begins; or NULL. */
static const char *term(const char *text, const char *words)
{
	const char *at = strstr(text, words), *position = strstr(text, " position ");

	return at && (!position || at <= position) ? at + strlen(words) : NULL;
}

/* The terms are the caller's, but for the offer, the match and the position to begin from. */
static int apply_created(struct table *t, const struct fact *f)
{
	const char *match = term(f->text, " match ");
	const char *position = term(f->text, " position ");
	const char *expires = term(f->text, " expires ");

	if (t->ply != 0)
		return -1;
	table_offer(t, expires ? strtoll(expires, NULL, 10) : 0,
		    term(f->text, " seating random") != NULL);
	if (match && read_match(t, match) != 0)
		return -1;
	return position ? table_place(t, position) : 0;
}

static int apply_seated(struct table *t, const struct fact *f, struct happened *out)
{
	if (t->state != TABLE_OPEN || f->seat >= t->seats || t->status[f->seat] != SEAT_EMPTY)
		return -1;
	t->status[f->seat] = SEAT_PLAYING;
	if (t->stakes.buy_in > 0) {
		own_chips(out, t->match_game > 1 ? TRANSFER_BRING : TRANSFER_BUY_IN, f->seat,
			  t->stakes.buy_in);
		stakes_bring(&t->stakes, f->seat, t->stakes.buy_in);
	}
	return 0;
}

static int apply_unseated(struct table *t, const struct fact *f, struct happened *out)
{
	if (t->state != TABLE_OPEN || f->seat >= t->seats || t->status[f->seat] == SEAT_EMPTY)
		return -1;
	t->status[f->seat] = SEAT_EMPTY;
	if (t->stakes.purse[f->seat] > 0) {
		own_chips(out, TRANSFER_REFUND, f->seat, t->stakes.purse[f->seat]);
		t->stakes.purse[f->seat] = t->stakes.brought[f->seat] = 0;
	}
	return 0;
}

static int apply_topped_up(struct table *t, const struct fact *f, struct happened *out)
{
	char *end;
	long long chips = strtoll(f->text, &end, 10);

	if (*end || end == f->text || t->state != TABLE_ACTIVE || f->seat >= t->seats ||
	    t->status[f->seat] != SEAT_PLAYING || t->broke_n || !t->stakes.top_ups ||
	    t->setup.match_length || chips < 1 || chips > t->stakes.buy_in)
		return -1;
	own_chips(out, TRANSFER_TOP_UP, f->seat, chips);
	stakes_bring(&t->stakes, f->seat, chips);
	return 0;
}

/* What was contributed is for the house to know: a table plays with any dice. */
static int apply_contributed(const struct table *t, const struct fact *f)
{
	return t->state == TABLE_OPEN && f->seat < t->seats &&
			       t->status[f->seat] != SEAT_EMPTY && fair_is_contribution(f->text)
		       ? 0
		       : -1;
}

/* A kept seat is nothing a table knows of: only that the seat is still free. */
static int apply_turned_down(const struct table *t, const struct fact *f)
{
	return t->state == TABLE_OPEN && f->seat < t->seats && t->status[f->seat] == SEAT_EMPTY
		       ? 0
		       : -1;
}

/* Who plays where is nothing a table knows either: all have brought the same. */
static int apply_drawn(struct table *t, const struct fact *f)
{
	uint8_t from[TABLAS_SEATS_MAX];

	if (t->state != TABLE_OPEN || !table_is_full(t) || !t->draws ||
	    !table_drawn(f, t->seats, from))
		return -1;
	t->draws = false;
	return 0;
}

static int apply_started(struct table *t, const struct fact *f)
{
	if (t->state != TABLE_OPEN || !table_is_full(t) || t->draws)
		return -1;
	if (!t->placed) {
		memset(t->position, 0, t->plugin->position_size);
		t->plugin->init(&t->setup, t->position);
	}
	t->state = TABLE_ACTIVE;
	t->asked = f->ply;
	return 0;
}

/* "3 1 6": as many as are waited for, each a face of such a die. */
static int read_faces(const struct tablas_wait *wait, const char *text,
		      uint8_t faces[TABLAS_DICE_MAX])
{
	size_t n = 0;

	while (*text) {
		char *end;
		long face = strtol(text, &end, 10);

		if (end == text || n == wait->dice || n == TABLAS_DICE_MAX || face < 1 ||
		    face > wait->sides)
			return -1;
		faces[n++] = (uint8_t)face;
		text = end + strspn(end, " ");
	}
	return n == wait->dice ? 0 : -1;
}

static int apply_rolled(struct table *t, const struct fact *f, struct happened *out)
{
	struct tablas_events events = {room(out), 0};
	uint8_t faces[TABLAS_DICE_MAX];
	struct tablas_wait wait;

	t->plugin->wait(t->position, &wait);
	if (wait.kind != TABLAS_WAIT_ROLL || read_faces(&wait, f->text, faces) != 0)
		return -1;
	if ((f->thrown && f->thrown != t->throws + 1) || (f->sides && f->sides != wait.sides))
		return -1;
	t->plugin->roll(t->position, faces, wait.dice, &events);
	out->events_n += events.n;
	t->asked = f->ply;
	t->throws += f->thrown != 0;
	return 0;
}

/*
 * Where several seats are asked at once, the answer of one leaves the question
 * to the others as it was.
 */
static bool question_stands(const struct tablas_wait *before, const struct tablas_wait *after,
			    unsigned seat)
{
	uint16_t others = (uint16_t)(before->seats & ~(1u << seat));

	return after->kind == before->kind && after->turn == before->turn &&
	       after->flags == before->flags && after->seats && after->seats == others;
}

static int apply_decided(struct table *t, const struct fact *f, struct happened *out)
{
	const struct tablas_plugin *plugin = t->plugin;
	const char *word = f->text;
	struct tablas_wait before, after;
	char text[TABLAS_MOVE_TEXT_MAX];
	bool over = false;
	tablas_move move;

	plugin->wait(t->position, &before);
	if (before.kind != TABLAS_WAIT_MOVE || f->seat >= t->seats ||
	    !(before.seats >> f->seat & 1))
		return -1;
	while (*word) {
		struct tablas_events events = {room(out), 0};
		size_t n = strcspn(word, " ");

		if (over || !events.v || n == 0 || n >= sizeof(text))
			return -1;
		memcpy(text, word, n);
		text[n] = '\0';
		word += n;
		word += *word == ' ';
		if (plugin->move_read(t->position, f->seat, text, &move) != 0 ||
		    !plays_allow(plugin, t->position, f->seat, move))
			return -1;
		plugin->play(t->position, f->seat, move, &events);
		plugin->wait(t->position, &after);
		over = !plays_go_on(&before, &after, events.v, events.n);
		out->events_n += events.n;
	}
	if (!over)
		return -1;
	t->cause = before.flags & TABLAS_WAIT_ANSWER ? ENDING_AGREEMENT : ENDING_NORMAL;
	if (!question_stands(&before, &after, f->seat))
		t->asked = f->ply;
	return 0;
}

static bool can_leave(const struct table *t, unsigned seat)
{
	struct tablas_outcome outcome;

	return seat < t->seats && t->status[seat] == SEAT_PLAYING &&
	       !table_inside_outcome(t, &outcome);
}

static int apply_left(struct table *t, const struct fact *f, struct happened *out)
{
	struct tablas_events events = {room(out), 0};

	if (!can_leave(t, f->seat))
		return -1;
	/* For want of chips go those alone who lack them, before anything else. */
	if (f->kind == FACT_LEFT && !strcmp(f->text, TABLE_INSOLVENT) != (t->broke_n > 0))
		return -1;
	if (f->kind == FACT_LEFT && strcmp(f->text, TABLE_TIMEOUT) == 0) {
		if (!table_inside_out_of_time(t, f->seat) && t->pace.timed)
			return -1;
		t->time.out |= (uint16_t)(1u << f->seat);
	}
	if (t->broke_n > 0) {
		if (t->broke[0] != f->seat)
			return -1;
		memmove(t->broke, t->broke + 1, --t->broke_n);
	}
	if (t->plugin->leave)
		t->plugin->leave(t->position, f->seat, &events);
	out->events_n += events.n;
	t->status[f->seat] = SEAT_LEFT;
	t->asked = f->ply;
	return 0;
}

static int apply_resigned(struct table *t, const struct fact *f, struct happened *out)
{
	struct tablas_events events = {room(out), 0};
	const char *sentence;
	char *end;
	long value = strtol(f->text, &end, 10);

	if (*end || end == f->text || value < INT32_MIN || value > INT32_MAX)
		return -1;
	if (!t->plugin->resign)
		return apply_left(t, f, out);
	if (!can_leave(t, f->seat) ||
	    t->plugin->resign(t->position, f->seat, (int32_t)value, &events, &sentence) != 0)
		return -1;
	out->events_n += events.n;
	t->asked = f->ply;
	return 0;
}

/* Between the games of a match the purses go on; the last pays the winner. */
static void settle(struct table *t, struct happened *out)
{
	unsigned winner = match_winner(t);

	if (match_goes_on(t)) {
		out->transfers_n +=
			stakes_carry(&t->stakes, t->seats, out->transfers + out->transfers_n);
		return;
	}
	if (winner != TABLAS_NOBODY)
		out->transfers_n += stakes_pay_match(&t->stakes, winner, !winner,
						     out->transfers + out->transfers_n);
	out->transfers_n += stakes_settle(&t->stakes, t->seats, t->outcome.rank,
					  out->transfers + out->transfers_n);
}

static int apply_finished(struct table *t, const struct fact *f, struct happened *out)
{
	struct tablas_outcome outcome;
	struct fact expected;

	if (!table_inside_outcome(t, &outcome))
		return -1;
	table_inside_finished(t, &outcome, &expected);
	if (strcmp(expected.text, f->text) != 0)
		return -1;
	table_inside_keep_outcome(t, &outcome);
	table_inside_note_end(t);
	t->state = TABLE_OVER;
	t->asked = f->ply;
	settle(t, out);
	return 0;
}

static int apply_aborted(struct table *t, const struct fact *f, struct happened *out)
{
	if (t->state == TABLE_OVER || t->state == TABLE_ABORTED)
		return -1;
	if (t->asked) /* else it never began, and has no position: see table_write_position() */
		t->asked = f->ply;
	t->state = TABLE_ABORTED;
	t->ending = ENDING_ABORT;
	out->transfers_n +=
		stakes_void(&t->stakes, t->seats, out->transfers + out->transfers_n);
	return 0;
}

/* A record does not say when it would have been: there it is taken as it comes. */
static int apply_expired(struct table *t, const struct fact *f, struct happened *out)
{
	if (t->state != TABLE_OPEN || (t->expires && f->at != t->expires))
		return -1;
	return apply_aborted(t, f, out);
}

/* The facts of an open table: all that is before play. */
static int apply_filling(struct table *t, const struct fact *f, struct happened *out)
{
	switch (f->kind) {
	case FACT_SEATED:
		return apply_seated(t, f, out);
	case FACT_UNSEATED:
		return apply_unseated(t, f, out);
	case FACT_CONTRIBUTED:
		return apply_contributed(t, f);
	case FACT_EXPIRED:
		return apply_expired(t, f, out);
	case FACT_TURNED_DOWN:
		return apply_turned_down(t, f);
	case FACT_DRAWN:
		return apply_drawn(t, f);
	default:
		return apply_started(t, f);
	}
}

static int apply_frost(struct table *t, enum fact_kind kind)
{
	if (kind == FACT_THAWED) {
		if (t->state != TABLE_FROZEN)
			return -1;
		t->state = t->state_before_frost;
		return 0;
	}
	if (t->state != TABLE_OPEN && t->state != TABLE_ACTIVE)
		return -1;
	t->state_before_frost = t->state;
	t->state = TABLE_FROZEN;
	return 0;
}

/* A game that knows no leaving ends when a seat does: only the end may follow. */
static bool only_the_end_may_follow(const struct table *t)
{
	bool left = false;

	for (unsigned i = 0; i < t->seats; i++)
		left |= t->status[i] == SEAT_LEFT;
	return left && !t->plugin->leave;
}

/* The facts of a game in play: all that touches the position. */
static int apply_play(struct table *t, const struct fact *f, struct happened *out)
{
	_Alignas(16) unsigned char before[t->plugin->position_size];
	int result = -1;

	if (t->state != TABLE_ACTIVE ||
	    (f->kind != FACT_FINISHED && only_the_end_may_follow(t)) ||
	    (t->broke_n > 0 && f->kind != FACT_FINISHED && f->kind != FACT_LEFT))
		return -1;
	memcpy(before, t->position, sizeof(before));
	switch (f->kind) {
	case FACT_ROLLED:
		result = apply_rolled(t, f, out);
		break;
	case FACT_DECIDED:
		table_inside_keep_past(t, f);
		result = t->consent.until ? -1 : apply_decided(t, f, out);
		break;
	case FACT_FORCED:
		result = apply_decided(t, f, out);
		break;
	case FACT_PLAYED:
		result = table_inside_may_be_played_for(t, f->seat) ? apply_decided(t, f, out)
								    : -1;
		break;
	case FACT_LAPSED:
		result = table_inside_lapse(t, f);
		break;
	case FACT_CLAIMED:
		result = table_inside_claim(t, f);
		break;
	case FACT_AWAY:
		result = table_inside_away(t, f);
		break;
	case FACT_RESIGNED:
		result = apply_resigned(t, f, out);
		break;
	case FACT_LEFT:
		result = apply_left(t, f, out);
		break;
	case FACT_FINISHED:
		return apply_finished(t, f, out);
	}
	if (result != 0) {
		memcpy(t->position, before, sizeof(before));
		return -1;
	}
	if (f->kind == FACT_DECIDED)
		t->decisions++;
	follow(t, f->kind == FACT_LEFT || f->kind == FACT_RESIGNED ? f->seat : TABLAS_NOBODY,
	       out);
	table_inside_note_cause(t, f);
	return 0;
}

/* Once all have agreed, nothing happens but that. */
static bool may_follow_agreement(const struct table *t, const struct fact *f)
{
	return f->kind == FACT_FINISHED || f->kind == FACT_ABORTED ||
	       f->kind == FACT_TAKEN_BACK || f->kind == FACT_PAUSED || f->kind == FACT_RESUMED ||
	       f->kind == FACT_LEFT || !table_inside_any_agreed(t);
}

static void note_applied(struct table *t, const struct fact *f, uint16_t asked_before,
			 bool asked_anew, uint8_t living_before)
{
	t->ply = f->ply;
	table_inside_keep_time(t, f, asked_before, asked_anew);
	table_inside_note_consent(t, f, asked_anew);
	/* Whoever has finished or left is not asked, and so not brought back. */
	if (table_living(t) != living_before)
		t->takeable = t->again = 0;
}

int table_apply(struct table *t, const struct fact *f, struct happened *out)
{
	const uint8_t living = table_living(t);
	uint64_t question = t->asked;
	uint16_t asked;
	int result;

	out->events_n = out->transfers_n = 0;
	if (f->ply != t->ply + 1 || (t->consent.open && !may_follow_agreement(t, f)))
		return -1;
	asked = table_inside_asked(t);
	switch (f->kind) {
	case FACT_CREATED:
		result = apply_created(t, f);
		break;
	case FACT_SEATED:
	case FACT_UNSEATED:
	case FACT_CONTRIBUTED:
	case FACT_EXPIRED:
	case FACT_TURNED_DOWN:
	case FACT_DRAWN:
	case FACT_STARTED:
		result = apply_filling(t, f, out);
		break;
	case FACT_ABORTED:
		result = apply_aborted(t, f, out);
		break;
	case FACT_TOPPED_UP:
		result = apply_topped_up(t, f, out);
		break;
	case FACT_OFFERED:
	case FACT_AGREED:
	case FACT_DECLINED:
	case FACT_WITHDRAWN:
		result = table_inside_answer(t, f);
		break;
	case FACT_TAKEN_BACK:
		result = table_inside_take_back(t, f, out);
		break;
	case FACT_PAUSED:
		result = table_inside_pause(t, f);
		break;
	case FACT_RESUMED:
		result = table_inside_resume(t, f);
		break;
	case FACT_FROZEN:
	case FACT_THAWED:
		result = apply_frost(t, (enum fact_kind)f->kind);
		break;
	default:
		result = apply_play(t, f, out);
	}
	if (result == 0) {
		note_applied(t, f, asked, t->asked != question, living);
	} else {
		out->events_n = out->transfers_n = 0;
	}
	return result;
}
