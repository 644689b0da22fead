/*
 * history_forms.c - entries as JSON and as CSV.
 *
 * CSV is RFC 4180 with a header row.  It will be opened in a spreadsheet, which
 * takes a cell for a formula by how it begins, and notes are written by
 * strangers: a text that begins so gets an apostrophe before it.
 */
#include "api/histories.h"

#include <string.h>

const char *history_name(int64_t account, const char *name)
{
	switch (account) {
	case ACCOUNT_BANK:
		return "bank";
	case ACCOUNT_POTS:
		return "pot";
	case ACCOUNT_FEES:
		return "house";
	default:
		return name;
	}
}

static const char *or_null(const char *text)
{
	return text[0] ? text : NULL;
}

static void number_or_null(struct out *out, const char *key, int64_t number)
{
	if (number)
		out_kint(out, key, number);
	else
		out_knull(out, key);
}

/* ---- JSON ------------------------------------------------------------------------ */

static void row_json(struct out *out, const struct entry_row *e)
{
	out_object(out);
	out_kint(out, "seq", e->seq);
	out_ktime(out, "at", e->at);
	out_kstring(out, "kind", transfer_word(e->kind));
	out_kint(out, "amount", e->amount);
	out_kstring(out, "in", e->purse ? "purse" : "wallet");
	out_kstring(out, "other", history_name(e->other, e->other_name));
	out_kstring(out, "opponent", or_null(e->opponent_name));
	out_kstring(out, "game", or_null(e->game_key));
	number_or_null(out, "ply", (int64_t)e->ply);
	out_kstring(out, "ruleset", or_null(e->ruleset));
	out_kstring(out, "match", or_null(e->match));
	out_kstring(out, "reason", or_null(e->reason));
	number_or_null(out, "multiplier", e->stakes);
	out_kint(out, "transaction", e->txn);
	if (e->corrects)
		out_kint(out, "corrects", e->corrects);
	out_kint(out, e->purse ? "purse_after" : "wallet_after", e->purse_after);
	out_kint(out, "balance_after", e->total_after);
	out_object_end(out);
}

static const char *place_of(const struct entry_row *e)
{
	return e->account == ACCOUNT_POTS ? "pot" : e->purse ? "purse" : "wallet";
}

static void posting_json(struct out *out, const struct entry_row *e, const char *name)
{
	out_object(out);
	out_kint(out, "transaction", e->txn);
	out_kint(out, "line", e->line);
	out_ktime(out, "at", e->at);
	out_kint(out, "ply", (int64_t)e->ply);
	out_kstring(out, "kind", transfer_word(e->kind));
	out_kstring(out, "account", history_name(e->account, name));
	out_kstring(out, "in", place_of(e));
	out_kint(out, "amount", e->amount);
	out_kstring(out, "other", history_name(e->other, e->other_name));
	out_kstring(out, "reason", or_null(e->reason));
	number_or_null(out, "multiplier", e->stakes);
	out_kint(out, "after", e->purse_after);
	out_object_end(out);
}

/* ---- CSV ------------------------------------------------------------------------- */

static void cell_text(struct out *out, const char *text)
{
	bool formula = text[0] && strchr("=+-@\t\r", text[0]);

	if (!formula && !text[strcspn(text, ",\"\r\n")]) {
		out_text(out, text);
		return;
	}
	out_text(out, formula ? "\"'" : "\"");
	for (const char *p = text; *p; p++) {
		if (*p == '"')
			out_text(out, "\"");
		out_text_n(out, p, 1);
	}
	out_text(out, "\"");
}

static void cell(struct out *out, const char *text)
{
	out_text(out, ",");
	cell_text(out, text);
}

static void cell_int(struct out *out, int64_t number)
{
	out_text(out, ",");
	out->first = true; /* commas are put here */
	out_int(out, number);
}

/* What is not there is an empty cell and no zero. */
static void cell_some(struct out *out, int64_t number)
{
	if (number)
		cell_int(out, number);
	else
		out_text(out, ",");
}

/* A string of JSON without its quotes. */
static void cell_time(struct out *out, int64_t ms)
{
	out_text(out, ",");
	size_t at = out->n;

	out->first = true;
	out_time(out, ms);
	memmove(out->p + at, out->p + at + 1, out->n - at - 2);
	out->n -= 2;
}

static void row_csv_head(struct out *out)
{
	out_text(out, "seq,at,kind,amount,in,other,opponent,game,ply,ruleset,match,reason,"
		      "multiplier,transaction,after,balance_after\r\n");
}

static void row_csv(struct out *out, const struct entry_row *e)
{
	out->first = true;
	out_int(out, e->seq);
	cell_time(out, e->at);
	cell(out, transfer_word(e->kind));
	cell_int(out, e->amount);
	cell(out, e->purse ? "purse" : "wallet");
	cell(out, history_name(e->other, e->other_name));
	cell(out, e->opponent_name);
	cell(out, e->game_key);
	cell_some(out, (int64_t)e->ply);
	cell(out, e->ruleset);
	cell(out, e->match);
	cell(out, e->reason);
	cell_some(out, e->stakes);
	cell_int(out, e->txn);
	cell_int(out, e->purse_after);
	cell_int(out, e->total_after);
	out_text(out, "\r\n");
}

static void posting_csv_head(struct out *out)
{
	out_text(out, "transaction,line,at,ply,kind,account,in,amount,other,reason,multiplier,"
		      "after\r\n");
}

static void posting_csv(struct out *out, const struct entry_row *e, const char *name)
{
	out->first = true;
	out_int(out, e->txn);
	cell_int(out, e->line);
	cell_time(out, e->at);
	cell_some(out, (int64_t)e->ply);
	cell(out, transfer_word(e->kind));
	cell(out, history_name(e->account, name));
	cell(out, place_of(e));
	cell_int(out, e->amount);
	cell(out, history_name(e->other, e->other_name));
	cell(out, e->reason);
	cell_some(out, e->stakes);
	cell_int(out, e->purse_after);
	out_text(out, "\r\n");
}

/* ---- either of them, in its form --------------------------------------------------- */

void history_head(struct out *out, enum history_form form)
{
	if (form == HISTORY_CSV)
		row_csv_head(out);
}

void history_posting_head(struct out *out, enum history_form form)
{
	if (form == HISTORY_CSV)
		posting_csv_head(out);
}

/* Lines are no list. */
static void end_json(struct out *out, enum history_form form)
{
	if (form != HISTORY_NDJSON)
		return;
	out_text(out, "\n");
	out->first = true;
}

void history_row(struct out *out, enum history_form form, const struct entry_row *e)
{
	if (form == HISTORY_CSV) {
		row_csv(out, e);
	} else {
		row_json(out, e);
		end_json(out, form);
	}
}

void history_posting(struct out *out, enum history_form form, const struct entry_row *e,
		     const char *name)
{
	if (form == HISTORY_CSV) {
		posting_csv(out, e, name);
	} else {
		posting_json(out, e, name);
		end_json(out, form);
	}
}

void history_page_begin(struct out *out, enum history_form form, const char *whose,
			const char *name)
{
	if (form != HISTORY_JSON)
		return;
	out_object(out);
	out_kstring(out, whose, name);
	out_key(out, "entries");
	out_array(out);
}

void history_page_end(struct out *out, enum history_form form)
{
	if (form != HISTORY_JSON)
		return;
	out_array_end(out);
	out_object_end(out);
}
