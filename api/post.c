/*
 * post.c - the post room: who is to be seen to, and when.
 *
 * The book says when each subscription is next due, so a restart forgets
 * nothing.  Of each at most one delivery is on its way: news arrive in their
 * order as long as nothing fails, and a receiver that is slow holds up nobody
 * but itself.
 */
#include "api/post_inside.h"

#include "daemon/clock.h"
#include "daemon/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PAUSE_MS 1000
#define DIGESTS_A_TURN 4
#define ACCOUNTS_A_TURN 64
#define SWEPT_A_TURN 64
#define SWEEP_MS (3600 * POST_SECOND)
#define KEPT_MS (30 * POST_DAY) /* so long a delivery that is done with is told of */

static void free_those_back(struct post *p)
{
	struct parcel *parcel;

	while ((parcel = p->back)) {
		p->back = parcel->next;
		parcel_free(parcel);
	}
	p->noted = false;
}

/* ---- opening ----------------------------------------------------------------------- */

/* A name, a line end, a password. */
static int read_credentials(struct post *p, const char *path, char *why, size_t cap)
{
	struct stat st;
	FILE *f;

	if (!path[0])
		return 0;
	f = fopen(path, "re");
	if (f && fstat(fileno(f), &st) == 0 && (st.st_mode & (S_IRWXG | S_IRWXO)))
		log_event(LOG_WARNING_LEVEL, "credentials-open", "path", path, "why",
			  "others than its owner may read or write it", NULL);
	if (!f || !fgets(p->user, sizeof p->user, f) || !fgets(p->password, sizeof p->password, f)) {
		snprintf(why, cap, "%s has no name and password for the mail server", path);
		if (f)
			fclose(f);
		return -1;
	}
	fclose(f);
	p->user[strcspn(p->user, "\r\n")] = '\0';
	p->password[strcspn(p->password, "\r\n")] = '\0';
	return 0;
}

/* What had been told when the daemon ended, and was not yet taken up. */
static int find_those_behind(struct post *p)
{
	int64_t account = 0;
	int found;

	while ((found = store_subscription_behind(store_pen(desk_store(p->desk)), account,
						  &account)) == STORE_FOUND)
		post_news(p, account);
	return found == STORE_TROUBLE ? -1 : 0;
}

struct post *post_open(struct desk *desk, const struct config *config, char *why, size_t cap)
{
	struct post *p = calloc(1, sizeof *p);

	if (!p)
		abort();
	p->desk = desk;
	p->config = config;
	p->look = true;
	p->next = INT64_MAX;
	p->mails_left = 1;
	p->flying = calloc(config->webhooks_at_once, sizeof *p->flying);
	if (!p->flying)
		abort();
	address_ranges_read(config->webhooks_allow, &p->rules.allowed);
	p->rules.timeout_seconds = config->webhooks_seconds;
	p->rules.agent = "tablasd";
	p->rules.smtp = config->smtp;
	p->rules.mail_from = config->mail_from;
	p->rules.starttls = config->mail_starttls;
	p->rules.authorities = config->mail_authorities;
	p->rules.user = p->user;
	p->rules.password = p->password;
	snprintf(why, cap, "there is no descriptor for what is sent");
	if (read_credentials(p, config->mail_credentials, why, cap) == 0 &&
	    courier_open(&p->rules, &p->courier) == 0) {
		if (find_those_behind(p) == 0)
			return p;
		snprintf(why, cap, "the book does not say what is to be delivered");
	}
	post_close(p);
	return NULL;
}

void post_close(struct post *p)
{
	if (!p)
		return;
	courier_close(p->courier);
	free_those_back(p);
	explicit_bzero(p->password, sizeof p->password);
	free(p->told);
	free(p->flying);
	free(p);
}

int post_descriptor(const struct post *p)
{
	return courier_descriptor(p->courier);
}

int64_t post_next(const struct post *p)
{
	if (p->pause > clock_ticks())
		return desk_now(p->desk) + (p->pause - clock_ticks());
	if (p->told_n || p->look)
		return desk_now(p->desk);
	return p->next < p->sweep_at ? p->next : p->sweep_at;
}

void post_news(struct post *p, int64_t account)
{
	/* Who has been looked at in the group at hand may have been told more since. */
	for (size_t i = p->told_done; i < p->told_n; i++)
		if (p->told[i] == account)
			return;
	if (p->told_n == p->told_cap) {
		p->told_cap = p->told_cap ? 2 * p->told_cap : 64;
		p->told = realloc(p->told, p->told_cap * sizeof *p->told);
		if (!p->told)
			abort();
	}
	p->told[p->told_n++] = account;
}

/* ---- before the commit ------------------------------------------------------------- */

static void land(struct post *p, int64_t subscription)
{
	for (size_t i = 0; i < p->flying_n; i++)
		if (p->flying[i].subscription == subscription) {
			p->flying[i] = p->flying[--p->flying_n];
			return;
		}
}

static bool is_flying(const struct post *p, int64_t subscription)
{
	for (size_t i = 0; i < p->flying_n; i++)
		if (p->flying[i].subscription == subscription)
			return true;
	return false;
}

/* An account has an eighth of the room: those who never answer hold up their owner. */
static bool has_enough(const struct post *p, int64_t account)
{
	size_t n = 0, most = p->config->webhooks_at_once / 8;

	for (size_t i = 0; i < p->flying_n; i++)
		n += p->flying[i].account == account;
	return n >= (most ? most : 1);
}

/* All that one account subscribes to.  It is entered only if there is any. */
static int attend_account(struct post *p, int64_t account, bool *entered)
{
	struct subscription_row row;
	size_t n = 1;
	int found;

	for (row.id = 0; (found = store_subscriptions(store_pen(desk_store(p->desk)), account, 0,
						      row.id, &row, &n)) == STORE_FOUND;) {
		if (!*entered && desk_enter(p->desk) != 0)
			return STORE_TROUBLE;
		*entered = true;
		if (post_attend(p, &row) != STORE_DONE)
			return STORE_TROUBLE;
		p->look = true;
	}
	return found == STORE_TROUBLE ? found : STORE_DONE;
}

/* Digests whose hour has come; each that is seen to is due later, or never. */
static int attend_digests(struct post *p, bool *entered)
{
	int64_t now = desk_now(p->desk);
	struct subscription_row row;
	int found = STORE_NONE;

	if (!p->look && p->next > now)
		return STORE_DONE;
	p->look = true;
	for (int i = 0; i < DIGESTS_A_TURN; i++) {
		found = store_subscription_digest(store_pen(desk_store(p->desk)), &row);
		if (found != STORE_FOUND || row.digest_at > now)
			break;
		if (!*entered && desk_enter(p->desk) != 0)
			return STORE_TROUBLE;
		*entered = true;
		if (post_attend(p, &row) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return found == STORE_TROUBLE ? found : STORE_DONE;
}

/*
 * Deliveries that are old are forgotten, also where nothing comes after them: some in
 * each turn, and when there is none, when the next one is.
 */
static int sweep(struct post *p, bool *entered)
{
	struct store *store = desk_store(p->desk);
	int64_t now = desk_now(p->desk), oldest = now;

	if (now < p->sweep_at)
		return STORE_DONE;
	if (store_deliveries_oldest(store, &oldest) == STORE_TROUBLE)
		return STORE_TROUBLE;
	if (oldest + KEPT_MS > now) { /* what is done with by then may be older */
		p->sweep_at = oldest + KEPT_MS < now + SWEEP_MS ? oldest + KEPT_MS : now + SWEEP_MS;
		return STORE_DONE;
	}
	if (!*entered && desk_enter(p->desk) != 0)
		return STORE_TROUBLE;
	*entered = true;
	return store_deliveries_sweep(store, now - KEPT_MS, SWEPT_A_TURN);
}

/* They stay until what became of them is in the book: or it would be tried again at once. */
static void collect_those_back(struct post *p)
{
	struct parcel *parcel;

	while ((parcel = courier_collect(p->courier))) {
		parcel->next = p->back;
		p->back = parcel;
		p->look = true;
	}
}

static int note_those_back(struct post *p, bool *entered)
{
	for (struct parcel *parcel = p->back; parcel; parcel = parcel->next) {
		if (!*entered && desk_enter(p->desk) != 0)
			return STORE_TROUBLE;
		*entered = true;
		if (post_note(p, parcel) != STORE_DONE)
			return STORE_TROUBLE;
	}
	return STORE_DONE;
}

static void rest(struct post *p)
{
	p->look = true;
	p->pause = clock_ticks() + PAUSE_MS;
}

void post_turn(struct post *p)
{
	bool entered = false;
	size_t told = 0;
	int done;

	collect_those_back(p); /* or their descriptor would go on waking the loop */
	if (p->pause > clock_ticks())
		return;
	done = note_those_back(p, &entered);
	for (; told < p->told_n && told < ACCOUNTS_A_TURN && done == STORE_DONE; told++)
		done = attend_account(p, p->told[told], &entered);
	if (done == STORE_DONE)
		done = attend_digests(p, &entered);
	if (done == STORE_DONE)
		done = sweep(p, &entered);
	if (entered && desk_leave(p->desk, done == STORE_DONE) != 0)
		done = STORE_TROUBLE;
	if (done != STORE_DONE) {
		rest(p);
		return;
	}
	p->told_done = told;
	p->noted = true;
}

/* ---- after it ---------------------------------------------------------------------- */

/* Whether a mail may be sent now: so many a minute, and no more than that at once. */
static bool may_mail(struct post *p)
{
	double most = p->config->mails_per_minute;
	int64_t now = clock_ticks();

	p->mails_left += (double)(now - p->mails_at) * most / 60000;
	p->mails_at = now;
	if (p->mails_left > most)
		p->mails_left = most;
	if (p->mails_left < 1)
		return false;
	p->mails_left -= 1;
	return true;
}

enum sent { SENT, SENT_NOTHING, SENT_NO_MORE };

static enum sent send_one(struct post *p, const struct subscription_row *row)
{
	struct delivery_row delivery = {0};
	struct parcel *parcel = NULL;
	int found = store_delivery_next(store_pen(desk_store(p->desk)), row->id, &delivery);

	if (found == STORE_NONE || (found == STORE_FOUND && delivery.next > desk_now(p->desk))) {
		free(delivery.body);
		return SENT_NOTHING;
	}
	if (found == STORE_FOUND)
		parcel = post_parcel(p, row, &delivery);
	free(delivery.body);
	if (!parcel || courier_send(p->courier, parcel) != 0) {
		parcel_free(parcel);
		rest(p);
		return SENT_NO_MORE;
	}
	p->flying[p->flying_n++] = (struct flight){row->id, row->account};
	return SENT;
}

static void come_again(struct post *p, int64_t at)
{
	if (at < p->next)
		p->next = at;
}

/* Those of one kind that are due, as far as there is room for them. */
static void send_due(struct post *p, int kind)
{
	int64_t now = desk_now(p->desk);
	struct subscription_row row = {.due = INT64_MIN};
	int found;

	while ((found = store_subscription_due(store_pen(desk_store(p->desk)), kind, &row)) ==
	       STORE_FOUND) {
		if (row.due > now) {
			come_again(p, row.due);
			return;
		}
		if (is_flying(p, row.id) || has_enough(p, row.account))
			continue;
		if (p->flying_n == p->config->webhooks_at_once)
			return; /* one that comes back has us look again */
		if (kind == SUBSCRIPTION_MAIL && !may_mail(p)) {
			come_again(p, now + 60000 / p->config->mails_per_minute + 1);
			return;
		}
		if (send_one(p, &row) == SENT_NO_MORE)
			return;
	}
	if (found == STORE_TROUBLE)
		rest(p);
}

/* What the last post_turn() did is in the book, or has not happened. */
static void keep_account(struct post *p, bool settled)
{
	size_t done = settled ? p->told_done : 0;

	if (settled && p->noted) {
		for (const struct parcel *parcel = p->back; parcel; parcel = parcel->next) {
			land(p, parcel->subscription);
			post_tell(p, parcel);
		}
		free_those_back(p);
	}
	if (done) {
		p->told_n -= done;
		memmove(p->told, p->told + done, p->told_n * sizeof *p->told);
	}
	p->told_done = 0;
	p->noted = false;
	if (!settled && p->pause <= clock_ticks()) /* once a while, whoever fails meanwhile */
		rest(p);
}

void post_settled(struct post *p, bool settled, bool may_send)
{
	struct subscription_row row;

	keep_account(p, settled);
	if (!may_send || (!p->look && p->next > desk_now(p->desk)) || p->pause > clock_ticks() ||
	    desk_is_open(p->desk))
		return;
	p->look = false;
	p->next = INT64_MAX;
	send_due(p, SUBSCRIPTION_WEBHOOK);
	send_due(p, SUBSCRIPTION_MAIL);
	if (store_subscription_digest(store_pen(desk_store(p->desk)), &row) == STORE_FOUND)
		come_again(p, row.digest_at);
	if (p->pause > clock_ticks())
		p->look = true;
}
