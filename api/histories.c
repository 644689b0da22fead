/*
 * histories.c - GET /v1/accounts/{name}/entries: a stake history.
 *
 * Every line says what lay there afterwards, so that nobody has to add up a
 * history to trust it.
 *
 * As JSON it comes in pages.  In the other forms, unless a page is asked for, all
 * of it comes at once: written piece by piece while the client takes it, each
 * piece read where the last one ended.  So however long it is it needs the
 * memory of one piece, holds no snapshot of the book between two, and lets
 * everybody else have their turn.  It ends with the entry that was the newest
 * when it was asked for.
 */
#include "api/histories.h"

#include <stdlib.h>
#include <string.h>

#define PIECE_ROWS 64

static const char *const forms[] = {"application/json", "application/x-ndjson",
				    "text/csv; charset=utf-8; header=present", "text/x-hledger",
				    "text/x-ledger", NULL};

bool history_owner(struct request *r, struct account_row *account, struct reply *reply)
{
	if (!games_account(r, r->args[0], account, reply))
		return false;
	if (account->id == r->account || r->scopes & SCOPE_ADMIN)
		return true;
	*reply = reply_problem(r, FORBIDDEN, "Only %s and the operator see this.",
			       account->name);
	return false;
}

const char *history_type(const struct request *r, enum history_form form)
{
	const char *type = request_accepts(r, forms);

	return form == HISTORY_JOURNAL ? type : forms[form];
}

int history_form(struct request *r, size_t n, struct reply *reply)
{
	const char *offered[sizeof forms / sizeof *forms] = {NULL}, *type;

	memcpy(offered, forms, (n < HISTORY_JOURNAL + 1 ? n : n + 1) * sizeof *forms);
	type = request_accepts(r, offered);
	for (int i = 0; type && forms[i]; i++)
		if (strcmp(type, forms[i]) == 0)
			return i < HISTORY_JOURNAL ? i : HISTORY_JOURNAL;
	*reply = reply_problem(r, NOT_ACCEPTABLE, "Entries are application/json, "
						  "application/x-ndjson or text/csv%s.",
			       n > HISTORY_JOURNAL ? ", those of an account text/x-hledger too"
						   : "");
	return -1;
}

/* ---- what is asked for ----------------------------------------------------------- */

static bool query_kind(struct request *r, int *kind, struct reply *reply)
{
	const char *word = request_query(r, "kind");

	for (int i = TRANSFER_GRANT; word && i < TRANSFER_KINDS; i++) {
		if (strcmp(word, transfer_word((enum transfer_kind)i)) == 0) {
			*kind = i;
			return true;
		}
	}
	if (word)
		*reply = reply_problem(r, INVALID_VALUE,
				       "\"kind\" is a kind of entry, such as \"stake\" or "
				       "\"buy_in\".");
	return !word;
}

/* A game by its key, or a match by that of its first game. */
static bool query_game(struct request *r, const char *key, bool match, int64_t *id,
		       struct reply *reply)
{
	struct kept_who who;
	struct game_row row;

	if (!key)
		return true;
	switch (store_game_by_key(request_view(r), key, &row)) {
	case STORE_FOUND:
		games_who(&row, &who);
		if (games_may_see(r, &who) && (!match || strcmp(row.match, key) == 0)) {
			*id = row.id;
			return true;
		}
		/* One that may not be seen is not there. */
		/* fallthrough */
	case STORE_NONE:
		*reply = reply_problem(r, INVALID_VALUE, "There is no %s \"%.40s\".",
				       match ? "match" : "game", key);
		return false;
	default:
		*reply = reply_trouble(r);
		return false;
	}
}

static bool query_opponent(struct request *r, int64_t *id, struct reply *reply)
{
	const char *name = request_query(r, "opponent");
	struct account_row account;
	int found;

	if (!name)
		return true;
	found = store_account_by_name(request_view(r), name, &account);
	if (found == STORE_FOUND && account.id >= ACCOUNT_FIRST) {
		*id = account.id;
		return true;
	}
	*reply = found == STORE_TROUBLE
			 ? reply_trouble(r)
			 : reply_problem(r, INVALID_VALUE, "There is no account \"%.40s\".", name);
	return false;
}

/* One that is loaded now, or was played here once. */
static bool query_ruleset(struct request *r, const char **ruleset, struct reply *reply)
{
	const char *name = request_query(r, "ruleset");
	int found;

	*ruleset = name;
	if (!name || registry_find(desk_games(r->desk), name))
		return true;
	found = store_ruleset_known(request_view(r), name);
	if (found == STORE_FOUND)
		return true;
	*reply = found == STORE_TROUBLE
			 ? reply_trouble(r)
			 : reply_problem(r, INVALID_VALUE, "There is no ruleset \"%.40s\".", name);
	return false;
}

static bool read_filter(struct request *r, struct entry_filter *f, struct reply *reply)
{
	return query_game(r, request_query(r, "game"), false, &f->game, reply) &&
	       query_game(r, request_query(r, "match"), true, &f->match, reply) &&
	       query_opponent(r, &f->opponent, reply) &&
	       query_ruleset(r, &f->ruleset, reply) && query_kind(r, &f->kind, reply) &&
	       request_query_bound(r, "from", &f->from, reply) &&
	       request_query_bound(r, "to", &f->to, reply) &&
	       games_query_order(r, &f->ascending, reply) &&
	       request_cursor(r, &f->after, reply);
}

/* ---- a page ------------------------------------------------------------------------ */

static void write_rows(struct out *out, enum history_form form, const struct entry_row *rows,
		       size_t n)
{
	for (size_t i = 0; i < n; i++)
		history_row(out, form, &rows[i]);
}

static void write_page(struct out *out, enum history_form form, const char *account,
		       const struct entry_row *rows, size_t n)
{
	history_head(out, form);
	history_page_begin(out, form, "account", account);
	write_rows(out, form, rows, n);
	history_page_end(out, form);
}

static struct reply page(struct request *r, const struct account_row *account,
			 const struct entry_filter *filter, enum history_form form, size_t limit)
{
	size_t n = limit + 1;
	struct entry_row *rows = malloc(n * sizeof *rows);
	struct reply reply;
	struct out out;
	int64_t reached;

	if (!rows ||
	    store_entries(request_view(r), filter, rows, &n, &reached) == STORE_TROUBLE) {
		free(rows);
		return reply_trouble(r);
	}
	out_init(&out);
	write_page(&out, form, account->name, rows, n < limit ? n : limit);
	reply = reply_text(200, history_type(r, form), &out);
	reply.vary_accept = true;
	if (n > limit)
		reply_next(r, &reply, rows[limit - 1].seq);
	else if (reached)
		reply_next(r, &reply, reached);
	free(rows);
	return reply;
}

/* ---- all of it --------------------------------------------------------------------- */

struct whole {
	struct stream stream; /* first */
	struct store *store;
	struct entry_filter filter;
	char ruleset[64], name[STORE_NAME_MAX + 1];
	enum history_form form;
	struct journal journal;
	struct balance_row opening;
	bool begun;
	struct entry_row rows[PIECE_ROWS];
};

static bool is_filtered(const struct entry_filter *f)
{
	return f->game || f->match || f->opponent || f->ruleset || f->kind;
}

static void begin(struct whole *w, struct out *out)
{
	const struct entry_filter *f = &w->filter;

	history_head(out, w->form);
	if (w->form == HISTORY_JOURNAL)
		journal_begin(&w->journal, out, w->name, !is_filtered(f), f->from,
			      f->from && !is_filtered(f) ? &w->opening : NULL);
	w->begun = true;
}

static enum stream_state more(struct stream *stream, struct out *out)
{
	struct whole *w = (struct whole *)stream;
	size_t n = PIECE_ROWS;
	int64_t reached;

	if (!w->begun)
		begin(w, out);
	if (store_entries(store_glasses(w->store), &w->filter, w->rows, &n, &reached) ==
	    STORE_TROUBLE)
		return STREAM_BROKEN;
	if (w->form == HISTORY_JOURNAL) {
		for (size_t i = 0; i < n; i++)
			journal_write(&w->journal, out, &w->rows[i]);
	} else {
		write_rows(out, w->form, w->rows, n);
	}
	if (n < PIECE_ROWS && !reached)
		return STREAM_ENDS;
	w->filter.after = reached ? reached : w->rows[n - 1].seq;
	return STREAM_GOES_ON;
}

static void end(struct stream *stream)
{
	free(stream);
}

static struct reply whole(struct request *r, const struct account_row *account,
			  const struct entry_filter *filter, enum history_form form)
{
	struct whole *w = calloc(1, sizeof *w);
	struct reply reply;

	if (!w)
		abort();
	w->stream = (struct stream){.more = more, .end = end};
	w->store = desk_store(r->desk);
	w->filter = *filter;
	w->filter.until = account->entries;
	w->form = form;
	snprintf(w->name, sizeof w->name, "%s", account->name);
	if (filter->ruleset) {
		snprintf(w->ruleset, sizeof w->ruleset, "%s", filter->ruleset);
		w->filter.ruleset = w->ruleset;
	}
	if (filter->from && store_balance_at(request_view(r), account->id, filter->from - 1,
					     &w->opening) == STORE_TROUBLE) {
		free(w);
		return reply_trouble(r);
	}
	reply = reply_stream(history_type(r, form), &w->stream);
	reply.vary_accept = true;
	return reply;
}

/* A journal tells what happened in its order, from where it begins. */
static bool fits_journal(struct request *r, struct entry_filter *filter, struct reply *reply)
{
	const char *order = request_query(r, "order");

	if (!request_query(r, "limit") && !request_query(r, "cursor") &&
	    (!order || filter->ascending)) {
		filter->ascending = true;
		return true;
	}
	*reply = reply_problem(r, INVALID_VALUE,
			       "A journal is written from the oldest entry on and has no pages.");
	return false;
}

struct reply histories_of_account(struct request *r)
{
	struct entry_filter filter = {.account = 0};
	struct account_row account;
	struct reply reply;
	size_t limit;
	int form;

	if (!history_owner(r, &account, &reply) || !read_filter(r, &filter, &reply) ||
	    !request_limit(r, &limit, &reply) ||
	    (form = history_form(r, HISTORY_JOURNAL + 1, &reply)) < 0 ||
	    (form == HISTORY_JOURNAL && !fits_journal(r, &filter, &reply)))
		return reply;
	filter.account = account.id;
	if (form == HISTORY_JSON || request_query(r, "limit"))
		return page(r, &account, &filter, (enum history_form)form, limit);
	return whole(r, &account, &filter, (enum history_form)form);
}
