/*
 * seats.c - taking a seat, giving it back, inviting to one.
 *
 * A seat is open to anybody, kept for one account, or locked: then an
 * invitation opens it, once.  A seat kept for the caller comes before an open
 * one, so that nobody by mistake takes what another might have had.
 */
#include "api/games_inside.h"
#include "api/shuns.h"

#include <stdio.h>
#include <string.h>

/* ---- POST /v1/games/{id}/seats -------------------------------------------------------- */

struct taking {
	const char *token; /* or NULL */
	int64_t invitation;
	int seat; /* -1: any */
	const char *contribution; /* to the dice; NULL: none */
};

static bool read_taking(struct request *r, struct taking *t, struct reply *reply)
{
	static const char *const members[] = {"seat", "invitation", "contribution", NULL};
	int64_t seat = -1;

	*t = (struct taking){.seat = -1};
	if (!r->json)
		return true;
	if (!request_members(r, r->json, "", members, reply) ||
	    !request_int(r, "seat", false, 0, TABLAS_SEATS_MAX - 1, &seat, reply) ||
	    !request_string(r, "invitation", false, SECRET_TEXT_MAX, &t->token, reply) ||
	    !request_string(r, "contribution", false, FAIR_CONTRIBUTION_MAX, &t->contribution,
			    reply))
		return false;
	t->seat = (int)seat;
	if (!t->contribution || fair_is_contribution(t->contribution))
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/contribution",
				  "\"contribution\" is a text of 1 to %d bytes on one line, "
				  "without control characters.",
				  FAIR_CONTRIBUTION_MAX);
	return false;
}

/* A table laid before there were commitments has dice that nobody can add to. */
static bool refuse_contribution(struct request *r, const struct game_row *row,
				const struct taking *t, struct reply *reply)
{
	if (!t->contribution || row->committed)
		return false;
	*reply = games_problem_at(r, INVALID_VALUE, "/contribution",
				  "This table was laid without a commitment: its dice take no "
				  "contributions.");
	return true;
}

/*
 * Whether the invitation is good for a seat of this game, which is then the one
 * that is meant.  NULL, or why it is not; *trouble if the book failed.
 */
static const char *read_invitation(struct request *r, const struct game_row *row,
				   struct taking *t, bool *trouble)
{
	unsigned char secret[SECRET_SIZE];
	struct invitation_row inv;
	int got = STORE_NONE;

	if (secret_read("inv", t->token, &t->invitation, secret))
		got = store_invitation(request_view(r), t->invitation, &inv);
	*trouble = got == STORE_TROUBLE;
	if (got != STORE_FOUND || !secret_matches(secret, inv.hash) || inv.game != row->id)
		return "This is no invitation to this table.";
	if (inv.used_by)
		return "The invitation has been used.";
	if (inv.revoked)
		return "The invitation has been taken back.";
	if (inv.expires && inv.expires <= desk_now(r->desk))
		return "The invitation has expired.";
	if (t->seat >= 0 && t->seat != inv.seat)
		return "The invitation is to another seat.";
	t->seat = inv.seat;
	return NULL;
}

static bool is_open_to(const struct seat_row *s, int64_t account)
{
	return s->account == 0 && (s->invited ? s->invited == account : !s->locked);
}

/* A seat the caller may take without an invitation, or -1. */
static int seat_open_to(const struct game_row *row, int64_t account)
{
	for (unsigned seat = 0; seat < row->seats; seat++)
		if (row->seat[seat].account == 0 && row->seat[seat].invited == account)
			return (int)seat;
	for (unsigned seat = 0; seat < row->seats; seat++)
		if (is_open_to(&row->seat[seat], account))
			return (int)seat;
	return -1;
}

static bool choose_seat(struct request *r, const struct game_row *row, struct taking *t,
			struct reply *reply)
{
	const struct seat_row *s;

	if (t->seat < 0)
		t->seat = seat_open_to(row, r->account);
	if (t->seat < 0) {
		bool full = true;

		for (unsigned seat = 0; seat < row->seats; seat++)
			full = full && row->seat[seat].account;
		*reply = full ? reply_problem(r, SEAT_TAKEN, "Every seat is taken.")
			      : reply_problem(
					r, INVITATION_NEEDED,
					"The seats that are left are not open to everybody: "
					"send the \"invitation\" you were given.");
		return false;
	}
	if ((unsigned)t->seat >= row->seats) {
		*reply = games_problem_at(r, INVALID_VALUE, "/seat",
					  "This table has seats 0 to %u.", row->seats - 1);
		return false;
	}
	s = &row->seat[t->seat];
	if (s->account || is_open_to(s, r->account))
		return true; /* a taken one is refused as such by the table */
	*reply = s->invited
			 ? games_problem_at(r, INVITATION_NEEDED, "/seat",
					    "Seat %d is kept for somebody else.", t->seat)
			 : games_problem_at(r, INVITATION_NEEDED, "/seat",
					    "Seat %d is locked: send the \"invitation\" to it.",
					    t->seat);
	return false;
}

static struct reply sit(struct request *r, const struct game_row *row, const struct taking *t)
{
	struct receipt receipt = {.row = NULL};
	struct reply reply;
	enum refusal no = games_sit(r, row->key, (unsigned)t->seat, t->contribution, &receipt);

	if (no == INSUFFICIENT_CHIPS)
		return games_chips_lacking(r, row->buy_in);
	if (no == CREDIT_EXHAUSTED && !receipt.trouble)
		return games_credit_exhausted(r, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return games_refused(r, no, &receipt);
	if (t->invitation &&
	    store_invitation_use(desk_store(r->desk), t->invitation, r->account) != STORE_DONE)
		return reply_trouble(r);
	if (row->seat[t->seat].invited == r->account && !games_tell_taken(r, row))
		return reply_trouble(r);
	reply = games_answer(r, 201, receipt.row, receipt.table);
	snprintf(reply.location, sizeof reply.location, "/v1/games/%s", row->key);
	return reply;
}

/* An invitation is a key to a private table too; without one the game must be seen. */
static bool find_table(struct request *r, struct game_row *row, struct taking *t,
		       struct reply *reply)
{
	bool trouble = false;
	const char *why;

	if (!t->token)
		return games_row(r, row, reply);
	switch (store_game_by_key(request_view(r), r->args[0], row)) {
	case STORE_FOUND:
		break;
	case STORE_NONE:
		return games_row(r, row, reply);
	default:
		*reply = reply_trouble(r);
		return false;
	}
	why = read_invitation(r, row, t, &trouble);
	if (!why)
		return true;
	if (trouble)
		*reply = reply_trouble(r);
	else if (games_row(r, row, reply)) /* not there at all, for whom it is private */
		*reply = games_problem_at(r, INVITATION_NEEDED, "/invitation", "%s", why);
	return false;
}

struct reply seats_take(struct request *r)
{
	struct game_row row;
	struct reply reply;
	struct taking t;
	int own;

	if (!read_taking(r, &t, &reply) || !find_table(r, &row, &t, &reply) ||
	    refuse_contribution(r, &row, &t, &reply))
		return reply;
	own = games_seat_of(&row, r->account);
	/* Who studies alone may take both sides, but must name the seat, and not for chips. */
	if (row.state == TABLE_OPEN && own >= 0 && (row.buy_in > 0 || t.seat < 0))
		return reply_problem(r, ALREADY_SEATED, "You sit at seat %d of this table.",
				     own);
	if (row.state == TABLE_OPEN && !t.token && !choose_seat(r, &row, &t, &reply))
		return reply;
	if (shuns_refuse_seat(r, &row, &reply))
		return reply;
	if (t.seat < 0 || (unsigned)t.seat >= row.seats)
		t.seat = 0; /* not open any more: the table says what it is instead */
	return sit(r, &row, &t);
}

/* ---- DELETE /v1/games/{id}/seats/{seat}
 * ------------------------------------------------------ */

struct reply seats_leave(struct request *r)
{
	struct receipt receipt = {.row = NULL};
	struct command stand = {.kind = COMMAND_STAND, .text = ""};
	struct game_row row;
	struct reply reply;
	enum refusal no;
	int seat;

	if (!games_row(r, &row, &reply))
		return reply;
	seat = games_seat_read(&row, r->args[1]);
	if (seat < 0)
		return reply_problem(r, NOT_FOUND, "This table has seats 0 to %u.",
				     row.seats - 1);
	if (row.seat[seat].account != r->account)
		return games_seat_of(&row, r->account) < 0
			       ? reply_problem(r, NOT_SEATED, "You have no seat at this table.")
			       : reply_problem(r, FORBIDDEN,
					       "You sit at seat %d, not at seat %d.",
					       games_seat_of(&row, r->account), seat);
	stand.seat = (uint8_t)seat;
	no = desk_submit(r->desk, row.key, &stand, r->account, &receipt);
	if (no != ACCEPTED || receipt.trouble)
		return games_refused(r, no, &receipt);
	return games_answer(r, 200, receipt.row, receipt.table);
}

/* ---- POST /v1/games/{id}/invitations
 * ------------------------------------------------------------ */

/* Earlier invitations to the seat open it no more. */
static bool end_old_ones(struct request *r, const struct game_row *row, int seat)
{
	struct invitation_row old[64];
	size_t n = sizeof old / sizeof *old;

	if (store_invitations(request_view(r), row->id, old, &n) == STORE_TROUBLE)
		return false;
	for (size_t i = 0; i < n; i++)
		if (old[i].seat == seat && !old[i].used_by && !old[i].revoked &&
		    store_invitation_revoke(desk_store(r->desk), old[i].id,
					    desk_now(r->desk)) == STORE_TROUBLE)
			return false;
	return true;
}

static bool may_invite(struct request *r, const struct game_row *row, int64_t seat,
		       struct reply *reply)
{
	if (row->creator != r->account && !(r->scopes & SCOPE_ADMIN))
		*reply = reply_problem(r, FORBIDDEN, "Only who laid the table invites to it.");
	else if (row->state != TABLE_OPEN)
		*reply = reply_problem(r,
				       row->state == TABLE_ACTIVE   ? GAME_STARTED
				       : row->state == TABLE_FROZEN ? GAME_FROZEN
								    : GAME_OVER,
				       "There is no seat to invite to any more.");
	else if (seat >= row->seats)
		*reply = games_problem_at(r, INVALID_VALUE, "/seat",
					  "This table has seats 0 to %u.", row->seats - 1);
	else if (row->seat[seat].account)
		*reply = reply_problem(r, SEAT_TAKEN, "Seat %d is taken.", (int)seat);
	else if (!row->seat[seat].locked)
		*reply = games_problem_at(r, INVALID_VALUE, "/seat",
					  "Seat %d is not locked: it needs no invitation.",
					  (int)seat);
	else
		return true;
	return false;
}

struct reply seats_invite(struct request *r)
{
	static const char *const members[] = {"seat", NULL};
	char text[SECRET_TEXT_MAX];
	struct game_row row;
	struct reply reply;
	struct out out;
	int64_t seat, number;

	if (!games_row(r, &row, &reply) || !request_members(r, r->json, "", members, &reply) ||
	    !request_int(r, "seat", true, 0, TABLAS_SEATS_MAX - 1, &seat, &reply) ||
	    !may_invite(r, &row, seat, &reply))
		return reply;
	if (!end_old_ones(r, &row, (int)seat) ||
	    !games_invite(r, &row, (unsigned)seat, &number, text))
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kint(&out, "seat", seat);
	out_kint(&out, "number", number);
	out_kstring(&out, "invitation", text);
	out_object_end(&out);
	return reply_json(201, &out);
}
