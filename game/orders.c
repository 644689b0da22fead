/*
 * orders.c - what a standing order says to a question: pure.
 *
 * Each kind finds the moves it wants in its own way; whether they may be made is
 * for table_decide() to say, as it does when somebody sends them.
 */
#include "game/orders.h"
#include "game/plays.h"
#include "game/reading.h"

#include <string.h>

static const char *const kind_words[] = {
#define X(name, word, what) [ORDER_##name] = word,
	ORDER_KINDS(X)
#undef X
};

static const struct {
	const char *word;
	uint16_t flag;
} questions[] = {
#define X(name, word, flag) [QUESTION_##name] = {word, flag},
	ORDER_QUESTIONS(X)
#undef X
};

const char *order_word(enum order_kind kind)
{
	return kind > ORDER_NONE && kind < ORDER_KINDS_N ? kind_words[kind] : "none";
}

enum order_kind order_named(const char *word)
{
	for (int i = ORDER_NONE + 1; i < ORDER_KINDS_N; i++)
		if (strcmp(kind_words[i], word) == 0)
			return (enum order_kind)i;
	return ORDER_NONE;
}

const char *order_question_word(enum order_question question)
{
	return question < QUESTIONS_N ? questions[question].word : "none";
}

enum order_question order_question_named(const char *word)
{
	int i = 0;

	while (i < QUESTIONS_N && strcmp(questions[i].word, word) != 0)
		i++;
	return (enum order_question)i;
}

enum order_question order_question_of(const struct tablas_wait *wait)
{
	/* What is offered comes before what is to be moved. */
	for (int i = QUESTIONS_N - 1; i > QUESTION_MOVE; i--)
		if (wait->flags & questions[i].flag)
			return (enum order_question)i;
	return QUESTION_MOVE;
}

int16_t order_place(const struct tablas_plugin *plugin, unsigned seat, const char *text)
{
	int16_t place;

	for (int16_t i = 0; plugin->places[i].name; i++)
		if (strcmp(plugin->places[i].name, text) == 0)
			return i;
	return plugin->place_read && plugin->place_read(seat, text, &place, 1) ? place : -1;
}

/* ---- what follows from a move --------------------------------------------------------- */

/* A decision of one move, by what it brings about. */
enum effect { EFFECT_NONE, EFFECT_THROW, EFFECT_ACCEPT, EFFECT_REFUSE };

struct outlook {
	enum effect effect;
	int32_t amount; /* of the double or the resignation that is answered */
};

/* Whether the seat is out of the game by these events; and the amount they tell of. */
static bool has_gone(const struct tablas_events *events, unsigned seat, uint16_t kind,
		     int32_t *amount, bool *told)
{
	bool gone = false;

	*told = false;
	*amount = 0;
	for (size_t i = 0; i < events->n; i++) {
		const struct tablas_event *e = &events->v[i];

		if (e->kind == kind) {
			*told = true;
			*amount = e->amount;
		}
		gone |= e->seat == seat && e->kind == TABLAS_EV_LEFT;
	}
	return gone;
}

static struct outlook look_ahead(const struct table *t, unsigned seat, tablas_move move,
				 enum order_question question)
{
	const struct tablas_plugin *plugin = t->plugin;
	_Alignas(16) unsigned char pos[plugin->position_size];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_events events = {v, 0};
	struct outlook seen = {EFFECT_NONE, 0};
	struct tablas_wait after;
	bool told, over;

	memcpy(pos, t->position, plugin->position_size);
	plugin->play(pos, seat, move, &events);
	plugin->wait(pos, &after);
	over = has_gone(&events, seat,
			question == QUESTION_CUBE ? TABLAS_EV_CUBE : TABLAS_EV_RESIGN,
			&seen.amount, &told) ||
	       after.kind == TABLAS_WAIT_OVER;
	if (after.kind == TABLAS_WAIT_MOVE && order_question_of(&after) == question)
		return seen; /* something is offered in turn */
	if (question == QUESTION_OFFER)
		seen.effect = over ? EFFECT_ACCEPT : EFFECT_REFUSE;
	else if (over)
		seen.effect = EFFECT_REFUSE;
	else
		seen.effect = told ? EFFECT_ACCEPT : EFFECT_THROW;
	return seen;
}

/* ---- finding the moves ---------------------------------------------------------------- */

struct moves {
	tablas_move v[TABLAS_STEPS_MAX];
	size_t n;
};

static enum refusal ask_table(const struct table *t, unsigned seat, const char *words,
			      struct decision *out)
{
	const struct command c = {.kind = COMMAND_DECIDE,
				  .seat = (uint8_t)seat,
				  .words = &words,
				  .words_n = 1};

	return table_decide(t, &c, out);
}

static enum refusal ask_table_for(const struct table *t, unsigned seat,
				  const struct moves *moves, struct decision *out)
{
	char words[FACT_TEXT_MAX];

	if (phrase_write(t->plugin, t->position, seat, moves->v, moves->n, words,
			 sizeof(words)) >= sizeof(words))
		return UNREADABLE_MOVE;
	return ask_table(t, seat, words, out);
}

/*
 * Of what is offered or answered, the one thing that may be done: a double that
 * the purses do not cover is listed by the game, and refused by the table.
 */
static bool only_answer(const struct table *t, unsigned seat, struct moves *out)
{
	const struct tablas_plugin *plugin = t->plugin;
	tablas_move legal[plugin->moves_max];
	size_t n = plugin->legal(t->position, seat, legal, plugin->moves_max), allowed = 0;
	struct decision decision;

	for (size_t i = 0; i < n && i < plugin->moves_max; i++) {
		const struct moves one = {{legal[i]}, 1};

		if (ask_table_for(t, seat, &one, &decision) != ACCEPTED)
			continue;
		if (allowed++ == 0)
			*out = one;
	}
	return allowed == 1;
}

static bool find_forced(const struct table *t, unsigned seat, enum order_question question,
			struct moves *out)
{
	if (question == QUESTION_CUBE)
		return only_answer(t, seat, out);
	out->n = plays_only(t->plugin, t->position, seat, out->v);
	return out->n > 0;
}

static bool moves_nothing(const struct table *t, unsigned seat, const struct moves *moves)
{
	const struct tablas_plugin *plugin = t->plugin;
	_Alignas(16) unsigned char pos[plugin->position_size];
	struct tablas_event v[TABLAS_EVENTS_MAX];

	memcpy(pos, t->position, plugin->position_size);
	for (size_t i = 0; i < moves->n; i++) {
		struct tablas_events events = {v, 0};

		plugin->play(pos, seat, moves->v[i], &events);
		for (size_t k = 0; k < events.n; k++)
			if (v[k].kind >= TABLAS_EV_MOVED && v[k].kind <= TABLAS_EV_BORNE_OFF)
				return false;
	}
	return true;
}

/* The first move that has this effect, within the bounds of the order. */
static bool find_effect(const struct table *t, unsigned seat, const struct order *o,
			enum order_question question, enum effect wanted, struct moves *out)
{
	const struct tablas_plugin *plugin = t->plugin;
	tablas_move legal[plugin->moves_max];
	size_t n = plugin->legal(t->position, seat, legal, plugin->moves_max);

	for (size_t i = 0; i < n && i < plugin->moves_max; i++) {
		const struct outlook seen = look_ahead(t, seat, legal[i], question);

		if (seen.effect != wanted || (o->at_least && seen.amount < o->at_least) ||
		    (o->at_most && seen.amount > o->at_most))
			continue;
		*out = (struct moves){{legal[i]}, 1};
		return true;
	}
	return false;
}

/* ---- entering ------------------------------------------------------------------------- */

struct entering {
	const struct tablas_plugin *plugin;
	const struct order *order;
	unsigned seat;
	struct tablas_wait asked;
	struct tablas_event v[TABLAS_EVENTS_MAX];
};

/* How much the place of this move is liked, from 0; -1: it enters nothing. */
static int liking(struct entering *e, const void *pos, tablas_move move)
{
	_Alignas(16) unsigned char next[e->plugin->position_size];
	struct tablas_events events = {e->v, 0};

	memcpy(next, pos, e->plugin->position_size);
	e->plugin->play(next, e->seat, move, &events);
	for (size_t i = 0; i < events.n; i++) {
		int k = 0;

		if (e->v[i].kind != TABLAS_EV_ENTERED || e->v[i].seat != e->seat)
			continue;
		while (k < e->order->places_n && e->order->places[k] != e->v[i].to)
			k++;
		return k;
	}
	return -1;
}

/* The move that enters best; *enters: whether any does. */
static bool best_entry(struct entering *e, const void *pos, tablas_move *out, bool *enters)
{
	tablas_move legal[e->plugin->moves_max];
	size_t n = e->plugin->legal(pos, e->seat, legal, e->plugin->moves_max);
	int best = e->order->places_n;

	*enters = false;
	for (size_t i = 0; i < n && i < e->plugin->moves_max; i++) {
		int rank = liking(e, pos, legal[i]);

		*enters |= rank >= 0;
		if (rank >= 0 && rank < best) {
			best = rank;
			*out = legal[i];
		}
	}
	return best < e->order->places_n;
}

/*
 * Enters as long as something enters.  What is left of the decision then must be
 * the only thing that can be done, for the order says nothing of it.
 */
static bool find_entry(const struct table *t, unsigned seat, const struct order *o,
		       struct moves *out)
{
	const struct tablas_plugin *plugin = t->plugin;
	_Alignas(16) unsigned char pos[plugin->position_size];
	struct entering e = {.plugin = plugin, .order = o, .seat = seat};
	struct tablas_wait after;
	tablas_move rest[TABLAS_STEPS_MAX];
	bool more = true, enters = false;

	out->n = 0;
	memcpy(pos, t->position, plugin->position_size);
	plugin->wait(pos, &e.asked);
	while (more && out->n < TABLAS_STEPS_MAX) {
		struct tablas_events events = {e.v, 0};

		if (!best_entry(&e, pos, &out->v[out->n], &enters))
			break;
		plugin->play(pos, seat, out->v[out->n++], &events);
		plugin->wait(pos, &after);
		more = plays_go_on(&e.asked, &after, events.v, events.n);
	}
	if (out->n == 0 || !more)
		return out->n > 0;
	size_t n = enters ? 0 : plays_only(plugin, pos, seat, rest);
	if (n == 0 || out->n + n > TABLAS_STEPS_MAX)
		return false;
	memcpy(out->v + out->n, rest, n * sizeof(*rest));
	out->n += n;
	return true;
}

/* ---- conditions ------------------------------------------------------------------------ */

/* The same faces, in whatever order; of equal faces their number is no matter. */
static bool same_faces(const uint8_t *a, size_t n, const uint8_t *b, size_t m)
{
	unsigned count[UINT8_MAX + 1] = {0};
	bool alike = n > 0 && m > 0;

	for (size_t i = 0; alike && i < n; i++)
		alike = a[i] == b[0];
	for (size_t i = 0; alike && i < m; i++)
		alike = b[i] == b[0];
	if (alike || n != m)
		return alike;
	for (size_t i = 0; i < n; i++)
		count[a[i]]++;
	for (size_t i = 0; i < m; i++)
		if (count[b[i]]-- == 0)
			return false;
	return true;
}

/* The dice that are to be used, and where the pieces stand. */
static void see(const struct tablas_plugin *plugin, const void *pos, unsigned seat,
		struct tablas_pieces *pieces, struct tablas_view *view)
{
	memset(view, 0, sizeof(*view));
	view->pieces = pieces;
	view->pieces_cap = plugin->pieces_max;
	plugin->view(pos, seat, view);
}

static bool dice_are(const struct table *t, unsigned seat, const struct order *o)
{
	struct tablas_pieces pieces[t->plugin->pieces_max];
	uint8_t faces[TABLAS_DICE_MAX];
	struct tablas_view view;
	size_t n = 0;

	if (o->dice_n == 0)
		return true;
	see(t->plugin, t->position, seat, pieces, &view);
	for (size_t i = 0; i < view.dice_n && i < TABLAS_DICE_MAX; i++)
		if (view.dice[i].state == TABLAS_DIE_UNUSED)
			faces[n++] = view.dice[i].face;
	return same_faces(o->dice, o->dice_n, faces, n);
}

static bool stands_among(const struct tablas_pieces *p, const struct tablas_view *view)
{
	for (size_t i = 0; i < view->pieces_n; i++) {
		const struct tablas_pieces *q = &view->pieces[i];

		if (p->place == q->place && p->seat == q->seat && p->kind == q->kind &&
		    p->count == q->count)
			return true;
	}
	return false;
}

/* Of a position only the pieces are compared: its dice are what nobody knew. */
static bool pieces_stand(const struct table *t, const struct order *o)
{
	const struct tablas_plugin *plugin = t->plugin;
	_Alignas(16) unsigned char wanted[plugin->position_size];
	struct tablas_pieces here[plugin->pieces_max], there[plugin->pieces_max];
	struct tablas_view is, should;

	if (!o->position[0])
		return true;
	memset(wanted, 0, plugin->position_size);
	if (plugin->read(&t->setup, o->position, wanted) != 0)
		return false;
	see(plugin, t->position, 0, here, &is);
	see(plugin, wanted, 0, there, &should);
	for (size_t i = 0; i < is.pieces_n; i++)
		if (!stands_among(&is.pieces[i], &should))
			return false;
	return is.pieces_n == should.pieces_n;
}

/* ---- saying ----------------------------------------------------------------------------- */

static bool find(const struct table *t, unsigned seat, const struct order *o,
		 enum order_question question, struct moves *out)
{
	switch (o->kind) {
	case ORDER_FORCED:
		return find_forced(t, seat, question, out);
	case ORDER_PASS:
		return question != QUESTION_CUBE && find_forced(t, seat, question, out) &&
		       moves_nothing(t, seat, out);
	case ORDER_ROLL:
		return question == QUESTION_CUBE &&
		       find_effect(t, seat, o, question, EFFECT_THROW, out);
	case ORDER_ENTER:
		return question <= QUESTION_ENTRY && find_entry(t, seat, o, out);
	case ORDER_DOUBLE:
	case ORDER_ANSWER:
		return question == (o->kind == ORDER_DOUBLE ? QUESTION_CUBE : QUESTION_OFFER) &&
		       find_effect(t, seat, o, question,
				   o->accept ? EFFECT_ACCEPT : EFFECT_REFUSE, out);
	default:
		return false;
	}
}

/* Whether a refusal is of what the order wants, and not of what state the game is in. */
static bool speaks_against(enum refusal why)
{
	return why == INSUFFICIENT_CHIPS || why >= ILLEGAL_MOVE;
}

enum order_says order_says(const struct table *t, unsigned seat, const struct order *o,
			   bool after_holds, struct decision *out, enum refusal *why)
{
	enum order_question question;
	struct tablas_wait wait;
	struct moves moves;

	if (!table_asks(t, seat))
		return ORDER_SILENT;
	t->plugin->wait(t->position, &wait);
	question = order_question_of(&wait);
	if (o->kind == ORDER_PLAY) {
		if (question != o->on || (o->after[0] && !after_holds) ||
		    !dice_are(t, seat, o) || !pieces_stand(t, o))
			return ORDER_SILENT;
		*why = ask_table(t, seat, o->moves, out);
	} else if (find(t, seat, o, question, &moves)) {
		*why = ask_table_for(t, seat, &moves, out);
	} else {
		return ORDER_SILENT;
	}
	if (*why == ACCEPTED)
		return ORDER_DECIDES;
	return speaks_against(*why) ? ORDER_FAILS : ORDER_SILENT;
}

/* ---- before its time -------------------------------------------------------------------- */

/* Whether somebody in one of these seats could mean a move by each of the words. */
static bool readable(const struct table *t, uint16_t seats, const char *words)
{
	struct phrase_fault fault;
	struct steps steps;
	tablas_move move;

	for (unsigned seat = 0; seat < t->seats; seat++) {
		size_t i = 0;

		if (!(seats >> seat & 1) ||
		    reading_steps(t->plugin, seat, &words, 1, &steps, &fault) != ACCEPTED)
			continue;
		while (i < steps.n && (steps.v[i].places_n > 0 ||
				       t->plugin->move_read(t->position, seat, steps.v[i].text,
							    &move) == 0))
			i++;
		if (steps.n > 0 && i == steps.n)
			return true;
	}
	return false;
}

/* Whether the game has dice with such faces; it says so when it throws the first. */
static bool can_fall(const struct table *t, const struct order *o)
{
	const struct tablas_plugin *plugin = t->plugin;
	_Alignas(16) unsigned char pos[plugin->position_size];
	struct tablas_wait wait;

	memset(pos, 0, plugin->position_size);
	plugin->init(&t->setup, pos);
	plugin->wait(pos, &wait);
	if (wait.kind != TABLAS_WAIT_ROLL)
		return false;
	for (size_t i = 0; i < o->dice_n; i++)
		if (o->dice[i] < 1 || o->dice[i] > wait.sides)
			return false;
	return true;
}

static enum refusal flaw_of_play(const struct table *t, unsigned seat, const struct order *o,
				 const char **member, const char **sentence)
{
	_Alignas(16) unsigned char pos[t->plugin->position_size];

	if (o->dice_n && !can_fall(t, o)) {
		*member = "throw";
		*sentence = "the dice of this game never fall so";
		return INVALID_VALUE;
	}
	if (!readable(t, (uint16_t)(1u << seat), o->moves)) {
		*member = "moves";
		*sentence = "these are no moves in the notation of this game";
		return UNREADABLE_MOVE;
	}
	if (o->after[0] && !readable(t, (uint16_t)~(1u << seat), o->after)) {
		*member = "after";
		*sentence = "these are no moves in the notation of this game";
		return UNREADABLE_MOVE;
	}
	memset(pos, 0, sizeof(pos));
	if (o->position[0] && t->plugin->read(&t->setup, o->position, pos) != 0) {
		*member = "position";
		*sentence = "this is no position in the notation of this game";
		return INVALID_POSITION;
	}
	return ACCEPTED;
}

enum refusal order_flaw(const struct table *t, unsigned seat, const struct order *o,
			const char **member, const char **sentence)
{
	if (o->kind == ORDER_PLAY)
		return flaw_of_play(t, seat, o, member, sentence);
	if (o->at_most && o->at_least > o->at_most) {
		*member = "at_most";
		*sentence = "it is less than \"at_least\"";
		return INVALID_VALUE;
	}
	return ACCEPTED;
}
