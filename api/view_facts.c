/*
 * view_facts.c - what has happened, as objects.
 *
 * Events are read from the words kept beside each fact, so that a game's story
 * can be told without replaying it, and even without its ruleset.
 */
#include "api/view.h"

#include <stdlib.h>
#include <string.h>

void view_moves(struct out *o, const char *text)
{
	out_array(o);
	while (*text) {
		size_t n = strcspn(text, " ");

		if (n)
			out_string_n(o, text, n);
		text += n + (text[n] == ' ');
	}
	out_array_end(o);
}

/* A seat in words: "0", "pot" or "-". */
static void seat_word(struct out *o, const char *key, const char *word)
{
	if (strcmp(word, "-") == 0)
		out_knull(o, key);
	else if (strcmp(word, "pot") == 0)
		out_kstring(o, key, word);
	else
		out_kint(o, key, strtol(word, NULL, 10));
}

static void place_word(struct out *o, const char *key, const char *word)
{
	out_kstring(o, key, strcmp(word, "-") == 0 ? NULL : word);
}

void view_events(struct out *o, const char *events)
{
	struct event_words w;

	out_array(o);
	while (facts_next_event(&events, &w) > 0) {
		out_object(o);
		out_kstring(o, "kind", w.kind);
		seat_word(o, "seat", w.seat);
		seat_word(o, "other", w.other);
		place_word(o, "from", w.from);
		place_word(o, "to", w.to);
		out_kint(o, "amount", w.amount);
		out_kstring(o, "note", w.note[0] ? w.note : NULL);
		out_object_end(o);
	}
	out_array_end(o);
}

/* "3 1 6" as numbers. */
static void faces(struct out *o, const char *text)
{
	out_array(o);
	for (;;) {
		char *end;
		long face = strtol(text, &end, 10);

		if (end == text)
			break;
		out_int(o, face);
		text = end;
	}
	out_array_end(o);
}

void view_fact_members(struct out *o, const struct fact *fact, const char *events)
{
	out_kint(o, "ply", (int64_t)fact->ply);
	out_ktime(o, "at", fact->at);
	out_kstring(o, "kind", fact_word(fact->kind));
	if (fact->seat == TABLAS_NOBODY)
		out_knull(o, "seat");
	else
		out_kint(o, "seat", fact->seat);
	out_kstring(o, "text", fact->text);
	if (fact->kind == FACT_DECIDED || fact->kind == FACT_FORCED ||
	    fact->kind == FACT_PLAYED) {
		out_key(o, "moves");
		view_moves(o, fact->text);
	} else if (fact->kind == FACT_ROLLED) {
		out_key(o, "dice");
		faces(o, fact->text);
	}
	out_key(o, "events");
	view_events(o, events);
}

void view_fact(struct out *o, const struct fact *fact, const char *events)
{
	out_object(o);
	view_fact_members(o, fact, events);
	out_object_end(o);
}
