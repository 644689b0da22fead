/*
 * errands.c - what tablasd does from the command line instead of serving.
 *
 * The same doors as the server's: a desk, a savepoint, one commit.
 */
#include "daemon/errands.h"

#include "daemon/secrets.h"
#include "schema/audit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void tell_difference(void *cls, const char *sentence)
{
	(void)cls;
	printf("%s\n", sentence);
}

static void tell_progress(void *cls, const struct audit_report *report)
{
	(void)cls;
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%" PRId64 " games, %" PRId64 " facts, %" PRId64 " entries ",
			report->games, report->facts, report->entries);
}

int errand_audit(struct store *store, const struct registry *games)
{
	struct audit_report report = {0};

	if (audit_book(store, games, &report, tell_difference, tell_progress, NULL) != 0) {
		fprintf(stderr, "tablasd: the book could not be read to its end\n");
		return 2;
	}
	if (isatty(STDERR_FILENO))
		fputc('\r', stderr);
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

/* Commits what an errand wrote, or undoes it. */
static int finish(struct desk *desk, int status)
{
	if (desk_leave(desk, status == 0) != 0 || desk_settle(desk) != 0) {
		fprintf(stderr, "tablasd: the book could not be written\n");
		return 2;
	}
	return status;
}

static uint32_t scopes_read(const char *words)
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
			fprintf(stderr, "tablasd: no scope is called \"%s\"\n", word);
			return 0;
		}
		scopes |= bit;
	}
	return scopes;
}

static int mint(struct desk *desk, const struct config *config, uint32_t scopes)
{
	struct account_row account;
	struct token_row token = {.scopes = scopes, .label = "command line"};
	unsigned char secret[SECRET_SIZE];
	char text[SECRET_TEXT_MAX];
	int found = store_account_by_name(store_pen(desk_store(desk)), config->token_name, &account);

	if (found == STORE_NONE) {
		memset(&account, 0, sizeof account);
		found = store_account_add(desk_store(desk), config->token_name, NULL,
					  desk_now(desk), &account.id);
	}
	if (found != STORE_FOUND || account.closed) {
		fprintf(stderr, "tablasd: no token can be made for \"%s\"\n", config->token_name);
		return 1;
	}
	secret_random(secret, sizeof secret);
	secret_hash(secret, token.hash);
	token.account = account.id;
	token.created = desk_now(desk);
	if (store_token_add(desk_store(desk), &token, &token.id) != STORE_DONE)
		return 2;
	secret_make("tbl", token.id, secret, text);
	printf("%s\n", text);
	return 0;
}

int errand_token(struct desk *desk, const struct config *config)
{
	uint32_t scopes = scopes_read(config->token_scopes);

	if (!scopes)
		return 1;
	if (desk_enter(desk) != 0)
		return 2;
	return finish(desk, mint(desk, config, scopes));
}

static int grant(struct desk *desk, const struct config *config)
{
	struct account_row account;
	int64_t chips = config->grant_chips;
	struct book_side bank = {.account = ACCOUNT_BANK}, wallet = {0};

	if (store_account_by_name(store_pen(desk_store(desk)), config->grant_name, &account) !=
	    STORE_FOUND) {
		fprintf(stderr, "tablasd: there is no account \"%s\"\n", config->grant_name);
		return 1;
	}
	wallet.account = account.id;
	struct book_line line = {
		.kind = chips > 0 ? TRANSFER_GRANT : TRANSFER_WITHDRAW,
		.from = chips > 0 ? bank : wallet,
		.to = chips > 0 ? wallet : bank,
		.amount = chips > 0 ? chips : -chips,
		.reason = "command line",
	};
	switch (store_book(desk_store(desk), desk_now(desk), 0, 0, &line, 1, NULL)) {
	case STORE_DONE:
		return 0;
	case STORE_NONE:
		fprintf(stderr, "tablasd: \"%s\" has fewer chips than that\n",
			config->grant_name);
		return 1;
	default:
		return 2;
	}
}

int errand_grant(struct desk *desk, const struct config *config)
{
	if (config->grant_chips == 0) {
		fprintf(stderr, "tablasd: --grant needs a number of chips other than 0\n");
		return 1;
	}
	if (desk_enter(desk) != 0)
		return 2;
	return finish(desk, grant(desk, config));
}
