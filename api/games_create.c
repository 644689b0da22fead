/*
 * games_create.c - laying a table: terms, seats, and who sits where.
 *
 * Everything is read and checked before anything is written, and what is
 * written is undone as a whole if the last of it is refused.
 */
#include "api/games_inside.h"
#include "api/shuns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIT_DEFAULT = -1, SIT_ANY = -2, SIT_NOT = -3 }; /* or a seat's number */

struct laying {
	struct desk_game game;
	int sit;
	const char *note; /* to those invited, or NULL */
	char position[TABLAS_TEXT_MAX + 1]; /* of a game that has its own */
};

/* ---- the ruleset and its options -------------------------------------------------------- */

static bool read_ruleset(struct request *r, struct laying *l, struct reply *reply)
{
	const char *name;

	if (!request_string(r, "ruleset", true, 64, &name, reply))
		return false;
	l->game.plugin = registry_find(desk_games(r->desk), name);
	if (l->game.plugin)
		return true;
	*reply = games_problem_at(
		r, NO_SUCH_RULESET, "/ruleset",
		"No ruleset \"%s\" is loaded; GET /v1/rulesets lists those that "
		"are.",
		name);
	return false;
}

/* The value as the words options_set() reads, or NULL when it is of no such type. */
static const char *option_word_of(const json_t *value, char number[24])
{
	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_boolean(value))
		return json_is_true(value) ? "on" : "off";
	if (!json_is_integer(value))
		return NULL;
	snprintf(number, 24, "%lld", (long long)json_integer_value(value));
	return number;
}

static void describe(const struct tablas_option *option, char *out, size_t cap)
{
	size_t n;

	if (option->kind == TABLAS_OPT_BOOL) {
		snprintf(out, cap, "true or false");
	} else if (option->kind == TABLAS_OPT_INT) {
		snprintf(out, cap, "a whole number from %d to %d", option->min, option->max);
	} else {
		n = (size_t)snprintf(out, cap, "one of");
		for (const char *const *c = option->choices; *c && n < cap; c++)
			n += (size_t)snprintf(out + n, cap - n, "%s \"%s\"",
					      c == option->choices ? "" : ",", *c);
	}
}

static const struct tablas_option *option_named(const struct tablas_plugin *plugin,
						const char *key)
{
	for (const struct tablas_option *o = plugin->options; o && o->key; o++)
		if (strcmp(o->key, key) == 0)
			return o;
	return NULL;
}

static bool read_option(struct request *r, struct laying *l, const char *key,
			const json_t *value, struct reply *reply)
{
	const struct tablas_option *option = option_named(l->game.plugin, key);
	char number[24], pointer[128], words[256];
	const char *word = option_word_of(value, number);

	snprintf(pointer, sizeof pointer, "/options/%.100s", key);
	if (!option) {
		*reply = games_problem_at(r, NO_SUCH_OPTION, pointer,
					  "%s has no option \"%.100s\".", l->game.plugin->title,
					  key);
		return false;
	}
	/* A number for a choice would be its place in a list, which is nobody's business. */
	if (word && json_is_integer(value) && option->kind != TABLAS_OPT_INT)
		word = NULL;
	if (word && options_set(l->game.plugin, l->game.options, key, word) == ACCEPTED)
		return true;
	describe(option, words, sizeof words);
	*reply = games_problem_at(r, INVALID_OPTION, pointer, "\"%s\" is %s.", key, words);
	return false;
}

static bool read_options(struct request *r, struct laying *l, struct reply *reply)
{
	json_t *options = json_object_get(r->json, "options");
	const char *key;
	json_t *value;

	options_default(l->game.plugin, l->game.options);
	if (!options || json_is_null(options))
		return true;
	if (!json_is_object(options)) {
		*reply = games_problem_at(r, INVALID_VALUE, "/options",
					  "\"options\" is an object of options by name.");
		return false;
	}
	json_object_foreach(options, key,
			    value) if (!read_option(r, l, key, value, reply)) return false;
	return true;
}

/* ---- the seats ----------------------------------------------------------------------------
 */

static bool refuse_seat(struct request *r, unsigned seat, const char *member,
			struct reply *reply, const char *what)
{
	char pointer[64];

	snprintf(pointer, sizeof pointer, "/seats/%u%s", seat, member);
	*reply = games_problem_at(r, INVALID_VALUE, pointer, "%s", what);
	return false;
}

static bool read_kept(struct request *r, struct laying *l, unsigned seat, const json_t *value,
		      struct reply *reply)
{
	const char *name = json_string_value(value);
	struct account_row account;
	int got;

	if (!name)
		return refuse_seat(r, seat, "/account", reply,
				   "\"account\" is the name of a player.");
	got = strcmp(name, "me") == 0
		      ? store_account_by_id(request_view(r), r->account, &account)
		      : store_account_by_name(request_view(r), name, &account);
	if (got == STORE_TROUBLE) {
		*reply = reply_trouble(r);
		return false;
	}
	if (got == STORE_NONE || account.id < ACCOUNT_FIRST || account.closed)
		return refuse_seat(r, seat, "/account", reply, "There is no such account.");
	for (unsigned i = 0; i < seat; i++)
		if (l->game.seat[i].invited == account.id)
			return refuse_seat(r, seat, "/account", reply,
					   "A player has one seat at a table.");
	l->game.seat[seat].invited = account.id;
	return true;
}

/* "open", null, {"account": "ana"} or {"invitation": true}. */
static bool read_seat(struct request *r, struct laying *l, unsigned seat, const json_t *value,
		      struct reply *reply)
{
	static const char *const members[] = {"account", "invitation", NULL};
	const json_t *account, *invitation;
	char pointer[32];

	if (json_is_null(value) ||
	    (json_is_string(value) && strcmp(json_string_value(value), "open") == 0))
		return true;
	if (!json_is_object(value))
		return refuse_seat(r, seat, "", reply,
				   "A seat is \"open\", {\"account\": \"name\"} or "
				   "{\"invitation\": true}.");
	snprintf(pointer, sizeof pointer, "/seats/%u", seat);
	if (!request_members(r, value, pointer, members, reply))
		return false;
	account = json_object_get(value, "account");
	invitation = json_object_get(value, "invitation");
	if (invitation && !json_is_boolean(invitation))
		return refuse_seat(r, seat, "/invitation", reply,
				   "\"invitation\" is true or false.");
	if (account && json_is_true(invitation))
		return refuse_seat(r, seat, "", reply,
				   "A seat is kept for an account or locked, not both.");
	l->game.seat[seat].locked = json_is_true(invitation);
	return !account || read_kept(r, l, seat, account, reply);
}

static bool read_seats(struct request *r, struct laying *l, struct reply *reply)
{
	const struct tablas_plugin *plugin = l->game.plugin;
	const json_t *seats = json_object_get(r->json, "seats");
	int64_t n = plugin->seats_min;

	if (json_is_integer(seats))
		n = json_integer_value(seats);
	else if (json_is_array(seats))
		n = (int64_t)json_array_size(seats);
	else if (seats && !json_is_null(seats))
		n = -1;
	if (n < plugin->seats_min || n > plugin->seats_max) {
		*reply = plugin->seats_min == plugin->seats_max
				 ? games_problem_at(
					   r, INVALID_VALUE, "/seats",
					   "%s has %u seats: give that number or a list "
					   "of them.",
					   plugin->title, plugin->seats_min)
				 : games_problem_at(r, INVALID_VALUE, "/seats",
						    "%s has %u to %u seats: give a number or a "
						    "list of them.",
						    plugin->title, plugin->seats_min,
						    plugin->seats_max);
		return false;
	}
	l->game.seats = (unsigned)n;
	for (unsigned seat = 0; json_is_array(seats) && seat < l->game.seats; seat++)
		if (!read_seat(r, l, seat, json_array_get(seats, seat), reply))
			return false;
	return true;
}

/* ---- the rest ------------------------------------------------------------------------- */

static bool read_visibility(struct request *r, struct laying *l, struct reply *reply)
{
	const char *word = "public";

	if (!request_string(r, "visibility", false, 16, &word, reply))
		return false;
	for (int v = VISIBLE_TO_ALL; v <= VISIBLE_TO_SEATS; v++) {
		if (strcmp(word, view_visibility_word((enum visibility)v)) == 0) {
			l->game.visibility = (uint8_t)v;
			return true;
		}
	}
	*reply = games_problem_at(r, INVALID_VALUE, "/visibility",
				  "\"visibility\" is \"public\", \"unlisted\" or \"private\".");
	return false;
}

static bool read_sit(struct request *r, struct laying *l, struct reply *reply)
{
	const json_t *sit = json_object_get(r->json, "sit");

	l->sit = SIT_DEFAULT;
	if (!sit || json_is_null(sit))
		return true;
	if (json_is_false(sit)) {
		l->sit = SIT_NOT;
	} else if (json_is_true(sit) ||
		   (json_is_string(sit) && strcmp(json_string_value(sit), "any") == 0)) {
		l->sit = SIT_ANY;
	} else if (json_is_integer(sit) && json_integer_value(sit) >= 0 &&
		   json_integer_value(sit) < l->game.seats) {
		l->sit = (int)json_integer_value(sit);
	} else {
		*reply = games_problem_at(r, INVALID_VALUE, "/sit",
					  "\"sit\" is a seat from 0 to %u, \"any\", true or false.",
					  l->game.seats - 1);
		return false;
	}
	return true;
}

/* Whoever contributes before the house has committed itself proves nothing by it. */
static bool refuse_contribution(struct request *r, struct reply *reply)
{
	if (!json_object_get(r->json, "contribution"))
		return false;
	*reply = games_problem_at(r, UNKNOWN_MEMBER, "/contribution",
				  "A seat contributes once the commitment is told: lay the table "
				  "with \"sit\": false, then take the seat with a \"contribution\".");
	return true;
}

static bool read_laying(struct request *r, struct laying *l, struct reply *reply)
{
	static const char *const members[] = {"ruleset",     "options", "seats", "stake",
					      "visibility",  "sit",	"match", "position",
					      "auto_forced", "clock", "rated", "spectator_delay",
					      "expires_in", "seating", "note", NULL};

	*l = (struct laying){.game = {.creator = r->account, .auto_forced = true}};
	return !refuse_contribution(r, reply) && request_members(r, r->json, "", members, reply) && read_ruleset(r, l, reply) &&
	       read_options(r, l, reply) && read_seats(r, l, reply) &&
	       games_read_stake(r, &l->game, reply) && games_read_clock(r, &l->game, reply) && games_read_match(r, &l->game, reply) &&
	       games_read_offer(r, &l->game, &l->note, reply) && read_visibility(r, l, reply) &&
	       games_read_delay(r, &l->game, reply) &&
	       request_bool(r, "auto_forced", false, &l->game.auto_forced, reply) &&
	       request_bool(r, "rated", false, &l->game.rated, reply) &&
	       read_sit(r, l, reply);
}

/* ---- sitting down oneself
 * ------------------------------------------------------------------------ */

static bool is_open(const struct desk_game *game, unsigned seat)
{
	return game->seat[seat].invited ? game->seat[seat].invited == game->creator
					: !game->seat[seat].locked;
}

/* The seat the creator takes, or SIT_NOT. */
static int own_seat(const struct laying *l)
{
	const struct desk_game *game = &l->game;

	if (l->sit >= 0 || l->sit == SIT_NOT)
		return l->sit;
	for (unsigned seat = 0; seat < game->seats; seat++)
		if (game->seat[seat].invited == game->creator)
			return (int)seat;
	for (unsigned seat = 0; seat < game->seats; seat++)
		if (is_open(game, seat))
			return (int)seat;
	return SIT_NOT;
}

static bool refuse_own_seat(struct request *r, const struct laying *l, int seat,
			    struct reply *reply)
{
	if (seat == SIT_NOT && l->sit == SIT_ANY) {
		*reply = games_problem_at(r, INVALID_VALUE, "/sit",
					  "No seat of this table is open to you.");
		return true;
	}
	/* Of one's own table one may have a locked seat, but not one that is kept. */
	if (seat >= 0 && l->game.seat[seat].invited &&
	    l->game.seat[seat].invited != l->game.creator) {
		*reply = games_problem_at(r, INVALID_VALUE, "/sit",
					  "Seat %d is kept for somebody else.", seat);
		return true;
	}
	return false;
}

/* ---- the answer
 * ------------------------------------------------------------------------------------- */

static bool write_invitations(struct request *r, struct out *out, const struct game_row *row)
{
	bool any = false;

	for (unsigned seat = 0; seat < row->seats; seat++) {
		char text[SECRET_TEXT_MAX];
		int64_t number;

		if (!row->seat[seat].locked || row->seat[seat].account)
			continue;
		if (!games_invite(r, row, seat, &number, text))
			return false;
		if (!any) {
			out_key(out, "invitations");
			out_array(out);
			any = true;
		}
		out_object(out);
		out_kint(out, "seat", seat);
		out_kint(out, "number", number);
		out_kstring(out, "invitation", text);
		out_object_end(out);
	}
	if (any)
		out_array_end(out);
	return true;
}

static struct reply created(struct request *r, const struct receipt *receipt)
{
	const struct game_row *row = receipt->row;
	struct view_around around;
	struct reply reply;
	struct out out;

	if (!games_around(request_view(r), row, NULL, &around))
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	view_game_members(&out, row, receipt->table, &around);
	if (!write_invitations(r, &out, row)) {
		out_free(&out);
		return reply_trouble(r);
	}
	out_object_end(&out);
	reply = reply_json(201, &out);
	reply_etag(reply.etag, row->ply);
	snprintf(reply.location, sizeof reply.location, "/v1/games/%s", row->key);
	return reply;
}

static struct reply refused(struct request *r, const struct laying *l, enum refusal no,
			    const struct receipt *receipt)
{
	if (receipt->trouble)
		return reply_trouble(r);
	if (no == BUY_IN_TOO_SMALL)
		return games_buy_in_too_small(r, &l->game);
	if (no == CREDIT_EXHAUSTED)
		return games_credit_exhausted(r, receipt);
	if (no == INSUFFICIENT_CHIPS)
		return games_chips_lacking(r, l->game.buy_in);
	return games_refused(r, no, receipt);
}

/*
 * Options that are each right may make no game together: the plugin says so of
 * the position they begin with.
 */
static bool refuse_conflict(struct request *r, const struct laying *l, struct reply *reply)
{
	/* Ratings are told of accounts, and at once: they would tell how it ended. */
	if (l->game.rated && l->game.delay.ms) {
		*reply = games_problem_at(r, OPTIONS_CONFLICT, "/spectator_delay/time",
					  "What is rated is known when it has ended: only plies "
					  "can be held back.");
		return true;
	}
	const struct tablas_plugin *plugin = l->game.plugin;
	struct table *t = plugin->audit ? malloc(sizeof *t) : NULL;
	char text[GAMES_SENTENCE_MAX];
	const char *wrong;

	if (!t)
		return false;
	table_init(t, plugin, l->game.seats, l->game.options, 0, 0);
	plugin->init(&t->setup, t->position);
	wrong = plugin->audit(t->position);
	free(t);
	if (!wrong)
		return false;
	*reply = games_problem_at(r, OPTIONS_CONFLICT, "/options", "%s",
				  games_sentence(wrong, text));
	return true;
}

struct reply games_create(struct request *r)
{
	struct receipt receipt = {.row = NULL};
	char key[STORE_KEY_SIZE];
	struct reply reply;
	struct laying l;
	enum refusal no;
	int seat;

	if (!read_laying(r, &l, &reply))
		return reply;
	games_staked_options(r, &l.game);
	seat = own_seat(&l);
	if (refuse_own_seat(r, &l, seat, &reply) || refuse_conflict(r, &l, &reply) ||
	    !games_read_position(r, &l.game, l.position, &reply))
		return reply;
	if (shuns_refuse_challenge(r, &l.game, &reply) || games_refuse_more(r, &l.game, &reply))
		return reply;
	no = desk_create(r->desk, &l.game, &receipt);
	if (no == ACCEPTED && seat >= 0) {
		memcpy(key, receipt.row->key, sizeof key);
		no = games_sit(r, key, (unsigned)seat, NULL, &receipt);
	}
	if (no != ACCEPTED || receipt.trouble)
		return refused(r, &l, no, &receipt);
	if (!games_keep_note(r, receipt.row, l.note) || !games_tell_kept(r, receipt.row))
		return reply_trouble(r);
	return created(r, &receipt);
}
