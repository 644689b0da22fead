/*
 * games_find.c - finding a game, and the answers that carry one.
 */
#include "api/games_inside.h"

#include "api/documents.h"
#include "api/exchange.h"
#include "api/past.h"
#include "daemon/config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OVERDUE_WAIT_MS 2000 /* a ruleset that is not loaded lets no time be up */

struct store_view *request_view(struct request *r)
{
	struct store *store = desk_store(r->desk);

	return r->route->flags & ROUTE_WRITES ? store_pen(store) : store_glasses(store);
}

void games_who(const struct game_row *row, struct kept_who *who)
{
	who->visibility = row->visibility;
	who->late = row->late;
	who->seats = (uint8_t)row->seats;
	who->creator = row->creator;
	who->game = row->id;
	who->deadline = row->deadline;
	who->waiting = row->waiting;
	who->asked = row->asked;
	for (unsigned seat = 0; seat < row->seats; seat++) {
		who->seat[seat].account = row->seat[seat].account;
		who->seat[seat].invited = row->seat[seat].account ? 0 : row->seat[seat].invited;
	}
}

bool games_overdue(struct request *r, int64_t game, int64_t deadline, struct reply *reply)
{
	if (!deadline || r->woken || deadline > desk_now(r->desk))
		return false;
	desk_hasten(r->desk, r->args[0]);
	r->watcher.game = game;
	r->watcher.deadline = clock_ticks() + OVERDUE_WAIT_MS;
	*reply = (struct reply){.kind = REPLY_WAIT};
	return true;
}

bool games_may_see(const struct request *r, const struct kept_who *who)
{
	if (who->visibility != VISIBLE_TO_SEATS || r->scopes & SCOPE_ADMIN)
		return true;
	if (r->account == who->creator)
		return true;
	for (unsigned seat = 0; seat < who->seats; seat++)
		if (r->account == who->seat[seat].account || r->account == who->seat[seat].invited)
			return true;
	return false;
}

/* Whether what was looked for was found and may be seen. */
static bool may_go_on(struct request *r, int found, const struct game_row *row,
		      struct reply *reply)
{
	struct kept_who who;

	switch (found) {
	case STORE_FOUND:
		games_who(row, &who);
		if (games_may_see(r, &who))
			return true;
		/* One that may not be seen is not there. */
		/* fallthrough */
	case STORE_NONE:
		*reply = reply_problem(r, NOT_FOUND, "There is no game \"%s\".", r->args[0]);
		return false;
	default:
		*reply = reply_trouble(r);
		return false;
	}
}

/* What a spectator is to see of a game with a delay. */
static bool show_past(struct request *r, struct game_row *row, struct reply *reply)
{
	switch (past_show(r, row)) {
	case PAST_NOW:
	case PAST_THEN:
		return true;
	case PAST_NOT_YET:
		*reply = reply_problem(r, NOT_FOUND, "There is no game \"%s\".", r->args[0]);
		return false;
	case PAST_WITHOUT_RULES:
		*reply = reply_problem(r, NO_SUCH_RULESET,
				       "How the game was is not known while its ruleset is not "
				       "loaded.");
		return false;
	default:
		*reply = reply_trouble(r);
		return false;
	}
}

bool games_row(struct request *r, struct game_row *row, struct reply *reply)
{
	return may_go_on(r, store_game_by_key(request_view(r), r->args[0], row), row, reply) &&
	       (!row->late || r->route->flags & ROUTE_WRITES || show_past(r, row, reply));
}

const struct game_row *games_row_to_change(struct request *r, struct reply *reply)
{
	const struct game_row *row;
	int found = desk_row(r->desk, r->args[0], &row);

	return may_go_on(r, found, row, reply) ? row : NULL;
}

bool games_find(struct request *r, struct found *found, struct reply *reply)
{
	if (!games_row(r, &found->row, reply))
		return false;
	found->playable = desk_table(r->desk, &found->row, &found->table) == 0;
	desk_asks(r->desk, found->row.id); /* what is shown of it, its plugin says */
	return true;
}

bool games_playable(struct request *r, const struct found *found, struct reply *reply)
{
	if (found->playable)
		return true;
	*reply = reply_problem(r, NO_SUCH_RULESET,
			       "The ruleset \"%s\", version %d, is not loaded at the moment.",
			       found->row.ruleset, found->row.rules);
	return false;
}

int games_seat_of(const struct game_row *row, int64_t account)
{
	int own = -1;

	for (int seat = (int)row->seats - 1; account && seat >= 0; seat--) {
		if (row->seat[seat].account != account)
			continue;
		if (own < 0 || row->waiting >> seat & 1 || !(row->waiting >> own & 1))
			own = seat;
	}
	return own;
}

int games_seat_read(const struct game_row *row, const char *text)
{
	if (text[0] < '0' || text[0] > '9' || text[1] ||
	    (unsigned)(text[0] - '0') >= row->seats)
		return -1;
	return text[0] - '0';
}

/* ---- around a game ---------------------------------------------------------------- */

bool games_note_last(struct view_last *last, const struct fact *fact, const char *events)
{
	if (fact->kind != FACT_DECIDED && fact->kind != FACT_FORCED &&
	    fact->kind != FACT_PLAYED)
		return false;
	last->ply = fact->ply;
	last->seat = fact->seat;
	last->forced = fact->kind != FACT_DECIDED;
	strcpy(last->moves, fact->text);
	snprintf(last->events, sizeof last->events, "%s", events);
	return true;
}

struct looking_back {
	struct view_last *last;
	uint64_t before; /* what was taken back lies from here on; 0: nothing was */
};

static bool see_last(void *cls, const struct fact *fact, const char *events)
{
	struct looking_back *look = cls;
	bool undone = look->before && fact->ply >= look->before;

	if (fact->kind == FACT_TAKEN_BACK && !undone)
		look->before = strtoull(fact->text, NULL, 10);
	return undone || !games_note_last(look->last, fact, events);
}

static bool find_last(struct store_view *view, const struct game_row *row,
		      struct view_around *around)
{
	/* Of what is shown as it was, the rest has not happened. */
	struct looking_back look = {&around->last, row->past ? row->ply + 1 : 0};

	return store_facts_back(view, row->id, SIZE_MAX >> 1, see_last, &look) != STORE_TROUBLE;
}

static bool name_of(struct store_view *view, int64_t id, char name[STORE_NAME_MAX + 1])
{
	struct account_row account;
	int got = store_account_by_id(view, id, &account);

	if (got == STORE_FOUND)
		snprintf(name, STORE_NAME_MAX + 1, "%s", account.name);
	return got != STORE_TROUBLE;
}

/* Kilobytes of text that is set when there is some. */
static void nothing_around(struct view_around *around)
{
	around->creator[0] = '\0';
	for (unsigned seat = 0; seat < TABLAS_SEATS_MAX; seat++)
		around->invited[seat][0] = '\0';
	around->delay = (struct delay_row){.plies = 0};
	around->last.ply = 0;
	around->last.moves[0] = around->last.events[0] = '\0';
}

bool games_around(struct store_view *view, const struct game_row *row,
		  const struct view_last *last, struct view_around *around)
{
	nothing_around(around);
	for (unsigned seat = 0; seat < row->seats; seat++)
		if (row->seat[seat].account == row->creator)
			memcpy(around->creator, row->seat[seat].name, sizeof around->creator);
	if (!around->creator[0] && !name_of(view, row->creator, around->creator))
		return false;
	for (unsigned seat = 0; seat < row->seats; seat++)
		if (row->seat[seat].invited && !row->seat[seat].account &&
		    !name_of(view, row->seat[seat].invited, around->invited[seat]))
			return false;
	if (row->late && store_delay(view, row, &around->delay) != STORE_FOUND)
		return false;
	if (last)
		around->last = *last;
	return last || row->started == 0 || find_last(view, row, around);
}

/* ---- answers ------------------------------------------------------------------------- */

struct reply games_answer(struct request *r, int status, const struct game_row *row,
			  const struct table *table)
{
	struct view_around around;
	struct reply reply;
	struct out out;

	if (!games_around(request_view(r), row, NULL, &around))
		return reply_trouble(r);
	out_init(&out);
	view_game(&out, row, table, &around);
	if (table && r->route->flags & ROUTE_WRITES && !documents_keep(r, row, out.p, out.n)) {
		out_free(&out);
		return reply_trouble(r);
	}
	reply = reply_json(status, &out);
	reply_etag(reply.etag, row->ply);
	return reply;
}

struct reply games_problem_at(struct request *r, enum refusal refusal, const char *pointer,
			      const char *detail, ...)
{
	char text[512];
	struct out out;
	va_list args;

	va_start(args, detail);
	vsnprintf(text, sizeof text, detail, args);
	va_end(args);
	reply_problem_begin(r, &out, refusal, "%s", text);
	out_kstring(&out, "pointer", pointer);
	return reply_problem_end(r, &out, refusal);
}

const char *games_sentence(const char *words, char out[GAMES_SENTENCE_MAX])
{
	size_t n = strlen(words);

	snprintf(out, GAMES_SENTENCE_MAX, "%s%s", words, n && words[n - 1] == '.' ? "" : ".");
	if (out[0] >= 'a' && out[0] <= 'z')
		out[0] = (char)(out[0] - 'a' + 'A');
	return out;
}

static struct reply stale(struct request *r, const struct receipt *receipt)
{
	struct view_around around;
	struct reply reply;
	struct out out;

	if (!games_around(request_view(r), receipt->row, NULL, &around))
		return reply_trouble(r);
	reply_problem_begin(r, &out, STALE_PLY,
			    "The question was put at ply %llu and the game is at ply %llu now; "
			    "the game as it is stands under \"game\".",
			    (unsigned long long)receipt->row->asked,
			    (unsigned long long)receipt->row->ply);
	out_kint(&out, "ply", (int64_t)receipt->row->ply);
	out_key(&out, "game");
	view_game(&out, receipt->row, receipt->table, &around);
	reply = reply_problem_end(r, &out, STALE_PLY);
	reply_etag(reply.etag, receipt->row->ply);
	return reply;
}

/* For whom how many chips are lacking; of several purses the first stands in front too. */
static void tell_lacking(struct out *out, const struct receipt *receipt)
{
	const struct decision *d = receipt->decision;

	if (!d || !d->lacking_n)
		return;
	out_kint(out, "needed", d->lacking[0].needed);
	out_kint(out, "available", d->lacking[0].available);
	out_kint(out, "missing", d->lacking[0].needed - d->lacking[0].available);
	out_key(out, "lacking");
	out_array(out);
	for (size_t i = 0; i < d->lacking_n; i++) {
		const struct lacking *l = &d->lacking[i];

		out_object(out);
		out_kint(out, "seat", l->seat);
		out_kstring(out, "account", receipt->row->seat[l->seat].name);
		out_kint(out, "needed", l->needed);
		out_kint(out, "available", l->available);
		out_kint(out, "missing", l->needed - l->available);
		out_object_end(out);
	}
	out_array_end(out);
}

/* When the time was up, or whose is up first besides one's own; and how late it is. */
static void tell_time(struct request *r, struct out *out, enum refusal refusal,
		      const struct receipt *receipt)
{
	const struct table *t = receipt->table;
	unsigned seat;
	int64_t first = t ? table_deadline(t, &seat) : 0;

	for (seat = 0; refusal == NOTHING_TO_CLAIM && t && seat < t->seats; seat++) {
		bool own = receipt->row->seat[seat].account == r->account;
		int64_t at = own ? 0 : table_deadline_of(t, seat);

		first = seat == 0 || (at && (!first || at < first)) ? at : first;
	}
	out_ktime(out, "deadline", first);
	out_ktime(out, "server_time", desk_now(r->desk));
}

struct reply games_refused(struct request *r, enum refusal refusal,
			   const struct receipt *receipt)
{
	const char *sentence = receipt->decision ? receipt->decision->sentence : NULL;
	char text[GAMES_SENTENCE_MAX];
	bool told = true; /* how the game is now */
	struct out out;

	if (receipt->trouble)
		return reply_trouble(r);
	if (refusal == TOO_MANY_TABLES)
		return games_too_many_seats(r);
	if (receipt->row && past_is_late_row(r, receipt->row)) {
		told = false;
		/* That much is told at once; what has become of it is not. */
		if (receipt->row->started && (refusal == GAME_OVER || refusal == GAME_FROZEN)) {
			refusal = GAME_STARTED;
			sentence = NULL;
		}
	}
	if (refusal == STALE_PLY && receipt->row && told)
		return stale(r, receipt);
	if (refusal == TABLE_CLOSED && receipt->row)
		return games_offer_ended(r, receipt->row);
	reply_problem_begin(r, &out, refusal, "%s",
			    games_sentence(sentence ? sentence : refusal_title(refusal), text));
	if (receipt->row && told) {
		out_kstring(&out, "state", view_state_word(receipt->row->state));
		out_kint(&out, "ply", (int64_t)receipt->row->ply);
	}
	if (refusal == INSUFFICIENT_CHIPS)
		tell_lacking(&out, receipt);
	if (told && (refusal == CLOCK_EXPIRED || refusal == NOTHING_TO_CLAIM))
		tell_time(r, &out, refusal, receipt);
	return reply_problem_end(r, &out, refusal);
}

struct reply games_chips_lacking(struct request *r, int64_t needed)
{
	struct account_row account;
	struct out out;

	if (store_account_by_id(request_view(r), r->account, &account) != STORE_FOUND)
		return reply_trouble(r);
	reply_problem_begin(r, &out, INSUFFICIENT_CHIPS,
			    "%lld chips are needed and %lld are at hand: %lld are missing.",
			    (long long)needed, (long long)account.wallet,
			    (long long)(needed - account.wallet));
	out_kint(&out, "needed", needed);
	out_kint(&out, "available", account.wallet);
	out_kint(&out, "missing", needed - account.wallet);
	return reply_problem_end(r, &out, INSUFFICIENT_CHIPS);
}

/* ---- sitting down ------------------------------------------------------------------------ */

enum refusal games_sit(struct request *r, const char *key, unsigned seat,
		       const char *contribution, struct receipt *receipt)
{
	struct command sit = {.kind = COMMAND_SIT,
			      .seat = (uint8_t)seat,
			      .text = r->account_name,
			      .contribution = contribution};
	const int64_t most = r->server->config->games;
	int64_t n;

	if (most && store_seats_held(desk_store(r->desk), r->account, most, &n) != STORE_FOUND) {
		receipt->trouble = true;
		return TOO_MANY_TABLES;
	}
	if (most && n >= most)
		return TOO_MANY_TABLES;
	return desk_submit(r->desk, key, &sit, r->account, receipt);
}

bool games_invite(struct request *r, const struct game_row *row, unsigned seat, int64_t *number,
		  char text[SECRET_TEXT_MAX])
{
	struct invitation_row invitation = {.creator = r->account,
					    .game = row->id,
					    .seat = (int)seat,
					    .created = desk_now(r->desk)};
	unsigned char secret[SECRET_SIZE];

	secret_random(secret, sizeof secret);
	secret_hash(secret, invitation.hash);
	if (store_invitation_add(desk_store(r->desk), &invitation, number) != STORE_DONE)
		return false;
	secret_make("inv", *number, secret, text);
	return true;
}
