/*
 * ledger.c - what lets others trust the book: its head, its transactions, and
 * corrections that leave every row as it was.
 *
 * Each transaction vouches for those before it by its hash, so that a head that
 * somebody has noted holds the whole book to what it was then (schema/chain.h).
 */
#include "api/exchange.h"
#include "api/games_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CORRECTIONS_MAX 64 /* of one transaction that are listed */
#define NOTE_MAX 60	   /* bytes; a reason in the book has 63 */

#define HEX_SIZE (2 * STORE_HASH_SIZE + 1)

static void hash_out(struct out *out, const char *key, const unsigned char hash[STORE_HASH_SIZE])
{
	char hex[HEX_SIZE];

	secret_hex(hash, STORE_HASH_SIZE, hex);
	out_kstring(out, key, hex);
}

/* By the hash and not by the number: a book that was changed is another. */
static void etag_of(const struct transaction_row *t, char etag[40])
{
	char hex[HEX_SIZE];

	secret_hex(t->hash, STORE_HASH_SIZE, hex);
	snprintf(etag, 40, "\"%.32s\"", hex);
}

/* ---- GET /v1/ledger/proof --------------------------------------------------------- */

static void proof_out(struct out *out, const struct transaction_row *t)
{
	out_init(out);
	out_object(out);
	out_kint(out, "transaction", t->id);
	out_ktime(out, "at", t->at);
	out_kint(out, "postings", t->postings);
	out_kint(out, "issued", t->issued);
	out_kint(out, "in_play", t->in_play);
	out_kint(out, "at_hand", t->issued - t->in_play);
	out_kstring(out, "algorithm", "sha256");
	hash_out(out, "hash", t->hash);
	out_object_end(out);
}

/* The head, which stays the same until the next commit. */
static struct reply head(struct request *r)
{
	uint64_t commits = desk_count(r->desk)->commits + 1;
	struct server *s = r->server;
	struct transaction_row last = {.id = 0};
	struct out out;
	char etag[40], *text;
	size_t n;

	if (s->proof && s->proof_commits == commits)
		return reply_body(s->proof);
	if (store_transaction_last(store_glasses(desk_store(r->desk)), &last) == STORE_TROUBLE)
		return reply_trouble(r);
	proof_out(&out, &last);
	text = out_take(&out, &n);
	etag_of(&last, etag);
	body_release(s->proof);
	s->proof = body_new(text, n, "application/json", etag, "no-cache", false);
	s->proof_commits = commits;
	return reply_body(s->proof);
}

struct reply ledger_proof(struct request *r)
{
	struct transaction_row t;
	struct reply reply;
	struct out out;
	int64_t number = 0;

	if (!request_query_int(r, "transaction", 1, INT64_MAX, &number, &reply))
		return reply;
	if (!number)
		return head(r);
	switch (store_transaction(request_view(r), number, &t)) {
	case STORE_FOUND:
		proof_out(&out, &t);
		reply = reply_json(200, &out);
		etag_of(&t, reply.etag);
		reply.cache = "no-cache";
		return reply;
	case STORE_NONE:
		return reply_problem(r, NOT_FOUND, "There is no transaction %lld.",
				     (long long)number);
	default:
		return reply_trouble(r);
	}
}

/* ---- GET /v1/ledger/transactions ---------------------------------------------------- */

/* Without the closing brace, so that more may follow.  False on trouble. */
static bool transaction_out(struct request *r, struct out *out, const struct transaction_row *t)
{
	const char *text;
	size_t n;

	if (store_transaction_text(request_view(r), t, &text, &n) != STORE_DONE)
		return false;
	out_object(out);
	out_kint(out, "transaction", t->id);
	out_ktime(out, "at", t->at);
	if (t->corrects)
		out_kint(out, "corrects", t->corrects);
	else
		out_knull(out, "corrects");
	hash_out(out, "before", t->before);
	hash_out(out, "hash", t->hash);
	out_key(out, "text");
	out_string_n(out, text, n);
	return true;
}

/* Whether an account stands in a transaction. */
struct search {
	int64_t account;
	bool found;
};

static void look_at_line(void *cls, int64_t number, const struct book_line *line)
{
	struct search *s = cls;

	(void)number;
	s->found = s->found || line->from.account == s->account || line->to.account == s->account;
}

static bool stands_in(struct request *r, int64_t txn, int64_t account)
{
	struct search s = {.account = account};

	store_lines(request_view(r), txn, look_at_line, &s);
	return s.found;
}

static bool corrections_out(struct request *r, struct out *out, int64_t txn)
{
	int64_t ids[CORRECTIONS_MAX];
	size_t n = CORRECTIONS_MAX;

	if (store_corrections(request_view(r), txn, ids, &n) == STORE_TROUBLE)
		return false;
	out_key(out, "corrected_by");
	out_array(out);
	for (size_t i = 0; i < n; i++)
		out_int(out, ids[i]);
	out_array_end(out);
	return true;
}

struct reply ledger_transaction(struct request *r)
{
	int64_t number = request_number(r);
	struct transaction_row t;
	struct out out;
	int found = store_transaction(request_view(r), number, &t);

	if (found == STORE_TROUBLE)
		return reply_trouble(r);
	/* One that is not the asker's is not there. */
	if (found == STORE_NONE ||
	    !(r->scopes & SCOPE_ADMIN || stands_in(r, number, r->account)))
		return reply_problem(r, NOT_FOUND,
				     r->scopes & SCOPE_ADMIN ? "There is no such transaction."
							     : "You stand in no such transaction.");
	out_init(&out);
	if (!transaction_out(r, &out, &t) || !corrections_out(r, &out, number)) {
		out_free(&out);
		return reply_trouble(r);
	}
	out_object_end(&out);
	return reply_json(200, &out);
}

struct reply ledger_list(struct request *r)
{
	struct transaction_row t = {.id = 0};
	struct reply reply;
	struct out out;
	int64_t after;
	size_t limit, n = 0;
	int found = STORE_NONE;

	if (!request_cursor(r, &after, &reply) || !request_limit(r, &limit, &reply))
		return reply;
	out_init(&out);
	out_object(&out);
	out_key(&out, "transactions");
	out_array(&out);
	while (n < limit &&
	       (found = store_transaction(request_view(r), after + 1, &t)) == STORE_FOUND &&
	       transaction_out(r, &out, &t)) {
		out_object_end(&out);
		after = t.id;
		n++;
	}
	if (n < limit && found != STORE_NONE) {
		out_free(&out);
		return reply_trouble(r);
	}
	out_array_end(&out);
	out_object_end(&out);
	reply = reply_json(200, &out);
	if (n == limit && store_transaction(request_view(r), after + 1, &t) == STORE_FOUND)
		reply_next(r, &reply, after);
	return reply;
}

/* ---- POST /v1/corrections -------------------------------------------------------------- */

struct correction {
	int64_t corrects;
	struct book_line line;
	char from[STORE_NAME_MAX + 1], to[STORE_NAME_MAX + 1];
};

/* Whose wallet: the bank's, or that of an account that stands in the transaction. */
static bool read_wallet(struct request *r, const char *key, const struct correction *c,
			struct book_side *side, char name[STORE_NAME_MAX + 1], struct reply *reply)
{
	struct account_row account = {.id = ACCOUNT_BANK};
	char pointer[8];
	const char *text;
	int found = STORE_FOUND;

	if (!request_string(r, key, true, STORE_NAME_MAX, &text, reply))
		return false;
	snprintf(pointer, sizeof pointer, "/%s", key);
	snprintf(name, STORE_NAME_MAX + 1, "%s", text);
	if (strcmp(text, "bank") != 0)
		found = store_account_by_name(request_view(r), text, &account);
	if (found == STORE_TROUBLE)
		*reply = reply_trouble(r);
	else if (found == STORE_NONE || (account.id < ACCOUNT_FIRST && account.id != ACCOUNT_BANK))
		*reply = games_problem_at(r, NOT_FOUND, pointer, "There is no account \"%s\".", text);
	else if (account.closed)
		*reply = games_problem_at(r, ACCOUNT_CLOSED, pointer, "The account is closed.");
	else if (account.id != ACCOUNT_BANK && !stands_in(r, c->corrects, account.id))
		*reply = games_problem_at(r, INVALID_VALUE, pointer,
					  "%s does not stand in transaction %lld.", account.name,
					  (long long)c->corrects);
	else {
		side->account = account.id;
		return true;
	}
	return false;
}

static bool read_correction(struct request *r, struct correction *c, struct reply *reply)
{
	static const char *const members[] = {"transaction", "from", "to", "amount", "note", NULL};
	struct transaction_row t;
	int found;

	if (!request_members(r, r->json, "", members, reply) ||
	    !request_int(r, "transaction", true, 1, INT64_MAX, &c->corrects, reply))
		return false;
	found = store_transaction(request_view(r), c->corrects, &t);
	if (found != STORE_FOUND) {
		*reply = found == STORE_TROUBLE
				 ? reply_trouble(r)
				 : games_problem_at(r, NOT_FOUND, "/transaction",
						    "There is no transaction %lld.",
						    (long long)c->corrects);
		return false;
	}
	if (!read_wallet(r, "from", c, &c->line.from, c->from, reply) ||
	    !read_wallet(r, "to", c, &c->line.to, c->to, reply) ||
	    !request_int(r, "amount", true, 1, CHIPS_MAX, &c->line.amount, reply) ||
	    !request_remark(r, "note", true, NOTE_MAX, false, &c->line.reason, reply))
		return false;
	if (c->line.from.account != c->line.to.account)
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/to", "Chips go from one to another.");
	return false;
}

struct reply ledger_correct(struct request *r)
{
	struct correction c = {.line = {.kind = TRANSFER_CORRECTION}};
	struct reply reply;
	struct out out;
	int64_t txn;

	if (!read_correction(r, &c, &reply))
		return reply;
	switch (store_correct(desk_store(r->desk), desk_now(r->desk), c.corrects, &c.line, &txn)) {
	case STORE_DONE:
		break;
	case STORE_NONE:
		return reply_problem(r, INSUFFICIENT_CHIPS,
				     "%s has not so many chips at hand.", c.from);
	default:
		return reply_trouble(r);
	}
	out_init(&out);
	out_object(&out);
	out_kint(&out, "transaction", txn);
	out_kstring(&out, "kind", transfer_word(TRANSFER_CORRECTION));
	out_kint(&out, "corrects", c.corrects);
	out_kstring(&out, "from", c.from);
	out_kstring(&out, "to", c.to);
	out_kint(&out, "amount", c.line.amount);
	out_kstring(&out, "note", c.line.reason);
	out_ktime(&out, "at", desk_now(r->desk));
	out_object_end(&out);
	return reply_json(201, &out);
}
