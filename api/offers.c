/*
 * offers.c - finding somebody to play with: how a new table is offered, the
 * lobby, and declining.
 *
 * A challenge is no second kind of thing.  It is an open table with a seat kept
 * for somebody, and like every open table it expires: whoever laid it gets their
 * chips back then, and nobody waits for months.
 */
#include "api/games_inside.h"

#include "api/exchange.h"
#include "api/shuns.h"
#include "daemon/config.h"
#include "game/rating.h"

#include <stdlib.h>
#include <string.h>

#define EXPIRES_MIN (10 * PACE_SECOND)
#define NOTE_MAX 256 /* characters, each of at most four bytes */

/* ---- the terms of an offer ----------------------------------------------------------- */

static bool read_expiry(struct request *r, int64_t *expires, struct reply *reply)
{
	const struct config *config = r->server->config;
	const int64_t most = config->table_days_max * PACE_DAY;
	int64_t span = config->table_days * PACE_DAY;
	const char *text = NULL;

	if (!request_string(r, "expires_in", false, PACE_DURATION_MAX, &text, reply))
		return false;
	if (!text || (pace_read_duration(text, &span) && span >= EXPIRES_MIN && span <= most)) {
		*expires = desk_now(r->desk) + (span < most ? span : most);
		return true;
	}
	*reply = games_problem_at(r, INVALID_VALUE, "/expires_in",
				  "\"expires_in\" is a duration from PT10S to P%uD: if not every "
				  "seat is taken by then the table is cleared.",
				  (unsigned)config->table_days_max);
	return false;
}

static bool read_seating(struct request *r, unsigned seats, bool *draws, struct reply *reply)
{
	const char *word = "chosen";

	if (!request_string(r, "seating", false, 16, &word, reply))
		return false;
	*draws = strcmp(word, "random") == 0;
	if (*draws && (seats < 2 || seats > TABLE_DRAW_SEATS)) {
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/seating",
					  "Seats are drawn at tables for 2 to %d.",
					  TABLE_DRAW_SEATS);
		return false;
	}
	if (*draws || strcmp(word, "chosen") == 0)
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/seating",
				  "\"seating\" is \"chosen\" or \"random\".");
	return false;
}

static bool read_note(struct request *r, const char **note, struct reply *reply)
{
	size_t characters = 0;

	*note = NULL;
	if (!request_remark(r, "note", false, STORE_NOTE_SIZE - 1, true, note, reply))
		return false;
	for (const char *p = *note; p && *p; p++)
		characters += (*p & 0xc0) != 0x80;
	if (characters <= NOTE_MAX) {
		if (*note && !**note)
			*note = NULL;
		return true;
	}
	*reply = games_problem_at(r, INVALID_VALUE, "/note",
				  "\"note\" is a text of up to %d characters.",
				  NOTE_MAX);
	return false;
}

bool games_read_offer(struct request *r, struct desk_game *game, const char **note,
		      struct reply *reply)
{
	return read_expiry(r, &game->opening.expires, reply) &&
	       read_seating(r, game->seats, &game->opening.draws, reply) &&
	       read_note(r, note, reply);
}

bool games_keep_note(struct request *r, const struct game_row *row, const char *note)
{
	return !note || row->state != TABLE_OPEN ||
	       store_offer_note_set(desk_store(r->desk), row->id, note) == STORE_DONE;
}

/* ---- how many ---------------------------------------------------------------------------- */

static struct reply too_many(struct request *r, const char *name, int64_t most)
{
	struct out out;

	if (name)
		reply_problem_begin(r, &out, TOO_MANY_TABLES,
				    "%s has %lld challenges to answer already, as many as an account "
				    "may have: it is not for you to wait or to try again.",
				    name, (long long)most);
	else
		reply_problem_begin(r, &out, TOO_MANY_TABLES,
				    "You have laid %lld tables that are open, as many as an account "
				    "may have: withdraw one, or wait until one is filled or expires.",
				    (long long)most);
	out_kstring(&out, "account", name ? name : r->account_name);
	out_kint(&out, "limit", most);
	return reply_problem_end(r, &out, TOO_MANY_TABLES);
}

struct reply games_too_many_seats(struct request *r)
{
	const int64_t most = r->server->config->games;
	struct out out;

	reply_problem_begin(r, &out, TOO_MANY_TABLES,
			    "You have %lld seats at games that are not over, as many as an account "
			    "may have: play one to its end, or give a seat back.",
			    (long long)most);
	out_kstring(&out, "account", r->account_name);
	out_kint(&out, "limit", most);
	return reply_problem_end(r, &out, TOO_MANY_TABLES);
}

bool games_refuse_more(struct request *r, const struct desk_game *game, struct reply *reply)
{
	const int64_t made = r->server->config->open_tables, got = r->server->config->challenges;
	struct store *store = desk_store(r->desk);
	struct account_row who;
	int64_t n = 0;
	bool trouble = store_offers_made(store, r->account, made, &n) == STORE_TROUBLE;

	if (!trouble && n >= made) {
		*reply = too_many(r, NULL, made);
		return true;
	}
	for (unsigned seat = 0; seat < game->seats && !trouble; seat++) {
		int64_t account = game->seat[seat].invited;

		if (!account || account == r->account)
			continue;
		trouble = store_offers_got(store, account, got, &n) == STORE_TROUBLE ||
			  store_account_by_id(store_pen(store), account, &who) != STORE_FOUND;
		if (!trouble && n >= got) {
			*reply = too_many(r, who.name, got);
			return true;
		}
	}
	if (trouble)
		*reply = reply_trouble(r);
	return trouble;
}

/* ---- news ---------------------------------------------------------------------------------- */

static bool tell_kept(struct request *r, const struct game_row *row, enum news_kind kind)
{
	for (unsigned seat = 0; seat < row->seats; seat++) {
		const struct seat_row *s = &row->seat[seat];
		struct news_row news = {.account = s->invited,
					.kind = (uint16_t)kind,
					.game = row->id,
					.seat = (uint8_t)seat,
					.other = r->account,
					.value = row->opening.expires};

		if (s->invited && !s->account && s->invited != r->account &&
		    desk_tell(r->desk, &news) != 0)
			return false;
	}
	return true;
}

bool games_tell_kept(struct request *r, const struct game_row *row)
{
	return row->state != TABLE_OPEN ||
	       tell_kept(r, row, row->opening.rematch[0] ? NEWS_REMATCH : NEWS_CHALLENGED);
}

bool games_tell_gone(struct request *r, const struct game_row *row)
{
	return tell_kept(r, row, NEWS_CHALLENGE_GONE);
}

bool games_tell_taken(struct request *r, const struct game_row *row)
{
	struct news_row news = {.account = row->creator,
				.kind = NEWS_CHALLENGE_TAKEN,
				.game = row->id,
				.seat = TABLAS_NOBODY,
				.other = r->account};

	return row->creator == r->account || desk_tell(r->desk, &news) == 0;
}

/* ---- why it is offered no more ------------------------------------------------------- */

static bool note_end(void *cls, const struct fact *fact, const char *events)
{
	const char **why = cls;

	(void)events;
	if (fact->kind == FACT_EXPIRED)
		*why = "It has expired: not every seat was taken in time.";
	else if (fact->kind == FACT_ABORTED)
		*why = strcmp(fact->text, "declined") == 0 ? "It was declined."
							   : "It was withdrawn.";
	return false;
}

struct reply games_offer_ended(struct request *r, const struct game_row *row)
{
	const char *why = "It has expired: not every seat was taken in time.";
	struct out out;

	if (row->state == TABLE_ABORTED &&
	    store_facts_back(request_view(r), row->id, 1, note_end, &why) == STORE_TROUBLE)
		return reply_trouble(r);
	reply_problem_begin(r, &out, TABLE_CLOSED, "%s", why);
	out_kstring(&out, "state", view_state_word(row->state));
	out_kint(&out, "ply", (int64_t)row->ply);
	return reply_problem_end(r, &out, TABLE_CLOSED);
}

/* ---- POST /v1/games/{id}/decline ----------------------------------------------------- */

/* Words and not sentences: what is a fact stays one for good. */
static const char *const reasons[] = {"no_reason", "later",   "clock",	"stake",
				      "ruleset",   "options", "seating", NULL};

static bool read_reason(struct request *r, const char **reason, struct reply *reply)
{
	static const char *const members[] = {"reason", NULL};

	*reason = reasons[0];
	if (r->json && (!request_members(r, r->json, "", members, reply) ||
			!request_string(r, "reason", false, 16, reason, reply)))
		return false;
	for (size_t i = 0; reasons[i]; i++)
		if (strcmp(reasons[i], *reason) == 0)
			return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/reason",
				  "\"reason\" is no_reason, later, clock, stake, ruleset, options or "
				  "seating.");
	return false;
}

/* The free seat that is kept for the account, or -1. */
int games_kept_seat(const struct game_row *row, int64_t account)
{
	for (unsigned seat = 0; account && seat < row->seats; seat++)
		if (row->seat[seat].account == 0 && row->seat[seat].invited == account)
			return (int)seat;
	return -1;
}

struct reply offers_decline(struct request *r)
{
	struct command decline = {.kind = COMMAND_TURN_DOWN};
	struct receipt receipt = {.row = NULL};
	struct game_row row;
	struct reply reply;
	enum refusal no;
	int seat;

	if (!games_row(r, &row, &reply) || !read_reason(r, &decline.text, &reply))
		return reply;
	if (row.state == TABLE_ABORTED && !row.started)
		return games_offer_ended(r, &row);
	seat = games_kept_seat(&row, r->account);
	if (seat < 0)
		return games_seat_of(&row, r->account) >= 0
			       ? reply_problem(r, ALREADY_SEATED,
					       "You have taken your seat: give it back instead.")
			       : reply_problem(r, NOT_SEATED,
					       "No seat of this table is kept for you.");
	decline.seat = (uint8_t)seat;
	no = desk_submit(r->desk, row.key, &decline, r->account, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return games_refused(r, no, &receipt);
	return games_answer(r, 200, receipt.row, receipt.table);
}

/* ---- GET /v1/lobby --------------------------------------------------------------------- */

/*
 * The lobby is the list of public open games, which lies in an index, looked
 * through for seats that are free to the caller and for what else is asked.  So
 * many are looked at for one page and no more: it may be short, or empty, and not
 * the last.
 */
#define LOOKED_AT_MOST 512

struct wanted {
	struct game_filter games;
	int64_t unit_least, unit_most, buy_in_most, free;
	int clock, match, rated; /* -1: any; else false or true */
	enum rating_class class; /* 0: any */
};

static bool query_flag(struct request *r, const char *name, int *out, struct reply *reply)
{
	bool value = false;

	*out = -1;
	if (!request_query(r, name))
		return true;
	if (!request_query_bool(r, name, &value, reply))
		return false;
	*out = value;
	return true;
}

static bool query_class(struct request *r, enum rating_class *out, struct reply *reply)
{
	const char *word = request_query(r, "class");

	if (!word || rating_class_read(word, out))
		return true;
	*reply = reply_problem(r, INVALID_VALUE, "No time class is called \"%.20s\".", word);
	return false;
}

static bool read_wanted(struct request *r, struct wanted *w, struct reply *reply)
{
	*w = (struct wanted){.games = {.state = TABLE_OPEN, .ruleset = request_query(r, "ruleset")},
			     .unit_most = INT64_MAX,
			     .buy_in_most = INT64_MAX,
			     .free = 1};
	return request_query_int(r, "unit_min", 0, STAKES_UNIT_MAX, &w->unit_least, reply) &&
	       request_query_int(r, "unit_max", 0, STAKES_UNIT_MAX, &w->unit_most, reply) &&
	       request_query_int(r, "buy_in_max", 0, CHIPS_MAX, &w->buy_in_most, reply) &&
	       request_query_int(r, "free", 1, TABLAS_SEATS_MAX, &w->free, reply) &&
	       query_flag(r, "clock", &w->clock, reply) &&
	       query_flag(r, "match", &w->match, reply) &&
	       query_flag(r, "rated", &w->rated, reply) && query_class(r, &w->class, reply) &&
	       games_query_order(r, &w->games.ascending, reply) &&
	       request_cursor(r, &w->games.after, reply);
}

static bool is_of_class(const struct game_row *row, enum rating_class class)
{
	const struct pace pace = pace_of(class ? row->clock : "");

	return !class || rating_class(&pace) == class;
}

static bool is_wanted(const struct game_row *row, const struct wanted *w, int64_t account,
		      int64_t now)
{
	int64_t free = 0;

	for (unsigned seat = 0; seat < row->seats; seat++)
		free += !row->seat[seat].account && !row->seat[seat].invited &&
			!row->seat[seat].locked;
	return free >= w->free && games_seat_of(row, account) < 0 && row->unit >= w->unit_least &&
	       row->unit <= w->unit_most && row->buy_in <= w->buy_in_most &&
	       (w->clock < 0 || w->clock == (row->clock[0] != '\0')) &&
	       (w->match < 0 || w->match == (row->match_length > 0)) &&
	       (w->rated < 0 || w->rated == row->rated) && is_of_class(row, w->class) &&
	       (!row->opening.expires || row->opening.expires > now);
}

/* What one page is looked through for. */
struct search {
	struct wanted wanted;
	struct out out;
	size_t limit, told, looked;
	int64_t last; /* the last one told */
	bool more;    /* and another is wanted */
	bool trouble;
};

static void look_at(struct request *r, struct search *s, const struct game_row *row)
{
	s->looked++;
	s->wanted.games.after = row->id;
	if (!is_wanted(row, &s->wanted, r->account, desk_now(r->desk)) ||
	    (!(r->scopes & SCOPE_ADMIN) && shuns_keep_away(r, row, &s->trouble)))
		return;
	s->more = s->told == s->limit;
	if (s->more)
		return;
	view_offer_line(&s->out, row, registry_find(desk_games(r->desk), row->ruleset));
	s->last = row->id;
	s->told++;
}

/* Where the next page goes on, 0 if there is none; or -1 on trouble. */
static int64_t look_through(struct request *r, struct search *s)
{
	size_t n = s->limit < 64 ? 64 : s->limit, most = n;
	struct game_row *rows = malloc(most * sizeof *rows);
	int found = rows ? STORE_FOUND : STORE_TROUBLE;

	while (found == STORE_FOUND && n == most && s->looked < LOOKED_AT_MOST && !s->more) {
		found = store_games(request_view(r), &s->wanted.games, rows, &n);
		for (size_t i = 0; found == STORE_FOUND && i < n && !s->more; i++)
			look_at(r, s, &rows[i]);
	}
	free(rows);
	if (found == STORE_TROUBLE || s->trouble)
		return -1;
	if (s->more)
		return s->last;
	return found == STORE_FOUND && n == most ? s->wanted.games.after : 0;
}

struct reply offers_lobby(struct request *r)
{
	struct search s = {.told = 0};
	struct reply reply;
	int64_t next;

	if (!read_wanted(r, &s.wanted, &reply) || !request_limit(r, &s.limit, &reply))
		return reply;
	out_init(&s.out);
	page_begin(&s.out, "games");
	next = look_through(r, &s);
	if (next >= 0)
		return page_end(r, &s.out, next);
	out_free(&s.out);
	return reply_trouble(r);
}
