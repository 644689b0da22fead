/*
 * turns_refused.c - a refused decision, told so that the next one is right.
 *
 * A refusal names the rule, the word that breaks it, the dice, and what would
 * have been legal; one that misses a strike names the blots it leaves standing.
 */
#include "api/turns.h"
#include "game/plays.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LOOKED_AT 1024 /* plays */
#define LISTED	  64   /* of them */

static size_t length_of(const struct plays *plays, size_t i)
{
	const tablas_move *moves = plays->moves + i * TABLAS_STEPS_MAX;
	size_t n = 0;

	while (n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE)
		n++;
	return n;
}

static void list_legal(struct out *out, const struct plays *plays, const struct table *t,
		       unsigned seat)
{
	char text[FACT_TEXT_MAX];

	out_key(out, "legal");
	out_array(out);
	for (size_t i = 0; i < plays->n && i < LISTED; i++) {
		phrase_write(t->plugin, t->position, seat, plays->moves + i * TABLAS_STEPS_MAX,
			     length_of(plays, i), text, sizeof text);
		out_string(out, text);
	}
	out_array_end(out);
	out_kint(out, "legal_count", (int64_t)plays->n);
	if (plays->truncated)
		out_kbool(out, "legal_truncated", true);
}

/* ---- what was missed -------------------------------------------------------------------- */

/* Marks the places where play i strikes. */
static void mark_strikes(const struct plays *plays, size_t i, const struct table *t,
			 unsigned seat, bool *struck, size_t places)
{
	_Alignas(16) unsigned char now[TABLAS_POSITION_MAX];
	struct tablas_event v[TABLAS_EVENTS_MAX];

	memcpy(now, t->position, t->plugin->position_size);
	for (size_t k = 0; k < length_of(plays, i); k++) {
		struct tablas_events events = {v, 0};

		t->plugin->play(now, seat, plays->moves[i * TABLAS_STEPS_MAX + k], &events);
		for (size_t e = 0; e < events.n; e++)
			if (v[e].kind == TABLAS_EV_STRUCK && v[e].seat == seat &&
			    v[e].to >= 0 && (size_t)v[e].to < places)
				struck[v[e].to] = true;
	}
}

/* Whether a word of the decision goes there: nobody stands on a blot before striking it. */
static bool is_mentioned(const struct turn *turn, const char *place)
{
	size_t n = strlen(place);

	for (size_t w = 0; w < turn->words_n; w++) {
		for (const char *p = turn->words[w]; *p;) {
			size_t word = 0;

			while (isalnum((unsigned char)p[word]))
				word++;
			if (word == n && strncasecmp(p, place, n) == 0)
				return true;
			p += word ? word : 1;
		}
	}
	return false;
}

/* Those places that at least so many plays strike, unless the decision goes there.  How many. */
static size_t list_places(struct out *out, const struct table *t, const unsigned *count,
			  size_t least, const struct turn *but)
{
	size_t listed = 0;

	for (size_t k = 0; t->plugin->places[k].name; k++) {
		const char *place = t->plugin->places[k].name;

		if (count[k] < least || (but && is_mentioned(but, place)))
			continue;
		out_string(out, place);
		listed++;
	}
	return listed;
}

/*
 * The blots that every legal play strikes and this one does not; if there is no
 * such blot, those that any of them strikes.  If the decision goes to all of them,
 * it is the piece that is the wrong one, or its turn: then they are named all the same.
 */
static void list_missed(struct out *out, const struct plays *plays, const struct table *t,
			const struct turn *turn)
{
	size_t places = 0;
	unsigned *count;
	bool *struck;

	while (t->plugin->places[places].name)
		places++;
	count = calloc(places, sizeof *count);
	struck = calloc(places, sizeof *struck);
	for (size_t i = 0; count && struck && i < plays->n; i++) {
		memset(struck, 0, places * sizeof *struck);
		mark_strikes(plays, i, t, turn->seat, struck, places);
		for (size_t k = 0; k < places; k++)
			count[k] += struck[k];
	}
	out_key(out, "missed");
	out_array(out);
	if (count && struck && plays->n && !list_places(out, t, count, plays->n, turn) &&
	    !list_places(out, t, count, 1, turn) && !list_places(out, t, count, plays->n, NULL))
		list_places(out, t, count, 1, NULL);
	out_array_end(out);
	free(count);
	free(struck);
}

/* ---- the answer -----------------------------------------------------------------------------
 */

static void tell_legal(struct out *out, const struct turn *turn, enum refusal refusal,
		       const struct table *t)
{
	struct plays plays;
	void *memory = malloc(plays_memory(t->plugin, LOOKED_AT));

	if (!memory)
		return; /* the refusal stands without it */
	plays_init(&plays, t->plugin, LOOKED_AT, memory);
	plays_list(&plays, t->position, turn->seat);
	table_drop_uncovered(t, &plays);
	list_legal(out, &plays, t, turn->seat);
	if (refusal == MUST_STRIKE)
		list_missed(out, &plays, t, turn);
	free(memory);
}

struct reply turns_refused(struct request *r, const struct turn *turn, enum refusal refusal,
			   const struct receipt *receipt)
{
	const struct decision *decision = receipt->decision;
	const char *sentence = decision ? decision->sentence : NULL;
	char text[GAMES_SENTENCE_MAX];
	struct out out;

	/* Only rules of the game have more to tell: they come behind this one. */
	if (receipt->trouble || !receipt->table || refusal < NOT_YOUR_DECISION ||
	    refusal_status(refusal) == 503)
		return games_refused(r, refusal, receipt);
	if (!sentence)
		sentence = refusal_title(refusal);
	reply_problem_begin(r, &out, refusal, "%s", games_sentence(sentence, text));
	out_kint(&out, "ply", (int64_t)receipt->row->ply);
	out_kint(&out, "seat", turn->seat);
	if (refusal != NOT_YOUR_DECISION) {
		if (decision && decision->fault.word < turn->words_n) {
			char pointer[32];

			snprintf(pointer, sizeof pointer, "/moves/%zu", decision->fault.word);
			out_kstring(&out, "pointer",
				    json_is_array(json_object_get(r->json, "moves"))
					    ? pointer
					    : "/moves");
		}
		tell_legal(&out, turn, refusal, receipt->table);
	}
	view_waiting(&out, receipt->table);
	return reply_problem_end(r, &out, refusal);
}
