/*
 * audit_chain.c - does every transaction vouch for the one before?
 *
 * The text of each is written once more and hashed (chain.h).  After a wrong
 * hash two things can be true of the one before, what its row says and what its
 * text gives; the next may go on from either, so that one fault is told once
 * and at its place.
 */
#include "schema/audit_inside.h"
#include "schema/chain.h"

#include <inttypes.h>
#include <string.h>

void audit_chain_begin(struct auditor *a, const struct transaction_row *t, bool follows)
{
	struct audit_chain *c = &a->chain;

	c->row = *t;
	c->follows = follows;
	c->sums = c->before;
	memcpy(c->row.before, c->before.hash, sizeof(c->row.before));
	chain_text_begin(&a->view->store->text, &c->row);
}

/* Outside games chips move between bank and wallets, and for few reasons. */
static bool may_stand_alone(const struct transaction_row *t, const struct book_line *l)
{
	if (l->from.game != 0 || l->to.game != 0 || l->from.account == l->to.account ||
	    l->from.account == ACCOUNT_POTS || l->to.account == ACCOUNT_POTS)
		return false;
	switch (l->kind) {
	case TRANSFER_GRANT:
		return l->from.account == ACCOUNT_BANK && t->corrects == 0;
	case TRANSFER_WITHDRAW:
		return l->to.account == ACCOUNT_BANK && t->corrects == 0;
	case TRANSFER_PLAYER:
		return l->from.account >= ACCOUNT_FIRST && l->to.account >= ACCOUNT_FIRST &&
		       t->corrects == 0;
	case TRANSFER_CORRECTION:
		return t->corrects > 0 && t->corrects < t->id;
	default:
		return false;
	}
}

void audit_chain_line(struct auditor *a, int64_t number, const struct book_line *line)
{
	struct audit_chain *c = &a->chain;

	chain_count(&c->sums, line);
	chain_text_line(&a->view->store->text, number, line);
	if (c->row.game == 0 && !may_stand_alone(&c->row, line))
		audit_tell(a, "transaction %" PRId64 " line %" PRId64
			      ": nothing of the kind stands outside a game",
			   c->row.id, number);
}

static bool is_stated(const struct audit_chain *c, const unsigned char hash[STORE_HASH_SIZE])
{
	return memcmp(c->row.hash, hash, STORE_HASH_SIZE) == 0;
}

/* Whether the row's hash is that of its text; c->added becomes what the text gives. */
static bool is_linked(struct auditor *a)
{
	struct audit_chain *c = &a->chain;
	struct chain_text *text = &a->view->store->text;
	unsigned char added_before[STORE_HASH_SIZE];

	memcpy(added_before, c->added, sizeof(added_before));
	a->view->store->digest(text->p, text->n, c->added);
	if (is_stated(c, c->added) || !c->broken)
		return is_stated(c, c->added);
	memcpy(c->row.before, added_before, sizeof(added_before));
	chain_text_before(text, &c->row);
	a->view->store->digest(text->p, text->n, c->added);
	return is_stated(c, c->added);
}

static bool same_sums(const struct transaction_row *a, const struct transaction_row *b)
{
	return a->postings == b->postings && a->issued == b->issued && a->in_play == b->in_play;
}

void audit_chain_end(struct auditor *a)
{
	struct audit_chain *c = &a->chain;
	bool linked = is_linked(a);

	if (!linked && c->follows)
		audit_tell(a, "transaction %" PRId64
			      ": its hash is not that of what it says and of the one before",
			   c->row.id);
	else if (c->follows && !same_sums(&c->row, &c->sums))
		audit_tell(a, "transaction %" PRId64
			      ": its counts and sums of the book are not those before and its own",
			   c->row.id);
	if (c->row.game != 0 && c->row.corrects != 0)
		audit_tell(a, "transaction %" PRId64 ": a game's own corrects nothing", c->row.id);
	c->broken = !linked;
	c->before = c->row;
}
