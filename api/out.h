/*
 * out.h - writes JSON, and only writes it.
 *
 * A game's document is read far more often than any other; jansson takes tens
 * of microseconds to print it, this takes one.  So jansson reads what comes in,
 * and this writes what goes out.  Commas, escapes and nesting are kept here;
 * bad UTF-8 becomes U+FFFD.
 */
#ifndef API_OUT_H
#define API_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out {
	char *p; /* malloc()ed; out_take() gives it away */
	size_t n, cap;
	bool first; /* no comma before what comes next */
};

void out_init(struct out *);
void out_free(struct out *);
char *out_take(struct out *, size_t *n); /* the text, zero-ended; the caller frees */

void out_object(struct out *);
void out_object_end(struct out *);
void out_array(struct out *);
void out_array_end(struct out *);

void out_string(struct out *, const char *); /* NULL is null */
void out_string_n(struct out *, const char *, size_t n);
void out_int(struct out *, int64_t);
void out_bool(struct out *, bool);
void out_null(struct out *);
void out_time(struct out *, int64_t ms); /* RFC 3339 with milliseconds; 0 is null */
void out_raw(struct out *, const char *json, size_t n); /* a value already written */

void out_any_key(struct out *, const char *key);
/* Of a key that is written in the source: nothing in those is escaped. */
void out_plain_key(struct out *, const char *key, size_t n);

/* A document has a hundred keys, nearly all of them known when this is compiled. */
static inline __attribute__((always_inline)) void out_key(struct out *o, const char *key)
{
	size_t n = __builtin_strlen(key);

	if (__builtin_constant_p(n))
		out_plain_key(o, key, n);
	else
		out_any_key(o, key);
}

/* Members: a key and its value. */
#define OUT_MEMBER(of, type)                                                               \
	static inline __attribute__((always_inline)) void out_k##of(struct out *o,         \
								   const char *key, type value) \
	{                                                                                  \
		out_key(o, key);                                                           \
		out_##of(o, value);                                                        \
	}
OUT_MEMBER(string, const char *)
OUT_MEMBER(int, int64_t)
OUT_MEMBER(bool, bool)
OUT_MEMBER(time, int64_t)
#undef OUT_MEMBER

static inline __attribute__((always_inline)) void out_knull(struct out *o, const char *key)
{
	out_key(o, key);
	out_null(o);
}

/* Plain text into the same kind of buffer, for boards, SVG and records. */
void out_text(struct out *, const char *);
void out_text_n(struct out *, const char *, size_t n);
void out_pad(struct out *, size_t of); /* with spaces to a whole number of `of` bytes */
void out_format(struct out *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
