/*
 * accounts_close.c - the end of an account, and what becomes of its games.
 *
 * Nobody is left waiting for somebody who has gone: an account is closed when it
 * sits nowhere any more.  What that takes is told of each game, and is done at
 * once for whoever asks for it: a seat at a table that has not begun is given
 * back, a table of one's own is cleared away, and a game that is played is left
 * at the price its rules set for leaving.  Challenges that it has not answered are
 * declined.
 */
#include "api/games_inside.h"
#include "api/people.h"

#include <string.h>

#define GAMES_TOLD 20
#define ROUNDS_MOST 1000 /* of so many games each, when all of them are left */

enum leaving { GIVE_BACK, CLEAR_AWAY, LEAVE, CANNOT };

static enum leaving how_to_leave(const struct game_row *row, unsigned seat, int64_t account)
{
	if (row->state == TABLE_OPEN)
		return row->creator == account ? CLEAR_AWAY : GIVE_BACK;
	return row->state == TABLE_ACTIVE && row->seat[seat].status == SEAT_PLAYING ? LEAVE
										    : CANNOT;
}

/* ---- telling -------------------------------------------------------------------------- */

static void write_game(struct out *out, const struct game_row *row, int64_t account)
{
	static const char *const words[] = {"unseated", "aborted", "left"};

	for (unsigned seat = 0; seat < row->seats; seat++) {
		enum leaving how = how_to_leave(row, seat, account);

		if (row->seat[seat].account != account)
			continue;
		out_object(out);
		out_kstring(out, "id", row->key);
		out_kstring(out, "state", view_state_word(row->state));
		out_kint(out, "seat", seat);
		out_kint(out, "purse", row->seat[seat].purse);
		out_kstring(out, "leaving", how == CANNOT ? NULL : words[how]);
		out_object_end(out);
	}
}

static bool write_games(struct request *r, struct out *out, int64_t account,
			char (*games)[STORE_KEY_SIZE], size_t n)
{
	struct game_row row;

	out_key(out, "games");
	out_array(out);
	for (size_t i = 0; i < n; i++)
		out_string(out, games[i]);
	out_array_end(out);
	out_key(out, "seats");
	out_array(out);
	for (size_t i = 0; i < n; i++) {
		if (store_game_by_key(request_view(r), games[i], &row) != STORE_FOUND)
			return false;
		write_game(out, &row, account);
	}
	out_array_end(out);
	return true;
}

/* What still ties somebody to it: false, and a problem that lists it. */
static bool is_idle(struct request *r, const struct account_row *row, bool withdraw,
		    struct reply *reply)
{
	char games[GAMES_TOLD][STORE_KEY_SIZE];
	size_t n = GAMES_TOLD;
	struct out out;

	if (store_account_games(request_view(r), row->id, games, &n) == STORE_TROUBLE) {
		*reply = reply_trouble(r);
		return false;
	}
	if (n == 0 && row->held == 0 && (row->wallet == 0 || (row->wallet > 0 && withdraw)))
		return true;
	reply_problem_begin(r, &out, ACCOUNT_IN_USE, "%s",
			    n || row->held
				    ? "Finish, resign or leave the games first, or ask with "
				      "leave=true for that to be done as \"seats\" tells."
			    : row->wallet < 0
				    ? "It owes chips."
				    : "Give the chips away first, or ask with withdraw=true for "
				      "the bank to take them.");
	out_kint(&out, "wallet", row->wallet);
	out_kint(&out, "in_play", row->held);
	if (write_games(r, &out, row->id, games, n)) {
		*reply = reply_problem_end(r, &out, ACCOUNT_IN_USE);
		return false;
	}
	out_free(&out);
	*reply = reply_trouble(r);
	return false;
}

/* ---- leaving -------------------------------------------------------------------------- */

/* Whether the account is out of that game by it; *trouble if the book failed. */
static bool leave_game(struct request *r, const char *key, int64_t account, bool *trouble)
{
	static const uint8_t kinds[] = {COMMAND_STAND, COMMAND_ABORT, COMMAND_LEAVE};
	struct game_row row;
	bool out = false;

	*trouble = store_game_by_key(request_view(r), key, &row) != STORE_FOUND;
	for (unsigned seat = 0; !*trouble && seat < row.seats; seat++) {
		enum leaving how = how_to_leave(&row, seat, account);
		struct receipt receipt = {.row = NULL};
		struct command leave = {.seat = (uint8_t)seat, .text = "closed"};

		if (row.seat[seat].account != account || how == CANNOT)
			continue;
		leave.kind = kinds[how];
		if (how == CLEAR_AWAY) {
			leave.seat = TABLAS_NOBODY;
			*trouble = !games_tell_gone(r, &row);
		}
		out |= desk_submit(r->desk, key, &leave, account, &receipt) == ACCEPTED;
		*trouble |= receipt.trouble;
		if (how == CLEAR_AWAY)
			break;
	}
	return out;
}

/* Out of every game it can leave; those it cannot are told afterwards. */
static bool leave_all(struct request *r, int64_t account, struct reply *reply)
{
	bool trouble = false, moved = true;

	for (int round = 0; moved && !trouble && round < ROUNDS_MOST; round++) {
		char games[GAMES_TOLD][STORE_KEY_SIZE];
		size_t n = GAMES_TOLD;

		moved = false;
		trouble = store_account_games(request_view(r), account, games, &n) ==
			  STORE_TROUBLE;
		for (size_t i = 0; i < n && !trouble; i++)
			moved |= leave_game(r, games[i], account, &trouble);
	}
	if (trouble)
		*reply = reply_trouble(r);
	return !trouble;
}

/* What it has not answered it declines, so that nobody waits for it; false on trouble. */
static bool decline_all(struct request *r, int64_t account)
{
	struct game_filter kept = {.player = account,
				   .viewer = account,
				   .state = TABLE_OPEN,
				   .invited = true};
	struct game_row row;
	size_t n = 1;

	while (store_games(request_view(r), &kept, &row, &n) != STORE_TROUBLE) {
		struct command decline = {.kind = COMMAND_TURN_DOWN, .text = "no_reason"};
		struct receipt receipt = {.row = NULL};
		int seat;

		if (n == 0)
			return true;
		for (seat = games_kept_seat(&row, account); seat >= 0 && !receipt.trouble;
		     seat = games_kept_seat(&row, account)) {
			decline.seat = (uint8_t)seat;
			row.seat[seat].invited = 0; /* also where it is frozen, or has expired */
			desk_submit(r->desk, row.key, &decline, account, &receipt);
		}
		if (receipt.trouble)
			return false;
		kept.after = row.id;
	}
	return false;
}

/* ---- DELETE /v1/accounts/{name} --------------------------------------------------------- */

static int withdraw_all(struct request *r, const struct account_row *row)
{
	struct book_line line = {.kind = TRANSFER_WITHDRAW,
				 .from = {.account = row->id},
				 .to = {.account = ACCOUNT_BANK},
				 .amount = row->wallet,
				 .reason = "account closed"};

	if (row->wallet == 0)
		return STORE_DONE;
	return store_book(desk_store(r->desk), desk_now(r->desk), 0, 0, &line, 1, NULL);
}

struct reply accounts_close(struct request *r)
{
	struct account_row row;
	struct reply reply;
	bool withdraw = false, leave = false;
	int found = account_find(r, request_view(r), &row);

	if (found != STORE_FOUND)
		return account_not_there(r, found);
	if (row.id != r->account && !(r->scopes & SCOPE_ADMIN))
		return reply_problem(r, FORBIDDEN, "Only %s and the operator can do that.", row.name);
	if (row.closed)
		return reply_problem(r, ACCOUNT_CLOSED, "It is closed already.");
	if (!request_query_bool(r, "withdraw", &withdraw, &reply) ||
	    !request_query_bool(r, "leave", &leave, &reply) ||
	    (leave && !leave_all(r, row.id, &reply)))
		return reply;
	if (store_account_by_id(request_view(r), row.id, &row) != STORE_FOUND)
		return reply_trouble(r);
	if (!is_idle(r, &row, withdraw, &reply))
		return reply;
	if (!decline_all(r, row.id) || withdraw_all(r, &row) != STORE_DONE ||
	    store_account_close(desk_store(r->desk), row.id, desk_now(r->desk)) != STORE_DONE)
		return reply_trouble(r);
	auth_forget_account(r->server, row.id);
	desk_forget_readers(r->desk);
	r->server->names_stale = true;
	return reply_empty(204);
}
