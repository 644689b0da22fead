/*
 * reminders.c - how long before a deadline one is reminded of it.
 *
 * A reminder is news like any other: it stands in the stream, and is brought
 * wherever news are brought.  Distances are whole days, whole hours up to two
 * days, or some minutes, so that all players together have few different ones.
 */
#include "api/people.h"

#include "api/games_inside.h"
#include "api/subscriptions.h"

#define MINUTE (60 * PACE_SECOND)
#define HOUR   (60 * MINUTE)

static bool is_fit(int64_t before)
{
	static const int minutes[] = {1, 2, 5, 10, 15, 20, 30, 45};

	for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++)
		if (before == minutes[i] * MINUTE)
			return true;
	return before > 0 && ((before <= 48 * HOUR && before % HOUR == 0) ||
			      (before <= 30 * PACE_DAY && before % PACE_DAY == 0));
}

static bool read_before(struct request *r, int64_t out[STORE_REMINDERS_MAX], size_t *n,
			struct reply *reply)
{
	static const char *const known[] = {"before", NULL};
	const json_t *array = json_object_get(r->json, "before");
	size_t wished = json_array_size(array);

	if (!request_members(r, r->json, "", known, reply))
		return false;
	if (!array) {
		*reply = request_refuse(r, MISSING_MEMBER, "", "before", "is needed");
		return false;
	}
	*n = 0;
	for (size_t i = 0; i < wished && wished <= STORE_REMINDERS_MAX; i++) {
		const char *text = json_string_value(json_array_get(array, i));

		if (!text || !pace_read_duration(text, &out[*n]) || !is_fit(out[*n]))
			break;
		(*n)++;
	}
	if (json_is_array(array) && *n == wished)
		return true;
	*reply = games_problem_at(r, INVALID_VALUE, "/before",
				  "\"before\" is a list of at most %d durations: whole days up to "
				  "P30D, hours up to PT48H, or PT1M, PT2M, PT5M, PT10M, PT15M, PT20M, "
				  "PT30M or PT45M.",
				  STORE_REMINDERS_MAX);
	return false;
}

void reminders_out(struct out *out, const int64_t *before, size_t n)
{
	char text[PACE_DURATION_MAX];

	out_object(out);
	out_key(out, "before");
	out_array(out);
	for (size_t i = 0; i < n; i++) {
		pace_write_duration(before[i], text, sizeof text);
		out_string(out, text);
	}
	out_array_end(out);
	out_object_end(out);
}

struct reply reminders_show(struct request *r)
{
	int64_t before[STORE_REMINDERS_MAX];
	size_t n = STORE_REMINDERS_MAX;
	struct out out;

	if (store_reminders(request_view(r), r->account, before, &n) == STORE_TROUBLE)
		return reply_trouble(r);
	out_init(&out);
	reminders_out(&out, before, n);
	return reply_json(200, &out);
}

struct reply reminders_change(struct request *r)
{
	int64_t before[STORE_REMINDERS_MAX];
	struct reply reply;
	size_t n;

	if (!read_before(r, before, &n, &reply))
		return reply;
	if (desk_add_reader(r->desk, r->account) != 0 ||
	    store_reminders_set(desk_store(r->desk), r->account, before, n, desk_now(r->desk)) !=
		    STORE_DONE)
		return reply_trouble(r);
	desk_reminders_changed(r->desk);
	return reminders_show(r);
}
