/*
 * blame.c - which step of a refused phrase breaks which rule.
 *
 * A player who is told "illegal" learns nothing.  The first step that no legal
 * play contains is to blame; if each could be played, then the first that does
 * not go together with those before it.  What rule it breaks, the plugin says
 * of single moves; a step of several moves is followed until one of them is
 * refused.
 */
#include "game/blame.h"
#include "game/plays.h"
#include "game/text.h"

#include <string.h>

/* A rule broken, with its sentence. */
struct verdict {
	enum tablas_why why;
	const char *sentence;
};

/* One way from place to place, as text, for one position and one seat. */
struct leg {
	const struct tablas_plugin *plugin;
	unsigned seat;
	char between;
	unsigned depth; /* moves followed so far */
};

static struct verdict ask(const struct tablas_plugin *plugin, const void *pos, unsigned seat,
			  const char *text)
{
	struct verdict v = {TABLAS_WHY_UNREADABLE, NULL};
	tablas_move move;

	if (strlen(text) >= TABLAS_MOVE_TEXT_MAX ||
	    plugin->move_read(pos, seat, text, &move) != 0)
		return v;
	if (plays_allow(plugin, pos, seat, move)) {
		v.why = TABLAS_WHY_LEGAL;
		return v;
	}
	v.why = plugin->why_not ? plugin->why_not(pos, seat, move, &v.sentence)
				: TABLAS_WHY_OTHER;
	if (v.why == TABLAS_WHY_LEGAL)
		v.why = TABLAS_WHY_OTHER;
	return v;
}

static struct verdict ask_leg(const struct leg *leg, const void *pos, const char *from,
			      const char *to)
{
	char text[2 * TABLAS_MOVE_TEXT_MAX];
	struct text t = {text, sizeof(text), 0};

	text_add(&t, from);
	text_char(&t, leg->between);
	text_add(&t, to);
	text_end(&t);
	return ask(leg->plugin, pos, leg->seat, text);
}

/* True if no single die, or none at all, makes this way. */
static bool too_far(enum tablas_why why)
{
	return why == TABLAS_WHY_NO_SUCH_DIE || why == TABLAS_WHY_UNREADABLE;
}

static size_t unused_dice(const struct tablas_plugin *plugin, const void *pos, unsigned seat)
{
	struct tablas_pieces pieces[plugin->pieces_max + 1];
	struct tablas_view view;
	size_t n = 0;

	view.pieces = pieces;
	view.pieces_cap = plugin->pieces_max;
	plugin->view(pos, seat, &view);
	for (size_t i = 0; i < view.dice_n; i++)
		n += view.dice[i].state == TABLAS_DIE_UNUSED;
	return n;
}

/*
 * A way that needs several moves, the first of which is refused at some place:
 * it is that refusal which stands in the way, if another die leads on from there.
 */
static struct verdict refused_on_the_way(const struct leg *leg, const void *pos,
					 const char *from, const char *to)
{
	if (unused_dice(leg->plugin, pos, leg->seat) < 2)
		return (struct verdict){TABLAS_WHY_LEGAL, NULL};
	for (const struct tablas_place *p = leg->plugin->places; p->name; p++) {
		struct verdict first, then;

		if (p->kind != TABLAS_PLACE_BOARD)
			continue;
		first = ask_leg(leg, pos, from, p->name);
		if (first.why == TABLAS_WHY_LEGAL || too_far(first.why) ||
		    first.why == TABLAS_WHY_WRONG_WAY || first.why == TABLAS_WHY_NO_PIECE)
			continue;
		then = ask_leg(leg, pos, p->name, to);
		if (!too_far(then.why) && then.why != TABLAS_WHY_WRONG_WAY)
			return first;
	}
	return (struct verdict){TABLAS_WHY_LEGAL, NULL};
}

static struct verdict follow(struct leg *leg, const void *pos, const char *from,
			     const char *to);

/* Makes each legal move that sets out from `from`, and asks about the rest of the way. */
static struct verdict refused_later(struct leg *leg, const void *pos, const char *from,
				    const char *to)
{
	const struct tablas_plugin *plugin = leg->plugin;
	tablas_move legal[plugin->moves_max], named;
	_Alignas(16) unsigned char next[plugin->position_size];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	size_t n = plugin->legal(pos, leg->seat, legal, plugin->moves_max);
	struct tablas_wait before, after;

	plugin->wait(pos, &before);
	for (size_t i = 0; i < n && i < plugin->moves_max; i++) {
		struct tablas_events events = {v, 0};
		struct verdict rest;
		int16_t at, there;
		bool struck;
		char text[2 * TABLAS_MOVE_TEXT_MAX];
		struct text t = {text, sizeof(text), 0};

		memcpy(next, pos, plugin->position_size);
		plugin->play(next, leg->seat, legal[i], &events);
		plugin->wait(next, &after);
		if (!reading_travel(v, events.n, leg->seat, &at, &there, &struck) ||
		    there < 0 || !plays_go_on(&before, &after, v, events.n))
			continue;
		/* Whether the move sets out from `from` is for the plugin's reader to say. */
		text_add(&t, from);
		text_char(&t, leg->between);
		text_add(&t, plugin->places[there].name);
		text_end(&t);
		if (t.n >= TABLAS_MOVE_TEXT_MAX ||
		    plugin->move_read(pos, leg->seat, text, &named) != 0 || named != legal[i])
			continue;
		rest = follow(leg, next, plugin->places[there].name, to);
		/* Past the end of the way already: it was another way. */
		if (rest.why != TABLAS_WHY_LEGAL && rest.why != TABLAS_WHY_WRONG_WAY &&
		    !too_far(rest.why))
			return rest;
	}
	return (struct verdict){TABLAS_WHY_LEGAL, NULL};
}

static struct verdict follow(struct leg *leg, const void *pos, const char *from, const char *to)
{
	struct verdict whole = ask_leg(leg, pos, from, to), part;

	if (!too_far(whole.why) || leg->depth == 4)
		return whole;
	leg->depth++;
	part = refused_later(leg, pos, from, to);
	if (part.why == TABLAS_WHY_LEGAL)
		part = refused_on_the_way(leg, pos, from, to);
	leg->depth--;
	return part.why == TABLAS_WHY_LEGAL ? whole : part;
}

/*
 * What to call the i-th place of the step.  As it was written, if that is what
 * it means in this numbering: the game's own reader knows such names best.
 */
static const char *name_of(const struct tablas_plugin *plugin, const struct step *step,
			   size_t i, unsigned numbering, char between,
			   char buf[TABLAS_MOVE_TEXT_MAX])
{
	const char stops[] = {between, '*', '\0'};
	const char *p = step->text;
	size_t n;

	if (step->places[0][i] != step->places[numbering][i])
		return plugin->places[step->places[numbering][i]].name;
	while (i--)
		p = strchr(p, between) + 1;
	n = strcspn(p, stops);
	memcpy(buf, p, n);
	buf[n] = '\0';
	return buf;
}

/* What rule the step breaks in this position. */
static struct verdict judge(const struct reader *reader, const void *pos,
			    const struct step *step, unsigned numbering)
{
	const struct tablas_plugin *plugin = reader->plugin;
	struct leg leg = {plugin, reader->seat, strchr(step->text, '/') ? '/' : '-', 0};
	_Alignas(16) unsigned char now[plugin->position_size], next[plugin->position_size];
	struct verdict v = ask(plugin, pos, reader->seat, step->text);

	if (!too_far(v.why) || step->places_n == 0)
		return v;
	memcpy(now, pos, sizeof(now));
	for (size_t i = 0; i + 1 < step->places_n; i++) {
		struct step part = *step;
		struct reader here = {plugin, now, reader->seat, 64};
		struct reading done = {.end = next};
		char from[TABLAS_MOVE_TEXT_MAX], to[TABLAS_MOVE_TEXT_MAX];
		struct verdict w;

		part.places_n = 2;
		part.places[numbering][0] = step->places[numbering][i];
		part.places[numbering][1] = step->places[numbering][i + 1];
		part.text[0] = '\0';
		reading_find(&here, &part, 1, numbering, READING_BEGINNING, &done);
		if (done.found && !(done.over && i + 2 < step->places_n)) {
			memcpy(now, next, sizeof(now));
			continue;
		}
		w = follow(&leg, now, name_of(plugin, step, i, numbering, leg.between, from),
			   name_of(plugin, step, i + 1, numbering, leg.between, to));
		return w.why == TABLAS_WHY_UNREADABLE && v.why != TABLAS_WHY_UNREADABLE ? v : w;
	}
	return v;
}

static enum refusal accuse(const struct step *step, struct verdict v,
			   struct phrase_fault *fault)
{
	*fault = (struct phrase_fault){v.why, step->token, step->word, v.sentence};
	return phrase_refusal(v.why);
}

/*
 * The longest beginning that can be played, in any numbering of the board, and
 * in any order.  `begun` brings what was read in the order written.
 */
static size_t longest_beginning(struct reader *reader, const struct steps *steps,
				struct reading *begun, unsigned *numbering)
{
	const struct tablas_plugin *plugin = reader->plugin;
	_Alignas(16) unsigned char end[plugin->position_size];
	size_t longest = begun->n;

	*numbering = 0;
	for (unsigned k = 0; k < steps->numberings; k++)
		for (size_t n = longest + 1; n <= steps->n; n++) {
			struct reading r = {.end = end};

			reading_find(reader, steps->v, n, k, READING_BEGINNING, &r);
			if (!r.found)
				break;
			memcpy(begun->end, end, plugin->position_size);
			r.end = begun->end;
			*begun = r;
			longest = n;
			*numbering = k;
		}
	return longest;
}

enum refusal blame(struct reader *reader, const struct steps *steps, struct reading *begun,
		   struct phrase_fault *fault)
{
	const struct tablas_plugin *plugin = reader->plugin;
	_Alignas(16) unsigned char end[plugin->position_size];
	unsigned numbering;
	size_t longest = longest_beginning(reader, steps, begun, &numbering), i;
	struct verdict now, then;

	if (longest == steps->n)
		return TURN_INCOMPLETE;
	for (i = longest; i < steps->n; i++) {
		struct reading among = {.end = end};

		for (unsigned k = 0; k < steps->numberings && !among.found; k++)
			reading_find(reader, &steps->v[i], 1, k, READING_AMONG, &among);
		if (!among.found && reader->budget)
			break;
	}
	if (i == steps->n) {
		/* Each could be played, but not together with those before it. */
		if (begun->found && begun->over) {
			*fault =
				(struct phrase_fault){TABLAS_WHY_LEGAL, steps->v[longest].token,
						      steps->v[longest].word, NULL};
			return TOO_MANY_MOVES;
		}
		then = judge(reader, begun->found ? begun->end : reader->pos,
			     &steps->v[longest], numbering);
		return accuse(&steps->v[longest], then, fault);
	}
	now = judge(reader, reader->pos, &steps->v[i], numbering);
	if (!begun->found || begun->over)
		return accuse(&steps->v[i], now, fault);
	/* The steps before may have brought the piece there, or used up the die. */
	then = judge(reader, begun->end, &steps->v[i], numbering);
	if (then.why == TABLAS_WHY_LEGAL ||
	    (too_far(then.why) && !too_far(now.why) && now.why != TABLAS_WHY_LEGAL &&
	     now.why != TABLAS_WHY_NO_PIECE))
		then = now;
	return accuse(&steps->v[i], then, fault);
}
