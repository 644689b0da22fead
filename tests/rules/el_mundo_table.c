/*
 * el_mundo_table.c - a board, a throw, and what may follow, in a line each.
 */
#include "tests/rules/el_mundo_table.h"

#include "game/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS_MAX 8192
#define LEGAL_MAX 64

static struct tablas_event happened[TABLAS_EVENTS_MAX];
struct tablas_events events = {happened, 0};

static const char letter[] = "GRBW";

const struct tablas_setup *setup_of(const char *options)
{
	static int32_t values[OPTIONS_MAX];
	static struct tablas_setup setup = {.seats = 4, .options = values};

	options_default(MUNDO, values);
	if (options && options_read(MUNDO, options, values) != ACCEPTED)
		fail_msg("no such options: %s", options);
	return &setup;
}

const struct position *fresh(const char *options)
{
	static struct position p;

	memset(&p, 0, sizeof p);
	MUNDO->init(setup_of(options), &p);
	return &p;
}

const struct position *position_of(const char *options, const char *line)
{
	static struct position p;

	memset(&p, 0, sizeof p);
	return MUNDO->read(setup_of(options), line, &p) ? NULL : &p;
}

struct position thrown(const char *options, const char *board, int seat, int a, int b, int c)
{
	char line[TABLAS_TEXT_MAX], faces[16], standing[5] = "....", next = '1';
	const struct position *before;
	struct position p;
	int at = 0;

	for (const char *s = board; *s; s++) {
		at += *s == '/';
		if (!strncmp(s, "off*12", 6))
			standing[at] = next++;
	}
	snprintf(line, sizeof line, "%s throw:%c - 0 %s", board, letter[seat], standing);
	before = position_of(options, line);
	if (!before)
		fail_msg("not read: %s", line);
	p = *before;
	snprintf(faces, sizeof faces, "%d %d %d", a, b, c);
	roll(&p, faces);
	return p;
}

static char *line_of(const struct position *p)
{
	static char line[TABLAS_TEXT_MAX];

	MUNDO->write(p, line, sizeof line);
	return line;
}

const char *board_of(const struct position *p)
{
	char *line = line_of(p);

	*strchr(line, ' ') = '\0';
	return line;
}

const char *state_of(const struct position *p)
{
	return strchr(line_of(p), ' ') + 1;
}

struct tablas_wait waits(const struct position *p)
{
	struct tablas_wait now;

	MUNDO->wait(p, &now);
	return now;
}

int asked(const struct position *p)
{
	unsigned seats = waits(p).seats;

	return seats && !(seats & (seats - 1)) ? __builtin_ctz(seats) : -1;
}

void roll(struct position *p, const char *faces)
{
	uint8_t v[TABLAS_DICE_MAX];
	size_t n = 0;

	assert_int_equal(waits(p).kind, TABLAS_WAIT_ROLL);
	for (; *faces; faces++)
		if (*faces != ' ')
			v[n++] = (uint8_t)(*faces - '0');
	assert_int_equal(waits(p).dice, n);
	events.n = 0;
	MUNDO->roll(p, v, n, &events);
}

static int is_legal(const struct position *p, unsigned seat, tablas_move m)
{
	tablas_move legal[LEGAL_MAX];
	size_t n = MUNDO->legal(p, seat, legal, LEGAL_MAX);

	for (size_t i = 0; i < n; i++)
		if (legal[i] == m)
			return 1;
	return 0;
}

void play(struct position *p, const char *moves)
{
	char copy[256], *save = NULL;

	snprintf(copy, sizeof copy, "%s", moves);
	events.n = 0;
	for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		int seat = asked(p);
		tablas_move m;

		assert_int_equal(waits(p).kind, TABLAS_WAIT_MOVE);
		if (MUNDO->move_read(p, (unsigned)seat, word, &m) ||
		    !is_legal(p, (unsigned)seat, m))
			fail_msg("%s is not legal for seat %d in %s", word, seat, line_of(p));
		MUNDO->play(p, (unsigned)seat, m, &events);
	}
}

void leave(struct position *p, int seat)
{
	events.n = 0;
	MUNDO->leave(p, (unsigned)seat, &events);
}

int paid(int from, int to, const char *note)
{
	int sum = 0;

	for (size_t i = 0; i < events.n; i++) {
		const struct tablas_event *e = &events.v[i];

		if (e->kind == TABLAS_EV_STAKE && e->seat == from && e->other == to &&
		    !strcmp(e->note, note))
			sum += e->amount;
	}
	return sum;
}

int told(enum tablas_event_kind kind, int seat, int32_t amount)
{
	int n = 0;

	for (size_t i = 0; i < events.n; i++)
		n += events.v[i].kind == kind && events.v[i].seat == seat &&
		     events.v[i].amount == amount;
	return n;
}

/* ---- sets of texts ------------------------------------------------------------------ */

struct texts {
	char *v[TEXTS_MAX];
	size_t n;
};

static void add(struct texts *t, const char *text)
{
	for (size_t i = 0; i < t->n; i++)
		if (!strcmp(t->v[i], text))
			return;
	if (t->n == TEXTS_MAX)
		fail_msg("too many texts");
	t->v[t->n++] = strdup(text);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* One line, sorted; frees the texts. */
static char *joined(struct texts *t)
{
	size_t size = 1;
	char *line, *end;

	qsort(t->v, t->n, sizeof *t->v, by_text);
	for (size_t i = 0; i < t->n; i++)
		size += strlen(t->v[i]) + 1;
	line = end = malloc(size);
	*end = '\0';
	for (size_t i = 0; i < t->n; i++) {
		end += sprintf(end, i ? " %s" : "%s", t->v[i]);
		free(t->v[i]);
	}
	return line;
}

static void assert_texts(struct texts *came, const char *texts)
{
	struct texts expected = {.n = 0};
	char *copy = strdup(texts), *save = NULL, *a, *b;

	for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
		add(&expected, word);
	a = joined(&expected);
	b = joined(came);
	free(copy);
	assert_string_equal(b, a);
	free(a);
	free(b);
}

void assert_steps(const struct position *p, const char *texts)
{
	tablas_move legal[LEGAL_MAX];
	struct texts came = {.n = 0};
	unsigned seat = (unsigned)asked(p);
	size_t n = MUNDO->legal(p, seat, legal, LEGAL_MAX);

	for (size_t i = 0; i < n; i++) {
		char text[TABLAS_MOVE_TEXT_MAX];

		MUNDO->move_write(p, seat, legal[i], text, sizeof text);
		add(&came, text);
	}
	assert_texts(&came, texts);
}

static void walk(const struct position *p, const struct tablas_wait *during, struct texts *ends)
{
	tablas_move legal[LEGAL_MAX];
	struct tablas_wait now = waits(p);
	unsigned seat = (unsigned)asked(p);
	size_t n;

	if (now.kind != during->kind || now.turn != during->turn ||
	    now.seats != during->seats || now.flags != during->flags) {
		add(ends, board_of(p));
		return;
	}
	n = MUNDO->legal(p, seat, legal, LEGAL_MAX);
	for (size_t i = 0; i < n; i++) {
		struct position next = *p;

		MUNDO->play(&next, seat, legal[i], NULL);
		walk(&next, during, ends);
	}
}

void assert_ends(const struct position *p, const char *boards)
{
	struct tablas_wait during = waits(p);
	struct texts came = {.n = 0};

	assert_int_equal(during.kind, TABLAS_WAIT_MOVE);
	walk(p, &during, &came);
	assert_texts(&came, boards);
}

void assert_refused(const struct position *p, const char *move, enum tablas_why why)
{
	const char *sentence = NULL;
	unsigned seat = (unsigned)asked(p);
	tablas_move m;

	if (MUNDO->move_read(p, seat, move, &m))
		fail_msg("not read: %s", move);
	assert_false(is_legal(p, seat, m));
	assert_int_equal(MUNDO->why_not(p, seat, m, &sentence), why);
	assert_non_null(sentence);
}
