/*
 * chain.c - writes the text of a transaction and has it hashed.  See chain.h.
 *
 * Every posting pays for this, so the text is put together by hand, in memory
 * that the store keeps.
 */
#include "schema/chain.h"

#include <stdlib.h>
#include <string.h>

#define OPENING "tablas ledger 1\nbefore "
#define REASON_MAX 256 /* of a row; what the house writes is far shorter */

/* ---- writing ------------------------------------------------------------------------ */

static char *room(struct chain_text *t, size_t n)
{
	if (t->cap - t->n < n && !t->failed) {
		size_t cap = 2 * (t->cap + n) + 1024;
		char *wider = realloc(t->p, cap);
		t->failed = wider == NULL;
		if (wider != NULL) {
			t->p = wider;
			t->cap = cap;
		}
	}
	return t->failed ? NULL : t->p + t->n;
}

static void add_text(struct chain_text *t, const char *text, size_t n)
{
	char *at = room(t, n);

	if (at != NULL) {
		memcpy(at, text, n);
		t->n += n;
	}
}

#define ADD(t, literal) add_text(t, literal, sizeof(literal) - 1)

static void add_number(struct chain_text *t, int64_t value)
{
	char digits[24], *p = digits + sizeof(digits);
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	do
		*--p = (char)('0' + rest % 10);
	while ((rest /= 10) != 0);
	if (value < 0)
		*--p = '-';
	*--p = ' ';
	add_text(t, p, (size_t)(digits + sizeof(digits) - p));
}

static void add_some(struct chain_text *t, int64_t value) /* 0 is none */
{
	if (value != 0)
		add_number(t, value);
	else
		ADD(t, " -");
}

static void add_hash(struct chain_text *t, const unsigned char hash[STORE_HASH_SIZE])
{
	static const char hex[] = "0123456789abcdef";
	char *at = room(t, (size_t)2 * STORE_HASH_SIZE);

	if (at == NULL)
		return;
	for (size_t i = 0; i < STORE_HASH_SIZE; i++) {
		*at++ = hex[hash[i] >> 4];
		*at++ = hex[hash[i] & 15];
	}
	t->n += (size_t)2 * STORE_HASH_SIZE;
}

static void add_reason(struct chain_text *t, const char *reason)
{
	static const char hex[] = "0123456789abcdef";

	for (; *reason != '\0'; reason++) {
		unsigned char c = (unsigned char)*reason;
		char escaped[4] = {'\\', 'x', hex[c >> 4], hex[c & 15]};
		bool plain = c >= 32 && c != 127 && c != '\\';
		add_text(t, plain ? reason : escaped, plain ? 1 : 4);
	}
}

void chain_text_begin(struct chain_text *t, const struct transaction_row *row)
{
	t->n = 0;
	t->failed = false;
	ADD(t, OPENING);
	add_hash(t, row->before);
	ADD(t, "\ntransaction");
	add_number(t, row->id);
	add_number(t, row->at);
	add_some(t, row->game);
	add_some(t, (int64_t)row->ply);
	add_some(t, row->corrects);
	ADD(t, "\nbook");
	add_number(t, row->postings);
	add_number(t, row->issued);
	add_number(t, row->in_play);
	ADD(t, "\n");
}

void chain_text_before(struct chain_text *t, const struct transaction_row *row)
{
	size_t n = t->n;

	t->n = sizeof(OPENING) - 1;
	add_hash(t, row->before);
	t->n = n;
}

void chain_text_line(struct chain_text *t, int64_t number, const struct book_line *line)
{
	ADD(t, "line");
	add_number(t, number);
	add_number(t, line->kind);
	add_number(t, line->amount);
	add_number(t, line->from.account);
	add_number(t, line->from.game);
	add_number(t, line->to.account);
	add_number(t, line->to.game);
	if (line->reason != NULL) {
		ADD(t, " ");
		add_reason(t, line->reason);
	}
	ADD(t, "\n");
}

void chain_text_free(struct chain_text *t)
{
	free(t->p);
	*t = (struct chain_text){.p = NULL};
}

/* Overflow in a forged row must not be undefined. */
static void add_to(int64_t *sum, int64_t amount, int sign)
{
	*sum = (int64_t)((uint64_t)*sum + (sign < 0 ? -(uint64_t)amount : (uint64_t)amount));
}

void chain_count(struct transaction_row *row, const struct book_line *line)
{
	row->postings += 2;
	if (line->from.account == ACCOUNT_BANK)
		add_to(&row->issued, line->amount, 1);
	if (line->to.account == ACCOUNT_BANK)
		add_to(&row->issued, line->amount, -1);
	if (line->from.game != 0)
		add_to(&row->in_play, line->amount, -1);
	if (line->to.game != 0)
		add_to(&row->in_play, line->amount, 1);
}

int chain_seal(struct store *s, struct transaction_row *row)
{
	if (s->text.failed)
		return trouble_because(s, "chain", "no memory");
	s->digest(s->text.p, s->text.n, row->hash);
	return STORE_DONE;
}

/* ---- reading ------------------------------------------------------------------------- */

void chain_read_row(sqlite3_stmt *st, struct transaction_row *row)
{
	row->id = get(st, 0);
	row->at = get(st, 1);
	row->game = get(st, 2);
	row->ply = (uint64_t)get(st, 3);
	row->corrects = get(st, 4);
	row->postings = get(st, 5);
	row->issued = get(st, 6);
	row->in_play = get(st, 7);
	get_bytes(st, 8, row->hash, sizeof(row->hash));
	memset(row->before, 0, sizeof(row->before));
}

static int one_row(struct store_view *view, sqlite3_stmt *st, struct transaction_row *row)
{
	int found = ask(view, st);

	if (found == STORE_FOUND) {
		chain_read_row(st, row);
		drop(st);
	}
	return found;
}

int store_transaction_last(struct store_view *view, struct transaction_row *row)
{
	return one_row(view, statement(view, DO_TRANSACTION_LAST), row);
}

int store_transaction(struct store_view *view, int64_t id, struct transaction_row *row)
{
	sqlite3_stmt *st = statement(view, DO_TRANSACTION);
	struct transaction_row before;
	int found;

	put(st, 1, id - 1);
	found = one_row(view, st, &before);
	if (found == STORE_TROUBLE)
		return found;
	if (found == STORE_NONE)
		memset(before.hash, 0, sizeof(before.hash));
	put(st, 1, id);
	found = one_row(view, st, row);
	memcpy(row->before, before.hash, sizeof(row->before));
	return found;
}

/* The first transaction with a higher number than that. */
static int next_row(struct store_view *view, int64_t after, struct transaction_row *row)
{
	sqlite3_stmt *st = statement(view, DO_TRANSACTION_NEXT);

	put(st, 1, after);
	return one_row(view, st, row);
}

/* Takes one side of a line in; a number of its own says when the line is a new one. */
static void take_side(sqlite3_stmt *st, struct book_line *line, char reason[static REASON_MAX])
{
	int64_t amount = get(st, 2);
	struct book_side *side = amount < 0 ? &line->from : &line->to;

	line->kind = (uint8_t)get(st, 1);
	if (amount > 0)
		line->amount = amount;
	*side = (struct book_side){get(st, 3), get(st, 4)};
	line->reason = NULL;
	if (sqlite3_column_type(st, 5) != SQLITE_NULL) {
		get_text(st, 5, reason, REASON_MAX);
		line->reason = reason;
	}
}

int store_lines(struct store_view *view, int64_t txn,
		void (*each)(void *cls, int64_t number, const struct book_line *), void *cls)
{
	bool placed = view->statements[DO_LINES] != NULL;
	sqlite3_stmt *st = statement(view, placed ? DO_LINES : DO_LINES_UNPLACED);
	struct book_line line = {.kind = 0};
	int64_t number = 0;
	char reason[REASON_MAX];
	int found;

	put(st, 1, txn);
	while ((found = ask(view, st)) == STORE_FOUND) {
		if (number != 0 && get(st, 0) != number) {
			each(cls, number, &line);
			line = (struct book_line){.kind = 0};
		}
		number = get(st, 0);
		take_side(st, &line, reason);
	}
	if (found == STORE_TROUBLE)
		return STORE_TROUBLE;
	if (number != 0)
		each(cls, number, &line);
	return number != 0 ? STORE_FOUND : STORE_NONE;
}

int store_corrections(struct store_view *view, int64_t txn, int64_t *out, size_t *n)
{
	sqlite3_stmt *st = statement(view, DO_CORRECTIONS);
	size_t cap = *n;
	int found;

	put(st, 1, txn);
	put(st, 2, (int64_t)cap);
	for (*n = 0; (found = ask(view, st)) == STORE_FOUND; (*n)++)
		out[*n] = get(st, 0);
	return found == STORE_TROUBLE ? found : *n > 0 ? STORE_FOUND : STORE_NONE;
}

static void write_line(void *cls, int64_t number, const struct book_line *line)
{
	chain_text_line(cls, number, line);
}

int store_transaction_text(struct store_view *view, const struct transaction_row *row,
			   const char **text, size_t *n)
{
	struct chain_text *t = &view->store->text;

	chain_text_begin(t, row);
	if (store_lines(view, row->id, write_line, t) == STORE_TROUBLE)
		return STORE_TROUBLE;
	if (t->failed)
		return trouble_because(view->store, "chain", "no memory");
	*text = t->p;
	*n = t->n;
	return STORE_DONE;
}

/* ---- books older than the chain ---------------------------------------------------------- */

static void count_line(void *cls, int64_t number, const struct book_line *line)
{
	(void)number;
	chain_count(cls, line);
}

static int catch_up_with(struct store_view *view, struct transaction_row *row)
{
	sqlite3_stmt *st;
	const char *text;
	size_t n;

	if (store_lines(view, row->id, count_line, row) == STORE_TROUBLE ||
	    store_transaction_text(view, row, &text, &n) != STORE_DONE ||
	    chain_seal(view->store, row) != STORE_DONE)
		return STORE_TROUBLE;
	st = statement(view, DO_TRANSACTION_SEAL);
	put(st, 1, row->id);
	put(st, 2, row->postings);
	put(st, 3, row->issued);
	put(st, 4, row->in_play);
	put_bytes(st, 5, row->hash, sizeof(row->hash));
	return tell(view, st);
}

static int catch_up(struct store_view *view)
{
	struct transaction_row before = {.id = 0}, row;
	int found;

	while ((found = next_row(view, before.id, &row)) == STORE_FOUND) {
		row.postings = before.postings;
		row.issued = before.issued;
		row.in_play = before.in_play;
		memcpy(row.before, before.hash, sizeof(row.before));
		if (catch_up_with(view, &row) != STORE_DONE)
			return STORE_TROUBLE;
		before = row;
	}
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

int chain_catch_up(sqlite3 *db, store_digest *digest)
{
	static const enum statement needed[] = {DO_TRANSACTION_NEXT, DO_LINES_UNPLACED,
						DO_TRANSACTION_SEAL};
	struct store *s = calloc(1, sizeof(*s));
	int rc = s != NULL ? SQLITE_OK : SQLITE_NOMEM;

	for (size_t i = 0; rc == SQLITE_OK && i < sizeof(needed) / sizeof(needed[0]); i++) {
		s->glasses.store = s;
		s->glasses.db = db;
		rc = statements_prepare_one(&s->glasses, needed[i]);
	}
	if (rc == SQLITE_OK) {
		s->digest = digest;
		if (catch_up(&s->glasses) != STORE_DONE)
			rc = sqlite3_errcode(db) != SQLITE_OK ? sqlite3_errcode(db) : SQLITE_NOMEM;
	}
	if (s != NULL) {
		statements_finish(&s->glasses, BOTH | MIGRATION);
		chain_text_free(&s->text);
	}
	free(s);
	return rc;
}
