/*
 * gnubg.c - the Position ID and the Match ID of GNU Backgammon.
 *
 * Both are strings of bits, packed into bytes from the least significant end and
 * told in base64 without its padding.  [GNU Backgammon manual, A technical
 * description of the Position ID; ... of the Match ID]  Two things there differ
 * from what the program does, and the program is followed: the side that is not
 * on roll comes first, and bit 66 of a Match ID switches Jacoby's rule off.
 *
 * Player 1 is White.  "move" is who is on roll, "turn" who is asked: the other
 * seat after a double or a raccoon, the same again after a beaver.
 */
#include "plugins/backgammon/backgammon.h"

#define BITS 88 /* more than either needs */

enum field { /* of a Match ID: where its bits begin */
	CUBE = 0,
	OWNER = 4,
	MOVE = 6,
	CRAWFORD = 7,
	STATE = 8,
	TURN = 11,
	DOUBLED = 12,
	RESIGNED = 13,
	DIE_A = 15,
	DIE_B = 18,
	LENGTH = 21,
	SCORE_0 = 36,
	SCORE_1 = 51,
	NO_JACOBY = 66,
	PADDING = 67,
	MATCH_BITS = 72
};

#define POSITION_BITS 80

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Bit i of a text of `chars` letters: base64 fills bytes from the top, IDs from below. */
static unsigned home_of(unsigned i)
{
	return i / 8 * 8 + 7 - i % 8;
}

static const char *unpack(const char *text, unsigned bits, uint8_t out[BITS])
{
	memset(out, 0, BITS);
	for (unsigned c = 0; text[c]; c++) {
		const char *at = strchr(letters, text[c]);

		if (!at)
			return "a character that no such ID has: they are A-Z a-z 0-9 + /";
		for (unsigned b = 0; b < 6; b++)
			out[home_of(6 * c + b)] = (uint8_t)((at - letters) >> (5 - b) & 1);
	}
	for (unsigned i = bits; i < BITS; i++)
		if (out[i])
			return "the last character tells more than such an ID holds";
	return NULL;
}

static void pack(const uint8_t in[BITS], unsigned chars, char *text)
{
	for (unsigned c = 0; c < chars; c++) {
		unsigned value = 0;

		for (unsigned b = 0; b < 6; b++)
			value = value << 1 | in[home_of(6 * c + b)];
		text[c] = letters[value];
	}
	text[chars] = '\0';
}

/* ---- Position ID ----------------------------------------------------------------- */

const char *backgammon_position_id(const char *text, struct backgammon_report *r)
{
	uint8_t bits[BITS];
	unsigned at = 0, men[2] = {0, 0};
	const char *flaw;

	if (strlen(text) != 14)
		return "a Position ID has 14 characters";
	flaw = unpack(text, POSITION_BITS, bits);
	if (flaw)
		return flaw;
	memset(r->men, 0, sizeof r->men);
	for (unsigned half = 0; half < 2; half++) {
		unsigned seat = half ? r->turn : !r->turn;

		for (unsigned own = 1; own <= BACKGAMMON_BAR; own++) {
			unsigned index = backgammon_index(seat, own), n = 0;

			for (; at < POSITION_BITS && bits[at]; at++)
				n++;
			if (at++ >= POSITION_BITS)
				return "the bits end before the last point is told of";
			if (n && r->men[index])
				return "men of both sides stand on one point";
			men[half] += n;
			if (men[half] > 15)
				return "a side has more than 15 men";
			if (n)
				r->men[index] = (int8_t)(seat ? -(int)n : (int)n);
		}
	}
	for (; at < POSITION_BITS; at++)
		if (bits[at])
			return "more points are told of than a board has";
	return NULL;
}

void backgammon_position_id_write(const struct backgammon_report *r, char out[15])
{
	uint8_t bits[BITS] = {0};
	unsigned at = 0;

	for (unsigned half = 0; half < 2; half++) {
		unsigned seat = half ? r->turn : !r->turn;

		for (unsigned own = 1; own <= BACKGAMMON_BAR; own++) {
			int n = r->men[backgammon_index(seat, own)];

			for (n = seat ? -n : n; n > 0; n--)
				bits[at++] = 1;
			at++;
		}
	}
	pack(bits, 14, out);
}

/* ---- Match ID ---------------------------------------------------------------------- */

static unsigned get(const uint8_t bits[BITS], enum field from, unsigned width)
{
	unsigned value = 0;

	for (unsigned i = width; i-- > 0;)
		value = value << 1 | bits[from + i];
	return value;
}

static void set(uint8_t bits[BITS], enum field from, unsigned width, unsigned value)
{
	for (unsigned i = 0; i < width; i++)
		bits[from + i] = value >> i & 1;
}

/*
 * An offer of the cube.  The program counts a double as taken once it is
 * beavered, and a beaver once it is raccooned; what stood before is worked out.
 */
static const char *get_offer(struct backgammon_report *r, unsigned asked)
{
	if (asked == r->turn)
		r->offered = 2;
	else
		r->offered = r->owner == asked ? 3 : 1;
	if (r->offered == 1)
		return NULL;
	if (r->offered == 3 && r->cube < 2)
		return "the cube belongs to the side that is doubled";
	if (r->owner != !r->turn || r->cube < r->offered - 1u)
		return "a beaver or raccoon, and the cube was never taken";
	r->cube = (uint8_t)(r->cube - (r->offered - 1u));
	r->owner = r->cube ? r->turn : TABLAS_NOBODY;
	return NULL;
}

static const char *get_state(const uint8_t bits[BITS], struct backgammon_report *r)
{
	unsigned state = get(bits, STATE, 3), asked = !get(bits, TURN, 1);

	if (state == 0)
		return "no game is in progress";
	if (state > 4)
		return "there is no such state of a game";
	r->over = (uint8_t)(state - 1);
	r->resigned = (uint8_t)get(bits, RESIGNED, 2);
	r->by = !asked;
	if (get(bits, DOUBLED, 1))
		return get_offer(r, asked);
	if (!r->over && !r->resigned && asked != r->turn)
		return "one side is on roll and the other is to decide, but nothing is offered";
	return NULL;
}

static const char *get_dice(const uint8_t bits[BITS], struct backgammon_report *r)
{
	unsigned a = get(bits, DIE_A, 3), b = get(bits, DIE_B, 3);

	if (a > 6 || b > 6)
		return "a die shows seven";
	if (!a != !b)
		return "only one die is thrown";
	r->dice[0] = (uint8_t)a, r->dice[1] = (uint8_t)b;
	return NULL;
}

const char *backgammon_match_id(const char *text, struct backgammon_report *r)
{
	uint8_t bits[BITS];
	const char *flaw;
	unsigned owner;

	if (strlen(text) != 12)
		return "a Match ID has 12 characters";
	flaw = unpack(text, MATCH_BITS, bits);
	if (flaw)
		return flaw;
	if (get(bits, PADDING, MATCH_BITS - PADDING))
		return "bits are set that mean nothing in a Match ID";
	r->cube = (uint8_t)get(bits, CUBE, 4);
	owner = get(bits, OWNER, 2);
	r->owner = (uint8_t)(owner < 2 ? !owner : TABLAS_NOBODY);
	r->turn = !get(bits, MOVE, 1);
	r->crawford = (uint8_t)get(bits, CRAWFORD, 1);
	r->jacoby = !get(bits, NO_JACOBY, 1);
	r->length = get(bits, LENGTH, 15);
	r->score[1] = get(bits, SCORE_0, 15);
	r->score[0] = get(bits, SCORE_1, 15);
	flaw = get_state(bits, r);
	if (!flaw)
		flaw = get_dice(bits, r);
	return flaw ? flaw : backgammon_score_flaw(r);
}

void backgammon_match_id_write(const struct backgammon_report *r, char out[13])
{
	uint8_t bits[BITS] = {0};
	unsigned a = r->dice[0], b = r->dice[1], asked = r->turn, taken = 0, owner = r->owner;

	if (r->offered == 1 || r->offered == 3)
		asked = !r->turn;
	if (r->offered > 1)
		taken = r->offered - 1u, owner = !r->turn;
	if (r->resigned)
		asked = !r->by;
	set(bits, CUBE, 4, r->cube + taken);
	set(bits, OWNER, 2, owner < 2 ? !owner : 3);
	set(bits, MOVE, 1, !r->turn);
	set(bits, CRAWFORD, 1, r->crawford);
	set(bits, STATE, 3, r->over + 1u);
	set(bits, TURN, 1, !asked);
	set(bits, DOUBLED, 1, r->offered != 0);
	set(bits, RESIGNED, 2, r->resigned);
	/* The program itself writes the larger first. */
	set(bits, DIE_A, 3, a > b ? a : b);
	set(bits, DIE_B, 3, a > b ? b : a);
	set(bits, LENGTH, 15, r->length);
	set(bits, SCORE_0, 15, r->score[1]);
	set(bits, SCORE_1, 15, r->score[0]);
	set(bits, NO_JACOBY, 1, !r->jacoby);
	pack(bits, 12, out);
}
