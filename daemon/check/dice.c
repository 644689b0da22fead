/*
 * dice.c - tablas-check dice: every face of a game computed again.
 *
 * Reads a record, or a game's dice as text: of both only the lines that say
 * what the dice were made of (game/record.h), so that no plugin is needed.  The
 * secret stands last, so throws are kept until it is known.
 */
#include "daemon/check/check.h"

#include "daemon/dice.h"
#include "game/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thrown {
	int line;
	uint64_t number; /* 0: not made from the secret */
	unsigned sides;
	char faces[TABLAS_DICE_MAX * 4 + 1];
};

struct reading {
	const char *path;
	int line, wrong;
	struct fair fair;
	unsigned char commitment[FAIR_SIZE], first[FAIR_SIZE];
	unsigned link; /* 0: of no match */
	bool begun, told;
	struct thrown *thrown;
	size_t n, cap;
};

static void complain(struct reading *r, int line, const char *what)
{
	printf("%s:%d: %s\n", r->path, line, what);
	r->wrong++;
}

/* ---- the lines ---------------------------------------------------------------------- */

static void read_dice(struct reading *r, const char *rest)
{
	char name[32], key[32], hex[80];
	unsigned game;

	if (sscanf(rest, "%31s %31s %u %79s", name, key, &game, hex) != 4 ||
	    !fair_unhex(hex, r->commitment))
		complain(r, r->line, "this does not say what the dice were made of");
	else if (strcmp(name, FAIR_NAME) != 0)
		complain(r, r->line, "these dice were made in a way that is not known here");
	else
		fair_head(&r->fair, key, game);
	r->begun = true;
}

static void read_chain(struct reading *r, const char *rest)
{
	char hex[80];

	if (sscanf(rest, "%u %79s", &r->link, hex) != 2 || r->link < 1 ||
	    !fair_unhex(hex, r->first))
		complain(r, r->line, "this is no link of a chain");
}

static void read_contributed(struct reading *r, const char *rest)
{
	char hex[2 * FAIR_CONTRIBUTION_MAX + 2], text[FAIR_CONTRIBUTION_MAX + 1];
	unsigned seat;

	if (sscanf(rest, "%u %401s", &seat, hex) != 2 || seat >= TABLAS_SEATS_MAX ||
	    !record_read_contribution(hex, text) || !fair_contribute(&r->fair, seat, text))
		complain(r, r->line, "this is no contribution");
}

_Static_assert(FAIR_CONTRIBUTION_MAX == 200, "the width above is twice that and one");

static void read_unseated(struct reading *r, const char *rest)
{
	fair_withdraw(&r->fair, (unsigned)strtoul(rest, NULL, 10));
}

static struct thrown *one_more(struct reading *r)
{
	if (r->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 64;
		r->thrown = realloc(r->thrown, r->cap * sizeof(*r->thrown));
		if (!r->thrown)
			abort();
	}
	memset(&r->thrown[r->n], 0, sizeof(*r->thrown));
	r->thrown[r->n].line = r->line;
	return &r->thrown[r->n++];
}

static void read_throw(struct reading *r, const char *rest)
{
	struct thrown *t = one_more(r);
	unsigned long long number;
	int at = 0;

	if (sscanf(rest, "%llu d%u %n", &number, &t->sides, &at) != 2 || number < 1 ||
	    t->sides < 2 || t->sides > 255 || strlen(rest + at) >= sizeof(t->faces)) {
		complain(r, r->line, "this is no throw");
		r->n--;
		return;
	}
	t->number = number;
	strcpy(t->faces, rest + at);
}

static void read_roll(struct reading *r, const char *rest)
{
	(void)rest;
	one_more(r);
}

static void read_secret(struct reading *r, const char *rest)
{
	r->told = fair_unhex(rest, r->fair.secret);
	if (!r->told)
		complain(r, r->line, "this is no secret");
}

static const struct {
	const char *word;
	void (*read)(struct reading *, const char *rest);
} words[] = {
	{"dice", read_dice},	     {"chain", read_chain}, {"contributed", read_contributed},
	{"unseated", read_unseated}, {"throw", read_throw}, {"roll", read_roll},
	{"secret", read_secret},
};

/* Without a comment, and blanks at its end. */
static void tidy(char *line)
{
	char *comment = strstr(line, " #");
	size_t n;

	if (comment)
		*comment = '\0';
	n = strlen(line);
	while (n && strchr(" \t\r\n", line[n - 1]))
		line[--n] = '\0';
}

static void read_line(struct reading *r, char *line)
{
	size_t n;

	r->line++;
	tidy(line);
	n = strcspn(line, " ");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strncmp(line, words[i].word, n) == 0 && words[i].word[n] == '\0')
			words[i].read(r, line + n + strspn(line + n, " "));
}

/* ---- what follows from them -------------------------------------------------------------- */

static void check_commitment(struct reading *r)
{
	unsigned char hash[FAIR_SIZE], first[FAIR_SIZE];

	dice_hash.digest(r->fair.secret, FAIR_SIZE, hash);
	if (memcmp(hash, r->commitment, FAIR_SIZE) != 0)
		complain(r, r->line, "the secret is not that of the commitment");
	if (!r->link)
		return;
	fair_first(&dice_hash, hash, r->link, first);
	if (memcmp(first, r->first, FAIR_SIZE) != 0)
		complain(r, r->line, "the secret is not of the chain of the match");
}

static void check_throw(struct reading *r, const struct thrown *t, uint64_t expected)
{
	uint8_t faces[TABLAS_DICE_MAX];
	char text[TABLAS_DICE_MAX * 4 + 1] = "", what[160];
	size_t n = 1, at = 0;

	if (t->number != expected) {
		snprintf(what, sizeof(what),
			 t->number ? "this is throw %llu, and should be %llu"
				   : "this throw has no number: it was not made from the secret",
			 (unsigned long long)t->number, (unsigned long long)expected);
		complain(r, t->line, what);
		return;
	}
	for (const char *p = t->faces; *p; p++)
		n += *p == ' ';
	if (n > TABLAS_DICE_MAX)
		n = TABLAS_DICE_MAX;
	fair_throw(&r->fair, &dice_hash, t->number, t->sides, faces, n);
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%u", i ? " " : "", faces[i]);
	if (strcmp(text, t->faces) == 0)
		return;
	snprintf(what, sizeof(what), "throw %llu is %.40s, and the secret gives %s",
		 (unsigned long long)t->number, t->faces, text);
	complain(r, t->line, what);
}

static int check_all(struct reading *r)
{
	uint64_t number = 0;

	if (!r->begun && r->n) {
		printf("%s: this game has no commitment: nobody can check its dice\n", r->path);
		return CHECK_BAD;
	}
	if (!r->begun || (!r->told && !r->wrong)) {
		printf("%s: %s\n", r->path,
		       r->begun ? "the secret has not been told: the game goes on"
				: "nothing is said of dice here");
		return CHECK_TROUBLE;
	}
	if (r->wrong)
		return CHECK_BAD;
	check_commitment(r);
	for (size_t i = 0; i < r->n; i++)
		check_throw(r, &r->thrown[i], r->thrown[i].number ? ++number : UINT64_MAX);
	if (r->wrong)
		return CHECK_BAD;
	printf("%s: %zu throws, every face as the secret and the contributions give it\n", r->path,
	       r->n);
	return CHECK_GOOD;
}

static int read_through(struct reading *r, FILE *f)
{
	char line[RECORD_LINE_MAX];
	int c = getc(f);

	if (c == '{') {
		printf("%s: this is JSON: ask for text (?format=text), or take verify_dice.py\n",
		       r->path);
		return CHECK_TROUBLE;
	}
	if (c != EOF)
		ungetc(c, f);
	while (fgets(line, sizeof(line), f)) {
		if (!show_is_plain(line)) {
			complain(r, r->line + 1, "the line has a control character");
			return CHECK_BAD;
		}
		read_line(r, line);
	}
	if (!ferror(f))
		return check_all(r);
	fprintf(stderr, "tablas-check: %s: %s\n", r->path, strerror(errno));
	return CHECK_TROUBLE;
}

int dice_command(struct check *c)
{
	static struct reading r;
	FILE *f = strcmp(c->record_path, "-") == 0 ? stdin : fopen(c->record_path, "r");
	int result;

	if (!f) {
		fprintf(stderr, "tablas-check: %s: %s\n", c->record_path, strerror(errno));
		return CHECK_TROUBLE;
	}
	r.path = c->record_path;
	fair_head(&r.fair, "", 0);
	result = read_through(&r, f);
	free(r.thrown);
	if (f != stdin)
		fclose(f);
	return result;
}
