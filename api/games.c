/*
 * games.c - seeing games, listing them, and what ends or stops one from outside.
 */
#include "api/documents.h"
#include "api/games_inside.h"
#include "api/looks.h"
#include "api/nudge.h"
#include "api/past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- GET /v1/games/{id} -------------------------------------------------------------- */

static const char *const forms[] = {"application/json", "text/plain", "image/svg+xml", NULL};

/* 0 JSON, 1 text, 2 picture; -1 and the problem. */
static int read_form(struct request *r, struct reply *reply)
{
	static const char *const words[] = {"json", "text", "svg"};
	const char *format = request_query(r, "format"), *type;

	for (int i = 0; format && i < 3; i++)
		if (strcmp(format, words[i]) == 0)
			return i;
	if (format) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "\"format\" is \"json\", \"text\" or \"svg\".");
		return -1;
	}
	type = request_accepts(r, forms);
	for (int i = 0; type && i < 3; i++)
		if (strcmp(type, forms[i]) == 0)
			return i;
	*reply = reply_problem(r, NOT_ACCEPTABLE,
			       "A game is application/json, text/plain or image/svg+xml.");
	return -1;
}

/* From which seat: the one asked for, else one's own, else the first. */
static int read_viewpoint(struct request *r, const struct kept_who *who, struct reply *reply)
{
	int64_t seat = -1;

	if (!request_query_int(r, "seat", 0, who->seats - 1, &seat, reply))
		return -1;
	for (unsigned i = 0; seat < 0 && i < who->seats; i++)
		if (r->account && who->seat[i].account == r->account)
			seat = i;
	return seat < 0 ? 0 : (int)seat;
}

/* The form's number among what is kept, or -1 and the problem. */
static int choose(struct request *r, const struct kept_who *who, struct reply *reply)
{
	int form = read_form(r, reply), seat;

	if (form <= 0)
		return form < 0 ? -1 : KEPT_JSON;
	seat = read_viewpoint(r, who, reply);
	return seat < 0 ? -1 : (form == 1 ? KEPT_TEXT : KEPT_SVG) + seat;
}

static struct body *render(const struct found *found, const struct view_around *around,
			   int form)
{
	const struct table *table = found->playable ? &found->table : NULL;
	const char *type = "application/json";
	char etag[40], *text;
	struct out out;
	size_t n;

	out_init(&out);
	if (form == KEPT_JSON) {
		view_game(&out, &found->row, table, around);
		reply_etag(etag, found->row.ply);
	} else if (form < KEPT_SVG) {
		type = "text/plain; charset=utf-8";
		view_text(&out, &found->row, table, around, (unsigned)(form - KEPT_TEXT));
		snprintf(etag, sizeof etag, "\"%llu-text-%d\"",
			 (unsigned long long)found->row.ply, form - KEPT_TEXT);
	} else {
		type = "image/svg+xml";
		view_svg(&out, &found->row, table, around, (unsigned)(form - KEPT_SVG));
		snprintf(etag, sizeof etag, "\"%llu-svg-%d\"",
			 (unsigned long long)found->row.ply, form - KEPT_SVG);
	}
	text = out_take(&out, &n);
	return body_new(text, n, type, etag, "private, no-cache", true);
}

/* Not kept yet: from the book. */
static struct reply show_afresh(struct request *r)
{
	struct view_around around;
	struct kept_who who;
	struct found found;
	struct reply reply;
	struct body *body;
	int form;

	if (!games_find(r, &found, &reply))
		return reply;
	games_who(&found.row, &who);
	if (!past_is_late(r, &who) && games_overdue(r, who.game, who.deadline, &reply))
		return reply;
	form = choose(r, &who, &reply);
	if (form < 0)
		return reply;
	if (!games_around(request_view(r), &found.row, NULL, &around))
		return reply_trouble(r);
	body = render(&found, &around, form);
	if (!found.row.past)
		kept_add(found.row.id, found.row.key, &who, (unsigned)form, body);
	if (form == KEPT_JSON && found.playable && !found.row.past)
		documents_restore(r, &found.row, body);
	looks_note(r, &who);
	reply = reply_body(body);
	body_release(body);
	return reply;
}

/* JSON of a game not kept in memory: as the book shows it, else rendered. */
static struct reply show_document(struct request *r)
{
	struct reply reply = {0};
	struct kept_who who;
	struct body *body = documents_find(r, r->args[0], &who);
	int form;

	if (!body)
		return show_afresh(r);
	if (past_is_late(r, &who)) {
		body_release(body);
		return show_afresh(r);
	}
	if (games_may_see(r, &who) && games_overdue(r, who.game, who.deadline, &reply)) {
		body_release(body);
		return reply;
	}
	form = games_may_see(r, &who) ? choose(r, &who, &reply) : KEPT_TEXT;
	if (form == KEPT_JSON) {
		looks_note(r, &who);
		reply = reply_body(body);
	} else if (form > 0) {
		reply = show_afresh(r); /* which says that it is not there, where it may not be seen */
	}
	body_release(body);
	return reply;
}

struct reply games_show(struct request *r)
{
	struct kept *kept = kept_find(r->args[0]);
	struct reply reply;
	struct body *body;
	int form;

	if (!kept)
		return show_document(r);
	if (!games_may_see(r, kept_who(kept)) || past_is_late(r, kept_who(kept)))
		return show_afresh(r);
	if (games_overdue(r, kept_who(kept)->game, kept_who(kept)->deadline, &reply))
		return reply;
	form = choose(r, kept_who(kept), &reply);
	if (form < 0)
		return reply;
	body = kept_body(kept, (unsigned)form);
	if (!body)
		return show_afresh(r);
	looks_note(r, kept_who(kept));
	return reply_body(body);
}

/* ---- GET /v1/games/{id}/mine
 * ------------------------------------------------------------------ */

static void write_invitations(struct out *out, const struct invitation_row *rows, size_t n)
{
	out_key(out, "invitations");
	out_array(out);
	for (size_t i = 0; i < n; i++) {
		if (rows[i].revoked)
			continue;
		out_object(out);
		out_kint(out, "number", rows[i].id);
		out_kint(out, "seat", rows[i].seat);
		out_ktime(out, "created", rows[i].created);
		out_ktime(out, "expires", rows[i].expires);
		out_kbool(out, "used", rows[i].used_by != 0);
		out_object_end(out);
	}
	out_array_end(out);
}

static void write_my_action(struct out *out, const char *name, const struct found *found,
			    enum command_kind kind, int seat)
{
	struct command c = {
		.kind = (uint8_t)kind, .seat = (uint8_t)seat, .chips = 1, .text = ""};
	struct decision decision = {.sentence = NULL};
	enum refusal no = found->playable ? table_decide(&found->table, &c, &decision)
					  : NO_SUCH_RULESET;

	if (no == ACCEPTED)
		out_kbool(out, name, true);
	else
		out_kstring(out, name,
			    decision.sentence ? decision.sentence : refusal_title(no));
}

/* What the asking seat may do now, as in the game's own "actions". */
static void write_my_actions(struct out *out, const struct found *found, int seat)
{
	bool asked = found->playable && table_asks(&found->table, (unsigned)seat);

	out_kbool(out, "asked", asked);
	out_key(out, "actions");
	out_object(out);
	if (asked && table_paused_until(&found->table))
		out_kstring(out, "turns", refusal_title(GAME_PAUSED));
	else if (asked)
		out_kbool(out, "turns", true);
	else
		out_kstring(out, "turns", "the game does not wait for you");
	write_my_action(out, "resignation", found, COMMAND_RESIGN, seat);
	write_my_action(out, "abort", found, COMMAND_ABORT, seat);
	write_my_action(out, "claim", found, COMMAND_CLAIM, seat);
	write_my_action(out, "top_ups", found, COMMAND_TOP_UP, seat);
	if (view_why_no_rematch(&found->row))
		out_kstring(out, "rematch", view_why_no_rematch(&found->row));
	else
		out_kbool(out, "rematch", true);
	out_object_end(out);
}

/* Since when one knows what one is asked, and whom one may nudge. */
static bool write_my_looks(struct request *r, struct out *out, const struct game_row *row,
			   unsigned seat)
{
	int64_t seen;

	if (!looks_find(r, row, seat, &seen))
		return false;
	out_ktime(out, "seen", seen);
	return nudges_write(r, out, row);
}

/* The note to those who are asked to an open table, and the rematch of one's game. */
static bool write_my_offers(struct request *r, struct out *out, const struct game_row *row,
			    int seat)
{
	int kept = games_kept_seat(row, r->account);
	char note[STORE_NOTE_SIZE] = "", key[STORE_KEY_SIZE] = "";

	if (row->state == TABLE_OPEN && (kept >= 0 || row->creator == r->account) &&
	    store_offer_note(request_view(r), row->id, note) == STORE_TROUBLE)
		return false;
	if (row->state == TABLE_OVER && seat >= 0 &&
	    store_rematch(request_view(r), row->id, key) == STORE_TROUBLE)
		return false;
	if (kept >= 0)
		out_kint(out, "kept", kept);
	else
		out_knull(out, "kept");
	out_kstring(out, "note", note[0] ? note : NULL);
	out_kstring(out, "rematch", key[0] ? key : NULL);
	return true;
}

struct reply games_mine(struct request *r)
{
	struct invitation_row invitations[4 * TABLAS_SEATS_MAX];
	size_t n = sizeof invitations / sizeof *invitations;
	struct account_row account;
	struct reply reply;
	struct found found;
	struct out out;
	int seat;

	if (!games_find(r, &found, &reply))
		return reply;
	if (store_account_by_id(request_view(r), r->account, &account) != STORE_FOUND ||
	    store_invitations(request_view(r), found.row.id, invitations, &n) == STORE_TROUBLE)
		return reply_trouble(r);
	looks_note_row(r, &found.row);
	seat = games_seat_of(&found.row, r->account);
	out_init(&out);
	out_object(&out);
	out_kstring(&out, "id", found.row.key);
	out_kint(&out, "ply", (int64_t)found.row.ply);
	out_kstring(&out, "account", account.name);
	out_kint(&out, "wallet", account.wallet);
	if (seat < 0) {
		out_knull(&out, "seat");
	} else {
		out_kint(&out, "seat", seat);
		out_kint(&out, "purse", found.row.seat[seat].purse);
		write_my_actions(&out, &found, seat);
		if (!write_my_looks(r, &out, &found.row, (unsigned)seat)) {
			out_free(&out);
			return reply_trouble(r);
		}
	}
	if (!write_my_offers(r, &out, &found.row, seat)) {
		out_free(&out);
		return reply_trouble(r);
	}
	if (found.row.creator == r->account)
		write_invitations(&out, invitations, n);
	out_object_end(&out);
	return reply_json(200, &out);
}

/* ---- ending, stopping, going on
 * ------------------------------------------------------------------ */

/* Gives the command and answers with the game as it is then. */
static struct reply carry_out(struct request *r, const char *key, const struct command *command)
{
	struct receipt receipt = {.row = NULL};
	enum refusal no = desk_submit(r->desk, key, command, r->account, &receipt);

	if (no != ACCEPTED || receipt.trouble)
		return games_refused(r, no, &receipt);
	return games_answer(r, 200, receipt.row, receipt.table);
}

static const char *const ply_members[] = {"ply", "reason", NULL};

/* The ply is named if the caller wants to be sure; the reason if there is one. */
static bool read_ply_and_reason(struct request *r, struct command *command, struct reply *reply)
{
	int64_t ply = 0;

	if (!r->json)
		return true;
	if (!request_members(r, r->json, "", ply_members, reply) ||
	    !request_int(r, "ply", false, 0, INT64_MAX, &ply, reply) ||
	    !request_remark(r, "reason", false, 200, false, &command->text, reply))
		return false;
	command->ply = (uint64_t)ply;
	return true;
}

struct reply games_abort(struct request *r)
{
	struct command command = {.kind = COMMAND_ABORT, .text = "aborted by a player"};
	struct reply reply;
	struct game_row row;
	int seat;

	if (r->json && json_object_get(r->json, "action"))
		return consents_act(r, CONSENT_ABORT);
	if (!games_row(r, &row, &reply) || !read_ply_and_reason(r, &command, &reply))
		return reply;
	seat = games_seat_of(&row, r->account);
	if (seat >= 0) {
		command.seat = (uint8_t)seat;
	} else if (r->scopes & SCOPE_ADMIN ||
		   (row.state == TABLE_OPEN && row.creator == r->account)) {
		/* Who laid the table may clear it away, sitting at it or not. */
		command.seat = TABLAS_NOBODY;
	} else {
		return reply_problem(
			r, NOT_SEATED,
			"Only who sits at the table, or laid it, may abort the game.");
	}
	if (row.state == TABLE_OPEN && !games_tell_gone(r, &row))
		return reply_trouble(r);
	return carry_out(r, row.key, &command);
}

static struct reply by_operator(struct request *r, enum command_kind kind, const char *reason)
{
	struct command command = {.kind = (uint8_t)kind, .seat = TABLAS_NOBODY, .text = reason};
	struct reply reply;
	struct game_row row;

	if (!games_row(r, &row, &reply) || !read_ply_and_reason(r, &command, &reply))
		return reply;
	return carry_out(r, row.key, &command);
}

struct reply games_freeze(struct request *r)
{
	return by_operator(r, COMMAND_FREEZE, "frozen by the operator");
}

struct reply games_thaw(struct request *r)
{
	return by_operator(r, COMMAND_THAW, "");
}
