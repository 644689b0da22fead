/*
 * rematch.c - the same game again, with seats changed round.
 *
 * A rematch is a challenge to everybody who sat there: who is away finds it among
 * theirs.  Everything it is played by is read from the game that is over, and
 * nothing else is taken along.  Whoever asks for one that another has asked for
 * already takes their seat at it: two offers are one game.
 */
#include "api/games_inside.h"
#include "api/shuns.h"

#include <stdio.h>
#include <string.h>

/* ---- the terms ------------------------------------------------------------------------ */

/* Where a game began that did not begin at the beginning: its first fact says so. */
static bool read_begin(void *cls, const struct fact *fact, const char *events)
{
	const char *position = strstr(fact->text, " position ");

	(void)events;
	if (position)
		snprintf(cls, TABLAS_TEXT_MAX + 1, "%s", position + strlen(" position "));
	return false;
}

static bool read_seats(struct request *r, const struct game_row *row, struct desk_game *game,
		       struct reply *reply)
{
	for (unsigned i = 0; i < row->seats; i++) {
		struct account_row who;

		if (store_account_by_id(request_view(r), row->seat[i].account, &who) !=
		    STORE_FOUND) {
			*reply = reply_trouble(r);
			return false;
		}
		if (who.closed) {
			*reply = reply_problem(r, ACCOUNT_CLOSED,
					       "Who sat at seat %u has closed the account.", i);
			return false;
		}
		game->seat[(i + 1) % row->seats].invited = who.id;
	}
	return true;
}

static bool read_terms(struct request *r, const struct game_row *row, struct desk_game *game,
		       char position[TABLAS_TEXT_MAX + 1], struct reply *reply)
{
	*game = (struct desk_game){.plugin = registry_find(desk_games(r->desk), row->ruleset),
				   .seats = row->seats,
				   .unit = row->unit,
				   .buy_in = row->buy_in,
				   .insolvent = row->insolvent,
				   .credit = row->credit,
				   .top_ups = row->top_ups,
				   .visibility = row->visibility,
				   .auto_forced = row->auto_forced,
				   .rated = row->rated,
				   .pace = pace_of(row->clock),
				   .creator = r->account,
				   .match_length = row->match_length};
	position[0] = '\0';
	if (!game->plugin || options_read(game->plugin, row->options, game->options) != ACCEPTED) {
		*reply = reply_problem(r, NO_SUCH_RULESET,
				       "The ruleset \"%s\" is not loaded, or has other options now.",
				       row->ruleset);
		return false;
	}
	if (store_delay(request_view(r), row, &game->delay) == STORE_TROUBLE ||
	    store_facts(request_view(r), row->id, 0, 1, read_begin, position) == STORE_TROUBLE) {
		*reply = reply_trouble(r);
		return false;
	}
	game->position = position[0] ? position : NULL;
	strcpy(game->opening.rematch, row->key);
	return read_seats(r, row, game, reply);
}

/* ---- sitting down ------------------------------------------------------------------------ */

static struct reply refused(struct request *r, enum refusal no, const struct receipt *receipt,
			    int64_t buy_in)
{
	if (receipt->trouble)
		return reply_trouble(r);
	if (no == INSUFFICIENT_CHIPS)
		return games_chips_lacking(r, buy_in);
	if (no == CREDIT_EXHAUSTED)
		return games_credit_exhausted(r, receipt);
	return games_refused(r, no, receipt);
}

/* Takes every seat that is kept for the caller: who studies alone has several. */
static enum refusal sit(struct request *r, const struct game_row *table, struct receipt *receipt)
{
	char key[STORE_KEY_SIZE];
	enum refusal no = ACCEPTED;
	int64_t kept[TABLAS_SEATS_MAX] = {0};
	unsigned seats = table->seats;

	memcpy(key, table->key, sizeof key);
	for (unsigned i = 0; i < seats; i++)
		kept[i] = table->seat[i].account ? 0 : table->seat[i].invited;
	for (unsigned i = 0; i < seats && no == ACCEPTED; i++)
		if (kept[i] == r->account)
			no = games_sit(r, key, i, NULL, receipt);
	return no;
}

static struct reply answer(struct request *r, int status, const struct game_row *row,
			   const struct table *table)
{
	struct reply reply = games_answer(r, status, row, table);

	snprintf(reply.location, sizeof reply.location, "/v1/games/%s", row->key);
	return reply;
}

/* Of the rematch that there is: one's seat at it, or that it stands. */
static struct reply join(struct request *r, const struct game_row *row)
{
	struct receipt receipt = {.row = NULL};
	struct reply reply;
	struct table table;
	enum refusal no;

	if (row->state != TABLE_OPEN)
		return reply_problem(r, REMATCH_NOT_ALLOWED, "There has been one: %s.", row->key);
	if (games_kept_seat(row, r->account) < 0) {
		if (games_seat_of(row, r->account) < 0)
			return reply_problem(r, REMATCH_NOT_ALLOWED,
					     "You have declined it: %s.", row->key);
		if (desk_table(r->desk, row, &table) != 0)
			return reply_trouble(r);
		return answer(r, 200, row, &table);
	}
	if (shuns_refuse_seat(r, row, &reply))
		return reply;
	no = sit(r, row, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return refused(r, no, &receipt, row->buy_in);
	if (!games_tell_taken(r, row))
		return reply_trouble(r);
	return answer(r, 201, receipt.row, receipt.table);
}

/* The rematch that stands, or was played.  FOUND, NONE or TROUBLE. */
static int find_other(struct request *r, const struct game_row *row, struct game_row *other)
{
	char key[STORE_KEY_SIZE];
	int found = store_rematch(request_view(r), row->id, key);

	if (found == STORE_FOUND)
		found = store_game_by_key(request_view(r), key, other);
	if (found != STORE_FOUND)
		return found;
	if (other->state == TABLE_OPEN && other->opening.expires &&
	    other->opening.expires <= desk_now(r->desk))
		return STORE_NONE;
	return other->state == TABLE_ABORTED ? STORE_NONE : STORE_FOUND;
}

/* ---- POST /v1/games/{id}/rematch ------------------------------------------------------------ */

static struct reply lay(struct request *r, const struct game_row *row)
{
	char position[TABLAS_TEXT_MAX + 1];
	struct receipt receipt = {.row = NULL};
	struct desk_game game;
	const char *note;
	struct reply reply;
	enum refusal no;

	if (!read_terms(r, row, &game, position, &reply) ||
	    !games_read_offer(r, &game, &note, &reply) ||
	    shuns_refuse_challenge(r, &game, &reply) || games_refuse_more(r, &game, &reply))
		return reply;
	no = desk_create(r->desk, &game, &receipt);
	if (no == ACCEPTED)
		no = sit(r, receipt.row, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return refused(r, no, &receipt, game.buy_in);
	if (!games_keep_note(r, receipt.row, note) || !games_tell_kept(r, receipt.row))
		return reply_trouble(r);
	return answer(r, 201, receipt.row, receipt.table);
}

struct reply rematch_offer(struct request *r)
{
	static const char *const members[] = {"expires_in", "note", NULL};
	struct game_row row, other;
	struct reply reply;
	const char *why;

	if (!games_row(r, &row, &reply) ||
	    (r->json && !request_members(r, r->json, "", members, &reply)))
		return reply;
	if (games_seat_of(&row, r->account) < 0)
		return reply_problem(r, NOT_SEATED, "You had no seat at this table.");
	why = view_why_no_rematch(&row);
	if (why) {
		char sentence[GAMES_SENTENCE_MAX];

		return reply_problem(r, REMATCH_NOT_ALLOWED, "%s", games_sentence(why, sentence));
	}
	switch (find_other(r, &row, &other)) {
	case STORE_FOUND:
		return join(r, &other);
	case STORE_NONE:
		return lay(r, &row);
	default:
		return reply_trouble(r);
	}
}
