/*
 * xgid.c - the XGID of eXtreme Gammon.
 *
 *	XGID=board:cube:owner:turn:dice:score:score:rule:length:maxcube
 *
 * Twenty-six characters of men, always seen by the bottom player, who is White
 * here: his bar comes last and the other's first, which is how this ruleset
 * counts as well.  [eXtreme Gammon manual, XGID]  Of a double that waits for its
 * answer the cube is what it was before it.
 */
#include <stdio.h>
#include "plugins/backgammon/backgammon.h"

enum field { BOARD, CUBE, OWNER, TURN, DICE, SCORE_A, SCORE_B, RULE, LENGTH, LIMIT, FIELDS };

struct span {
	const char *at;
	size_t n;
};

/* A whole number within bounds: 1, or 0 for anything else. */
static int number(const struct span *s, long least, long most, long *out)
{
	size_t i = 0;
	int minus = s->n && s->at[0] == '-';
	long n = 0;

	for (i = (size_t)minus; i < s->n; i++) {
		if (s->at[i] < '0' || s->at[i] > '9' || i >= 8)
			return 0;
		n = n * 10 + (s->at[i] - '0');
	}
	*out = minus ? -n : n;
	return s->n > (size_t)minus && *out >= least && *out <= most;
}

/* Text before the last "=" does no harm: people paste whole lines. */
static const char *split(const char *text, struct span f[FIELDS])
{
	const char *equals = strrchr(text, '=');
	unsigned n = 0;

	for (text = equals ? equals + 1 : text; n < FIELDS; n++) {
		f[n].at = text;
		f[n].n = strcspn(text, ":");
		text += f[n].n;
		if (!*text)
			return n + 1 == FIELDS ? NULL : "an XGID has ten parts, this has fewer";
		text++;
	}
	return "an XGID has ten parts, this has more";
}

static const char *get_board(const struct span *s, struct backgammon_report *r)
{
	unsigned men[2] = {0, 0};

	if (s->n != 26)
		return "the board of an XGID has 26 characters";
	for (unsigned i = 0; i < 26; i++) {
		char c = s->at[i];
		unsigned seat = c >= 'a' && c <= 'p';

		r->men[i] = 0;
		if (c == '-')
			continue;
		if (!seat && (c < 'A' || c > 'P'))
			return "the board has a character other than A-P, a-p and -";
		if (i == (seat ? 25 : 0))
			return "a man stands on the other side's bar";
		r->men[i] = (int8_t)(seat ? 'a' - 1 - c : c - 'A' + 1);
		men[seat] += (unsigned)(seat ? c - 'a' + 1 : c - 'A' + 1);
		if (men[seat] > 15)
			return "a side has more than 15 men";
	}
	return NULL;
}

static const char *get_dice(const struct span *s, struct backgammon_report *r)
{
	const char *offer = "DBR", *at;

	if (s->n == 1) {
		at = strchr(offer, *s->at);
		r->offered = (uint8_t)(at ? at - offer + 1 : 0);
		return at ? NULL : "the dice are two numbers, or D, B or R";
	}
	if (s->n != 2)
		return "the dice are two numbers, or D, B or R";
	for (unsigned i = 0; i < 2; i++) {
		if (s->at[i] < '0' || s->at[i] > '6')
			return "a die shows one to six";
		r->dice[i] = (uint8_t)(s->at[i] - '0');
	}
	return !r->dice[0] == !r->dice[1] ? NULL : "only one die is thrown";
}

static const char *get_match(const struct span f[FIELDS], struct backgammon_report *r)
{
	long a, b, rule, length, limit;

	if (!number(&f[SCORE_A], 0, 65535, &a) || !number(&f[SCORE_B], 0, 65535, &b))
		return "a score is a whole number";
	if (!number(&f[LENGTH], 0, 65535, &length))
		return "the length of a match is a whole number, 0 for money";
	if (!number(&f[RULE], 0, length ? 1 : 3, &rule))
		return length ? "in a match the rule is 1 in the Crawford game and otherwise 0"
			      : "in money play the rule is 0 to 3: Jacoby 1, beavers 2";
	if (!number(&f[LIMIT], 0, 30, &limit))
		return "the highest cube is the power of two it may reach";
	r->score[0] = (uint32_t)a, r->score[1] = (uint32_t)b;
	r->length = (uint32_t)length;
	r->crawford = length && rule;
	r->jacoby = !length && rule & 1;
	r->beaver = !length && rule & 2;
	r->limit = (uint8_t)limit;
	return backgammon_score_flaw(r);
}

const char *backgammon_xgid(const char *text, struct backgammon_report *r)
{
	struct span f[FIELDS];
	long cube, owner, turn;
	const char *flaw = split(text, f);

	if (!flaw)
		flaw = get_board(&f[BOARD], r);
	if (flaw)
		return flaw;
	if (!number(&f[CUBE], 0, BACKGAMMON_CUBE_MAX, &cube))
		return "the cube is the power of two it shows, 0 to 24";
	if (!number(&f[OWNER], -1, 1, &owner))
		return "the cube is owned by 1 (bottom), -1 (top) or 0 (nobody)";
	if (!number(&f[TURN], -1, 1, &turn) || !turn)
		return "the turn is 1 (bottom) or -1 (top)";
	r->cube = (uint8_t)cube;
	r->owner = (uint8_t)(owner ? owner < 0 : TABLAS_NOBODY);
	r->turn = turn < 0;
	flaw = get_dice(&f[DICE], r);
	return flaw ? flaw : get_match(f, r);
}

size_t backgammon_xgid_write(const struct backgammon_report *r, char *out, size_t cap)
{
	unsigned rule = r->length ? r->crawford : r->jacoby + 2u * r->beaver;
	char board[27], dice[3];

	for (unsigned i = 0; i < 26; i++) {
		int n = r->men[i];

		board[i] = (char)(n > 0 ? 'A' - 1 + n : n < 0 ? 'a' - 1 - n : '-');
	}
	board[26] = '\0';
	if (r->offered)
		snprintf(dice, sizeof dice, "%c", "DBR"[(r->offered - 1) % 3]);
	else
		snprintf(dice, sizeof dice, "%c%c", '0' + r->dice[0] % 7, '0' + r->dice[1] % 7);
	return (size_t)snprintf(out, cap, "XGID=%s:%u:%d:%d:%s:%u:%u:%u:%u:%u", board, r->cube,
				r->owner == 0   ? 1
				: r->owner == 1 ? -1
						: 0,
				r->turn ? -1 : 1, dice, r->score[0], r->score[1], rule, r->length,
				r->limit);
}
