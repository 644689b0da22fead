/*
 * duty.c - which plays are obedient.
 *
 * The article demands two things at once: every die is to be used if possible,
 * and a blot of the two following seasons is to be struck if possible, even by
 * several dice.  Both bind the whole play, so a step is legal if it begins one
 * of the best plays.  A play is worth a number: compulsory strikes first and
 * dice second (or the other way round, duty_first off), and the search below
 * finds the best number that can be reached.
 *
 * Nothing has to be remembered between steps: what is best after a step of a
 * best play is the rest of that play.  Only strike_duty one must know that its
 * single strike has been made.
 */
#include "plugins/el-mundo/mundo.h"

#define HEAVY  8u
#define BIT(r) (1u << (r))
#define ENTER  BIT(MUNDO_BIT_ENTER)

struct search {
	const struct mundo *w;
	uint32_t strike, die; /* what each is worth */
};

static struct search search_of(const struct mundo *w)
{
	struct search s = {w, 0, 1};

	if (w->strike_duty == MUNDO_MAX || w->strike_duty == MUNDO_ONE) {
		s.strike = w->duty_first ? HEAVY : 1;
		s.die = w->duty_first ? 1 : HEAVY;
	}
	return s;
}

static uint32_t strikes_in(const struct search *s, uint32_t worth)
{
	if (s->strike == 0)
		return 0;
	return s->strike == HEAVY ? worth / HEAVY : worth % HEAVY;
}

/* What a compulsory strike is worth now: with strike_duty one, only the first. */
static uint32_t strike_worth(const struct search *s, const struct mundo_reach *p)
{
	return s->w->strike_duty == MUNDO_ONE && p->struck ? 0 : s->strike;
}

/*
 * The steps that may come next, by die, before whole plays are compared.  In
 * mode war the priorities hold while a piece is in hand; under strict_step a
 * chain that ends in a strike has to be begun at once.
 */
static uint32_t admitted(const struct search *s, const struct mundo_reach *p,
			 const uint8_t *dice, unsigned n, uint32_t steps[MUNDO_DICE],
			 enum mundo_priority *priority)
{
	const struct mundo *w = s->w;
	uint32_t any = 0;

	*priority = MUNDO_PEACE;
	if (w->reentry == MUNDO_WAR && p->hand != 0) {
		*priority = mundo_chains_war(w, p, dice, n, steps);
		for (unsigned i = 0; i < n; i++)
			any |= steps[i];
		return any;
	}
	if (w->strike_duty == MUNDO_STRICT_STEP && w->duty_first) {
		any = mundo_chains_strikes(w, p, dice, n, steps);
		if (any)
			return any;
	}
	for (unsigned i = 0; i < n; i++) {
		steps[i] =
			i > 0 && dice[i] == dice[i - 1] ? 0 : mundo_steps_with(w, p, dice[i]);
		any |= steps[i];
	}
	return any;
}

/* The last die: no need to take the step to know what it is worth. */
static uint32_t best_last(const struct search *s, const struct mundo_reach *p, uint8_t die)
{
	uint32_t steps[MUNDO_DICE], board;
	enum mundo_priority priority;

	if (!admitted(s, p, &die, 1, steps, &priority))
		return 0;
	board = steps[0] & (BIT(MUNDO_REACH) - 1);
	if (board & p->due >> die || (steps[0] & ENTER && p->due & BIT(die - 1)))
		return s->die + strike_worth(s, p);
	return s->die;
}

static uint32_t best_of(const struct search *s, const struct mundo_reach *p,
			const uint8_t *dice, unsigned n);

/* What the best play beginning with this step is worth. */
static uint32_t worth_of(const struct search *s, const struct mundo_reach *p,
			 const uint8_t *dice, unsigned n, unsigned i, unsigned bit)
{
	struct mundo_reach q = *p;
	uint8_t rest[MUNDO_DICE];
	uint32_t worth = s->die;
	unsigned k = 0;

	if (mundo_steps_take(s->w, &q, bit, dice[i])) {
		worth += strike_worth(s, p);
		q.struck = 1;
	}
	for (unsigned j = 0; j < n; j++)
		if (j != i)
			rest[k++] = dice[j];
	/* Ours: bearing off the last piece counts as having used every die. */
	if (q.off == MUNDO_PIECES)
		return worth + k * s->die;
	return k == 0 ? worth : worth + best_of(s, &q, rest, k);
}

static uint32_t at_most(const struct search *s, const struct mundo_reach *p, unsigned n)
{
	uint32_t strikes = p->due ? n : 0;

	if (s->w->strike_duty == MUNDO_ONE && strikes)
		strikes = 1;
	return n * s->die + strikes * strike_worth(s, p);
}

/* What the best play with these dice is worth. */
static uint32_t best_of(const struct search *s, const struct mundo_reach *p,
			const uint8_t *dice, unsigned n)
{
	uint32_t steps[MUNDO_DICE], best = 0, limit = at_most(s, p, n);
	enum mundo_priority priority;

	if (n == 1)
		return best_last(s, p, dice[0]);
	if (!admitted(s, p, dice, n, steps, &priority))
		return 0;
	for (unsigned i = 0; i < n; i++) {
		for (uint32_t m = steps[i]; m; m &= m - 1) {
			uint32_t worth = worth_of(s, p, dice, n, i, (unsigned)__builtin_ctz(m));

			if (worth > best)
				best = worth;
			if (best >= limit)
				return best;
		}
	}
	return best;
}

/* One way of looking at the board, and the best plays seen in it. */
struct sight {
	uint32_t kept[MUNDO_DICE];
	uint32_t any;
	uint32_t best;
	enum mundo_priority priority;
	int chain; /* strict_step: a chain had to be begun */
};

/*
 * strict_step with duty_first off: among the steps that begin a play with the
 * most dice, one that strikes or leads to it by the striking piece comes first.
 */
static void prefer_chains(const struct search *s, const struct mundo_reach *p,
			  const uint8_t *dice, unsigned n, struct sight *v)
{
	uint32_t chains[MUNDO_DICE], any = 0;

	mundo_chains_strikes(s->w, p, dice, n, chains);
	for (unsigned i = 0; i < n; i++)
		any |= v->kept[i] & chains[i];
	if (!any)
		return;
	v->chain = 1;
	v->any = any;
	for (unsigned i = 0; i < n; i++)
		v->kept[i] &= chains[i];
}

static void look(const struct search *s, const struct mundo_reach *p, const uint8_t *dice,
		 unsigned n, struct sight *v)
{
	uint32_t steps[MUNDO_DICE] = {0}, chains[MUNDO_DICE];

	memset(v, 0, sizeof *v);
	if (!admitted(s, p, dice, n, steps, &v->priority))
		return;
	for (unsigned i = 0; i < n; i++) {
		for (uint32_t m = steps[i]; m; m &= m - 1) {
			unsigned bit = (unsigned)__builtin_ctz(m);
			uint32_t worth = worth_of(s, p, dice, n, i, bit);

			if (worth > v->best) {
				memset(v->kept, 0, sizeof v->kept);
				v->best = worth;
			}
			if (worth == v->best)
				v->kept[i] |= BIT(bit);
		}
	}
	for (unsigned i = 0; i < n; i++)
		v->any |= v->kept[i];
	if (s->w->strike_duty != MUNDO_STRICT_STEP || v->priority != MUNDO_PEACE)
		return;
	if (s->w->duty_first)
		v->chain = mundo_chains_strikes(s->w, p, dice, n, chains) != 0;
	else
		prefer_chains(s, p, dice, n, v);
}

/* Whether the duty seen in `all` is met in `shut` too, where optional blots are closed. */
static int duty_is_met(const struct search *s, const struct sight *all,
		       const struct sight *shut)
{
	if ((all->priority == MUNDO_ENTERING_STRIKES || all->priority == MUNDO_BOARD_STRIKES) &&
	    shut->priority != all->priority)
		return 0;
	if (all->chain && !shut->chain)
		return 0;
	return strikes_in(s, shut->best) >= strikes_in(s, all->best);
}

/*
 * The steps the seat may take now.  With optional_may_decline ("striking a blot
 * from the season before you is optional" taken at its word) the seat may also
 * play as if those blots were closed slots, and stop if nothing else is open.
 */
static void kept_of(const struct mundo *w, const struct mundo_reach *p, struct mundo_kept *out)
{
	struct search s = search_of(w);
	struct mundo_reach closed = *p;
	struct sight all, shut;

	memset(out->steps, 0, sizeof out->steps);
	out->stop = 0;
	if (out->n == 0)
		return;
	look(&s, p, out->dice, out->n, &all);
	memcpy(out->steps, all.kept, sizeof out->steps);
	if (!w->optional_may_decline || p->spare == 0 || all.any == 0)
		return;
	closed.closed |= closed.spare;
	closed.spare = 0;
	look(&s, &closed, out->dice, out->n, &shut);
	if (!duty_is_met(&s, &all, &shut))
		return;
	for (unsigned i = 0; i < out->n; i++)
		out->steps[i] |= shut.kept[i];
	out->stop = shut.any == 0;
}

void mundo_duty_kept(const struct mundo *w, unsigned seat, struct mundo_kept *out)
{
	struct mundo_reach p;

	memset(out->dice, 0, sizeof out->dice);
	out->n = mundo_steps_dice(w, out->dice);
	mundo_steps_reach(w, seat, &p);
	kept_of(w, &p, out);
}

/* Whether the seat can use any of the dice: then some best play begins with one. */
int mundo_duty_any(const struct mundo *w, unsigned seat)
{
	struct search s = search_of(w);
	uint32_t steps[MUNDO_DICE];
	uint8_t dice[MUNDO_DICE];
	struct mundo_reach p;
	enum mundo_priority priority;
	unsigned n = mundo_steps_dice(w, dice);

	mundo_steps_reach(w, seat, &p);
	return n > 0 && admitted(&s, &p, dice, n, steps, &priority) != 0;
}

static enum tablas_why by_priority(enum mundo_priority priority, const char **sentence)
{
	switch (priority) {
	case MUNDO_ENTERING_STRIKES:
		*sentence = "a returning piece can strike, and must do that first";
		return TABLAS_WHY_MUST_STRIKE;
	case MUNDO_BOARD_STRIKES:
		*sentence = "with a piece in hand, a piece on the board that can strike must";
		return TABLAS_WHY_MUST_STRIKE;
	case MUNDO_DEFENCE:
		*sentence = "with a piece in hand, a blot that can be made safe must be";
		return TABLAS_WHY_OTHER;
	default:
		*sentence = "pieces in hand return before others move";
		return TABLAS_WHY_MUST_ENTER;
	}
}

/* Why a step that the die allows is refused all the same. */
enum tablas_why mundo_duty_why(const struct mundo *w, unsigned seat, unsigned bit, unsigned die,
			       const char **sentence)
{
	struct search s = search_of(w);
	struct mundo_kept kept;
	struct mundo_reach p;
	struct sight all;
	uint32_t steps[MUNDO_DICE] = {0}, worth;
	enum mundo_priority priority;
	unsigned i = 0;

	mundo_duty_kept(w, seat, &kept);
	mundo_steps_reach(w, seat, &p);
	look(&s, &p, kept.dice, kept.n, &all);
	while (i < kept.n && kept.dice[i] != die)
		i++;
	if (i == kept.n)
		return TABLAS_WHY_OTHER;
	admitted(&s, &p, kept.dice, kept.n, steps, &priority);
	if (priority != MUNDO_PEACE && !(steps[i] & BIT(bit)))
		return by_priority(priority, sentence);
	if (all.chain) {
		*sentence = "a blot that can be struck must be struck, or approached by the "
			    "piece that will strike it";
		return TABLAS_WHY_MUST_STRIKE;
	}
	worth = worth_of(&s, &p, kept.dice, kept.n, i, bit);
	if (strikes_in(&s, worth) < strikes_in(&s, all.best)) {
		*sentence = "blots of the two seasons after one's own must be struck, "
			    "as many as the dice allow";
		return TABLAS_WHY_MUST_STRIKE;
	}
	*sentence = "as many dice as possible must be used";
	return TABLAS_WHY_MUST_USE_MORE;
}
