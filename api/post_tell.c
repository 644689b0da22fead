/*
 * post_tell.c - what the operator is told of what goes out: counts, and lines in the log.
 *
 * Of deliveries that arrive nothing is said but their number.  A line is written when
 * something changes: a subscription begins to fail, or no longer does, or ends; a
 * delivery is given up; mail as a whole goes out no more, or again.  Each is told when
 * it is in the book, so once.  Where a subscription goes is its owner's secret: lines
 * name it by its number.
 */
#include "api/post_inside.h"

#include "daemon/log.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const kind_words[] = {[PARCEL_POST] = "webhook", [PARCEL_MAIL] = "mail"};

static void count(struct post_counts *c, const struct parcel *parcel)
{
	if (post_has_arrived(parcel))
		c->arrived[parcel->kind]++;
	else
		c->failed[parcel->kind]++;
	if (parcel->became & BECAME_GIVEN_UP)
		c->given_up[parcel->kind]++;
}

static void say(struct post *p, const char *what, const struct parcel *parcel)
{
	struct account_row account = {.name = ""};
	char number[24], attempts[12], status[12];

	store_account_by_id(store_glasses(desk_store(p->desk)), parcel->account, &account);
	snprintf(number, sizeof number, "%" PRId64, parcel->subscription);
	snprintf(attempts, sizeof attempts, "%u", parcel->attempts);
	snprintf(status, sizeof status, "%d", parcel->status);
	log_event(LOG_INFO_LEVEL, what, "kind", kind_words[parcel->kind], "subscription", number,
		  "account", account.name, "attempts", attempts, "status",
		  parcel->status ? status : NULL, "why", parcel->why[0] ? parcel->why : NULL, NULL);
}

/* The mail server is the house's own: that it does not serve is said once, and not of each. */
static void tell_of_mail(struct post *p, const struct parcel *parcel)
{
	char status[12];

	if (parcel->kind != PARCEL_MAIL || p->mail_fails == parcel->ours)
		return;
	p->mail_fails = parcel->ours;
	snprintf(status, sizeof status, "%d", parcel->status);
	if (parcel->ours)
		log_event(LOG_WARNING_LEVEL, "mail-fails", "status", parcel->status ? status : NULL,
			  "why", parcel->why, NULL);
	else
		log_event(LOG_INFO_LEVEL, "mail-goes-out", NULL);
}

void post_tell(struct post *p, const struct parcel *parcel)
{
	static const struct {
		unsigned became;
		const char *what;
	} lines[] = {{BECAME_FAILING, "subscription-fails"},
		     {BECAME_WELL, "subscription-recovered"},
		     {BECAME_GIVEN_UP, "delivery-given-up"},
		     {BECAME_DISABLED, "subscription-disabled"}};

	count(&p->counts, parcel);
	tell_of_mail(p, parcel);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (parcel->became & lines[i].became)
			say(p, lines[i].what, parcel);
}

const struct post_counts *post_count(const struct post *p)
{
	return &p->counts;
}
