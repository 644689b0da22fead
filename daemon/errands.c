/*
 * errands.c - what tablasd does from the command line instead of serving.
 *
 * What writes does so as the server does: at a desk, in a savepoint, by one
 * commit.
 */
#include "daemon/errands.h"

#include "daemon/secrets.h"
#include "schema/audit.h"
#include "schema/backup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WIPE "\r\033[K" /* the line of a terminal, for progress */

static void tell_difference(void *cls, const char *sentence)
{
	(void)cls;
	if (isatty(STDERR_FILENO))
		fputs(WIPE, stderr);
	printf("%s\n", sentence);
	fflush(stdout);
}

/* More may have been added to the book than there was when it began. */
static int percent(int64_t n, int64_t of)
{
	return n < of ? (int)((double)n / (double)of * 100) : 100;
}

static void tell_progress(void *cls, const struct audit_report *report)
{
	(void)cls;
	if (isatty(STDERR_FILENO))
		fprintf(stderr,
			WIPE "%d%% of entries, %d%% of transactions, %d%% of games; %" PRId64
			     " differences",
			percent(report->entries, report->entries_of),
			percent(report->transactions, report->transactions_of),
			percent(report->games, report->games_of), report->differences);
}

int errand_audit(struct store *store, const struct registry *games)
{
	struct audit_report report = {0};

	if (audit_book(store, games, &report, tell_difference, tell_progress, NULL) != 0) {
		fprintf(stderr, "tablasd: the book could not be read to its end\n");
		return 2;
	}
	if (isatty(STDERR_FILENO))
		fputs(WIPE, stderr);
	printf("%" PRId64 " games, %" PRId64 " facts, %" PRId64 " transactions, %" PRId64
	       " entries: %" PRId64 " differences",
	       report.games, report.facts, report.transactions, report.entries,
	       report.differences);
	if (report.games_skipped)
		printf(" (%" PRId64 " games not replayed: ruleset not loaded)",
		       report.games_skipped);
	putchar('\n');
	return report.differences ? 1 : 0;
}

static void tell_copied(void *cls, int64_t pages, int64_t of)
{
	(void)cls;
	fprintf(stderr, WIPE "%d%% of %" PRId64 " pages", percent(pages, of), of);
}

int errand_backup(struct store *store, const struct config *config)
{
	struct backup backup = {.to = config->backup,
				.overwrite = config->overwrite,
				.progress = isatty(STDERR_FILENO) ? tell_copied : NULL};
	char why[512];
	int done = store_backup(store, &backup, why, sizeof why);

	if (isatty(STDERR_FILENO))
		fputs(WIPE, stderr);
	if (done == 0) {
		printf("%s: %" PRId64 " bytes, the book as of transaction %" PRId64 "\n",
		       config->backup, backup.bytes, backup.transaction);
		return 0;
	}
	fprintf(stderr, "tablasd: %s\n", why);
	return 2;
}

/* ---- what writes ----------------------------------------------------------------- */

static uint32_t scopes_read(const char *words, char said[ERRAND_SAID_MAX])
{
	static const struct {
		const char *word;
		uint32_t bit;
	} known[] = {
#define X(name, bit, word, what) {word, 1u << bit},
		SCOPES(X)
#undef X
	};
	uint32_t scopes = 0;
	char copy[128];

	if (!*words)
		return SCOPE_PLAYER;
	snprintf(copy, sizeof copy, "%s", words);
	for (char *save, *word = strtok_r(copy, ",", &save); word;
	     word = strtok_r(NULL, ",", &save)) {
		uint32_t bit = strcmp(word, "all") == 0 ? (uint32_t)SCOPE_ALL : 0;

		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			if (strcmp(known[i].word, word) == 0)
				bit = known[i].bit;
		if (!bit) {
			snprintf(said, ERRAND_SAID_MAX, "no scope is called \"%.60s\"", word);
			return 0;
		}
		scopes |= bit;
	}
	return scopes;
}

static int mint(struct desk *desk, const struct errand *e, char said[ERRAND_SAID_MAX])
{
	struct account_row account;
	struct token_row token = {.scopes = scopes_read(e->scopes, said), .label = "command line"};
	unsigned char secret[SECRET_SIZE];
	int found;

	if (!token.scopes)
		return 1;
	found = store_account_by_name(store_pen(desk_store(desk)), e->name, &account);
	if (found == STORE_NONE) {
		memset(&account, 0, sizeof account);
		found = store_account_add(desk_store(desk), e->name, NULL, desk_now(desk),
					  &account.id);
	}
	if (found != STORE_FOUND || account.closed || account.id < ACCOUNT_FIRST) {
		snprintf(said, ERRAND_SAID_MAX, "no token can be made for \"%s\"", e->name);
		return 1;
	}
	secret_random(secret, sizeof secret);
	secret_hash(secret, token.hash);
	token.account = account.id;
	token.created = desk_now(desk);
	if (store_token_add(desk_store(desk), &token, &token.id) != STORE_DONE)
		return 2;
	secret_make("tbl", token.id, secret, said);
	return 0;
}

static int grant(struct desk *desk, const struct errand *e, char said[ERRAND_SAID_MAX])
{
	struct account_row account;
	struct book_side bank = {.account = ACCOUNT_BANK}, wallet = {0};
	int found = store_account_by_name(store_pen(desk_store(desk)), e->name, &account);

	if (found == STORE_TROUBLE)
		return 2;
	if (found == STORE_NONE || account.id < ACCOUNT_FIRST || account.closed) {
		snprintf(said, ERRAND_SAID_MAX, "there is no account \"%s\"%s", e->name,
			 found == STORE_FOUND && account.closed ? ": it is closed" : "");
		return 1;
	}
	wallet.account = account.id;
	struct book_line line = {
		.kind = e->chips > 0 ? TRANSFER_GRANT : TRANSFER_WITHDRAW,
		.from = e->chips > 0 ? bank : wallet,
		.to = e->chips > 0 ? wallet : bank,
		.amount = e->chips > 0 ? e->chips : -e->chips,
		.reason = e->note[0] ? e->note : "command line",
	};
	found = store_book(desk_store(desk), desk_now(desk), 0, 0, &line, 1, NULL);
	if (found == STORE_NONE)
		snprintf(said, ERRAND_SAID_MAX, "\"%s\" has %s", e->name,
			 e->chips > 0 ? "no room for so many chips" : "fewer chips than that");
	return found == STORE_DONE ? 0 : found == STORE_NONE ? 1 : 2;
}

int errand_run(struct desk *desk, const struct errand *e, char said[ERRAND_SAID_MAX])
{
	said[0] = '\0';
	if (e->what == ERRAND_TOKEN)
		return mint(desk, e, said);
	if (e->what == ERRAND_GRANT && e->chips != 0 && e->chips > INT64_MIN)
		return grant(desk, e, said);
	snprintf(said, ERRAND_SAID_MAX, "nothing is known of such an errand");
	return 1;
}
