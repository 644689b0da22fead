/*
 * history_journal.c - a history as a journal of plain-text accounting.
 *
 * One journal transaction for each of the book's, with the account's own sides
 * of it, and what they came from.  Each posting to the wallet or the purses says
 * what lies there afterwards, as the book has it: whoever reads the journal
 * (hledger, ledger) adds up by himself and complains where the two differ.
 *
 * The purses at all tables are one account: which table it was stands above.
 */
#include "api/histories.h"

#include <inttypes.h>
#include <string.h>

/* Texts of people, on a line where ; | : and brackets mean something. */
static void plain(struct out *out, const char *text)
{
	for (; *text; text++) {
		const char *found = strchr(";|:[]=\t", *text);

		if ((unsigned char)*text < ' ' || *text == 0x7f)
			out_text(out, " ");
		else if (found)
			out_text_n(out, &",/.()-  "[found - ";|:[]=\t"], 1);
		else
			out_text_n(out, text, 1);
	}
}

static void date(struct out *out, int64_t ms)
{
	struct out text;

	out_init(&text);
	out_time(&text, ms); /* "2026-11-30T… in quotes */
	out_text_n(out, text.p + 1, 10);
	out_free(&text);
}

static void posting(struct out *out, const char *account, int64_t amount)
{
	out_format(out, "    %-32s  %" PRId64 " chips", account, amount);
}

void journal_begin(struct journal *j, struct out *out, const char *account, bool whole,
		   int64_t from, const struct balance_row *opening)
{
	*j = (struct journal){.whole = whole};
	out_format(out, "; Chips of %s: a journal for hledger or ledger.\n", account);
	if (!whole)
		out_text(out, "; Not every entry is here, so no balances are asserted.\n");
	if (!opening || opening->entries == 0)
		return;
	j->wallet = opening->wallet;
	out_text(out, "\n");
	date(out, from);
	out_text(out, " opening balances\n");
	posting(out, "assets:wallet", opening->wallet);
	out_text(out, "\n");
	posting(out, "assets:purses", opening->held);
	out_text(out, "\n    equity:opening\n");
}

/* What the transaction is, as a payee and a note. */
static void heading(struct out *out, const struct entry_row *e)
{
	out_text(out, "\n");
	date(out, e->at);
	out_format(out, " (%" PRId64 ") ", e->txn);
	if (e->game) {
		out_format(out, "%s | game %s, ply %" PRIu64, e->ruleset, e->game_key, e->ply);
	} else {
		out_text(out, history_name(e->other, e->other_name));
		out_format(out, " | %s", transfer_word(e->kind));
		if (e->reason[0])
			out_text(out, ", ");
		plain(out, e->reason);
	}
	out_text(out, "\n");
}

/* Where chips came from that were not the account's own before. */
static void counter_account(const struct entry_row *e, char *text, size_t cap)
{
	const char *name = history_name(e->other, e->other_name);

	if (e->game)
		snprintf(text, cap, "%s:%s:%s", e->amount > 0 ? "revenues" : "expenses", e->ruleset,
			 name);
	else if (e->other == ACCOUNT_BANK)
		snprintf(text, cap, "equity:bank");
	else
		snprintf(text, cap, "equity:players:%s", name);
}

static void remark(struct out *out, const struct entry_row *e)
{
	if (!e->game)
		return;
	out_format(out, "  ; %s", transfer_word(e->kind));
	if (e->reason[0])
		out_text(out, ", ");
	plain(out, e->reason);
	if (e->stakes > 1)
		out_format(out, " x%" PRId32, e->stakes);
}

void journal_write(struct journal *j, struct out *out, const struct entry_row *e)
{
	char counter[160];

	if (e->txn != j->txn)
		heading(out, e);
	j->txn = e->txn;
	if (!e->purse)
		j->wallet = e->purse_after;
	posting(out, e->purse ? "assets:purses" : "assets:wallet", e->amount);
	if (j->whole)
		out_format(out, " = %" PRId64 " chips",
			   e->purse ? e->total_after - j->wallet : j->wallet);
	remark(out, e);
	out_text(out, "\n");
	if (e->other == e->account)
		return;
	counter_account(e, counter, sizeof counter);
	posting(out, counter, -e->amount);
	out_text(out, "\n");
}
