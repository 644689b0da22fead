/*
 * view_rating.c - whether and how a game rates those who play it, as it is shown
 * before anybody sits down.
 *
 * The rules by which results count are the same for all games, and said in full
 * all the same: whoever looks at a table reads what he agrees to by sitting down.
 */
#include "api/view_parts.h"

#include <stdio.h>

/* Which ends of a game change ratings, and which never do. */
static const struct {
	const char *end;
	bool counts;
} ends[] = {
	{"played_out", true}, {"draw", true},	{"resignation", true},
	{"timeout", true},    {"abort", false}, {"position", false},
};

const char *view_rating_class(const struct game_row *row)
{
	const struct pace pace = pace_of(row->clock);

	return rating_class_word(rating_class(&pace));
}

void view_rating_number(struct out *o, const char *key, int64_t points)
{
	const int64_t whole = points / RATING_POINT, rest = points % RATING_POINT;
	char text[32];
	int n = snprintf(text, sizeof text, "%s%lld.%03lld", points < 0 && !whole ? "-" : "",
			 (long long)whole, (long long)(rest < 0 ? -rest : rest));

	out_key(o, key);
	out_raw(o, text, (size_t)n);
}

static void write_rules(struct out *o, unsigned seats)
{
	out_kstring(o, "formula", seats > 2 ? "fibs-pairs" : "fibs");
	out_kint(o, "decisions_min", TABLE_EARLY);
	out_key(o, "counts");
	out_object(o);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		out_kbool(o, ends[i].end, ends[i].counts);
	out_object_end(o);
}

void view_rating(struct out *o, const struct game_row *row, bool whole)
{
	out_key(o, "rating");
	if (!row->rated) {
		out_null(o);
		return;
	}
	out_object(o);
	out_kstring(o, "class", view_rating_class(row));
	out_kint(o, "length", row->match_length ? row->match_length : 1);
	if (whole)
		write_rules(o, row->seats);
	out_object_end(o);
}

void view_ruleset_rating(struct out *o, const struct tablas_plugin *plugin)
{
	out_key(o, "rating");
	out_object(o);
	write_rules(o, plugin->seats_max);
	view_rating_number(o, "start", RATING_START);
	out_kint(o, "provisional_games", RATING_PROVISIONAL);
	out_key(o, "classes");
	out_array(o);
	for (int c = RATING_UNTIMED; c < RATING_CLASS_END; c++) {
		char text[PACE_DURATION_MAX];

		pace_write_duration(rating_class_least((enum rating_class)c), text, sizeof text);
		out_object(o);
		out_kstring(o, "class", rating_class_word((enum rating_class)c));
		out_kstring(o, "decision_min", c == RATING_UNTIMED ? NULL : text);
		out_object_end(o);
	}
	out_array_end(o);
	out_object_end(o);
}
