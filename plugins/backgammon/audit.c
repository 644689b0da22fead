/*
 * audit.c - what is wrong: with a position, or with a move that is refused.
 *
 * The sentences are for players: each says the rule in a few words.
 */
#include "plugins/backgammon/backgammon.h"

static int closed(const struct backgammon *p, unsigned seat)
{
	for (unsigned own = 1; own <= 6; own++)
		if (backgammon_count(p, seat, own) < 2)
			return 0;
	return 1;
}

static const char *audit_men(const struct backgammon *p)
{
	int men[2] = {0, 0};

	for (unsigned i = 0; i < BACKGAMMON_INDEXES; i++) {
		int n = p->men[i];

		men[n < 0] += n < 0 ? -n : n;
	}
	for (unsigned i = BACKGAMMON_INDEXES; i < sizeof p->men; i++)
		if (p->men[i])
			return "bytes beyond the trays are not zero";
	if (men[0] > p->all || men[1] > p->all)
		return "a side has more men than there are";
	if (p->men[0] > 0 || p->men[25] < 0 || p->men[26] < 0 || p->men[27] > 0)
		return "a man stands on the other side's bar or tray";
	if (p->men[26] == p->all && p->men[27] == -p->all)
		return "both sides have borne off all their men";
	if (p->men[0] && p->men[25] && closed(p, 0) && closed(p, 1))
		return "both sides are on the bar against six closed points";
	return NULL;
}

static const char *audit_dice(const struct backgammon *p)
{
	unsigned a = p->dice[0], b = p->dice[1];

	if (p->phase != BACKGAMMON_MOVE)
		return a || b || p->left[0] || p->left[1] ? "dice without a decision" : NULL;
	if (a < 1 || a > 6 || b < 1 || b > 6)
		return "a die shows no face";
	if (a == b ? p->left[0] > 4 || p->left[1] : p->left[0] > 1 || p->left[1] > 1)
		return "more dice are left than were thrown";
	if (backgammon_stuck(p))
		return "a decision is asked for that nobody can make";
	return NULL;
}

static const char *audit_cube(const struct backgammon *p)
{
	unsigned answers = p->phase >= BACKGAMMON_DOUBLED && p->phase <= BACKGAMMON_RACCOONED;

	/* A study may have a cube that nobody turns: its value still counts. */
	if (p->cube > BACKGAMMON_CUBE_MAX || (p->owner > 1 && p->owner != TABLAS_NOBODY))
		return "no such cube";
	if (p->throws[0] > 2 || p->throws[1] > 2 ||
	    ((p->throws[0] || p->throws[1]) && !(p->flags & BACKGAMMON_HOLLAND)))
		return "throws are counted that do not matter";
	if (!answers && p->phase != BACKGAMMON_DOUBLE)
		return NULL;
	if (p->offer && answers)
		return "a resignation while the cube is offered";
	if (p->turn < 2 && backgammon_no_double(p, p->turn))
		return "a double that is not allowed";
	if (p->phase >= BACKGAMMON_BEAVERED &&
	    (backgammon_in_match(p) || !(p->flags & BACKGAMMON_BEAVER) ||
	     p->cube + 2 > p->limit))
		return "a beaver that is not allowed";
	if (p->phase == BACKGAMMON_RACCOONED &&
	    (!(p->flags & BACKGAMMON_RACCOON) || p->cube + 3 > p->limit))
		return "a raccoon that is not allowed";
	return NULL;
}

static const char *audit_over(const struct backgammon *p)
{
	unsigned off = p->winner < 2 ? backgammon_off(p, p->winner) : 0;
	int empty = 1;

	if (p->turn != TABLAS_NOBODY || p->offer || p->refused[0] || p->refused[1])
		return "a game that is over waits for somebody";
	for (unsigned i = 0; i <= BACKGAMMON_BAR; i++)
		empty = empty && !p->men[i];
	if (p->winner == TABLAS_NOBODY)
		return empty && !p->degree && !p->end ? NULL
						      : "the game has no winner and no end";
	if (p->winner > 1 || p->degree < 1 || p->degree > 3 ||
	    p->end > BACKGAMMON_RACCOON_REFUSED)
		return "the result makes no sense";
	if (p->end == BACKGAMMON_BORNE_OFF &&
	    (off != p->all || p->degree != backgammon_degree(p, !p->winner)))
		return "the result does not fit the board";
	if (p->end != BACKGAMMON_BORNE_OFF && (p->men[26] == p->all || p->men[27] == -p->all))
		return "a finished game cannot be given up";
	if (p->end != BACKGAMMON_BORNE_OFF && !(p->flags & BACKGAMMON_OFFERED) && p->degree > 1)
		return "a resignation counts single here";
	if (p->end >= BACKGAMMON_DROPPED && (p->degree > 1 || !(p->flags & BACKGAMMON_CUBE)))
		return "a cube that was refused counts single";
	return NULL;
}

const char *backgammon_audit(const void *pos)
{
	const struct backgammon *p = pos;
	const char *wrong = audit_men(p);

	if (!wrong)
		wrong = audit_dice(p);
	if (!wrong)
		wrong = audit_cube(p);
	if (wrong)
		return wrong;
	for (unsigned seat = 0; seat < 2; seat++)
		if (backgammon_away(p, seat) > p->length[0] + 256u * p->length[1])
			return "a seat lacks more points than the match has";
	if (p->phase == BACKGAMMON_OVER)
		return audit_over(p);
	if (p->phase > BACKGAMMON_OVER || p->winner != TABLAS_NOBODY || p->degree || p->end)
		return "the game is neither running nor over";
	if (p->phase == BACKGAMMON_OPENING ? p->turn != TABLAS_NOBODY : p->turn > 1)
		return "it is nobody's turn";
	if (p->men[26] == p->all || p->men[27] == -p->all)
		return "all men are off and the game goes on";
	if (p->offer > 3 || p->refused[0] > 3 || p->refused[1] > 3 || p->offer_by > 1 ||
	    (!p->offer && p->offer_by))
		return "no such resignation";
	if (!(p->flags & BACKGAMMON_OFFERED) && (p->offer || p->refused[0] || p->refused[1]))
		return "resignations need no answer here";
	if (p->offer && p->offer <= p->refused[p->offer_by])
		return "what was refused is offered again";
	return NULL;
}

/* The rule that a step of this man by this die breaks; the throw is seen to later. */
static enum tablas_why step_why_not(const struct backgammon *p, unsigned seat, unsigned own,
				    unsigned die, const char **sentence)
{
	if (backgammon_count(p, seat, BACKGAMMON_BAR) && own != BACKGAMMON_BAR) {
		*sentence = "a man on the bar must enter before any other man moves";
		return TABLAS_WHY_MUST_ENTER;
	}
	if (own > die) {
		if (backgammon_count(p, !seat, 25 - (own - die)) < 2)
			return TABLAS_WHY_LEGAL;
		*sentence = "a man may not stop on a point that two or more enemy men hold";
		return TABLAS_WHY_POINT_BLOCKED;
	}
	for (unsigned i = 7; i <= BACKGAMMON_BAR; i++)
		if (backgammon_count(p, seat, i)) {
			*sentence =
				"men are borne off only when all of them are in the home board";
			return TABLAS_WHY_NOT_ALL_HOME;
		}
	for (unsigned i = own + 1; own < die && i <= 6; i++)
		if (backgammon_count(p, seat, i)) {
			*sentence =
				"a number bears off a man from a lower point only when no man "
				"stands on a higher one; otherwise it is moved inside";
			return TABLAS_WHY_EXACT_BEAR_OFF;
		}
	return TABLAS_WHY_LEGAL;
}

/* A possible step that is not offered: the throw asks for more. */
static enum tablas_why throw_why_not(const struct backgammon *p, unsigned die,
				     const char **sentence)
{
	uint32_t first[2];

	backgammon_first(p, first);
	if (p->left[0] == 1 && p->left[1] == 1 && !first[p->dice[0] == die ? 0 : 1]) {
		struct backgammon then = *p;
		unsigned other = p->dice[0] == die ? 1 : 0, own;
		int struck;

		/* Is the other number offered because nothing can follow either? */
		own = (unsigned)__builtin_ctz(first[other]);
		backgammon_step(&then, p->turn, own, p->dice[other], &struck);
		then.left[other] = 0;
		if (backgammon_stuck(&then)) {
			*sentence = "when only one of two numbers can be used, it must be the "
				    "larger";
			return TABLAS_WHY_MUST_USE_LARGER;
		}
	}
	*sentence = "all numbers that can be used must be used; after this step fewer could be";
	return TABLAS_WHY_MUST_USE_MORE;
}

/* Decisions without a man; or a man's move where one of these is asked. */
static enum tablas_why word_why_not(const struct backgammon *p, unsigned seat, tablas_move move,
				    const char **sentence)
{
	tablas_move legal[4];
	size_t n = backgammon_legal(p, seat, legal, 4);

	if (p->phase != BACKGAMMON_MOVE || p->offer)
		for (size_t i = 0; i < n && i < 4; i++)
			if (legal[i] == move)
				return TABLAS_WHY_LEGAL;
	if (move >= BACKGAMMON_WORDS_END) {
		*sentence = "this is no move of backgammon";
		return TABLAS_WHY_UNREADABLE;
	}
	if (move == BACKGAMMON_ACCEPT || move == BACKGAMMON_REFUSE || p->offer) {
		*sentence = p->offer ? "a resignation is offered: accept or refuse it first"
				     : "no resignation is offered";
		return TABLAS_WHY_OTHER;
	}
	if (move < BACKGAMMON_WORD) {
		*sentence = p->phase == BACKGAMMON_DOUBLE
				    ? "the dice are not thrown: double or roll first"
				    : "the cube is offered: take or drop it first";
		return TABLAS_WHY_CUBE;
	}
	if (move == BACKGAMMON_DO_DOUBLE && p->phase == BACKGAMMON_MOVE)
		*sentence = "a double is offered before the throw, not after it";
	else if (move == BACKGAMMON_DO_BEAVER || move == BACKGAMMON_DO_RACCOON)
		*sentence = "this may not be doubled again: options beaver and raccoon, money "
			    "play only, not beyond max_cube";
	else
		*sentence = "the cube does not ask for this now";
	return TABLAS_WHY_CUBE;
}

enum tablas_why backgammon_why_not(const void *pos, unsigned seat, tablas_move move,
				   const char **sentence)
{
	const struct backgammon *p = pos;
	unsigned index = backgammon_from(move), number = backgammon_number(move), own;
	uint32_t first[2];
	const char *nowhere;

	if (!sentence)
		sentence = &nowhere;
	*sentence = NULL;
	if (p->offer ? seat != !p->offer_by
		     : backgammon_cube_asks(p) != seat &&
			       (p->phase != BACKGAMMON_MOVE || seat != p->turn)) {
		*sentence = "this seat has nothing to decide now";
		return TABLAS_WHY_OTHER;
	}
	if (p->offer || backgammon_cube_asks(p) == seat || move >= BACKGAMMON_WORD)
		return word_why_not(p, seat, move, sentence);
	own = backgammon_index(seat, index);
	if (index > BACKGAMMON_BAR || own < 1 || own > BACKGAMMON_BAR || !number) {
		*sentence = "this is no move of backgammon";
		return TABLAS_WHY_UNREADABLE;
	}
	if (!(move & BACKGAMMON_BACK) &&
	    !((p->left[0] && p->dice[0] == number) || (p->left[1] && p->dice[1] == number))) {
		*sentence = "no die that is left shows that number; a man that goes further "
			    "stops after each number on the way";
		return TABLAS_WHY_NO_SUCH_DIE;
	}
	if (!backgammon_count(p, seat, own)) {
		*sentence = "no man of yours stands there";
		return TABLAS_WHY_NO_PIECE;
	}
	if (move & BACKGAMMON_BACK) {
		if (backgammon_count(p, seat, BACKGAMMON_BAR) && own != BACKGAMMON_BAR) {
			*sentence = "a man on the bar must enter before any other man moves";
			return TABLAS_WHY_MUST_ENTER;
		}
		*sentence = seat ? "Black's men move from 1 towards 24 and off"
				 : "White's men move from 24 towards 1 and off";
		return TABLAS_WHY_WRONG_WAY;
	}
	enum tablas_why why = step_why_not(p, seat, own, number, sentence);

	if (why != TABLAS_WHY_LEGAL)
		return why;
	backgammon_first(p, first);
	if (first[p->left[0] && p->dice[0] == number ? 0 : 1] >> own & 1)
		return TABLAS_WHY_LEGAL;
	return throw_why_not(p, number, sentence);
}
