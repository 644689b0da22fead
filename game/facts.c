/*
 * facts.c - the words of facts, and events as text.
 *
 * The text of events is kept beside each fact so that a client's history costs
 * no replay.  It is for reading; the truth is the fact.
 */
#include "game/facts.h"
#include "game/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const words[FACT_COUNT] = {
#define X(name, word, what) [FACT_##name] = word,
	FACTS(X)
#undef X
};

const char *fact_word(enum fact_kind kind)
{
	return (unsigned)kind < FACT_COUNT && words[kind] ? words[kind] : "none";
}

enum fact_kind fact_named(const char *word)
{
	for (size_t i = 1; i < FACT_COUNT; i++)
		if (strcmp(words[i], word) == 0)
			return (enum fact_kind)i;
	return FACT_NONE;
}

static const char *event_word(unsigned kind)
{
	switch (kind) {
	case TABLAS_EV_MOVED:
		return "moved";
	case TABLAS_EV_STRUCK:
		return "struck";
	case TABLAS_EV_ENTERED:
		return "entered";
	case TABLAS_EV_BORNE_OFF:
		return "borne_off";
	case TABLAS_EV_DIE_PASSED:
		return "die_passed";
	case TABLAS_EV_DIE_LOST:
		return "die_lost";
	case TABLAS_EV_TURN:
		return "turn";
	case TABLAS_EV_CUBE:
		return "cube";
	case TABLAS_EV_FINISHED:
		return "finished";
	case TABLAS_EV_LEFT:
		return "left";
	case TABLAS_EV_RESIGN:
		return "resign";
	case TABLAS_EV_STAKE:
		return "stake";
	default:
		return NULL;
	}
}

void facts_add_seat(struct text *t, uint8_t seat)
{
	text_char(t, ' ');
	if (seat == TABLAS_NOBODY)
		text_char(t, '-');
	else if (seat == TABLAS_POT)
		text_add(t, "pot");
	else
		text_int(t, seat);
}

static void add_place(struct text *t, const struct tablas_plugin *plugin, int16_t place)
{
	int16_t i = 0;

	/* A place the plugin does not have would be read from beyond its list. */
	while (i < place && plugin->places[i].name)
		i++;
	text_char(t, ' ');
	if (place < 0 || !plugin->places[i].name)
		text_char(t, '-');
	else
		text_add(t, plugin->places[i].name);
}

/* A note must neither end the event nor the line it stands in. */
static void add_note(struct text *t, const char *note)
{
	text_char(t, ' ');
	for (; *note; note++)
		text_char(t, *note == ';' || (unsigned char)*note < ' ' ? ',' : *note);
}

size_t facts_write_events(const struct tablas_plugin *plugin, const struct tablas_event *events,
			  size_t n, char *out, size_t cap)
{
	struct text t = {out, cap, 0};

	for (size_t i = 0; i < n; i++) {
		const struct tablas_event *e = &events[i];
		const char *word = event_word(e->kind);

		if (i)
			text_char(&t, ';');
		if (word)
			text_add(&t, word);
		else
			text_int(&t, e->kind);
		facts_add_seat(&t, e->seat);
		facts_add_seat(&t, e->other);
		add_place(&t, plugin, e->from);
		add_place(&t, plugin, e->to);
		text_char(&t, ' ');
		text_int(&t, e->amount);
		if (e->note && *e->note)
			add_note(&t, e->note);
	}
	return text_end(&t);
}

/* One field up to a blank, `;` or the end; NULL if it is empty or too long. */
static const char *next_field(const char *p, char *out, size_t cap)
{
	size_t n = strcspn(p, " ;");

	if (n == 0 || n >= cap)
		return NULL;
	memcpy(out, p, n);
	out[n] = '\0';
	return p[n] == ' ' ? p + n + 1 : p + n;
}

int facts_next_event(const char **line, struct event_words *out)
{
	char number[16], *end;
	const char *p = *line;
	size_t n;
	long amount;

	if (*p == '\0')
		return 0;
	if (!(p = next_field(p, out->kind, sizeof(out->kind))) ||
	    !(p = next_field(p, out->seat, sizeof(out->seat))) ||
	    !(p = next_field(p, out->other, sizeof(out->other))) ||
	    !(p = next_field(p, out->from, sizeof(out->from))) ||
	    !(p = next_field(p, out->to, sizeof(out->to))) ||
	    !(p = next_field(p, number, sizeof(number))))
		return -1;
	amount = strtol(number, &end, 10);
	if (*end || amount < INT32_MIN || amount > INT32_MAX)
		return -1;
	out->amount = (int32_t)amount;
	n = strcspn(p, ";");
	if (n >= sizeof(out->note))
		return -1;
	memcpy(out->note, p, n);
	out->note[n] = '\0';
	*line = p[n] == ';' ? p + n + 1 : p + n;
	return 1;
}
