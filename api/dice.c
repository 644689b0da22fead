/*
 * dice.c - what a game's dice are made of: the commitment, the contributions,
 * every throw, and the secret once the game has ended.
 *
 * It is told from the facts alone, so a game's dice can be looked at without
 * its ruleset.  As text it has the very lines of the game's record, and whoever
 * can check the one can check the other.
 */
#include "api/dice.h"

#include "api/games_inside.h"

#include <stdlib.h>
#include <string.h>

void dice_of(const struct game_row *row, struct record_dice *dice)
{
	dice->chain = row->match[0] ? row->match : row->key;
	dice->game = row->match_game ? row->match_game : 1;
	dice->link = row->match_length ? fair_link(dice->game, fair_links(row->match_length)) : 0;
	memcpy(dice->commitment, row->commitment, sizeof dice->commitment);
	if (dice->link)
		fair_first(&dice_hash, row->commitment, dice->link, dice->first);
}

/* Of one that is told late, it is told when the end is. */
static int secret_of(struct store_view *view, const struct game_row *row,
		     unsigned char secret[FAIR_SIZE])
{
	if (row->past && row->state != TABLE_OVER && row->state != TABLE_ABORTED)
		return STORE_NONE;
	return store_secret_revealed(view, row->id, secret);
}

bool dice_secret_line(struct out *o, struct store_view *view, const struct game_row *row)
{
	unsigned char secret[FAIR_SIZE];
	char line[128];
	int found = secret_of(view, row, secret);

	if (found == STORE_FOUND) {
		record_write_secret(secret, line, sizeof line);
		out_text(o, line);
	}
	return found != STORE_TROUBLE;
}

/* ---- what the facts tell ----------------------------------------------------------------- */

struct telling {
	struct out throws; /* as JSON: members of an array; or as lines */
	struct fair fair;  /* for its contributions                     */
	bool text;
	bool unnumbered; /* a throw that was not made from the secret */
};

static void write_throw(struct telling *t, const struct fact *f)
{
	struct out *o = &t->throws;
	const char *p = f->text;
	char *end;

	out_object(o);
	if (f->thrown)
		out_kint(o, "index", (int64_t)f->thrown);
	else
		out_knull(o, "index");
	out_kint(o, "ply", (int64_t)f->ply);
	if (f->sides)
		out_kint(o, "sides", f->sides);
	else
		out_knull(o, "sides");
	out_key(o, "faces");
	out_array(o);
	for (long face = strtol(p, &end, 10); end != p; face = strtol(p, &end, 10)) {
		out_int(o, face);
		p = end;
	}
	out_array_end(o);
	out_object_end(o);
}

static void write_throw_line(struct telling *t, const struct fact *f)
{
	char line[FACT_TEXT_MAX + 64];

	if (f->thrown) {
		record_write_throw(f, line, sizeof line);
		out_text(&t->throws, line);
	} else {
		out_format(&t->throws, "roll %s\n", f->text);
	}
}

static bool tell(void *cls, const struct fact *f, const char *events)
{
	struct telling *t = cls;

	(void)events;
	switch (f->kind) {
	case FACT_CONTRIBUTED:
		fair_contribute(&t->fair, f->seat, f->text);
		break;
	case FACT_UNSEATED:
		fair_withdraw(&t->fair, f->seat);
		break;
	case FACT_ROLLED:
		t->unnumbered |= f->thrown == 0;
		if (t->text)
			write_throw_line(t, f);
		else
			write_throw(t, f);
		break;
	}
	return true;
}

/* ---- GET /v1/games/{id}/dice ----------------------------------------------------------------- */

static const char *construction(const struct game_row *row, const struct telling *t)
{
	return !row->committed ? "generator" : t->unnumbered ? "scripted" : FAIR_NAME;
}

static void write_contributions(struct out *o, const struct telling *t)
{
	char text[FAIR_CONTRIBUTION_MAX + 1];
	const char *at = NULL;
	unsigned seat;

	out_key(o, "contributions");
	out_array(o);
	while (fair_next(&t->fair, &at, &seat, text)) {
		out_object(o);
		out_kint(o, "seat", seat);
		out_kstring(o, "text", text);
		out_object_end(o);
	}
	out_array_end(o);
}

static void khex(struct out *o, const char *key, const unsigned char bytes[FAIR_SIZE])
{
	char hex[FAIR_HEX_SIZE];

	fair_hex(bytes, hex);
	out_kstring(o, key, hex);
}

static void write_commitment(struct out *o, const struct game_row *row)
{
	struct record_dice dice;

	if (!row->committed) {
		out_knull(o, "commitment");
		out_knull(o, "chain");
		return;
	}
	dice_of(row, &dice);
	khex(o, "commitment", row->commitment);
	out_key(o, "chain");
	out_object(o);
	out_kstring(o, "game", dice.chain);
	out_kint(o, "number", dice.game);
	out_kint(o, "link", dice.link ? dice.link : 1);
	khex(o, "commitment", dice.link ? dice.first : row->commitment);
	out_object_end(o);
}

static struct reply as_json(struct request *r, const struct game_row *row, struct telling *t)
{
	unsigned char secret[FAIR_SIZE];
	int found = secret_of(request_view(r), row, secret);
	struct out out;

	if (found == STORE_TROUBLE)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "game", row->key);
	out_kstring(&out, "state", view_state_word(row->state));
	out_kstring(&out, "construction", construction(row, t));
	write_commitment(&out, row);
	write_contributions(&out, t);
	out_key(&out, "throws");
	out_raw(&out, t->throws.p, t->throws.n);
	if (found == STORE_FOUND)
		khex(&out, "secret", secret);
	else
		out_knull(&out, "secret");
	out_object_end(&out);
	return reply_json(200, &out);
}

static struct reply as_text(struct request *r, const struct game_row *row, struct telling *t)
{
	char text[FAIR_CONTRIBUTION_MAX + 1], line[RECORD_LINE_MAX];
	struct record_dice dice;
	const char *at = NULL;
	struct out out;
	unsigned seat;

	out_init(&out);
	out_format(&out, "# the dice of game %s: %s, %s\n", row->key, construction(row, t),
		   view_state_word(row->state));
	if (row->committed) {
		dice_of(row, &dice);
		record_write_dice(&dice, line, sizeof line);
		out_text(&out, line);
	}
	while (fair_next(&t->fair, &at, &seat, text)) {
		record_write_contributed(seat, text, line, sizeof line);
		out_text(&out, line);
	}
	out_text_n(&out, t->throws.p, t->throws.n);
	if (dice_secret_line(&out, request_view(r), row))
		return reply_text(200, "text/plain; charset=utf-8", &out);
	out_free(&out);
	return reply_trouble(r);
}

/* True for text, false for JSON, or the problem. */
static bool read_form(struct request *r, bool *text, struct reply *reply)
{
	static const char *const forms[] = {"application/json", "text/plain", NULL};
	const char *format = request_query(r, "format"), *type;

	type = format ? format : request_accepts(r, forms);
	*text = type && strcmp(type, format ? "text" : forms[1]) == 0;
	if (*text || (type && strcmp(type, format ? "json" : forms[0]) == 0))
		return true;
	*reply = format ? reply_problem(r, INVALID_VALUE, "\"format\" is \"json\" or \"text\".")
			: reply_problem(r, NOT_ACCEPTABLE,
					"Dice are application/json or text/plain.");
	return false;
}

struct reply dice_show(struct request *r)
{
	struct telling t = {.unnumbered = false};
	struct game_row row;
	struct reply reply;

	if (!games_row(r, &row, &reply) || !read_form(r, &t.text, &reply))
		return reply;
	fair_head(&t.fair, row.key, 1);
	out_init(&t.throws);
	if (!t.text)
		out_array(&t.throws);
	if (store_facts(request_view(r), row.id, 0, (size_t)row.ply, tell, &t) == STORE_TROUBLE) {
		reply = reply_trouble(r);
	} else {
		if (!t.text)
			out_array_end(&t.throws);
		reply = t.text ? as_text(r, &row, &t) : as_json(r, &row, &t);
	}
	reply.vary_accept = true;
	out_free(&t.throws);
	return reply;
}
