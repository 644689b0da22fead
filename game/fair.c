/*
 * fair.c - dice that whoever plays can compute again: see fair.h.
 *
 * The head of the message is kept as the text it is, so that what is hashed,
 * what is in the book and what the page describes are one thing.
 */
#include "game/fair.h"
#include "game/text.h"

#include <string.h>

/* ---- the chain ------------------------------------------------------------------------ */

uint32_t fair_links(uint32_t match_length)
{
	/* A game that somebody wins gives a point: it takes drawn ones to need another chain. */
	return match_length ? 2 * match_length : 1;
}

uint32_t fair_link(uint32_t game, uint32_t links)
{
	return game && links ? (game - 1) % links + 1 : 1;
}

static void hash_often(const struct fair_hash *hash, unsigned char bytes[FAIR_SIZE],
		       uint32_t times)
{
	unsigned char next[FAIR_SIZE];

	while (times--) {
		hash->digest(bytes, FAIR_SIZE, next);
		memcpy(bytes, next, FAIR_SIZE);
	}
}

void fair_first(const struct fair_hash *hash, const unsigned char commitment[FAIR_SIZE],
		uint32_t link, unsigned char first[FAIR_SIZE])
{
	memcpy(first, commitment, FAIR_SIZE);
	hash_often(hash, first, link - 1);
}

void fair_head(struct fair *f, const char *id, uint32_t game)
{
	struct text head = {f->head, sizeof(f->head), 0};

	text_add(&head, "tablas dice 1\ngame ");
	text_add(&head, id);
	text_char(&head, ' ');
	text_int(&head, game);
	text_char(&head, '\n');
	text_end(&head);
}

void fair_begin(struct fair *f, const struct fair_hash *hash, const char *id, uint32_t game)
{
	memcpy(f->secret, f->root, FAIR_SIZE);
	hash_often(hash, f->secret, f->links - fair_link(game, f->links));
	fair_head(f, id, game);
}

/* ---- contributions ---------------------------------------------------------------------- */

bool fair_is_contribution(const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i < n; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return false;
	return n > 0 && n <= FAIR_CONTRIBUTION_MAX;
}

/* Behind the line that `at` points into. */
static const char *next_line(const char *at)
{
	return at + strcspn(at, "\n") + 1;
}

static const char *contributions(const struct fair *f)
{
	return next_line(next_line(f->head));
}

/* The seat of a line "seat 1 text"; *text where its text begins. */
static unsigned read_line(const char *line, const char **text)
{
	*text = line + strlen("seat 0 ");
	return (unsigned)(line[strlen("seat ")] - '0');
}

_Static_assert(TABLAS_SEATS_MAX <= 10, "a seat is one digit");

bool fair_next(const struct fair *f, const char **at, unsigned *seat,
	       char text[FAIR_CONTRIBUTION_MAX + 1])
{
	const char *line = *at ? next_line(*at) : contributions(f), *begin;
	size_t n;

	if (!*line)
		return false;
	*at = line;
	*seat = read_line(line, &begin);
	n = strcspn(begin, "\n");
	if (n > FAIR_CONTRIBUTION_MAX)
		n = FAIR_CONTRIBUTION_MAX;
	memcpy(text, begin, n);
	text[n] = '\0';
	return true;
}

bool fair_contribute(struct fair *f, unsigned seat, const char *contribution)
{
	size_t before = strlen(f->head);
	struct text head = {f->head, sizeof(f->head), before};

	text_add(&head, "seat ");
	text_int(&head, seat);
	text_char(&head, ' ');
	text_add(&head, contribution);
	text_char(&head, '\n');
	if (head.n >= sizeof(f->head)) {
		f->head[before] = '\0';
		return false;
	}
	text_end(&head);
	return true;
}

bool fair_withdraw(struct fair *f, unsigned seat)
{
	const char *at = NULL, *after;
	char text[FAIR_CONTRIBUTION_MAX + 1];
	unsigned whose;

	while (fair_next(f, &at, &whose, text)) {
		if (whose != seat)
			continue;
		after = next_line(at);
		memmove(f->head + (at - f->head), after, strlen(after) + 1);
		return true;
	}
	return false;
}

/* ---- the throw --------------------------------------------------------------------------- */

static void block(const struct fair *f, const struct fair_hash *hash, uint64_t number,
		  uint64_t count, unsigned char out[FAIR_SIZE])
{
	char message[FAIR_HEAD_MAX + 64];
	struct text text = {message, sizeof(message), strlen(f->head)};

	memcpy(message, f->head, text.n);
	text_add(&text, "throw ");
	text_int(&text, (int64_t)number);
	text_add(&text, "\nblock ");
	text_int(&text, (int64_t)count);
	text_char(&text, '\n');
	hash->mac(f->secret, message, text.n, out);
}

void fair_throw(const struct fair *f, const struct fair_hash *hash, uint64_t number,
		unsigned sides, uint8_t *faces, size_t n)
{
	unsigned limit = 256 - 256 % sides;
	unsigned char bytes[FAIR_SIZE];
	size_t done = 0;

	for (uint64_t count = 0; done < n; count++) {
		block(f, hash, number, count, bytes);
		for (size_t i = 0; i < FAIR_SIZE && done < n; i++)
			if (bytes[i] < limit)
				faces[done++] = (uint8_t)(1 + bytes[i] % sides);
	}
}

/* ---- hexadecimal --------------------------------------------------------------------------- */

void fair_hex(const unsigned char bytes[FAIR_SIZE], char out[FAIR_HEX_SIZE])
{
	for (size_t i = 0; i < FAIR_SIZE; i++) {
		out[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
		out[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
	}
	out[2 * FAIR_SIZE] = '\0';
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool fair_unhex(const char *text, unsigned char out[FAIR_SIZE])
{
	for (size_t i = 0; i < FAIR_SIZE; i++) {
		int high = digit(text[2 * i]), low = high < 0 ? -1 : digit(text[2 * i + 1]);

		if (low < 0)
			return false;
		out[i] = (unsigned char)(high << 4 | low);
	}
	return text[2 * FAIR_SIZE] == '\0';
}
