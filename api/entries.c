/*
 * entries.c - chips: how those of a game went to and fro, and giving some.
 */
#include "api/histories.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BITS 12 /* of a cursor into a game's entries; the rest is the transaction */
#define PIECE_LINES 32

/* ---- GET /v1/games/{id}/entries ------------------------------------------------------ */

/* The two sides of each line, which sum to zero; each knows the other's name. */
static void write_lines(struct out *out, enum history_form form, const struct entry_row *rows,
			size_t n)
{
	for (size_t i = 0; i < n - n % 2; i++)
		history_posting(out, form, &rows[i], rows[i ^ 1].other_name);
}

static void write_page(struct out *out, enum history_form form, const char *game,
		       const struct entry_row *rows, size_t n)
{
	history_posting_head(out, form);
	history_page_begin(out, form, "id", game);
	write_lines(out, form, rows, n);
	history_page_end(out, form);
}

/* Where a cursor stands: behind both sides of a line. */
static struct entry_row place_of(int64_t cursor)
{
	return (struct entry_row){.account = INT64_MAX,
				  .seq = INT64_MAX,
				  .txn = cursor >> LINE_BITS,
				  .line = (int)(cursor & ((1 << LINE_BITS) - 1))};
}

/*
 * How many of the rows are told: of a game that is seen late, those up to the
 * ply that is shown.
 */
static size_t told(const struct entry_row *rows, size_t n, uint64_t ply)
{
	size_t i = 0;

	while (i < n && rows[i].ply <= ply)
		i++;
	return i;
}

static struct reply page(struct request *r, const struct game_row *game, int64_t cursor,
			 enum history_form form, size_t limit)
{
	struct entry_row last = place_of(cursor), *rows;
	size_t n = 2 * limit + 2;
	struct reply reply;
	struct out out;

	rows = malloc(n * sizeof *rows);
	if (!rows || store_game_entries(request_view(r), game->id, cursor ? &last : NULL, rows,
					&n) == STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	if (game->past)
		n = told(rows, n, game->ply);
	out_init(&out);
	write_page(&out, form, game->key, rows, n < 2 * limit ? n : 2 * limit);
	reply = reply_text(200, history_type(r, form), &out);
	reply.vary_accept = true;
	if (n > 2 * limit)
		reply_next(r, &reply,
			   rows[2 * limit - 1].txn << LINE_BITS | rows[2 * limit - 1].line);
	free(rows);
	return reply;
}

struct whole {
	struct stream stream; /* first */
	struct store *store;
	int64_t game, cursor;
	uint64_t until; /* this ply */
	enum history_form form;
	bool begun;
	struct entry_row rows[2 * PIECE_LINES];
};

static enum stream_state more(struct stream *stream, struct out *out)
{
	struct whole *w = (struct whole *)stream;
	struct entry_row last = place_of(w->cursor);
	size_t n = 2 * PIECE_LINES;

	if (!w->begun)
		history_posting_head(out, w->form);
	w->begun = true;
	if (store_game_entries(store_glasses(w->store), w->game, w->cursor ? &last : NULL, w->rows,
			       &n) == STORE_TROUBLE)
		return STREAM_BROKEN;
	n = told(w->rows, n, w->until);
	write_lines(out, w->form, w->rows, n);
	if (n < 2 * PIECE_LINES)
		return STREAM_ENDS;
	w->cursor = w->rows[n - 1].txn << LINE_BITS | w->rows[n - 1].line;
	return STREAM_GOES_ON;
}

static void end(struct stream *stream)
{
	free(stream);
}

static struct reply whole(struct request *r, const struct game_row *game, int64_t cursor,
			  enum history_form form)
{
	struct whole *w = calloc(1, sizeof *w);
	struct reply reply;

	if (!w)
		abort();
	w->stream = (struct stream){.more = more, .end = end};
	w->store = desk_store(r->desk);
	w->game = game->id;
	w->until = game->past ? game->ply : UINT64_MAX;
	w->cursor = cursor;
	w->form = form;
	reply = reply_stream(history_type(r, form), &w->stream);
	reply.vary_accept = true;
	return reply;
}

struct reply entries_of_game(struct request *r)
{
	struct game_row row;
	struct reply reply;
	int64_t cursor;
	size_t limit;
	int form;

	if (!games_row(r, &row, &reply) || !request_cursor(r, &cursor, &reply) ||
	    !request_limit(r, &limit, &reply) ||
	    (form = history_form(r, HISTORY_JOURNAL, &reply)) < 0)
		return reply;
	if (form == HISTORY_JSON || request_query(r, "limit"))
		return page(r, &row, cursor, (enum history_form)form, limit);
	return whole(r, &row, cursor, (enum history_form)form);
}

/* ---- giving --------------------------------------------------------------------------- */

static bool find_receiver(struct request *r, struct account_row *to, struct reply *reply)
{
	const char *name;
	int got;

	if (!request_string(r, "to", true, STORE_NAME_MAX, &name, reply))
		return false;
	got = store_account_by_name(request_view(r), name, to);
	if (got == STORE_TROUBLE) {
		*reply = reply_trouble(r);
		return false;
	}
	if (got == STORE_NONE || to->id < ACCOUNT_FIRST) {
		*reply = games_problem_at(r, NOT_FOUND, "/to", "There is no account \"%s\".",
					  name);
		return false;
	}
	if (to->closed) {
		*reply = games_problem_at(r, ACCOUNT_CLOSED, "/to", "The account is closed.");
		return false;
	}
	return true;
}

struct giving {
	struct book_line line;
	const char *from, *to;
};

static struct reply book(struct request *r, const struct giving *g)
{
	struct account_row after;
	struct reply reply;
	struct out out;
	int64_t txn;

	switch (store_book(desk_store(r->desk), desk_now(r->desk), 0, 0, &g->line, 1, &txn)) {
	case STORE_DONE:
		break;
	case STORE_NONE:
		if (g->line.kind == TRANSFER_GRANT)
			return reply_problem(r, INVALID_VALUE,
					     "So many chips cannot be counted.");
		if (g->line.kind == TRANSFER_PLAYER)
			return games_chips_lacking(r, g->line.amount);
		return reply_problem(r, INSUFFICIENT_CHIPS,
				     "The account has not so many chips at hand.");
	default:
		return reply_trouble(r);
	}
	/* What is left is the giver's to know, not the receiver's balance. */
	if (store_account_by_id(request_view(r),
				g->line.kind == TRANSFER_GRANT ? g->line.to.account
							       : g->line.from.account,
				&after) != STORE_FOUND)
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_kint(&out, "transaction", txn);
	out_kstring(&out, "kind", transfer_word(g->line.kind));
	out_kstring(&out, "from", g->from);
	out_kstring(&out, "to", g->to);
	out_kint(&out, "amount", g->line.amount);
	out_kstring(&out, "note", g->line.reason);
	out_kint(&out, "wallet_after", after.wallet);
	out_ktime(&out, "at", desk_now(r->desk));
	out_object_end(&out);
	reply = reply_json(201, &out);
	return reply;
}

#define NOTE_MAX 60 /* bytes; a reason in the book has 63 */

struct reply entries_transfer(struct request *r)
{
	static const char *const members[] = {"to", "amount", "note", NULL};
	struct giving g = {.line = {.kind = TRANSFER_PLAYER}};
	struct account_row to;
	struct reply reply;

	if (!request_members(r, r->json, "", members, &reply) ||
	    !find_receiver(r, &to, &reply) ||
	    !request_int(r, "amount", true, 1, CHIPS_MAX, &g.line.amount, &reply) ||
	    !request_remark(r, "note", false, NOTE_MAX, false, &g.line.reason, &reply))
		return reply;
	if (to.id == r->account)
		return games_problem_at(r, INVALID_VALUE, "/to",
					"Chips are given to somebody else.");
	g.line.from.account = r->account;
	g.line.to.account = to.id;
	g.from = r->account_name;
	g.to = to.name;
	return book(r, &g);
}

struct reply entries_grant(struct request *r)
{
	static const char *const members[] = {"to", "amount", "note", NULL};
	struct giving g = {.line = {.kind = TRANSFER_GRANT}};
	struct account_row to;
	struct reply reply;
	int64_t amount;

	if (!request_members(r, r->json, "", members, &reply) ||
	    !find_receiver(r, &to, &reply) ||
	    !request_int(r, "amount", true, -CHIPS_MAX, CHIPS_MAX, &amount, &reply) ||
	    !request_remark(r, "note", false, NOTE_MAX, false, &g.line.reason, &reply))
		return reply;
	if (amount == 0)
		return games_problem_at(r, INVALID_VALUE, "/amount",
					"Nothing is granted or withdrawn by 0.");
	g.line.kind = amount > 0 ? TRANSFER_GRANT : TRANSFER_WITHDRAW;
	g.line.amount = amount > 0 ? amount : -amount;
	*(amount > 0 ? &g.line.from : &g.line.to) = (struct book_side){.account = ACCOUNT_BANK};
	*(amount > 0 ? &g.line.to : &g.line.from) = (struct book_side){.account = to.id};
	g.from = amount > 0 ? "bank" : to.name;
	g.to = amount > 0 ? to.name : "bank";
	return book(r, &g);
}
