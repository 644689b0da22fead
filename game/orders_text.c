/*
 * orders_text.c - a standing order as the book keeps it.
 *
 * A line for each thing that is said: "play move", "throw 6 5", "moves 24/18
 * 18/13", "keep".  A position may have anything in it but an end of line.
 */
#include "game/orders.h"
#include "game/text.h"
#include "game/word.h"

static void add_line(struct text *t, const char *key, const char *rest)
{
	if (t->n)
		text_char(t, '\n');
	text_add(t, key);
	if (rest && *rest) {
		text_char(t, ' ');
		text_add(t, rest);
	}
}

static void add_number(struct text *t, const char *key, int64_t value)
{
	add_line(t, key, NULL);
	text_char(t, ' ');
	text_int(t, value);
}

size_t order_write(const struct tablas_plugin *plugin, const struct order *o, char *out,
		   size_t cap)
{
	struct text t = {out, cap, 0};

	add_line(&t, order_word((enum order_kind)o->kind),
		 o->kind == ORDER_PLAY ? order_question_word((enum order_question)o->on) : NULL);
	if (o->keep)
		add_line(&t, "keep", NULL);
	if (o->accept)
		add_line(&t, "accept", NULL);
	if (o->at_least)
		add_number(&t, "at_least", o->at_least);
	if (o->at_most)
		add_number(&t, "at_most", o->at_most);
	for (size_t i = 0; i < o->dice_n; i++)
		add_number(&t, "die", o->dice[i]);
	for (size_t i = 0; i < o->places_n; i++)
		add_line(&t, "place", plugin->places[o->places[i]].name);
	if (o->moves[0])
		add_line(&t, "moves", o->moves);
	if (o->after[0])
		add_line(&t, "after", o->after);
	if (o->position[0])
		add_line(&t, "position", o->position);
	return text_end(&t);
}

static bool take_text(char *to, size_t cap, const char *rest)
{
	if (!*rest || strlen(rest) >= cap)
		return false;
	strcpy(to, rest);
	return true;
}

static bool take_number(const char *rest, int64_t max, int32_t *out)
{
	int64_t n;

	if (!word_number(rest, 1, max, &n))
		return false;
	*out = (int32_t)n;
	return true;
}

static bool take_die(struct order *o, const char *rest)
{
	int32_t face;

	if (o->dice_n == TABLAS_DICE_MAX || !take_number(rest, UINT8_MAX, &face))
		return false;
	o->dice[o->dice_n++] = (uint8_t)face;
	return true;
}

static bool take_place(struct order *o, const struct tablas_plugin *plugin, const char *rest)
{
	int16_t place = order_place(plugin, 0, rest);

	if (place < 0 || o->places_n == ORDER_PLACES_MAX)
		return false;
	o->places[o->places_n++] = place;
	return true;
}

static bool take_line(struct order *o, const struct tablas_plugin *plugin, const char *key,
		      const char *rest)
{
	if (strcmp(key, "keep") == 0)
		return o->keep = true;
	if (strcmp(key, "accept") == 0)
		return o->accept = true;
	if (strcmp(key, "at_least") == 0)
		return take_number(rest, INT32_MAX, &o->at_least);
	if (strcmp(key, "at_most") == 0)
		return take_number(rest, INT32_MAX, &o->at_most);
	if (strcmp(key, "die") == 0)
		return take_die(o, rest);
	if (strcmp(key, "place") == 0)
		return take_place(o, plugin, rest);
	if (strcmp(key, "moves") == 0)
		return take_text(o->moves, sizeof(o->moves), rest);
	if (strcmp(key, "after") == 0)
		return take_text(o->after, sizeof(o->after), rest);
	if (strcmp(key, "position") == 0)
		return take_text(o->position, sizeof(o->position), rest);
	return false;
}

static bool take_kind(struct order *o, const char *key, const char *rest)
{
	o->kind = (uint8_t)order_named(key);
	if (o->kind != ORDER_PLAY)
		return o->kind != ORDER_NONE && !*rest;
	o->on = (uint8_t)order_question_named(rest);
	return o->on != QUESTIONS_N;
}

int order_read(const struct tablas_plugin *plugin, const char *text, struct order *out)
{
	char copy[ORDER_TEXT_MAX], *line = copy;

	memset(out, 0, sizeof(*out));
	if (strlen(text) >= sizeof(copy))
		return -1;
	strcpy(copy, text);
	while (line) {
		char *next = strchr(line, '\n'), *rest;

		if (next)
			*next++ = '\0';
		rest = strchr(line, ' ');
		if (rest)
			*rest++ = '\0';
		if (!(out->kind ? take_line(out, plugin, line, rest ? rest : "")
				: take_kind(out, line, rest ? rest : "")))
			return -1;
		line = next;
	}
	return out->kind == ORDER_PLAY && !out->moves[0] ? -1 : 0;
}
