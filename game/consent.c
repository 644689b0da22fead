/*
 * consent.c - offers that are open, as a value and as a line of words.
 */
#include "game/consent.h"
#include "game/text.h"
#include "game/word.h"

#include <string.h>

static const char *const words[CONSENT_COUNT] = {
#define X(name, word, what) [CONSENT_##name] = word,
	CONSENTS(X)
#undef X
};

const char *consent_word(unsigned kind)
{
	return kind < CONSENT_COUNT ? words[kind] : "none";
}

bool consent_named(const char *word, uint8_t *kind)
{
	for (uint8_t i = 0; i < CONSENT_COUNT; i++) {
		if (strcmp(words[i], word) == 0) {
			*kind = i;
			return true;
		}
	}
	return false;
}

bool consent_is_empty(const struct consent *c)
{
	return !c->open && !c->tries && !c->until;
}

void consent_open(struct consent *c, unsigned kind, unsigned seat, uint64_t ply)
{
	uint8_t bit = (uint8_t)(1u << seat);

	c->offer[kind] = (struct offer){.ply = ply, .by = (uint8_t)seat, .agreed = bit};
	c->tried[kind] |= bit;
	c->open |= (uint8_t)(1u << kind);
	c->tries |= (uint8_t)(1u << kind);
}

void consent_close(struct consent *c, unsigned kind)
{
	c->offer[kind] = (struct offer){.ply = 0};
	c->open &= (uint8_t)~(1u << kind);
}

void consent_ask_anew(struct consent *c)
{
	memset(c->tried, 0, sizeof(c->tried));
	c->tries = 0;
}

bool consent_is_agreed(const struct consent *c, unsigned kind, uint8_t seats)
{
	return c->offer[kind].ply && (seats & ~c->offer[kind].agreed) == 0;
}

/* A word, then numbers; of a pause that is on, the word alone with its instant. */
static const char paused[] = "paused";

size_t consent_write(const struct consent *c, char *out, size_t cap)
{
	struct text t = {out, cap, 0};

	if (c->until) {
		text_add(&t, paused);
		text_char(&t, ' ');
		text_int(&t, c->until);
	}
	for (unsigned i = 0; i < CONSENT_COUNT && !consent_is_empty(c); i++) {
		const struct offer *o = &c->offer[i];

		if (!o->ply && !c->tried[i])
			continue;
		if (t.n)
			text_char(&t, ' ');
		text_add(&t, words[i]);
		text_char(&t, ' ');
		text_int(&t, (int64_t)o->ply);
		text_char(&t, ' ');
		text_int(&t, o->by);
		text_char(&t, ' ');
		text_int(&t, o->agreed);
		text_char(&t, ' ');
		text_int(&t, c->tried[i]);
		text_char(&t, ' ');
		text_int(&t, o->length);
	}
	return text_end(&t);
}

static bool read_offer(struct consent *c, const char *word, char **rest)
{
	int64_t ply, by, agreed, tried, length;
	uint8_t kind;

	if (!consent_named(word, &kind) || !word_number(word_take(rest), 0, INT64_MAX, &ply) ||
	    !word_number(word_take(rest), 0, TABLAS_SEATS_MAX - 1, &by) ||
	    !word_number(word_take(rest), 0, UINT8_MAX, &agreed) ||
	    !word_number(word_take(rest), 0, UINT8_MAX, &tried) ||
	    !word_number(word_take(rest), 0, INT64_MAX, &length))
		return false;
	if (ply)
		consent_open(c, kind, (unsigned)by, (uint64_t)ply);
	c->offer[kind].agreed = (uint8_t)agreed;
	c->offer[kind].length = length;
	c->tried[kind] = (uint8_t)tried;
	c->tries |= (uint8_t)(tried ? 1u << kind : 0);
	return true;
}

int consent_read(const char *text, struct consent *c)
{
	char copy[CONSENT_TEXT_MAX], *rest = copy;

	memset(c, 0, sizeof(*c));
	if (word_line(text, copy, sizeof(copy)) != 0)
		return -1;
	while (*rest) {
		const char *word = word_take(&rest);

		if (strcmp(word, paused) == 0) {
			if (!word_number(word_take(&rest), 1, INT64_MAX, &c->until))
				return -1;
		} else if (!read_offer(c, word, &rest)) {
			return -1;
		}
	}
	return 0;
}
