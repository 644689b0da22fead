/*
 * export.c - everything about one account as one archive.
 *
 * A tar archive, of files that one can read: the account, its tokens without
 * their secrets, its entries, its games as facts and as records.  It is written
 * while the client takes it, one file or one stretch of a list at a time, so it
 * may be of any length; what is added to the book meanwhile is not in it.
 */
#include "api/games_inside.h"
#include "api/histories.h"
#include "api/people.h"
#include "api/shuns.h"
#include "api/subscriptions.h"
#include "api/tar.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES_A_FILE 500
#define LINES_A_FILE 500
#define TOKENS_AT_ONCE 100
#define NAME_ROOM 100
#define VACATIONS_AT_ONCE 100
#define SUBSCRIPTIONS_AT_ONCE 8

static const char readme[] =
	"Everything this server keeps about an account.\n\n"
	"account.json     the account itself\n"
	"tokens.ndjson    its tokens, one a line; their secrets are kept nowhere\n"
	"notes/KEY.txt    what it has noted about a game, for nobody else\n"
	"chat/            what it has said beside games, one line of it a line\n"
	"mutes.ndjson, blocks.ndjson, vacations.ndjson, subscriptions.ndjson, reminders.json\n"
	"and news/        whose lines it does not want to see, with whom it wants nothing to do,\n"
	"                 its vacations, where its news are brought to, without secrets, how long\n"
	"                 before a deadline it is reminded, and its news as far as they are kept;\n"
	"                 only in an archive it asks for itself, and where there are some\n"
	"entries/         every movement of its chips, oldest first, one a line\n"
	"games/KEY.ndjson the facts of a game it sat at, one a line\n"
	"games/KEY.game   the same game as a record, which `tablas-check replay` plays again;\n"
	"                 only where the rules of the game are loaded\n"
	"games/KEY.orders.ndjson its standing orders at a game that goes on, one a line;\n"
	"                 only in an archive it asks for itself\n\n"
	"The members of each object are described at /v1/openapi.yaml.\n";

enum part {
	PART_ACCOUNT,
	PART_TOKENS,
	PART_NOTES,
	PART_SHUNS,
	PART_VACATIONS,
	PART_SUBSCRIPTIONS,
	PART_NEWS,
	PART_CHAT,
	PART_ENTRIES,
	PART_GAMES,
	PART_END
};

struct export {
	struct stream stream; /* first */
	struct desk *desk;
	struct account_row account;
	int64_t at;
	enum part part;
	bool own; /* it is its account that asks */
	struct entry_filter filter;
	int files; /* of entries, so far */
	int64_t last_note;	   /* its game */
	struct chat_row last_line;
	int chat_files;
	int64_t last_news;
	int news_files;
	struct news_row news[LINES_A_FILE];
	int64_t last_game, until_game;
	struct entry_row rows[ENTRIES_A_FILE];
};

static struct store_view *view_of(const struct export *e)
{
	return store_glasses(desk_store(e->desk));
}

/* Adds a file and frees its text. */
__attribute__((format(printf, 4, 5))) static void add(struct export *e, struct out *out,
						       struct out *take, const char *format, ...)
{
	char name[NAME_ROOM], rest[64];
	va_list arguments;
	size_t n;
	char *text = out_take(take, &n);

	va_start(arguments, format);
	vsnprintf(rest, sizeof rest, format, arguments);
	va_end(arguments);
	snprintf(name, sizeof name, "%s/%s", e->account.name, rest);
	tar_add(out, name, e->at, text, n);
	free(text);
}

static void end_line(struct out *file)
{
	out_text(file, "\n");
	file->first = true; /* lines are no list */
}

static bool add_account(struct export *e, struct out *out)
{
	struct out file;

	out_init(&file);
	out_text(&file, readme);
	add(e, out, &file, "README");
	out_init(&file);
	account_out(&file, &e->account, true);
	end_line(&file);
	add(e, out, &file, "account.json");
	e->part = PART_TOKENS;
	return true;
}

static bool add_tokens(struct export *e, struct out *out)
{
	struct token_row rows[TOKENS_AT_ONCE];
	struct out file;
	int64_t after = 0;
	size_t n = 0;

	out_init(&file);
	do {
		n = TOKENS_AT_ONCE;
		if (store_tokens(view_of(e), e->account.id, after, rows, &n) == STORE_TROUBLE) {
			out_free(&file);
			return false;
		}
		for (size_t i = 0; i < n; i++) {
			token_out(&file, &rows[i], false);
			end_line(&file);
			after = rows[i].id;
		}
	} while (n == TOKENS_AT_ONCE);
	add(e, out, &file, "tokens.ndjson");
	e->part = e->own ? PART_NOTES : PART_CHAT;
	return true;
}

/* Which nobody else gets to read, not even the operator. */
static bool add_next_note(struct export *e, struct out *out)
{
	struct note_row note;
	struct game_row game;
	struct out file;
	int found = store_note_next(view_of(e), e->account.id, e->last_note, &note);

	if (found != STORE_FOUND) {
		e->part = PART_SHUNS;
		return found == STORE_NONE;
	}
	e->last_note = note.game;
	if (!note.text[0])
		return true;
	if (store_game_by_id(view_of(e), note.game, &game) != STORE_FOUND)
		return false;
	out_init(&file);
	out_text(&file, note.text);
	out_text(&file, "\n");
	add(e, out, &file, "notes/%s.txt", game.key);
	return true;
}

/* A file of what there is, if there is any. */
static void add_some(struct export *e, struct out *out, struct out *file, const char *name)
{
	if (file->n > 0)
		add(e, out, file, "%s", name);
	else
		out_free(file);
}

static bool add_shuns(struct export *e, struct out *out)
{
	static const char *const names[SHUNS] = {"mutes.ndjson", "blocks.ndjson"};
	int found = STORE_NONE;

	for (int how = 0; how < SHUNS && found != STORE_TROUBLE; how++) {
		int64_t other = 0, at;
		const char *name;
		struct out file;

		out_init(&file);
		while ((found = store_shun_next(view_of(e), (enum shun)how, e->account.id, other,
						&other, &at, &name)) == STORE_FOUND) {
			shun_out(&file, name, at);
			end_line(&file);
		}
		add_some(e, out, &file, names[how]);
	}
	e->part = PART_VACATIONS;
	return found != STORE_TROUBLE;
}

static bool add_vacations(struct export *e, struct out *out)
{
	struct vacation_row rows[VACATIONS_AT_ONCE];
	struct out file;
	int64_t ended = 0;
	size_t n;

	out_init(&file);
	do {
		n = VACATIONS_AT_ONCE;
		if (store_vacations(view_of(e), e->account.id, ended, rows, &n) == STORE_TROUBLE) {
			out_free(&file);
			return false;
		}
		for (size_t i = 0; i < n; i++) {
			vacations_out(&file, &rows[i], e->at);
			end_line(&file);
			ended = rows[i].ends; /* no two of them end together */
		}
	} while (n == VACATIONS_AT_ONCE);
	add_some(e, out, &file, "vacations.ndjson");
	e->part = PART_SUBSCRIPTIONS;
	return true;
}

static bool write_subscriptions(struct export *e, struct out *file)
{
	struct subscription_row rows[SUBSCRIPTIONS_AT_ONCE];
	int64_t after = 0;
	size_t n;

	do {
		n = SUBSCRIPTIONS_AT_ONCE;
		if (store_subscriptions(view_of(e), e->account.id, 0, after, rows, &n) ==
		    STORE_TROUBLE)
			return false;
		for (size_t i = 0; i < n; i++) {
			out_object(file);
			out_kint(file, "number", rows[i].id);
			out_kstring(file,
				    rows[i].kind == SUBSCRIPTION_WEBHOOK ? "url" : "address",
				    rows[i].target);
			subscription_out(file, &rows[i]);
			out_object_end(file);
			end_line(file);
			after = rows[i].id;
		}
	} while (n == SUBSCRIPTIONS_AT_ONCE);
	return true;
}

static bool add_subscriptions(struct export *e, struct out *out)
{
	int64_t before[STORE_REMINDERS_MAX];
	size_t n = STORE_REMINDERS_MAX;
	struct out file;

	out_init(&file);
	if (!write_subscriptions(e, &file) ||
	    store_reminders(view_of(e), e->account.id, before, &n) == STORE_TROUBLE) {
		out_free(&file);
		return false;
	}
	add_some(e, out, &file, "subscriptions.ndjson");
	out_init(&file);
	if (n > 0) {
		reminders_out(&file, before, n);
		end_line(&file);
	}
	add_some(e, out, &file, "reminders.json");
	e->part = PART_NEWS;
	return true;
}

static bool add_news(struct export *e, struct out *out)
{
	size_t n = LINES_A_FILE;
	struct out file;
	bool good = store_news(view_of(e), e->account.id, e->last_news, e->news, &n) !=
		    STORE_TROUBLE;

	out_init(&file);
	for (size_t i = 0; good && i < n; i++) {
		good = view_news(&file, view_of(e), &e->news[i], 0);
		end_line(&file);
		e->last_news = e->news[i].number;
	}
	if (good && n > 0)
		add(e, out, &file, "news/%06d.ndjson", ++e->news_files);
	else
		out_free(&file);
	if (n < LINES_A_FILE)
		e->part = PART_CHAT;
	return good;
}

struct lines {
	struct export *e;
	struct out file;
	struct game_row game; /* of the line before */
	size_t n;
	bool trouble;
};

static void write_line(void *cls, const struct chat_row *line)
{
	struct lines *l = cls;

	if (l->game.id != line->game &&
	    store_game_by_id(view_of(l->e), line->game, &l->game) != STORE_FOUND)
		l->trouble = true;
	l->e->last_line = *line;
	l->n++;
	out_object(&l->file);
	out_kstring(&l->file, "game", l->game.key);
	out_kstring(&l->file, "room", chat_room_word((enum chat_room)line->room));
	out_kint(&l->file, "number", line->number);
	out_ktime(&l->file, "at", line->at);
	out_kstring(&l->file, "text", line->text);
	out_object_end(&l->file);
	end_line(&l->file);
}

static bool add_chat(struct export *e, struct out *out)
{
	struct lines l = {.e = e};

	out_init(&l.file);
	if (store_chat_of(view_of(e), e->account.id, &e->last_line, LINES_A_FILE, write_line,
			  &l) == STORE_TROUBLE ||
	    l.trouble) {
		out_free(&l.file);
		return false;
	}
	if (l.n > 0)
		add(e, out, &l.file, "chat/%06d.ndjson", ++e->chat_files);
	else
		out_free(&l.file);
	if (l.n < LINES_A_FILE)
		e->part = PART_ENTRIES;
	return true;
}

static bool add_entries(struct export *e, struct out *out)
{
	size_t n = ENTRIES_A_FILE;
	struct out file;
	int64_t reached;

	if (store_entries(view_of(e), &e->filter, e->rows, &n, &reached) == STORE_TROUBLE)
		return false;
	if (n > 0) {
		out_init(&file);
		for (size_t i = 0; i < n; i++)
			history_row(&file, HISTORY_NDJSON, &e->rows[i]);
		add(e, out, &file, "entries/%06d.ndjson", ++e->files);
	}
	if (n < ENTRIES_A_FILE && !reached)
		e->part = PART_GAMES;
	else
		e->filter.after = reached ? reached : e->rows[n - 1].seq;
	return true;
}

static bool write_fact(void *cls, const struct fact *fact, const char *events)
{
	view_fact(cls, fact, events);
	end_line(cls);
	return true;
}

struct orders_file {
	struct out out;
	const struct tablas_plugin *plugin;
};

static void write_order(void *cls, const struct order_row *row)
{
	struct orders_file *file = cls;

	orders_out(&file->out, file->plugin, row);
	end_line(&file->out);
}

static bool add_orders(struct export *e, struct out *out, const struct game_row *row)
{
	struct orders_file file = {.plugin = registry_find(desk_games(e->desk), row->ruleset)};
	int got = STORE_NONE;

	if (!e->own || !file.plugin)
		return true;
	out_init(&file.out);
	for (unsigned i = 0; i < row->seats && got != STORE_TROUBLE; i++)
		if (row->seat[i].account == e->account.id)
			got = store_orders(view_of(e), row->id, (int)i, write_order, &file);
	if (file.out.n > 0)
		add(e, out, &file.out, "games/%s.orders.ndjson", row->key);
	else
		out_free(&file.out);
	return got != STORE_TROUBLE;
}

static bool add_game(struct export *e, struct out *out, const struct game_row *row)
{
	struct out file;

	out_init(&file);
	if (store_facts(view_of(e), row->id, 0, SIZE_MAX >> 1, write_fact, &file) ==
	    STORE_TROUBLE) {
		out_free(&file);
		return false;
	}
	add(e, out, &file, "games/%s.ndjson", row->key);
	out_init(&file);
	desk_asks(e->desk, row->id);
	enum record_end ended = record_write(e->desk, view_of(e), row, false, &file);
	desk_asked(e->desk);
	if (ended == RECORD_WRITTEN)
		add(e, out, &file, "games/%s.game", row->key);
	else
		out_free(&file);
	return ended != RECORD_TROUBLE && add_orders(e, out, row);
}

/* The next game it sat at, or the end. */
static bool add_next_game(struct export *e, struct out *out)
{
	struct game_filter filter = {.player = e->account.id,
				     .viewer = e->account.id,
				     .ascending = true,
				     .after = e->last_game};
	struct game_row row;
	size_t n = 1;

	if (store_games(view_of(e), &filter, &row, &n) == STORE_TROUBLE)
		return false;
	if (n == 0 || row.id > e->until_game) {
		tar_end(out);
		e->part = PART_END;
		return true;
	}
	e->last_game = row.id;
	return add_game(e, out, &row);
}

static enum stream_state more(struct stream *stream, struct out *out)
{
	static bool (*const parts[])(struct export *, struct out *) = {
		[PART_ACCOUNT] = add_account,
		[PART_TOKENS] = add_tokens,
		[PART_NOTES] = add_next_note,
		[PART_SHUNS] = add_shuns,
		[PART_VACATIONS] = add_vacations,
		[PART_SUBSCRIPTIONS] = add_subscriptions,
		[PART_NEWS] = add_news,
		[PART_CHAT] = add_chat,
		[PART_ENTRIES] = add_entries,
		[PART_GAMES] = add_next_game,
	};
	struct export *e = (struct export *)stream;

	if (!parts[e->part](e, out))
		return STREAM_BROKEN;
	return e->part == PART_END ? STREAM_ENDS : STREAM_GOES_ON;
}

static void end(struct stream *stream)
{
	free(stream);
}

struct reply accounts_export(struct request *r)
{
	struct account_row account;
	struct export *e;
	struct reply reply;
	struct store_counts counts;

	if (!history_owner(r, &account, &reply))
		return reply;
	if (store_counts(request_view(r), &counts) == STORE_TROUBLE)
		return reply_trouble(r);
	e = calloc(1, sizeof *e);
	if (!e)
		abort();
	e->stream = (struct stream){.more = more, .end = end};
	e->desk = r->desk;
	e->account = account;
	e->own = account.id == r->account;
	e->at = desk_now(r->desk);
	e->filter = (struct entry_filter){
		.account = account.id, .ascending = true, .until = account.entries};
	e->until_game = counts.games; /* numbers have no gaps */
	return reply_stream("application/x-tar", &e->stream);
}
