/*
 * http.c - asking a daemon over HTTP, by libcurl.
 */
#define _GNU_SOURCE
#include "tests/lib/http.h"

#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

struct buffer {
	char *p;
	size_t n;
};

static size_t collect(char *data, size_t size, size_t n, void *cls)
{
	struct buffer *b = cls;

	n *= size;
	b->p = realloc(b->p, b->n + n + 1);
	memcpy(b->p + b->n, data, n);
	b->n += n;
	b->p[b->n] = '\0';
	return n;
}

void http_init(struct http *h, const char *url)
{
	memset(h, 0, sizeof *h);
	snprintf(h->url, sizeof h->url, "%s", url);
	h->timeout_ms = 60000;
	h->curl = curl_easy_init();
	assert_non_null(h->curl);
}

void http_fini(struct http *h)
{
	if (h->curl)
		curl_easy_cleanup(h->curl);
	h->curl = NULL;
}

void http_header(struct http *h, const char *field)
{
	for (size_t i = 0; i + 1 < sizeof h->headers / sizeof *h->headers; i++)
		if (!h->headers[i]) {
			h->headers[i] = field;
			return;
		}
	fail_msg("too many header fields");
}

struct answer http_send(struct http *h, const char *method, const char *path, const char *token,
			const char *type, const void *body, size_t n)
{
	struct answer a = {0};
	struct buffer text = {0}, head = {0};
	struct curl_slist *fields = NULL;
	char url[2200], field[256];
	CURLcode code;

	snprintf(url, sizeof url, "%s%s", h->url, path);
	curl_easy_reset(h->curl);
	curl_easy_setopt(h->curl, CURLOPT_URL, url);
	curl_easy_setopt(h->curl, CURLOPT_CUSTOMREQUEST, method);
	curl_easy_setopt(h->curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(h->curl, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(h->curl, CURLOPT_TIMEOUT_MS, h->timeout_ms);
	curl_easy_setopt(h->curl, CURLOPT_WRITEFUNCTION, collect);
	curl_easy_setopt(h->curl, CURLOPT_WRITEDATA, &text);
	curl_easy_setopt(h->curl, CURLOPT_HEADERFUNCTION, collect);
	curl_easy_setopt(h->curl, CURLOPT_HEADERDATA, &head);
	if (strcmp(method, "HEAD") == 0)
		curl_easy_setopt(h->curl, CURLOPT_NOBODY, 1L);
	if (token) {
		snprintf(field, sizeof field, "Authorization: Bearer %s", token);
		fields = curl_slist_append(fields, field);
	}
	snprintf(field, sizeof field, "Content-Type:%s%s", type ? " " : "", type ? type : "");
	if (body) {
		curl_easy_setopt(h->curl, CURLOPT_POSTFIELDS, body);
		curl_easy_setopt(h->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)n);
		fields = curl_slist_append(fields, field);
	}
	fields = curl_slist_append(fields, "Expect:");
	for (size_t i = 0; h->headers[i]; i++)
		fields = curl_slist_append(fields, h->headers[i]);
	memset(h->headers, 0, sizeof h->headers);
	curl_easy_setopt(h->curl, CURLOPT_HTTPHEADER, fields);
	code = curl_easy_perform(h->curl);
	curl_slist_free_all(fields);
	if (code == CURLE_OK)
		curl_easy_getinfo(h->curl, CURLINFO_RESPONSE_CODE, &a.status);
	else if (!h->tolerant)
		fail_msg("%s %s: %s", method, path, curl_easy_strerror(code));
	a.body = text.p ? text.p : strdup("");
	a.body_n = text.n;
	a.head = head.p ? head.p : strdup("");
	a.json = json_loadb(a.body, a.body_n, JSON_DECODE_ANY, NULL);
	return a;
}

struct answer http_ask(struct http *h, const char *method, const char *path, const char *token,
		       const char *body, ...)
{
	struct answer a;
	char *text = NULL;
	va_list ap;

	if (body) {
		va_start(ap, body);
		if (vasprintf(&text, body, ap) < 0)
			fail_msg("no memory");
		va_end(ap);
	}
	a = http_send(h, method, path, token, "application/json", text, text ? strlen(text) : 0);
	free(text);
	return a;
}

void answer_fini(struct answer *a)
{
	free(a->body);
	free(a->head);
	json_decref(a->json);
	memset(a, 0, sizeof *a);
}

const char *answer_header(const struct answer *a, const char *name)
{
	static char value[1024];
	size_t n = strlen(name);

	value[0] = '\0';
	for (const char *line = a->head; line && *line;
	     line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		if (strncasecmp(line, name, n) == 0 && line[n] == ':') {
			const char *v = line + n + 1 + strspn(line + n + 1, " ");

			snprintf(value, sizeof value, "%.*s", (int)strcspn(v, "\r\n"), v);
			break;
		}
	return value;
}

static json_t *look(const struct answer *a, const char *path)
{
	json_t *at = a->json;

	while (at && *path) {
		char key[64];
		size_t n = strcspn(path, ".[");

		if (*path == '[') {
			at = json_array_get(at, strtoul(path + 1, NULL, 10));
			path += strcspn(path, "]");
			path += *path == ']';
		} else if (*path == '.') {
			path++;
		} else {
			snprintf(key, sizeof key, "%.*s", (int)n, path);
			at = json_object_get(at, key);
			path += n;
		}
	}
	return at;
}

static void missing(const struct answer *a, const char *path)
{
	fail_msg("no such member: %s in %ld %s", path, a->status, a->body);
}

json_t *answer_at(const struct answer *a, const char *path)
{
	json_t *at = look(a, path);

	if (!at)
		missing(a, path);
	return at;
}

const char *answer_string(const struct answer *a, const char *path)
{
	json_t *at = answer_at(a, path);

	if (!json_is_string(at))
		missing(a, path);
	return json_string_value(at);
}

long long answer_int(const struct answer *a, const char *path)
{
	json_t *at = answer_at(a, path);

	if (!json_is_integer(at))
		missing(a, path);
	return json_integer_value(at);
}

bool answer_bool(const struct answer *a, const char *path)
{
	json_t *at = answer_at(a, path);

	if (!json_is_boolean(at))
		missing(a, path);
	return json_is_true(at);
}

bool answer_has(const struct answer *a, const char *path)
{
	json_t *at = look(a, path);

	return at && !json_is_null(at);
}

void answer_expect(const struct answer *a, long status)
{
	if (a->status != status)
		fail_msg("expected %ld, got %ld: %s", status, a->status, a->body);
}

void answer_done(struct answer a, long status)
{
	answer_expect(&a, status);
	answer_fini(&a);
}

void answer_expect_problem(const struct answer *a, long status, const char *slug)
{
	const char *type, *end;

	answer_expect(a, status);
	if (strcmp(answer_header(a, "Content-Type"), "application/problem+json") != 0)
		fail_msg("not a problem document: %s", a->head);
	type = answer_string(a, "type");
	end = strrchr(type, '/');
	if (!end || strcmp(end + 1, slug) != 0)
		fail_msg("expected %s, got %s", slug, a->body);
	assert_int_equal(answer_int(a, "status"), status);
	assert_true(strlen(answer_string(a, "title")) > 0);
	assert_true(answer_has(a, "instance"));
	assert_true(answer_has(a, "request_id"));
}

void answer_refused(struct answer a, long status, const char *slug)
{
	answer_refused_at(a, status, slug, NULL);
}

void answer_refused_at(struct answer a, long status, const char *slug, const char *pointer)
{
	answer_expect_problem(&a, status, slug);
	if (pointer)
		assert_string_equal(answer_string(&a, "pointer"), pointer);
	answer_fini(&a);
}
