/*
 * foreign.c - the notations of other programs: XGID, and the IDs of GNU Backgammon.
 *
 * Both are read into one report of what they tell, and written from one; what is
 * common to them is here: a report becomes a position, a position a report.
 * White is the bottom player of an XGID and player 1 of GNU Backgammon.
 *
 * The table decides by which rules a game is played.  So Jacoby's rule, beavers,
 * the highest cube, the match and its score are read and checked, and then those
 * of the table hold.  What the others cannot tell is listed in backgammon.md.
 */
#include "plugins/backgammon/backgammon.h"

const char *const backgammon_notations[] = {[BACKGAMMON_XGID] = "xgid",
					    [BACKGAMMON_GNUBG] = "gnubg",
					    [BACKGAMMON_GNUBG_POSITION] = "gnubg-position",
					    NULL};

#define POSITION_ID 14
#define MATCH_ID    12

/* ---- from a report to a position ------------------------------------------------- */

const char *backgammon_score_flaw(const struct backgammon_report *r)
{
	if (!r->length)
		return r->crawford ? "a Crawford game without a match" : NULL;
	if (r->score[0] > r->length || r->score[1] > r->length)
		return "a score is higher than the match is long";
	if (r->score[0] == r->length || r->score[1] == r->length)
		return "at this score the match is over";
	if (!r->crawford)
		return NULL;
	if (r->score[0] + 1 != r->length && r->score[1] + 1 != r->length)
		return "a Crawford game, and nobody lacks a single point";
	return r->cube || r->owner != TABLAS_NOBODY || r->offered
		       ? "the Crawford game has no cube"
		       : NULL;
}

static const char *put_men(const struct backgammon_report *r, struct backgammon *p)
{
	unsigned men[2] = {0, 0};

	memset(p->men, 0, sizeof p->men);
	memcpy(p->men, r->men, sizeof r->men);
	for (unsigned i = 0; i <= BACKGAMMON_BAR; i++)
		men[r->men[i] < 0] += (unsigned)(r->men[i] < 0 ? -r->men[i] : r->men[i]);
	if (men[0] > p->all || men[1] > p->all)
		return "a side has more men than there are";
	if (!men[0] && !men[1])
		return "neither side has a man on the board";
	p->men[BACKGAMMON_TRAY] = (int8_t)(p->all - men[0]);
	p->men[BACKGAMMON_TRAY + 1] = (int8_t)(men[1] - p->all);
	return NULL;
}

static const char *put_end(const struct backgammon_report *r, struct backgammon *p)
{
	unsigned winner = backgammon_off(p, 0) == p->all ? 0 : 1;

	if (backgammon_off(p, winner) != p->all)
		return "the game is over, but nobody has borne off, and who won is not said";
	if (r->over != 1)
		return "a side has borne off all its men, and the game is said to go on";
	backgammon_finish(p, winner, backgammon_degree(p, !winner), BACKGAMMON_BORNE_OFF, NULL);
	return NULL;
}

static const char *put_dice(const struct backgammon_report *r, struct backgammon *p)
{
	if (r->offered)
		return "a double is offered after the throw";
	p->phase = BACKGAMMON_MOVE;
	p->dice[0] = r->dice[0], p->dice[1] = r->dice[1];
	p->left[0] = p->dice[0] == p->dice[1] ? 4 : 1;
	p->left[1] = p->dice[0] != p->dice[1];
	return backgammon_stuck(p) ? "nobody can move by this throw: give the position after it"
				   : NULL;
}

static const char *put_cube(const struct backgammon_report *r, struct backgammon *p)
{
	if (r->owner != TABLAS_NOBODY && !r->cube)
		return "a cube that was never turned belongs to nobody";
	p->cube = r->cube;
	p->owner = r->owner;
	/* How often it was turned is not told; that it was is what matters. */
	p->accepted = r->owner == TABLAS_NOBODY ? 0 : r->cube;
	return NULL;
}

static const char *put_state(const struct backgammon_report *r, struct backgammon *p)
{
	const char *no;

	p->turn = r->turn;
	if (r->resigned && r->offered)
		return "a resignation while the cube is offered";
	p->offer = r->resigned;
	p->offer_by = r->resigned ? r->by : 0;
	/* Throws are not counted there; whoever sets up a position is past the second. */
	if (p->flags & BACKGAMMON_HOLLAND)
		p->throws[0] = p->throws[1] = 2;
	if (r->dice[0])
		return put_dice(r, p);
	no = backgammon_no_double(p, p->turn);
	p->phase = no ? BACKGAMMON_ROLL : BACKGAMMON_DOUBLE;
	if (r->offered && no)
		return no;
	if (r->offered)
		p->phase = (uint8_t)(BACKGAMMON_DOUBLE + r->offered);
	return NULL;
}

static const char *settle(const struct tablas_setup *setup, const struct backgammon_report *r,
			  struct backgammon *out)
{
	struct backgammon p;
	const char *flaw;

	backgammon_init(setup, &p);
	flaw = put_men(r, &p);
	if (!flaw)
		flaw = put_cube(r, &p);
	if (!flaw && (r->over || backgammon_off(&p, 0) == p.all || backgammon_off(&p, 1) == p.all))
		flaw = put_end(r, &p);
	else if (!flaw)
		flaw = put_state(r, &p);
	if (!flaw)
		flaw = backgammon_audit(&p);
	if (!flaw)
		*out = p;
	return flaw;
}

/* ---- from a position to a report --------------------------------------------------- */

/* Only whole decisions can be told: not the opening, nor a throw played in part. */
static int can_be_told(const struct backgammon *p)
{
	unsigned left = p->left[0] + p->left[1];

	return p->phase != BACKGAMMON_OPENING &&
	       (p->phase != BACKGAMMON_MOVE || left == (p->dice[0] == p->dice[1] ? 4 : 2));
}

static void report(const struct backgammon *p, struct backgammon_report *r)
{
	memset(r, 0, sizeof *r);
	memcpy(r->men, p->men, sizeof r->men);
	r->turn = p->turn < 2 ? p->turn : p->winner < 2 ? p->winner : 0;
	memcpy(r->dice, p->dice, sizeof r->dice);
	if (p->phase > BACKGAMMON_DOUBLE && p->phase <= BACKGAMMON_RACCOONED)
		r->offered = (uint8_t)(p->phase - BACKGAMMON_DOUBLE);
	r->resigned = p->offer;
	r->by = p->offer_by;
	r->cube = p->cube;
	r->owner = p->owner;
	r->crawford = (p->flags & BACKGAMMON_CRAWFORD_GAME) != 0;
	r->jacoby = (p->flags & BACKGAMMON_JACOBY) != 0;
	r->beaver = (p->flags & BACKGAMMON_BEAVER) != 0;
	r->limit = p->flags & BACKGAMMON_CUBE ? p->limit : 0;
	if (p->phase == BACKGAMMON_OVER)
		r->over = p->end == BACKGAMMON_BORNE_OFF ? 1 : p->end < BACKGAMMON_DROPPED ? 2 : 3;
	r->length = p->length[0] + 256u * p->length[1];
	for (unsigned seat = 0; seat < 2; seat++)
		r->score[seat] = r->length - backgammon_away(p, seat);
}

size_t backgammon_write_as(const void *pos, unsigned notation, char *out, size_t cap)
{
	const struct backgammon *p = pos;
	struct backgammon_report r;
	char text[96] = "";
	size_t n = 0;

	report(p, &r);
	/* Fifteen bits are kept for lengths and scores, four for the cube. */
	if (notation == BACKGAMMON_GNUBG_POSITION) {
		backgammon_position_id_write(&r, text);
	} else if (can_be_told(p) && notation == BACKGAMMON_GNUBG && r.length < 1u << 15 &&
		   r.cube + r.offered <= 15) {
		backgammon_position_id_write(&r, text);
		text[POSITION_ID] = ':';
		backgammon_match_id_write(&r, text + POSITION_ID + 1);
	} else if (can_be_told(p) && notation == BACKGAMMON_XGID && !r.over) {
		backgammon_xgid_write(&r, text, sizeof text);
	}
	n = strlen(text);
	if (cap) {
		size_t fits = n < cap ? n : cap - 1;

		memcpy(out, text, fits);
		out[fits] = '\0';
	}
	return n;
}

/* ---- reading -------------------------------------------------------------------------- */

/* A Position ID and a Match ID; which is which shows in their lengths. */
static const char *read_pair(const char *text, struct backgammon_report *r)
{
	char first[POSITION_ID + 1] = "", second[POSITION_ID + 1] = "";
	const char *colon = strchr(text, ':');
	const char *flaw;
	size_t n = colon ? (size_t)(colon - text) : 0, m;

	if (!colon)
		return strlen(text) == MATCH_ID
			       ? "a Match ID tells nothing of the men: a Position ID and a colon "
				 "stand before it"
			       : "this is a Position ID, a colon and a Match ID: 14 and 12 "
				 "characters";
	m = strlen(colon + 1);
	if (n + m != POSITION_ID + MATCH_ID || (n != POSITION_ID && n != MATCH_ID))
		return "a Position ID has 14 characters and a Match ID 12";
	memcpy(first, text, n);
	memcpy(second, colon + 1, m);
	flaw = backgammon_match_id(n == MATCH_ID ? first : second, r);
	return flaw ? flaw : backgammon_position_id(n == MATCH_ID ? second : first, r);
}

/* A Position ID alone: White is to throw, and the cube was never touched. */
static const char *read_men(const char *text, struct backgammon_report *r)
{
	int left[2] = {0, 0};
	const char *flaw = backgammon_position_id(text, r);

	for (unsigned i = 0; i <= BACKGAMMON_BAR; i++)
		left[r->men[i] < 0] |= r->men[i];
	r->over = !left[0] || !left[1];
	return flaw;
}

const char *backgammon_foreign(const struct tablas_setup *setup, unsigned notation,
			       const char *text, struct backgammon *out)
{
	struct backgammon_report r;
	char line[TABLAS_TEXT_MAX];
	const char *flaw;
	size_t n;

	text += strspn(text, " \t\r\n");
	for (n = strlen(text); n && strchr(" \t\r\n", text[n - 1]); n--)
		;
	if (n >= sizeof line)
		return "this is longer than any position";
	memcpy(line, text, n);
	line[n] = '\0';
	memset(&r, 0, sizeof r);
	r.owner = TABLAS_NOBODY;
	if (notation == BACKGAMMON_XGID)
		flaw = backgammon_xgid(line, &r);
	else if (notation == BACKGAMMON_GNUBG)
		flaw = read_pair(line, &r);
	else if (notation == BACKGAMMON_GNUBG_POSITION)
		flaw = read_men(line, &r);
	else
		flaw = "there is no such notation";
	return flaw ? flaw : settle(setup, &r, out);
}

int backgammon_read_as(const struct tablas_setup *setup, unsigned notation, const char *text,
		       void *pos)
{
	return backgammon_foreign(setup, notation, text, pos) ? -1 : 0;
}
