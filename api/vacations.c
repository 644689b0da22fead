/*
 * vacations.c - days on which one's clocks stand.
 *
 * A vacation is planned by its player and by nobody else: nothing here or in the
 * house begins one to save a game.  It is of whole days in UTC, counted against the
 * year each day lies in, and never of the past; so there is nothing to be won by
 * taking hours of it.  One that runs ends with the day on which it is given up.
 */
#include "api/games_inside.h"
#include "api/exchange.h"
#include "daemon/config.h"
#include "game/word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define AHEAD_MOST 366	/* days from which a vacation begins at the latest */
#define ROWS_MOST  1200 /* each has a day at least, and three years meet them */
#define DATE_SIZE  16

static int64_t day_of(int64_t at)
{
	return at / PACE_DAY;
}

static void write_date(int64_t day, char out[DATE_SIZE])
{
	time_t seconds = (time_t)(day * (PACE_DAY / 1000));
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(out, DATE_SIZE, "%Y-%m-%d", &tm);
}

static int year_of(int64_t day)
{
	char date[DATE_SIZE];

	write_date(day, date);
	return (int)strtol(date, NULL, 10);
}

/* The day a year begins with. */
static int64_t new_year(int year)
{
	char text[40];
	int64_t at = 0;

	snprintf(text, sizeof text, "%04d-01-01T00:00:00Z", year);
	time_read(text, &at);
	return day_of(at);
}

static bool read_date(const char *text, int64_t *day)
{
	char instant[40];
	int64_t at;

	snprintf(instant, sizeof instant, "%.20sT00:00:00Z", text);
	if (strlen(text) != 10 || !time_read(instant, &at) || at < 0)
		return false;
	*day = day_of(at);
	return true;
}

/* The first day and the one behind the last: those that are counted. */
struct days {
	int64_t first, behind;
};

static struct days days_of(const struct vacation_row *v)
{
	return (struct days){day_of(v->begins), day_of(v->ends)};
}

static int64_t days_within(struct days days, int64_t first, int64_t behind)
{
	int64_t from = days.first > first ? days.first : first;
	int64_t to = days.behind < behind ? days.behind : behind;

	return to > from ? to - from : 0;
}

/* ---- showing ------------------------------------------------------------------------- */

static const char *state_word(const struct vacation_row *v, int64_t now)
{
	return now < v->begins ? "planned" : now < v->ends ? "running" : "over";
}

static void write_vacation(struct out *out, const struct vacation_row *v, const char *state)
{
	struct days days = days_of(v);
	char date[DATE_SIZE];

	out_object(out);
	out_kint(out, "number", v->id);
	write_date(days.first, date);
	out_kstring(out, "from", date);
	write_date(days.behind - 1, date);
	out_kstring(out, "to", date);
	out_kint(out, "days", days.behind - days.first);
	out_kstring(out, "state", state);
	out_ktime(out, "begins", v->begins);
	out_ktime(out, "ends", v->ends);
	out_ktime(out, "booked", v->booked);
	out_object_end(out);
}

void vacations_out(struct out *out, const struct vacation_row *v, int64_t now)
{
	write_vacation(out, v, state_word(v, now));
}

static struct reply show(int status, const struct vacation_row *v, const char *state)
{
	struct out out;

	out_init(&out);
	write_vacation(&out, v, state);
	return reply_json(status, &out);
}

static int64_t taken_in(const struct vacation_row *rows, size_t n, int year)
{
	int64_t first = new_year(year), behind = new_year(year + 1), taken = 0;

	for (size_t i = 0; i < n; i++)
		taken += days_within(days_of(&rows[i]), first, behind);
	return taken;
}

static void write_year(struct out *out, const struct vacation_row *rows, size_t n, int year,
		       int64_t days)
{
	int64_t taken = taken_in(rows, n, year);

	out_object(out);
	out_kint(out, "year", year);
	out_kint(out, "days", days);
	out_kint(out, "taken", taken);
	out_kint(out, "left", taken < days ? days - taken : 0);
	out_object_end(out);
}

/* Whose vacations are asked for: one's own. */
static bool own_account(struct request *r, struct reply *reply)
{
	struct account_row account;

	if (!games_account(r, r->args[0], &account, reply))
		return false;
	if (account.id == r->account)
		return true;
	*reply = reply_problem(r, FORBIDDEN, "Only %s sees and plans these.", account.name);
	return false;
}

/* What counts from the year of `day` on, in order.  False on trouble. */
static bool from_year(struct request *r, int year, struct vacation_row rows[ROWS_MOST], size_t *n)
{
	*n = ROWS_MOST;
	return store_vacations(request_view(r), r->account, new_year(year) * PACE_DAY, rows, n) !=
	       STORE_TROUBLE;
}

struct reply vacations_list(struct request *r)
{
	int64_t days = r->server->config->vacation_days, now = desk_now(r->desk);
	int year = year_of(day_of(now));
	struct vacation_row rows[ROWS_MOST];
	struct reply reply;
	struct out out;
	size_t n;

	if (!own_account(r, &reply))
		return reply;
	if (!from_year(r, year, rows, &n))
		return reply_trouble(r);
	out_init(&out);
	out_object(&out);
	out_ktime(&out, "server_time", now);
	out_key(&out, "years");
	out_array(&out);
	write_year(&out, rows, n, year, days);
	write_year(&out, rows, n, year + 1, days);
	out_array_end(&out);
	out_key(&out, "vacations");
	out_array(&out);
	for (size_t i = 0; i < n; i++)
		vacations_out(&out, &rows[i], now);
	out_array_end(&out);
	out_object_end(&out);
	return reply_json(200, &out);
}

/* ---- planning ------------------------------------------------------------------------- */

static bool date_member(struct request *r, const char *key, int64_t *day, struct reply *reply)
{
	const char *text = NULL;

	if (!request_string(r, key, true, 32, &text, reply))
		return false;
	if (read_date(text, day))
		return true;
	*reply = request_refuse(r, INVALID_VALUE, "", key, "is a day, such as \"2026-12-24\"");
	return false;
}

/* "from", and "to" or "days". */
static bool read_days(struct request *r, struct days *days, struct reply *reply)
{
	static const char *const members[] = {"from", "to", "days", NULL};
	int64_t today = day_of(desk_now(r->desk)), last, n = 0;

	if (!request_members(r, r->json, "", members, reply) ||
	    !date_member(r, "from", &days->first, reply) ||
	    !request_int(r, "days", false, 1, 366, &n, reply))
		return false;
	last = days->first + n - 1;
	if (n == 0 && !date_member(r, "to", &last, reply))
		return false;
	if (n != 0 && json_is_string(json_object_get(r->json, "to")))
		*reply = request_refuse(r, INVALID_VALUE, "", "days", "stands instead of \"to\"");
	else if (days->first < today)
		*reply = request_refuse(r, INVALID_VALUE, "", "from", "lies in the past");
	else if (days->first > today + AHEAD_MOST)
		*reply = request_refuse(r, INVALID_VALUE, "", "from",
					"is more than a year ahead");
	else if (last < days->first || last > days->first + AHEAD_MOST)
		*reply = request_refuse(r, INVALID_VALUE, "", "to",
					"is the last day, and no earlier than the first");
	else
		n = -1;
	days->behind = last + 1;
	return n == -1;
}

static bool spent(struct request *r, const struct vacation_row *rows, size_t n, struct days days,
		  struct reply *reply)
{
	int64_t allowed = r->server->config->vacation_days;

	for (int year = year_of(days.first); year <= year_of(days.behind - 1); year++) {
		int64_t asked = days_within(days, new_year(year), new_year(year + 1));
		int64_t taken = taken_in(rows, n, year);
		struct out out;

		if (taken + asked <= allowed)
			continue;
		reply_problem_begin(r, &out, VACATION_DAYS_SPENT,
				    "Of %d there are %lld days of vacation, %lld are taken, and "
				    "these would be %lld more.",
				    year, (long long)allowed, (long long)taken, (long long)asked);
		out_kint(&out, "year", year);
		out_kint(&out, "days", allowed);
		out_kint(&out, "taken", taken);
		out_kint(&out, "asked", asked);
		*reply = reply_problem_end(r, &out, VACATION_DAYS_SPENT);
		return true;
	}
	return false;
}

static bool refused(struct request *r, const struct vacation_row *rows, size_t n, struct days days,
		    struct reply *reply)
{
	size_t ahead = 0;

	for (size_t i = 0; i < n; i++) {
		ahead += rows[i].ends > desk_now(r->desk);
		if (!days_within(days_of(&rows[i]), days.first, days.behind))
			continue;
		*reply = reply_problem(r, VACATION_OVERLAPS,
				       "Vacation %lld has some of these days already.",
				       (long long)rows[i].id);
		return true;
	}
	if (ahead >= PACE_AWAYS_MAX) {
		*reply = reply_problem(r, TOO_MANY_VACATIONS,
				       "%d vacations at most run or are planned at a time.",
				       PACE_AWAYS_MAX);
		return true;
	}
	return spent(r, rows, n, days, reply);
}

/* Each is told to every game the account plays. */
static bool may_change(struct request *r, struct reply *reply)
{
	return allowance_take(r->private, LIMIT_VACATIONS, r->account_name, reply);
}

struct reply vacations_plan(struct request *r)
{
	struct vacation_row rows[ROWS_MOST], v = {.account = r->account};
	int64_t now = desk_now(r->desk);
	struct reply reply;
	struct days days;
	size_t n;

	if (!own_account(r, &reply) || !read_days(r, &days, &reply))
		return reply;
	if (!from_year(r, year_of(day_of(now)), rows, &n))
		return reply_trouble(r);
	if (refused(r, rows, n, days, &reply) || !may_change(r, &reply))
		return reply;
	v.booked = now;
	v.allowed = r->server->config->vacation_days;
	v.begins = days.first * PACE_DAY > now ? days.first * PACE_DAY : now;
	v.ends = days.behind * PACE_DAY;
	if (store_vacation_add(desk_store(r->desk), &v) != STORE_DONE ||
	    desk_vacation_changed(r->desk, r->account) != 0)
		return reply_trouble(r);
	reply = show(201, &v, state_word(&v, now));
	snprintf(reply.location, sizeof reply.location, "/v1/accounts/me/vacations/%lld",
		 (long long)v.id);
	return reply;
}

/* ---- one of them ------------------------------------------------------------------------ */

static bool find(struct request *r, struct vacation_row *v, struct reply *reply)
{
	int64_t id = 0;
	int found = STORE_NONE;

	if (!own_account(r, reply))
		return false;
	if (word_number(r->args[1], 1, INT64_MAX, &id))
		found = store_vacation(request_view(r), r->account, id, v);
	if (found == STORE_FOUND)
		return true;
	*reply = found == STORE_TROUBLE
			 ? reply_trouble(r)
			 : reply_problem(r, NOT_FOUND, "You have no vacation \"%.40s\".", r->args[1]);
	return false;
}

/* The same, to be changed: it is not over. */
static bool find_to_change(struct request *r, struct vacation_row *v, struct reply *reply)
{
	if (!find(r, v, reply))
		return false;
	if (v->ends > desk_now(r->desk))
		return true;
	*reply = reply_problem(r, VACATION_OVER, "Vacation %lld is over.", (long long)v->id);
	return false;
}

struct reply vacations_show(struct request *r)
{
	struct vacation_row v;
	struct reply reply;

	if (!find(r, &v, &reply))
		return reply;
	return show(200, &v, state_word(&v, desk_now(r->desk)));
}

/* It ends with that day. */
static struct reply cut_short(struct request *r, struct vacation_row *v, int64_t last)
{
	int64_t ends = (last + 1) * PACE_DAY;
	struct reply reply;

	if (ends != v->ends && !may_change(r, &reply))
		return reply;
	if (ends != v->ends &&
	    (store_vacation_end(desk_store(r->desk), v->id, ends) != STORE_DONE ||
	     desk_vacation_changed(r->desk, r->account) != 0))
		return reply_trouble(r);
	v->ends = ends;
	return show(200, v, state_word(v, desk_now(r->desk)));
}

struct reply vacations_shorten(struct request *r)
{
	static const char *const members[] = {"to", NULL};
	int64_t last, today = day_of(desk_now(r->desk));
	struct vacation_row v;
	struct reply reply;

	if (!request_members(r, r->json, "", members, &reply) || !find_to_change(r, &v, &reply) ||
	    !date_member(r, "to", &last, &reply))
		return reply;
	if (last >= days_of(&v).first && last >= today && last < days_of(&v).behind)
		return cut_short(r, &v, last);
	return request_refuse(r, INVALID_VALUE, "", "to",
			      "is a day of that vacation, and no earlier than today");
}

struct reply vacations_end(struct request *r)
{
	int64_t now = desk_now(r->desk);
	struct vacation_row v;
	struct reply reply;

	if (!find_to_change(r, &v, &reply))
		return reply;
	if (v.begins <= now)
		return cut_short(r, &v, day_of(now));
	if (!may_change(r, &reply))
		return reply;
	if (store_vacation_cancel(desk_store(r->desk), v.id, now) != STORE_DONE ||
	    desk_vacation_changed(r->desk, r->account) != 0)
		return reply_trouble(r);
	return show(200, &v, "cancelled");
}
