/*
 * view_text.c - a game in characters, for terminals and for ears.
 *
 * The plugin draws its board; around it stand the lines every game needs: what
 * game, whose decision, which dice, what lies in the purses.  No line is longer
 * than a terminal is wide.
 */
#include "api/view.h"
#include "game/match.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH	    80
#define INDENT	    4 /* of what goes on below */
#define DRAWING_MAX 16384

/* ---- one line about a game ------------------------------------------------------ */

/* "white (ana)", or "white" while the seat is empty, or "seat 0" without the plugin. */
static void who(const struct game_row *row, const struct table *t, unsigned seat, char *out,
		size_t cap)
{
	char side[40];

	if (t)
		snprintf(side, sizeof side, "%s", t->plugin->sides[seat].name);
	else
		snprintf(side, sizeof side, "seat %u", seat);
	if (row->seat[seat].account)
		snprintf(out, cap, "%s (%s)", side, row->seat[seat].name);
	else
		snprintf(out, cap, "%s", side);
}

static void headline_over(const struct game_row *row, const struct table *t, char *out,
			  size_t cap)
{
	const char *p = row->outcome;
	unsigned winner = 0, firsts = 0;
	char name[96];

	for (unsigned seat = 0; seat < row->seats; seat++) {
		char *end;

		if (strtol(p, &end, 10) == 1) {
			winner = seat;
			firsts++;
		}
		p = *end == ' ' ? end + 1 : end;
	}
	if (firsts == 1) {
		who(row, t, winner, name, sizeof name);
		snprintf(out, cap, "over: %s has won", name);
	} else {
		snprintf(out, cap, "over: a draw");
	}
	if (*p && strcmp(p, "-") != 0) {
		size_t n = strlen(out);

		snprintf(out + n, cap - n, ", %s", p);
	}
}

/* The seats that are asked, joined by "and". */
static void asked(const struct game_row *row, const struct table *t, char *out, size_t cap)
{
	size_t n = 0;

	out[0] = '\0';
	for (unsigned seat = 0; seat < row->seats; seat++) {
		char name[96];

		if (!(row->waiting >> seat & 1) || n >= cap)
			continue;
		who(row, t, seat, name, sizeof name);
		n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? " and " : "", name);
	}
}

static void headline_active(const struct game_row *row, const struct table *t, char *out,
			    size_t cap)
{
	struct tablas_wait wait;
	const char *verb = "to decide";
	char names[160];

	memset(&wait, 0, sizeof wait);
	if (t)
		t->plugin->wait(t->position, &wait);
	if (wait.flags & TABLAS_WAIT_ANSWER)
		verb = "to answer";
	else if (wait.flags & TABLAS_WAIT_CUBE)
		verb = "to decide about the cube";
	else if (wait.flags & TABLAS_WAIT_ENTER)
		verb = "to place pieces";
	else if (t)
		verb = "to move";
	asked(row, t, names, sizeof names);
	if (wait.flags & TABLAS_WAIT_FORCED && wait.why)
		snprintf(out, cap, "%s %s (%s)", names, verb, wait.why);
	else
		snprintf(out, cap, "%s %s", names, verb);
}

void view_headline(const struct game_row *row, const struct table *t, char *out, size_t cap)
{
	switch (row->state) {
	case TABLE_OPEN:
		snprintf(out, cap, "waiting for players");
		break;
	case TABLE_ACTIVE:
		headline_active(row, t, out, cap);
		break;
	case TABLE_OVER:
		headline_over(row, t, out, cap);
		break;
	case TABLE_ABORTED:
		snprintf(out, cap, "aborted");
		break;
	default:
		snprintf(out, cap, "frozen until an operator looks at it");
	}
}

/* ---- the page --------------------------------------------------------------------- */

static void line(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes of the first so many characters. */
static size_t characters(const char *text, size_t columns)
{
	size_t n = 0;

	for (; text[n] && columns > 0; columns--) {
		n++;
		while (((unsigned char)text[n] & 0xc0) == 0x80)
			n++;
	}
	return n;
}

/* At a wide blank if there is one, else at any, else right there. */
static size_t break_before(const char *text, size_t n)
{
	for (size_t at = n; at > WIDTH / 4; at--)
		if (text[at] == ' ' && text[at - 1] == ' ')
			return at - 1;
	for (size_t at = n; at > WIDTH / 4; at--)
		if (text[at] == ' ')
			return at;
	return n;
}

/*
 * A line of a terminal; what is too long goes on below, broken at a blank where
 * there is one, because half a number would be another number.
 */
static void line(struct out *o, const char *format, ...)
{
	char text[4 * WIDTH + 256], *rest = text;
	size_t n;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	for (n = characters(rest, WIDTH); rest[n]; n = characters(rest, WIDTH - INDENT)) {
		n = break_before(rest, n);
		out_text_n(o, rest, n);
		out_format(o, "\n%*s", INDENT, "");
		rest += n + strspn(rest + n, " ");
	}
	out_text_n(o, rest, n);
	out_text(o, "\n");
}

static void dice_line(struct out *o, const struct tablas_view *view)
{
	char text[96] = "";
	size_t n = 0;

	for (size_t i = 0; i < view->dice_n && n < sizeof text; i++) {
		const struct tablas_die *die = &view->dice[i];
		const char *mark = die->state == TABLAS_DIE_USED   ? " used"
				   : die->state == TABLAS_DIE_LOST ? " lost"
								   : "";

		n += (size_t)snprintf(text + n, sizeof text - n, "%s%u%s", i ? ", " : "",
				      die->face, mark);
	}
	if (n)
		line(o, "dice: %s", text);
}

static void seat_line(struct out *o, const struct game_row *row, const struct table *t,
		      const struct tablas_view *view, unsigned seat)
{
	const char *const *counters = t ? t->plugin->counters : NULL;
	bool is_asked = row->state == TABLE_ACTIVE && row->waiting >> seat & 1;
	char name[96], more[160] = "";
	size_t n = 0;

	who(row, t, seat, name, sizeof name);
	for (unsigned i = 0; counters && i < 8 && counters[i] && n < sizeof more; i++)
		n += (size_t)snprintf(more + n, sizeof more - n, "  %s %d", counters[i],
				      view->counters[seat][i]);
	if (row->unit && n < sizeof more)
		snprintf(more + n, sizeof more - n, "  purse %lld",
			 (long long)row->seat[seat].purse);
	line(o, "%c %u %-24s%s", is_asked ? '>' : ' ', seat, name, more);
}

/* For a plugin that does not draw: what stands where. */
static void plain_board(struct out *o, const struct tablas_plugin *plugin,
			const struct tablas_view *view)
{
	for (size_t i = 0; i < view->pieces_n; i++) {
		const struct tablas_pieces *p = &view->pieces[i];

		line(o, "%-12s %s %u%s%s", plugin->places[p->place].name,
		     plugin->sides[p->seat].name, p->count, p->kind && plugin->kinds ? " " : "",
		     p->kind && plugin->kinds ? plugin->kinds[p->kind] : "");
	}
}

static void board(struct out *o, const struct table *t, const struct tablas_view *view,
		  unsigned seat)
{
	char *drawing;
	size_t n;

	if (!t->plugin->draw) {
		plain_board(o, t->plugin, view);
		return;
	}
	drawing = malloc(DRAWING_MAX);
	if (!drawing)
		abort();
	n = t->plugin->draw(t->position, seat, drawing, DRAWING_MAX);
	out_text_n(o, drawing, n < DRAWING_MAX ? n : DRAWING_MAX - 1);
	if (n && n < DRAWING_MAX && drawing[n - 1] != '\n')
		out_text(o, "\n");
	free(drawing);
}

static void last_line(struct out *o, const struct game_row *row, const struct table *t,
		      const struct view_around *around)
{
	char name[96];

	if (!around || around->last.ply == 0 || around->last.seat >= row->seats)
		return;
	who(row, t, around->last.seat, name, sizeof name);
	line(o, "last: %s %s %s", name, around->last.forced ? "had to play" : "played",
	     around->last.moves);
}

static void match_line(struct out *o, const struct game_row *row, const struct table *t)
{
	if (row->match[0])
		line(o, "match to %u, game %u: %d-%d%s", row->match_length, row->match_game,
		     row->match_result[0], row->match_result[1],
		     t && match_is_crawford(t) ? ", Crawford game" : "");
}

static void clock_lines(struct out *o, const struct game_row *row, const struct table *t)
{
	char words[256];

	view_clock_words(row, words, sizeof words);
	if (words[0])
		line(o, "clock: %s", words);
	view_deadline_words(row, t, words, sizeof words);
	if (words[0])
		line(o, "%s", words);
}

void view_text(struct out *o, const struct game_row *row, const struct table *t,
	       const struct view_around *around, unsigned seat)
{
	struct tablas_view view = {.pieces = NULL};
	bool laid = t && row->position[0];
	char words[160];

	if (laid && !view_look(t->plugin, t->position, &view))
		abort();
	line(o, "%s  %s  ply %llu  %s", t ? t->plugin->title : row->ruleset, row->key,
	     (unsigned long long)row->ply, view_state_word(row->state));
	view_headline(row, t, words, sizeof words);
	line(o, "%s", words);
	dice_line(o, &view);
	last_line(o, row, t, around);
	match_line(o, row, t);
	clock_lines(o, row, t);
	if (row->unit)
		line(o, "stake %lld, buy-in %lld, pot %lld", (long long)row->unit,
		     (long long)row->buy_in, (long long)row->pot);
	if (row->rated)
		line(o, "rated, class %s", view_rating_class(row));
	out_text(o, "\n");
	if (laid)
		board(o, t, &view, seat);
	else if (!t)
		line(o, "the ruleset is not loaded; position: %s", row->position);
	if (laid || !t)
		out_text(o, "\n");
	for (unsigned i = 0; i < row->seats; i++)
		seat_line(o, row, t, &view, i);
	free(view.pieces);
}
