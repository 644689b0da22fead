/*
 * audit.c - is the book true?  Asks the file, the schema, the ledger, the games.
 *
 * Everything is read once, in the order in which it lies; what must be
 * remembered on the way is a game, or an account's purses.  What is only ever
 * added to can be read in pieces, each at a moment of its own: a daemon that
 * writes meanwhile is neither stopped nor left with a log that only grows.
 *
 * While the ledger is added up its sums are derived again and the games are
 * replayed, each in a thread and through glasses of its own.  What is wrong with
 * one is told after what is wrong with those before, so that the first sentence
 * is of the first wrong row.
 */
#include "schema/audit_inside.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PROGRESS_EVERY 4096

int64_t audit_look_rows = 200000;

enum part { LEDGER, SUMS, GAMES, PARTS };

/* What all threads share. */
struct audit {
	void (*tell)(void *cls, const char *sentence);
	void (*progress)(void *cls, const struct audit_report *);
	void *cls;
	pthread_mutex_t mutex; /* around what is told and the reports */
	pthread_cond_t one_is_done;
	bool is_done[PARTS];
	struct audit_report report[PARTS];
};

static struct audit_report added(const struct audit *all)
{
	struct audit_report sum = all->report[LEDGER];

	sum.games = all->report[GAMES].games;
	sum.facts = all->report[GAMES].facts;
	sum.games_skipped = all->report[GAMES].games_skipped;
	sum.differences += all->report[SUMS].differences + all->report[GAMES].differences;
	return sum;
}

static bool may_tell(const struct audit *all, const struct audit_report *who)
{
	for (int i = 0; &all->report[i] != who; i++)
		if (!all->is_done[i])
			return false;
	return true;
}

void audit_tell(struct auditor *a, const char *format, ...)
{
	struct audit *all = a->all;
	char sentence[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence, sizeof(sentence), format, arguments);
	va_end(arguments);
	pthread_mutex_lock(&all->mutex);
	while (!may_tell(all, a->published))
		pthread_cond_wait(&all->one_is_done, &all->mutex);
	a->report.differences++;
	if (all->tell != NULL)
		all->tell(all->cls, sentence);
	pthread_mutex_unlock(&all->mutex);
}

/* Lets others know how far this thread has come. */
static void publish(struct auditor *a)
{
	struct audit *all = a->all;

	pthread_mutex_lock(&all->mutex);
	*a->published = a->report;
	struct audit_report sum = added(all);
	if (all->progress != NULL)
		all->progress(all->cls, &sum);
	pthread_mutex_unlock(&all->mutex);
}

void audit_count(struct auditor *a, int64_t *what)
{
	a->rows++;
	++*what;
	if (++a->counted % PROGRESS_EVERY == 0)
		publish(a);
}

bool audit_is_long(struct auditor *a)
{
	return a->rows >= audit_look_rows;
}

int audit_look_again(struct auditor *a)
{
	a->rows = 0;
	if (tell(a->view, statement(a->view, DO_AUDIT_END)) != STORE_DONE)
		return STORE_TROUBLE;
	return tell(a->view, statement(a->view, DO_AUDIT_BEGIN));
}

int audit_rows(struct auditor *a, enum statement which, int keys, struct audit_place *at,
	       int (*check)(struct auditor *, sqlite3_stmt *, struct audit_place *))
{
	int found;

	do {
		sqlite3_stmt *st = statement(a->view, which);

		put(st, 1, at->first);
		if (keys > 1)
			put(st, 2, at->second);
		while ((found = ask(a->view, st)) == STORE_FOUND) {
			if (check(a, st, at) != STORE_DONE) {
				drop(st);
				return STORE_TROUBLE;
			}
			a->rows++;
			if (audit_is_long(a))
				break;
		}
		drop(st);
		if (found == STORE_FOUND && audit_look_again(a) != STORE_DONE)
			return STORE_TROUBLE;
	} while (found == STORE_FOUND);
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* ---- the file ---------------------------------------------------------------------- */

static int check_table(struct auditor *a, const char *table)
{
	sqlite3_stmt *st = statement(a->view, DO_AUDIT_FILE);
	int found;

	put_text(st, 1, table);
	while ((found = ask(a->view, st)) == STORE_FOUND) {
		const char *said = (const char *)sqlite3_column_text(st, 0);
		if (said != NULL && strcmp(said, "ok") != 0)
			audit_tell(a, "the file is damaged: %s", said);
	}
	return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
}

/* A table at a time: the longest look there is takes as long as the largest. */
static int audit_file(struct auditor *a)
{
	char table[128] = "";
	int found;

	for (;;) {
		sqlite3_stmt *st = statement(a->view, DO_AUDIT_TABLE);
		put_text(st, 1, table);
		found = ask(a->view, st);
		if (found != STORE_FOUND)
			return found == STORE_NONE ? STORE_DONE : STORE_TROUBLE;
		get_text(st, 0, table, sizeof(table));
		drop(st);
		if (check_table(a, table) != STORE_DONE || audit_look_again(a) != STORE_DONE)
			return STORE_TROUBLE;
	}
}

/* ---- the schema: what the migrations made is still there ------------------------------ */

/* One step through tables, indexes and triggers by name; false at the end. */
static bool next_thing(sqlite3_stmt *st, char *name, size_t cap)
{
	if (sqlite3_step(st) != SQLITE_ROW) {
		name[0] = '\0';
		return false;
	}
	get_text(st, 0, name, cap);
	return true;
}

static bool same_sql(sqlite3_stmt *a, sqlite3_stmt *b)
{
	const char *x = (const char *)sqlite3_column_text(a, 1);
	const char *y = (const char *)sqlite3_column_text(b, 1);

	return x != NULL && y != NULL && strcmp(x, y) == 0;
}

static void compare_schemas(struct auditor *a, sqlite3_stmt *here, sqlite3_stmt *made)
{
	char have[128], want[128];
	bool more_have = next_thing(here, have, sizeof(have));
	bool more_want = next_thing(made, want, sizeof(want));

	while (more_have || more_want) {
		int order = !more_have ? 1 : !more_want ? -1 : strcmp(have, want);
		if (order > 0)
			audit_tell(a, "the schema lacks %s", want);
		else if (order < 0)
			audit_tell(a, "the schema has %s, which no migration made", have);
		else if (!same_sql(here, made))
			audit_tell(a, "the schema has another %s than the migrations made", have);
		if (order <= 0)
			more_have = next_thing(here, have, sizeof(have));
		if (order >= 0)
			more_want = next_thing(made, want, sizeof(want));
	}
}

/*
 * What the migrations make, in memory.  Made by the first audit and kept: where
 * one small book after another is audited this would be half of the work.
 */
static pthread_mutex_t reference_mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3 *reference;

static int make_reference(struct store *s)
{
	struct store_config quiet = {.digest = s->digest};
	sqlite3 *db = NULL;
	char why[256];

	if (reference != NULL)
		return STORE_DONE;
	if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
	    migrate_run(db, "memory", 0, &quiet, why, sizeof(why)) != 0) {
		trouble_because(s, "audit", sqlite3_errmsg(db));
		sqlite3_close(db);
		return STORE_TROUBLE;
	}
	reference = db;
	return STORE_DONE;
}

static int audit_schema(struct auditor *a)
{
	sqlite3_stmt *here = statement(a->view, DO_AUDIT_SCHEMA), *made = NULL;
	int done;

	pthread_mutex_lock(&reference_mutex);
	done = make_reference(a->view->store);
	if (done == STORE_DONE &&
	    sqlite3_prepare_v2(reference, sqlite3_sql(here), -1, &made, NULL) != SQLITE_OK)
		done = trouble_because(a->view->store, "audit", sqlite3_errmsg(reference));
	if (done == STORE_DONE)
		compare_schemas(a, here, made);
	drop(here);
	sqlite3_finalize(made);
	pthread_mutex_unlock(&reference_mutex);
	return done;
}

/* ---- all of it -------------------------------------------------------------------------- */

static int audit_ledger(struct auditor *a)
{
	static int (*const topics[])(struct auditor *) = {
		audit_file, audit_schema,  audit_accounts,  audit_news,
		audit_talk, audit_brought, audit_vacations, audit_transactions};
	int done = STORE_DONE;

	for (size_t i = 0; i < sizeof(topics) / sizeof(topics[0]) && done == STORE_DONE; i++)
		done = topics[i](a);
	return done;
}

/* One part, through the glasses of that store. */
static int look(struct auditor *a, struct store *s, int (*part)(struct auditor *))
{
	int done = STORE_TROUBLE;

	a->view = &s->glasses;
	store_guard_secrets(s, false);
	if (statements_prepare(a->view, AUDIT) != SQLITE_OK)
		trouble(a->view, "audit");
	else if (tell(a->view, statement(a->view, DO_AUDIT_BEGIN)) == STORE_DONE) {
		done = part(a);
		if (tell(a->view, statement(a->view, DO_AUDIT_END)) != STORE_DONE)
			done = STORE_TROUBLE;
	}
	statements_finish(a->view, AUDIT);
	store_guard_secrets(s, true);
	publish(a);
	return done;
}

struct part_thread {
	pthread_t thread;
	int (*part)(struct auditor *);
	struct store *store; /* its own, only read */
	struct auditor auditor;
	int done;
};

/* Others may tell now what they have found. */
static void finish(struct audit *all, const struct audit_report *who)
{
	pthread_mutex_lock(&all->mutex);
	all->is_done[who - all->report] = true;
	pthread_cond_broadcast(&all->one_is_done);
	pthread_mutex_unlock(&all->mutex);
}

static void *look_in_thread(void *cls)
{
	struct part_thread *t = cls;

	t->done = look(&t->auditor, t->store, t->part);
	finish(t->auditor.all, t->auditor.published);
	return NULL;
}

static int start(struct part_thread *t, struct store *s)
{
	struct store_config cfg = {.path = s->path,
				   .read_only = true,
				   .digest = s->digest,
				   .dice = s->dice,
				   .trouble = s->trouble,
				   .cls = s->cls};
	char why[512];

	if (store_open(&cfg, &t->store, why, sizeof(why)) != 0) {
		t->store = NULL;
		return trouble_because(s, "audit", why);
	}
	if (pthread_create(&t->thread, NULL, look_in_thread, t) == 0)
		return STORE_DONE;
	store_close(t->store);
	t->store = NULL;
	return trouble_because(s, "audit", "no thread");
}

/* What it found; TROUBLE if it could not even begin. */
static int join(struct part_thread *t)
{
	if (t->store == NULL)
		return STORE_TROUBLE;
	pthread_join(t->thread, NULL);
	store_close(t->store);
	return t->done;
}

/* For whoever shows how far it has come. */
static int count_all(struct store *s, struct audit_report *report)
{
	struct transaction_row last = {.id = 0};
	struct store_counts counts;

	if (store_transaction_last(&s->glasses, &last) == STORE_TROUBLE ||
	    store_counts(&s->glasses, &counts) == STORE_TROUBLE)
		return STORE_TROUBLE;
	report->entries_of = last.postings;
	report->transactions_of = last.id;
	report->games_of = counts.games;
	return STORE_DONE;
}

static int audit_all(struct audit *all, struct store *s, const struct registry *games)
{
	static int (*const parts[PARTS])(struct auditor *) = {audit_ledger, audit_sums, audit_games};
	struct part_thread t[PARTS];
	int done;

	for (int i = 0; i < PARTS; i++)
		t[i] = (struct part_thread){
			.part = parts[i],
			.auditor = {.all = all, .games = games, .published = &all->report[i]}};
	if (count_all(s, &t[LEDGER].auditor.report) == STORE_TROUBLE)
		return STORE_TROUBLE;
	all->report[LEDGER] = t[LEDGER].auditor.report;
	for (int i = SUMS; i < PARTS; i++) {
		if (start(&t[i], s) != STORE_DONE)
			finish(all, &all->report[i]);
	}
	done = look(&t[LEDGER].auditor, s, audit_ledger);
	finish(all, &all->report[LEDGER]);
	for (int i = SUMS; i < PARTS; i++)
		if (join(&t[i]) != STORE_DONE)
			done = STORE_TROUBLE;
	return done;
}

int audit_book(struct store *s, const struct registry *games, struct audit_report *report,
	       void (*tell_one)(void *cls, const char *sentence),
	       void (*progress)(void *cls, const struct audit_report *), void *cls)
{
	struct audit all = {.tell = tell_one, .progress = progress, .cls = cls};
	int done;

	pthread_mutex_init(&all.mutex, NULL);
	pthread_cond_init(&all.one_is_done, NULL);
	done = audit_all(&all, s, games);
	*report = added(&all);
	pthread_cond_destroy(&all.one_is_done);
	pthread_mutex_destroy(&all.mutex);
	return done == STORE_DONE ? 0 : -1;
}
