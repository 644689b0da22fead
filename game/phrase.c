/*
 * phrase.c - what a player wrote, read as a decision.
 *
 * Programs send the moves as they were listed, one by one and in order.  That
 * is tried first and needs no search.  People write as they please; for them
 * the readings are searched (reading.c), and if there is none, the step to
 * blame (blame.c).
 */
#include "game/phrase.h"
#include "game/blame.h"
#include "game/plays.h"
#include "game/reading.h"
#include "game/text.h"

#include <string.h>

/* Positions one phrase may make us look at; honest ones need a few dozen. */
#define BUDGET 1000

/* The same where it is asked of many phrases at once; moves written one by one need none. */
#define BUDGET_OF_MANY 64

static const struct phrase_fault no_fault = {TABLAS_WHY_LEGAL, 0, 0, NULL};

enum refusal phrase_refusal(enum tablas_why why)
{
	switch (why) {
	case TABLAS_WHY_UNREADABLE:
		return UNREADABLE_MOVE;
	case TABLAS_WHY_NO_SUCH_DIE:
		return NO_SUCH_DIE;
	case TABLAS_WHY_NO_PIECE:
		return NO_PIECE;
	case TABLAS_WHY_MUST_ENTER:
		return MUST_ENTER;
	case TABLAS_WHY_WRONG_WAY:
		return WRONG_WAY;
	case TABLAS_WHY_POINT_BLOCKED:
		return POINT_BLOCKED;
	case TABLAS_WHY_NOT_ALL_HOME:
		return NOT_ALL_HOME;
	case TABLAS_WHY_EXACT_BEAR_OFF:
		return EXACT_BEAR_OFF;
	case TABLAS_WHY_MUST_STRIKE:
		return MUST_STRIKE;
	case TABLAS_WHY_MUST_USE_MORE:
		return MUST_USE_MORE_DICE;
	case TABLAS_WHY_MUST_USE_LARGER:
		return MUST_USE_LARGER_DIE;
	case TABLAS_WHY_CHECK:
		return IN_CHECK;
	case TABLAS_WHY_CUBE:
		return CUBE_NOT_YOURS;
	case TABLAS_WHY_LEGAL:
	case TABLAS_WHY_OTHER:
	case TABLAS_WHY_COUNT:
		break;
	}
	return ILLEGAL_MOVE;
}

/*
 * Reads the words as single moves in the order they are played, as far as they
 * are that; then `out` is the beginning read so far.  True if they all are.
 */
static bool read_plainly(const struct reader *reader, const char *const *words, size_t n,
			 struct reading *out)
{
	const struct tablas_plugin *plugin = reader->plugin;
	struct scan scan = {words, n, 0, NULL};
	char text[TABLAS_MOVE_TEXT_MAX];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_wait asked;
	tablas_move move;
	int more;

	out->n = 0;
	out->over = false;
	plugin->wait(reader->pos, &asked);
	memcpy(out->end, reader->pos, plugin->position_size);
	while ((more = reading_next(&scan, text)) > 0) {
		struct tablas_events events = {v, 0};
		struct tablas_wait after;
		int16_t from, to;
		bool struck;

		if (out->over || out->n == TABLAS_STEPS_MAX ||
		    plugin->move_read(out->end, reader->seat, text, &move) != 0 ||
		    !plays_allow(plugin, out->end, reader->seat, move))
			break;
		plugin->play(out->end, reader->seat, move, &events);
		plugin->wait(out->end, &after);
		out->moves[out->n++] = move;
		out->over = !plays_go_on(&asked, &after, v, events.n);
		/* A mark on a move that strikes nothing: something else may be meant. */
		reading_travel(v, events.n, reader->seat, &from, &to, &struck);
		if (!struck && strchr(text, '*'))
			break;
	}
	out->found = out->n > 0;
	return more == 0;
}

static void give(const struct reading *r, tablas_move moves[TABLAS_STEPS_MAX], size_t *moves_n)
{
	memcpy(moves, r->moves, r->n * sizeof(*moves));
	*moves_n = r->n;
}

/* The reading in the numbering that is most likely meant and has any. */
static enum refusal read_freely(struct reader *reader, const struct steps *steps,
				enum reading_goal goal, struct reading *out,
				struct phrase_fault *fault)
{
	for (unsigned i = 0; i < steps->numberings; i++) {
		reading_find(reader, steps->v, steps->n, i, goal, out);
		if (out->ambiguous) {
			fault->sentence =
				"The pieces can get there in ways that end differently: "
				"name the points on the way, or the dice, and mark the "
				"strikes with *";
			return AMBIGUOUS_MOVE;
		}
		if (out->found)
			return ACCEPTED;
	}
	return ILLEGAL_MOVE;
}

/* As people write; `plain` is what could be read plainly. */
static enum refusal search(struct reader *reader, const char *const *words, size_t n,
			   enum reading_goal goal, struct reading *plain, struct reading *out,
			   struct phrase_fault *fault)
{
	struct steps steps;
	enum refusal refusal =
		reading_steps(reader->plugin, reader->seat, words, n, &steps, fault);

	out->n = 0;
	if (refusal != ACCEPTED)
		return refusal;
	refusal = read_freely(reader, &steps, goal, out, fault);
	if (refusal != ILLEGAL_MOVE)
		return refusal;
	reader->budget = BUDGET;
	refusal = blame(reader, &steps, plain, fault);
	*out = *plain;
	return refusal;
}

static enum refusal read_phrase(const struct tablas_plugin *plugin, const void *pos,
				unsigned seat, const char *const *words, size_t n,
				enum reading_goal goal, tablas_move moves[TABLAS_STEPS_MAX],
				size_t *moves_n, void *pos_after, struct phrase_fault *fault)
{
	_Alignas(16) unsigned char plain_end[plugin->position_size], end[plugin->position_size];
	struct reader reader = {plugin, pos, seat, BUDGET};
	struct reading plain, reading;
	struct tablas_wait asked;
	enum refusal refusal;

	*fault = no_fault;
	*moves_n = 0;
	plugin->wait(pos, &asked);
	if (asked.kind != TABLAS_WAIT_MOVE || seat >= TABLAS_SEATS_MAX ||
	    !(asked.seats >> seat & 1))
		return NOT_YOUR_DECISION;
	plain.end = plain_end;
	reading.end = end;
	if (read_plainly(&reader, words, n, &plain) &&
	    (plain.over || plain.n == 0 || goal == READING_BEGINNING)) {
		/* Nothing written at all is the beginning of anything. */
		refusal = plain.over || goal == READING_BEGINNING ? ACCEPTED : TURN_INCOMPLETE;
		reading = plain;
	} else {
		refusal = search(&reader, words, n, goal, &plain, &reading, fault);
	}
	if (refusal == ACCEPTED || refusal == TURN_INCOMPLETE)
		give(&reading, moves, moves_n);
	if (refusal == ACCEPTED && pos_after)
		memcpy(pos_after, reading.end, plugin->position_size);
	return refusal;
}

enum refusal phrase_read(const struct tablas_plugin *plugin, const void *pos, unsigned seat,
			 const char *const *words, size_t n,
			 tablas_move moves[TABLAS_STEPS_MAX], size_t *moves_n,
			 struct phrase_fault *fault)
{
	return read_phrase(plugin, pos, seat, words, n, READING_WHOLE, moves, moves_n, NULL,
			   fault);
}

enum refusal phrase_read_beginning(const struct tablas_plugin *plugin, const void *pos,
				   unsigned seat, const char *const *words, size_t n,
				   tablas_move moves[TABLAS_STEPS_MAX], size_t *moves_n,
				   void *pos_after, struct phrase_fault *fault)
{
	return read_phrase(plugin, pos, seat, words, n, READING_BEGINNING, moves, moves_n,
			   pos_after, fault);
}

bool phrase_leads_to(const struct tablas_plugin *plugin, const void *pos, unsigned seat,
		     const char *const *words, size_t n, const void *end)
{
	_Alignas(16) unsigned char room[plugin->position_size];
	struct reader reader = {plugin, pos, seat, BUDGET_OF_MANY};
	struct reading reading = {.end = room};
	struct phrase_fault fault;
	struct steps steps;

	if ((!read_plainly(&reader, words, n, &reading) || !reading.over) &&
	    (reading_steps(plugin, seat, words, n, &steps, &fault) != ACCEPTED ||
	     read_freely(&reader, &steps, READING_WHOLE, &reading, &fault) != ACCEPTED))
		return false;
	return memcmp(room, end, plugin->position_size) == 0;
}

size_t phrase_write(const struct tablas_plugin *plugin, const void *pos, unsigned seat,
		    const tablas_move *moves, size_t n, char *out, size_t cap)
{
	_Alignas(16) unsigned char now[plugin->position_size];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct text t = {out, cap, 0};

	memcpy(now, pos, plugin->position_size);
	for (size_t i = 0; i < n; i++) {
		struct tablas_events events = {v, 0};
		size_t room;
		char *at;

		if (i)
			text_char(&t, ' ');
		at = text_room(&t, &room);
		t.n += plugin->move_write(now, seat, moves[i], at, room);
		if (i + 1 < n)
			plugin->play(now, seat, moves[i], &events);
	}
	return text_end(&t);
}
