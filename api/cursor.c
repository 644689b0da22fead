/*
 * cursor.c - pages: opaque cursors, and instants in queries.
 *
 * A cursor is the last number seen and a seal over it, the path and every other
 * query parameter.  So it cannot be made by hand, and one list's cursor is not
 * taken for another's: the page after it would be wrong without looking wrong.
 */
#include "api/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEAL_SIZE 16
#define CURSOR_SIZE (8 + SEAL_SIZE)
#define QUERY_MOST 320 /* characters a list's filters may take: the link must hold them */

static int param_compare(const void *a, const void *b)
{
	const struct param *left = a, *right = b;
	int order = strcmp(left->name, right->name);

	return order ? order : strcmp(left->value, right->value);
}

static void cursor_seal(const struct request *r, int64_t last, unsigned char seal[SEAL_SIZE])
{
	const struct exchange *x = r->private;
	struct param params[PARAMS_MAX];
	unsigned char hash[32];
	struct out out;

	memcpy(params, x->params, sizeof params);
	qsort(params, x->params_n, sizeof *params, param_compare);
	out_init(&out);
	out_text_n(&out, (const char *)x->server->cursor_key, sizeof x->server->cursor_key);
	out_text_n(&out, (const char *)&last, sizeof last);
	out_text_n(&out, (const char *)&r->account, sizeof r->account);
	out_text_n(&out, r->path, strlen(r->path) + 1);
	for (size_t i = 0; i < x->params_n; i++) {
		const struct param *p = &params[i];

		if (strcmp(p->name, "cursor") == 0 || strcmp(p->name, "limit") == 0)
			continue;
		out_text_n(&out, p->name, strlen(p->name) + 1);
		out_text_n(&out, p->value, strlen(p->value) + 1);
	}
	secret_digest(out.p, out.n, hash);
	memcpy(seal, hash, SEAL_SIZE);
	out_free(&out);
}

static void cursor_write(const struct request *r, int64_t last, char text[2 * CURSOR_SIZE + 1])
{
	unsigned char bytes[CURSOR_SIZE];

	for (int i = 0; i < 8; i++)
		bytes[i] = (unsigned char)((uint64_t)last >> (56 - 8 * i));
	cursor_seal(r, last, bytes + 8);
	secret_hex(bytes, sizeof bytes, text);
}

bool request_cursor(struct request *r, int64_t *after, struct reply *reply)
{
	const char *cursor = request_query(r, "cursor"), *query;
	const struct exchange *x = r->private;
	char text[2 * CURSOR_SIZE + 1], number[17];

	*after = 0;
	query = x->query;
	if (query && strlen(query) > QUERY_MOST) {
		*reply = reply_problem(r, INVALID_VALUE,
				       "The query of a list is at most %d characters.", QUERY_MOST);
		return false;
	}
	if (!cursor)
		return true;
	if (strlen(cursor) == sizeof text - 1 &&
	    strspn(cursor, "0123456789abcdef") == sizeof text - 1) {
		memcpy(number, cursor, 16);
		number[16] = '\0';
		*after = (int64_t)strtoull(number, NULL, 16);
		cursor_write(r, *after, text);
		if (strcmp(text, cursor) == 0)
			return true;
	}
	*after = 0;
	*reply = reply_problem(r, INVALID_CURSOR,
			       "A cursor is taken from the link to the next page and used with "
			       "the same path and filters.");
	return false;
}

void reply_next(struct request *r, struct reply *reply, int64_t last)
{
	const struct exchange *x = r->private;
	char text[2 * CURSOR_SIZE + 1], query[QUERY_MOST + 2] = "";
	size_t n = 0;

	cursor_write(r, last, text);
	for (const char *p = x->query; p && *p;) {
		size_t length = strcspn(p, "&");

		if (strncmp(p, "cursor=", 7) != 0 && length && n + length + 1 < sizeof query) {
			memcpy(query + n, p, length);
			query[n += length] = '&';
			n++;
		}
		p += length + (p[length] == '&');
	}
	query[n] = '\0';
	snprintf(reply->link, sizeof reply->link, "<%.100s?%scursor=%s>; rel=\"next\"", r->path,
		 query, text);
}

void page_begin(struct out *out, const char *name)
{
	out_object(out);
	out_key(out, name);
	out_array(out);
}

struct reply page_end(struct request *r, struct out *out, int64_t last)
{
	struct reply reply;

	out_array_end(out);
	out_object_end(out);
	reply = reply_json(200, out);
	if (last)
		reply_next(r, &reply, last);
	return reply;
}

/* ---- instants ---------------------------------------------------------------------- */

static bool read_digits(const char **p, size_t n, int *out)
{
	*out = 0;
	while (n-- > 0) {
		if (**p < '0' || **p > '9')
			return false;
		*out = *out * 10 + (*(*p)++ - '0');
	}
	return true;
}

static bool read_mark(const char **p, const char *marks)
{
	if (!**p || !strchr(marks, **p))
		return false;
	(*p)++;
	return true;
}

static int days_of(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

static int64_t days_since_1970(int year, int month, int day)
{
	int64_t days = day - 1;

	for (int m = 1; m < month; m++)
		days += days_of(year, m);
	int64_t y = year - 1; /* whole years before this one, from the year 1 */

	return days + y * 365 + y / 4 - y / 100 + y / 400 - 719162;
}

static bool read_offset(const char **p, int *minutes)
{
	int hours, rest;

	*minutes = 0;
	if (read_mark(p, "Zz"))
		return true;
	/* a plus that was not escaped has become a blank on its way */
	int sign = **p == '-' ? -1 : 1;

	if (!read_mark(p, "+- ") || !read_digits(p, 2, &hours) || !read_mark(p, ":") ||
	    !read_digits(p, 2, &rest) || hours > 23 || rest > 59)
		return false;
	*minutes = sign * (hours * 60 + rest);
	return true;
}

bool time_read(const char *text, int64_t *ms)
{
	int year, month, day, hour, minute, second, offset, thousandths = 0;
	const char *p = text;

	if (!read_digits(&p, 4, &year) || !read_mark(&p, "-") || !read_digits(&p, 2, &month) ||
	    !read_mark(&p, "-") || !read_digits(&p, 2, &day) || !read_mark(&p, "Tt ") ||
	    !read_digits(&p, 2, &hour) || !read_mark(&p, ":") || !read_digits(&p, 2, &minute) ||
	    !read_mark(&p, ":") || !read_digits(&p, 2, &second))
		return false;
	if (read_mark(&p, ".")) {
		int scale = 100;

		if (*p < '0' || *p > '9')
			return false;
		for (; *p >= '0' && *p <= '9'; p++, scale /= 10)
			thousandths += (*p - '0') * scale;
	}
	if (!read_offset(&p, &offset) || *p)
		return false;
	if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_of(year, month) ||
	    hour > 23 || minute > 59 || second > 60)
		return false;
	*ms = ((days_since_1970(year, month, day) * 24 + hour) * 60 + minute - offset) * 60000 +
	      second * 1000 + thousandths;
	return true;
}
