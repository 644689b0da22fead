/*
 * reading.c - finding the play that a list of steps means.
 *
 * Legal moves are tried one after the other, but only those that take a piece
 * from where some step has got to; so the search stays as small as the phrase.
 * What is left to search from a position depends on it and on how far each step
 * has got, and is searched once.
 */
#include "game/reading.h"
#include "game/fingerprint.h"
#include "game/plays.h"

#include <string.h>

#define SEEN_SIZE 512 /* a power of two */
#define SEEN_FULL 400

/* ---- what was written ------------------------------------------------------ */

int reading_next(struct scan *s, char text[TABLAS_MOVE_TEXT_MAX])
{
	static const char between[] = " \t\r\n,;";

	for (; s->word < s->n; s->word++, s->at = NULL) {
		const char *p = s->at ? s->at : s->words[s->word];
		size_t n;

		p += strspn(p, between);
		n = strcspn(p, between);
		if (n == 0)
			continue;
		if (n >= TABLAS_MOVE_TEXT_MAX)
			return -1;
		memcpy(text, p, n);
		text[n] = '\0';
		s->at = p + n;
		return 1;
	}
	return 0;
}

/*
 * Takes "(2)" off the end, and puts a mark that follows it before it.
 * Returns how often the step is meant, 0 for nonsense.
 */
static unsigned take_repetition(char *text)
{
	char *open = strchr(text, '('), *p;
	unsigned n = 0;
	bool marked;

	if (!open)
		return 1;
	for (p = open + 1; *p >= '0' && *p <= '9' && n < 100; p++)
		n = n * 10 + (unsigned)(*p - '0');
	if (*p++ != ')')
		return 0;
	marked = *p == '*';
	if (p[marked] || n > TABLAS_STEPS_MAX)
		return 0;
	if (marked)
		*open++ = '*';
	*open = '\0';
	return n;
}

static size_t read_place(const struct tablas_plugin *plugin, unsigned seat, const char *text,
			 int16_t places[READING_NUMBERINGS])
{
	if (plugin->place_read) {
		size_t n = plugin->place_read(seat, text, places, READING_NUMBERINGS);

		return n < READING_NUMBERINGS ? n : READING_NUMBERINGS;
	}
	for (int16_t i = 0; plugin->places[i].name; i++)
		if (strcmp(plugin->places[i].name, text) == 0) {
			places[0] = i;
			return 1;
		}
	return 0;
}

/* One place and its mark, "bar", "7*", "Sp6*W"; false if it is none. */
static bool parse_place(const struct tablas_plugin *plugin, unsigned seat, struct step *step,
			char *text)
{
	char *mark = strchr(text, '*');
	int16_t places[READING_NUMBERINGS];
	size_t n, at = step->places_n;

	if (at > TABLAS_STEPS_MAX)
		return false;
	if (mark) {
		*mark = '\0';
		step->marks |= 1u << at;
	}
	n = read_place(plugin, seat, text, places);
	if (n == 0)
		return false;
	/* A place with one name only is called so in every numbering. */
	for (size_t i = 0; i < READING_NUMBERINGS; i++)
		step->places[i][at] = places[i < n ? i : n - 1];
	if (n > step->numberings)
		step->numberings = (uint8_t)n;
	step->places_n++;
	return true;
}

static void parse_path(const struct tablas_plugin *plugin, unsigned seat, struct step *step)
{
	char text[TABLAS_MOVE_TEXT_MAX], *p = text;
	/* A name may have a hyphen in it ("bar-white"); none has a slash. */
	char between = strchr(step->text, '/') ? '/' : '-';
	bool path = true;

	step->places_n = 0;
	step->numberings = 1;
	step->marks = 0;
	step->marked = strchr(step->text, '*') != NULL;
	memcpy(text, step->text, sizeof(text));
	while (path && p) {
		char *next = strchr(p, between);

		if (next)
			*next++ = '\0';
		path = parse_place(plugin, seat, step, p);
		p = next;
	}
	if (!path || step->places_n < 2)
		step->places_n = 0;
}

static enum refusal fail(struct phrase_fault *fault, const struct scan *scan, size_t token,
			 enum tablas_why why, enum refusal refusal, const char *sentence)
{
	*fault = (struct phrase_fault){.why = why, .token = token, .sentence = sentence};
	fault->word = scan->word < scan->n ? scan->word : 0;
	return refusal;
}

enum refusal reading_steps(const struct tablas_plugin *plugin, unsigned seat,
			   const char *const *words, size_t n, struct steps *out,
			   struct phrase_fault *fault)
{
	struct scan scan = {words, n, 0, NULL};
	char text[TABLAS_MOVE_TEXT_MAX];
	int more;

	out->n = 0;
	out->numberings = 1;
	for (size_t token = 0; (more = reading_next(&scan, text)) > 0; token++) {
		unsigned times = take_repetition(text);

		if (!times)
			return fail(fault, &scan, token, TABLAS_WHY_UNREADABLE, UNREADABLE_MOVE,
				    "A number in brackets says how often the move is made");
		while (times--) {
			struct step *step = &out->v[out->n];

			if (out->n == PHRASE_TOKENS_MAX)
				return fail(fault, &scan, token, TABLAS_WHY_LEGAL,
					    TOO_MANY_MOVES, NULL);
			strcpy(step->text, text);
			step->word = scan.word;
			step->token = token;
			parse_path(plugin, seat, step);
			if (step->numberings > out->numberings)
				out->numberings = step->numberings;
			out->n++;
		}
	}
	if (more < 0)
		return fail(fault, &scan, out->n ? out->v[out->n - 1].token + 1 : 0,
			    TABLAS_WHY_UNREADABLE, UNREADABLE_MOVE,
			    "No move is written that long");
	return ACCEPTED;
}

/* ---- the search -------------------------------------------------------------- */

#define DONE UINT8_MAX

struct progress {
	int16_t at;	/* where its piece stands                     */
	uint8_t next;	/* the place of the path it goes to, or DONE */
	uint8_t struck; /* it has struck something                   */
};

struct search {
	struct reader *reader;
	const struct step *steps;
	size_t steps_n;
	unsigned numbering;
	enum reading_goal goal;
	struct tablas_wait asked;
	struct reading *best;
	bool stop;
	size_t done;	 /* steps carried out */
	unsigned off;	 /* strikes that are not at a mark, marks without a strike */
	unsigned astray; /* steps with a mark and no strike, or the reverse         */
	unsigned strikes;
	size_t depth;
	tablas_move path[TABLAS_STEPS_MAX];
	struct progress progress[PHRASE_TOKENS_MAX];
	struct tablas_event events[TABLAS_EVENTS_MAX];
	size_t seen_n;
	uint64_t seen[SEEN_SIZE];
};

bool reading_travel(const struct tablas_event *events, size_t n, unsigned seat, int16_t *from,
		    int16_t *to, bool *struck)
{
	bool travels = false;

	*struck = false;
	*from = *to = -1;
	for (size_t i = 0; i < n; i++) {
		if (events[i].seat != seat)
			continue;
		if (events[i].kind == TABLAS_EV_STRUCK) {
			*struck = true;
		} else if (!travels && (events[i].kind == TABLAS_EV_MOVED ||
					events[i].kind == TABLAS_EV_ENTERED ||
					events[i].kind == TABLAS_EV_BORNE_OFF)) {
			travels = true;
			*from = events[i].from;
			*to = events[i].to;
		}
	}
	return travels;
}

/* True if this position with this progress was looked at before. */
static bool seen(struct search *s, const void *pos)
{
	unsigned tally[] = {s->off, s->astray, s->strikes, (unsigned)s->depth};
	uint64_t h = fingerprint(pos, s->reader->plugin->position_size, 0);
	size_t i;

	h = fingerprint(s->progress, s->steps_n * sizeof(s->progress[0]), h);
	h = fingerprint(tally, sizeof(tally), h) | 1;
	for (i = h & (SEEN_SIZE - 1); s->seen[i]; i = (i + 1) & (SEEN_SIZE - 1))
		if (s->seen[i] == h)
			return true;
	if (s->seen_n < SEEN_FULL) {
		s->seen[i] = h;
		s->seen_n++;
	}
	return false;
}

/* Lower is better: strikes where marked, then strikes by marked steps, then few. */
static unsigned score(const struct search *s)
{
	unsigned level = s->off == 0 ? 0 : s->astray == 0 ? 1 : 2;

	return level << 16 | s->strikes;
}

static void keep(struct search *s, const void *end, bool over)
{
	struct reading *best = s->best;
	size_t size = s->reader->plugin->position_size;
	unsigned mine = score(s);

	if (best->found && memcmp(best->end, end, size) != 0 && mine == best->score) {
		best->ambiguous = true;
		return;
	}
	if (best->found && mine >= best->score)
		return;
	if (!best->found || memcmp(best->end, end, size) != 0)
		best->ambiguous = false;
	best->found = true;
	best->over = over;
	best->score = mine;
	best->n = s->depth;
	memcpy(best->moves, s->path, s->depth * sizeof(s->path[0]));
	memcpy(best->end, end, size);
	s->stop = s->goal == READING_AMONG;
}

static void look(struct search *s, const void *pos);

static void arrive(struct search *s, const void *pos, bool over)
{
	if (s->done == s->steps_n) {
		if (over || s->goal != READING_WHOLE)
			keep(s, pos, over);
	} else if (!over) {
		look(s, pos);
	}
}

static void finish(struct search *s, size_t i)
{
	s->astray += s->progress[i].struck != s->steps[i].marked;
	s->progress[i] = (struct progress){-1, DONE, 0};
	s->done++;
}

/* Carries step i on by a move that ends at `to`. */
static void carry_on(struct search *s, size_t i, int16_t to, bool struck, bool outright)
{
	const struct step *step = &s->steps[i];
	struct progress *p = &s->progress[i];

	p->struck |= struck;
	if (outright) {
		s->off += struck != step->marked;
		finish(s, i);
	} else if (to == step->places[s->numbering][p->next]) {
		s->off += struck != (step->marks >> p->next & 1);
		p->at = to;
		if (++p->next == step->places_n)
			finish(s, i);
	} else {
		s->off += struck;
		p->at = to;
	}
}

/* Makes a move for step i, or for none (i == steps_n), and searches on. */
static void make(struct search *s, const void *pos, tablas_move move, size_t i, bool outright)
{
	const struct tablas_plugin *plugin = s->reader->plugin;
	_Alignas(16) unsigned char next[plugin->position_size];
	struct tablas_events events = {s->events, 0};
	struct tablas_wait after;
	struct progress progress = i < s->steps_n ? s->progress[i] : (struct progress){0};
	size_t done = s->done;
	unsigned off = s->off, astray = s->astray, strikes = s->strikes;
	int16_t from, to;
	bool struck, over;

	memcpy(next, pos, plugin->position_size);
	plugin->play(next, s->reader->seat, move, &events);
	plugin->wait(next, &after);
	over = !plays_go_on(&s->asked, &after, events.v, events.n);
	reading_travel(events.v, events.n, s->reader->seat, &from, &to, &struck);
	s->path[s->depth++] = move;
	s->strikes += struck;
	if (i < s->steps_n)
		carry_on(s, i, to, struck, outright);
	arrive(s, next, over);
	if (i < s->steps_n)
		s->progress[i] = progress;
	s->done = done;
	s->off = off;
	s->astray = astray;
	s->strikes = strikes;
	s->depth--;
}

/* The same step written before and got as far: trying both finds nothing new. */
static bool twin(const struct search *s, size_t i)
{
	for (size_t k = i; k-- > 0;)
		if (s->steps[k].token == s->steps[i].token &&
		    memcmp(&s->progress[k], &s->progress[i], sizeof(s->progress[i])) == 0)
			return true;
	return false;
}

/* Where each legal move takes a piece from; -1 if it moves none. */
static void origins(struct search *s, const void *pos, const tablas_move *legal, size_t n,
		    int16_t *from)
{
	const struct tablas_plugin *plugin = s->reader->plugin;
	_Alignas(16) unsigned char next[plugin->position_size];

	for (size_t k = 0; k < n; k++) {
		struct tablas_events events = {s->events, 0};
		int16_t to;
		bool struck;

		memcpy(next, pos, plugin->position_size);
		plugin->play(next, s->reader->seat, legal[k], &events);
		reading_travel(events.v, events.n, s->reader->seat, &from[k], &to, &struck);
	}
}

static void look(struct search *s, const void *pos)
{
	const struct tablas_plugin *plugin = s->reader->plugin;
	tablas_move legal[plugin->moves_max], move;
	int16_t from[plugin->moves_max];
	size_t n;

	if (s->depth == TABLAS_STEPS_MAX || s->reader->budget == 0 || seen(s, pos))
		return;
	s->reader->budget--;
	n = plugin->legal(pos, s->reader->seat, legal, plugin->moves_max);
	if (n > plugin->moves_max)
		n = plugin->moves_max;
	origins(s, pos, legal, n, from);
	for (size_t i = 0; i < s->steps_n && !s->stop; i++) {
		const struct step *step = &s->steps[i];
		const struct progress *p = &s->progress[i];
		bool fresh = p->next == 1 && p->at == step->places[s->numbering][0];

		if (p->next == DONE || twin(s, i))
			continue;
		if ((step->places_n == 0 || (step->places_n == 2 && fresh)) && step->text[0] &&
		    plugin->move_read(pos, s->reader->seat, step->text, &move) == 0)
			for (size_t k = 0; k < n && !s->stop; k++)
				if (legal[k] == move)
					make(s, pos, move, i, true);
		for (size_t k = 0; step->places_n && k < n && !s->stop; k++)
			if (from[k] >= 0 && from[k] == p->at)
				make(s, pos, legal[k], i, false);
	}
	for (size_t k = 0; s->goal == READING_AMONG && k < n && !s->stop; k++)
		make(s, pos, legal[k], s->steps_n, false);
}

void reading_find(struct reader *reader, const struct step *steps, size_t n, unsigned numbering,
		  enum reading_goal goal, struct reading *out)
{
	struct search s;

	out->found = out->ambiguous = false;
	s.reader = reader;
	s.steps = steps;
	s.steps_n = n;
	s.numbering = numbering;
	s.goal = goal;
	s.best = out;
	s.stop = false;
	s.done = s.depth = s.seen_n = 0;
	s.off = s.astray = s.strikes = 0;
	memset(s.seen, 0, sizeof(s.seen));
	for (size_t i = 0; i < n; i++)
		s.progress[i] = (struct progress){
			steps[i].places_n ? steps[i].places[numbering][0] : (int16_t)-1, 1, 0};
	reader->plugin->wait(reader->pos, &s.asked);
	look(&s, reader->pos);
}
