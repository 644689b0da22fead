/*
 * hostile.c - texts nobody should accept: notation with a few characters wrong.
 *
 * Most must be refused, with a reason where the plugin gives any.  One that is accepted must be exactly what write()
 * would give, and the position must keep every promise, for some plies too: it
 * may come from a record somebody wrote by hand.
 */
#include "daemon/conformance/exam.h"

#include <string.h>

#define STRAY_PLIES 6
#define TEXT_ROOM   (2 * TABLAS_TEXT_MAX)

static char odd_character(struct chance *c)
{
	static const char usual[] = "0123456789 -/,.:*()abcdefghijklmnopqrstuvwxyzWSPAX";

	if (chance_one_in(c, 6))
		return (char)(1 + chance_below(c, 255));
	return usual[chance_below(c, sizeof usual - 1)];
}

static size_t mutate_once(struct chance *c, char *s, size_t n, const char *other)
{
	size_t i = n ? chance_below(c, (uint32_t)n) : 0,
	       j = n ? chance_below(c, (uint32_t)n) : 0;
	char held;

	switch (chance_below(c, 8)) {
	case 0: /* one character for another */
	case 1:
		if (n)
			s[i] = odd_character(c);
		break;
	case 2: /* one more, often at the end */
		if (n + 1 < TEXT_ROOM) {
			i = chance_one_in(c, 2) ? n : i;
			memmove(s + i + 1, s + i, n - i + 1);
			s[i] = odd_character(c);
			n++;
		}
		break;
	case 3: /* one less */
		if (n) {
			memmove(s + i, s + i + 1, n - i);
			n--;
		}
		break;
	case 4: /* two change places */
		if (n) {
			held = s[i];
			s[i] = s[j];
			s[j] = held;
		}
		break;
	case 5: /* cut short */
		s[i] = '\0';
		n = i;
		break;
	case 6: /* the number next door: most likely to be believed */
		if (n && s[i] >= '0' && s[i] <= '8')
			s[i]++;
		break;
	default: /* goes on like an earlier one */
		if (strlen(other) > i) {
			strcpy(s + i, other + i);
			n = strlen(s);
		}
		break;
	}
	return n;
}

static void mutate(struct chance *c, char *s, const char *other)
{
	size_t n = strlen(s), times = 1 + chance_below(c, 3);

	if (chance_one_in(c, 64)) { /* far too long */
		memset(s, odd_character(c), TEXT_ROOM - 1);
		s[TEXT_ROOM - 1] = '\0';
		return;
	}
	while (times--)
		n = mutate_once(c, s, n, other);
}

/* Some plies from where the text leads. */
static int follow(struct exam *e, const char *text)
{
	struct exam *s = e->stray;

	if (exam_stray(s, e, e->back.at, text))
		return -1;
	for (int i = 0; i < STRAY_PLIES && s->wait.kind != TABLAS_WAIT_OVER; i++)
		if (step_on(s))
			return -1;
	return 0;
}

/* flaw() must agree with what became of the text. */
static int reason(struct exam *e, unsigned notation, const char *text, bool taken)
{
	struct guard *g = &e->text;
	char *out = (char *)g->at;
	size_t n;

	if (!e->p->flaw)
		return 0;
	guard_lend(g, 0);
	n = e->p->flaw(&e->setup, notation, text, out, TABLAS_FLAW_MAX);
	if (!guard_whole(g, TABLAS_FLAW_MAX))
		return exam_broke(e, PROMISE_ROOM, "flaw() writes outside its room");
	if (n >= TABLAS_FLAW_MAX || out[n] != '\0' || (n && !looks_printable(out, n)))
		return exam_broke(e, PROMISE_FLAW, "flaw() gives no line for \"%.200s\"", text);
	if (taken != (n == 0))
		return exam_broke(e, PROMISE_FLAW, "\"%.200s\" is %s, and flaw() says \"%s\"",
				  text, taken ? "read" : "refused", out);
	if (e->p->flaw(&e->setup, notation, text, NULL, 0) != n)
		return exam_broke(e, PROMISE_FLAW, "flaw() without room tells another length");
	return exam_untouched(e, "flaw");
}

/* Whether a refusal is one: -1, and the position as it was. */
static int refused(struct exam *e, const char *function, const char *text, int r)
{
	if (r == -1 && memcmp(e->back.at, e->pos.at, e->pos.size) == 0)
		return 0;
	return exam_broke(e, PROMISE_REFUSES,
			  "%s() of \"%.200s\" returns %d and changes the position", function,
			  text, r);
}

int hostile_position(struct exam *e)
{
	char text[TEXT_ROOM], back[TABLAS_TEXT_MAX];
	int r;

	if (reason(e, TABLAS_OWN_NOTATION, e->notation, true))
		return -1;
	strcpy(text, e->notation);
	mutate(&e->chance, text, e->old_notation);
	memcpy(e->back.at, e->pos.at, e->pos.size);
	e->r->mutations++;
	r = e->p->read(&e->setup, text, e->back.at);
	if (!guard_whole(&e->back, e->back.size))
		return exam_broke(e, PROMISE_ROOM,
				  "read() of \"%.200s\" writes outside the position", text);
	if (r != 0 && refused(e, "read", text, r))
		return -1;
	if (reason(e, TABLAS_OWN_NOTATION, text, r == 0))
		return -1;
	if (r != 0)
		return 0;
	if (e->p->write(e->back.at, back, sizeof back) >= sizeof back ||
	    strcmp(back, text) != 0)
		return exam_broke(e, PROMISE_HOSTILE,
				  "read() accepts \"%.200s\" and write() gives "
				  "\"%.200s\"",
				  text, back);
	e->r->accepted++;
	return follow(e, text);
}

/* The same in a notation of others.  Several of their texts may mean one position. */
int hostile_foreign(struct exam *e)
{
	char text[TEXT_ROOM];
	uint32_t known = 0, notation;
	int r;

	while (e->p->notations && e->p->notations[known])
		known++;
	if (!known || !e->p->write_as || !e->p->read_as)
		return 0;
	notation = chance_below(&e->chance, known);
	if (e->p->write_as(e->pos.at, notation, text, TABLAS_TEXT_MAX) == 0)
		strcpy(text, e->notation);
	if (!chance_one_in(&e->chance, 8))
		mutate(&e->chance, text, e->old_notation);
	memcpy(e->back.at, e->pos.at, e->pos.size);
	r = e->p->read_as(&e->setup, notation, text, e->back.at);
	if (!guard_whole(&e->back, e->back.size))
		return exam_broke(e, PROMISE_ROOM,
				  "read_as() of \"%.200s\" writes outside the position", text);
	if (r != 0 && refused(e, "read_as", text, r))
		return -1;
	if (r == 0 && e->p->audit && e->p->audit(e->back.at))
		return exam_broke(e, PROMISE_LOOKS, "read_as() of the %s \"%.200s\" fails the audit",
				  e->p->notations[notation], text);
	return reason(e, notation, text, r == 0);
}

/* A move's text with something wrong: no move, or one that why_not() has an answer to. */
int hostile_move(struct exam *e)
{
	unsigned seat = chance_below(&e->chance, e->seats);
	char text[TEXT_ROOM], back[TABLAS_MOVE_TEXT_MAX];
	tablas_move m = TABLAS_NO_MOVE;
	const char *sentence = NULL;
	enum tablas_why why;
	int r;

	while (e->legal[seat] == 0)
		seat = (seat + 1) % e->seats;
	m = exam_moves(e, seat)[chance_below(&e->chance, (uint32_t)e->legal[seat])];
	e->p->move_write(e->pos.at, seat, m, text, TABLAS_MOVE_TEXT_MAX);
	mutate(&e->chance, text, e->notation);
	e->r->mutations++;
	m = TABLAS_NO_MOVE;
	r = e->p->move_read(e->pos.at, seat, text, &m);
	if (r != 0)
		return r == -1 ? 0
			       : exam_broke(e, PROMISE_REFUSES,
					    "move_read() of \"%.200s\" returns %d", text, r);
	e->r->accepted++;
	if (m == TABLAS_NO_MOVE)
		return exam_broke(e, PROMISE_REFUSES, "move_read() of \"%.200s\" reads no move",
				  text);
	if (e->p->move_write(e->pos.at, seat, m, back, sizeof back) >= sizeof back)
		return exam_broke(e, PROMISE_TEXT,
				  "move_write() does not write what \"%.200s\" reads as", text);
	if (!e->p->why_not || exam_lists(e, seat, m))
		return exam_untouched(e, "move_read");
	why = e->p->why_not(e->pos.at, seat, m, &sentence);
	if ((int)why <= TABLAS_WHY_LEGAL || why >= TABLAS_WHY_COUNT)
		return exam_broke(
			e, PROMISE_WHY_NOT,
			"\"%.200s\" reads as a move that is not legal, and why_not() is %d",
			text, (int)why);
	return exam_untouched(e, "why_not");
}
