/*
 * record_dice.c - the lines of a record that say what its dice are made of.
 *
 * They stand alone in the answer about a game's dice, and among the others in
 * its record; who checks dice reads these and passes over the rest.
 */
#include "game/record.h"
#include "game/text.h"

#include <stdlib.h>
#include <string.h>

static void add_hex(struct text *t, const unsigned char bytes[FAIR_SIZE])
{
	char hex[FAIR_HEX_SIZE];

	fair_hex(bytes, hex);
	text_add(t, hex);
}

size_t record_write_dice(const struct record_dice *dice, char *out, size_t cap)
{
	struct text text = {out, cap, 0};

	text_add(&text, "dice " FAIR_NAME " ");
	text_add(&text, dice->chain);
	text_char(&text, ' ');
	text_int(&text, dice->game);
	text_char(&text, ' ');
	add_hex(&text, dice->commitment);
	text_char(&text, '\n');
	if (dice->link) {
		text_add(&text, "chain ");
		text_int(&text, dice->link);
		text_char(&text, ' ');
		add_hex(&text, dice->first);
		text_char(&text, '\n');
	}
	return text_end(&text);
}

/* In hexadecimal, for it may have blanks and signs in it; the reader has it as it is. */
size_t record_write_contributed(unsigned seat, const char *contribution, char *out, size_t cap)
{
	struct text text = {out, cap, 0};

	text_add(&text, "contributed ");
	text_int(&text, seat);
	text_char(&text, ' ');
	for (const unsigned char *p = (const unsigned char *)contribution; *p; p++) {
		text_char(&text, "0123456789abcdef"[*p >> 4]);
		text_char(&text, "0123456789abcdef"[*p & 15]);
	}
	text_add(&text, " # ");
	text_add(&text, contribution);
	text_char(&text, '\n');
	return text_end(&text);
}

size_t record_write_throw(const struct fact *f, char *out, size_t cap)
{
	struct text text = {out, cap, 0};

	text_add(&text, "throw ");
	text_int(&text, (int64_t)f->thrown);
	text_add(&text, " d");
	text_int(&text, f->sides);
	text_char(&text, ' ');
	text_add(&text, f->text);
	text_char(&text, '\n');
	return text_end(&text);
}

size_t record_write_secret(const unsigned char secret[FAIR_SIZE], char *out, size_t cap)
{
	struct text text = {out, cap, 0};

	text_add(&text, "secret ");
	add_hex(&text, secret);
	text_char(&text, '\n');
	return text_end(&text);
}

/* A number from 1, and what follows the blank behind it; NULL if there is none. */
static const char *after_number(const char *text)
{
	char *end;

	return strtoull(text, &end, 10) > 0 && *end == ' ' ? end + 1 : NULL;
}

bool record_is_of_dice(const char *word, const char *rest)
{
	unsigned char bytes[FAIR_SIZE];

	if (strcmp(word, "secret") == 0)
		return fair_unhex(rest, bytes);
	if (strcmp(word, "dice") == 0) {
		if (strncmp(rest, FAIR_NAME " ", sizeof(FAIR_NAME)) != 0)
			return false;
		rest += sizeof(FAIR_NAME);
		rest += strcspn(rest, " ");
		rest += *rest == ' ';
	}
	rest = after_number(rest);
	return rest && fair_unhex(rest, bytes);
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool record_read_contribution(const char *word, char text[FAIR_CONTRIBUTION_MAX + 1])
{
	size_t n = strlen(word) / 2;

	if (strlen(word) % 2 || n > FAIR_CONTRIBUTION_MAX)
		return false;
	for (size_t i = 0; i < n; i++) {
		int high = digit(word[2 * i]), low = digit(word[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		text[i] = (char)(high << 4 | low);
	}
	text[n] = '\0';
	return strlen(text) == n && fair_is_contribution(text);
}
