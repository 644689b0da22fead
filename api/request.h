/*
 * request.h - one request as a handler sees it.
 *
 * The server has found the route, read the body, checked the token and its
 * scope, and opened a savepoint if the route writes.  A handler reads the
 * request and returns a reply; it never touches the connection.
 */
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/out.h"
#include "daemon/desk.h"
#include "daemon/think.h"
#include "daemon/watch.h"
#include "game/errors.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REQUEST_ARGS_MAX 3

struct server;
struct route;
struct request;

/* ---- the reply --------------------------------------------------------------------- */

#define REPLY_HEADERS_MAX 6

enum reply_kind {
	REPLY_NOW = 0, /* the rest of the struct is the answer                      */
	REPLY_WAIT,    /* request->watcher waits; the handler is called again when
			  it is woken, with request->woken set                      */
	REPLY_FEED,    /* the connection is told what happens from now on, as
			  request->feed says: api/feeds.h                         */
	REPLY_THINK    /* request->thought is to be thought; the handler is called
			  again when it is done, with request->thought_done set     */
};

/*
 * A body that many answers share: rendered once, then handed out without being
 * copied or written again.  It keeps the library's response object too, so an
 * unchanged game costs no more than its look-up.  Counted: whoever keeps one
 * (a cache) holds it and releases it; a reply holds its own.  Only for answers
 * of 200.
 */
struct body;

/*
 * Takes `take` (malloc()ed).  type and cache (Cache-Control) are static; cache
 * NULL: no-store.  etag with its quotes, or "".  The caller has the first hold.
 */
struct body *body_new(char *take, size_t n, const char *type, const char *etag,
		      const char *cache, bool vary_accept);
/* The same of n bytes that are to be written to body_text(), to be handed out once. */
struct body *body_blank(size_t n, const char *type, const char *etag, const char *cache,
			bool vary_accept);
char *body_text(struct body *);
struct body *body_hold(struct body *);
void body_release(struct body *); /* NULL is fine */
size_t body_size(const struct body *);

/*
 * A body of any length, made piece by piece while the client takes it.  Pieces
 * are small; more() may add nothing and go on.  end() frees it, at whatever
 * point the client has gone away.
 */
enum stream_state { STREAM_GOES_ON, STREAM_ENDS, STREAM_BROKEN };

struct stream {
	enum stream_state (*more)(struct stream *, struct out *);
	void (*end)(struct stream *);
};

struct reply {
	enum reply_kind kind;
	int status;
	const char *type; /* media type, static                               */
	char *body;	  /* malloc()ed or NULL; the reply owns it            */
	size_t body_n;
	struct body *shared; /* or one of these instead: reply_body()         */
	struct stream *stream; /* or this: reply_stream()                     */
	char etag[40];	     /* with its quotes, or ""                        */
	char location[256];  /* or ""                                         */
	char link[512];	     /* Link header, or ""                            */
	char allow[64];	     /* of a 405                                      */
	char language[36];   /* Content-Language, or ""; others by Accept-Language */
	const char *cache;   /* Cache-Control, static; NULL: no-store         */
	int retry_after;     /* seconds, or 0                                 */
	bool vary_accept;
	bool undo; /* of a route that writes: keep nothing, though it succeeded
		      (validate_only); without it a status below 400 is kept  */
	bool close;    /* the connection ends with this answer                */
	bool replayed; /* an answer given before, to the same Idempotency-Key */
};

/* 200 with that body; the reply takes a hold of its own. */
struct reply reply_body(struct body *);

/* 200 with that stream, which it takes; not for routes that write. */
struct reply reply_stream(const char *type, struct stream *take);

/* A JSON answer; takes what is in `out`. */
struct reply reply_json(int status, struct out *take);
struct reply reply_text(int status, const char *type, struct out *take);
struct reply reply_empty(int status);
/* That of a game at this ply, for reply.etag or body_new(). */
void reply_etag(char etag[40], uint64_t ply);

/*
 * A problem document (RFC 9457) with type, title, status, detail, instance and
 * request_id.  detail: printf-like; NULL for none.
 */
struct reply reply_problem(struct request *, enum refusal, const char *detail, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * The same with more members: begin, write members into *out, end.
 *
 *	reply_problem_begin(r, &out, STALE_PLY, "…");
 *	out_kint(&out, "ply", 41);
 *	return reply_problem_end(r, &out, STALE_PLY);
 */
void reply_problem_begin(struct request *, struct out *, enum refusal, const char *detail, ...)
	__attribute__((format(printf, 4, 5)));
struct reply reply_problem_end(struct request *, struct out *, enum refusal);

/* 503 with Retry-After: the book cannot be written or read. */
struct reply reply_trouble(struct request *);

/* ---- the request ------------------------------------------------------------------- */

struct request {
	uint32_t magic;
	struct server *server;
	struct desk *desk;
	const struct route *route;
	const char *method, *path;
	char args[REQUEST_ARGS_MAX][128]; /* what stood for {…}, decoded; "" if none */
	char id[40];			  /* Request-Id */

	/* who asks */
	int64_t account; /* 0: nobody */
	char account_name[STORE_NAME_MAX + 1];
	uint32_t scopes;
	int64_t token, token_expires; /* 0: never */

	/* body */
	char *body; /* as it came; zero-ended */
	size_t body_n;
	json_t *json; /* the body as an object; NULL unless the route reads one */

	/* second calls */
	bool woken, thought_done;
	enum watch_reason woken_by;
	struct watcher watcher;
	/* With REPLY_WAIT, or NULL: woken, whether it goes on waiting, and has set the
	   watcher's deadline for it.  Who waits on is not called, nor touched. */
	bool (*waits_on)(struct request *);
	struct {
		int64_t whose;	/* a game, or below zero an account    */
		int64_t after;	/* events behind this number ...       */
		bool snapshot;	/* ... or first all there is to see    */
		bool late;	/* the game is seen late (past.h)      */
	} feed;
	struct thought *thought;
	void *scratch; /* the handler's own between calls; free()d by the server */

	void *private; /* the server's */
};

/*
 * The reply of a handler that has set feed.whose, and feed.after to what the query
 * asks for (below 0: nothing).  Last-Event-ID beats that.  What is not from
 * `oldest` to `newest`, or no number at all, makes the feed begin with a view of
 * all there is.
 */
struct reply request_feed(struct request *, int64_t oldest, int64_t newest);

/* A query parameter, decoded, or NULL. Good while the request lives. */
const char *request_query(const struct request *, const char *name);

/* Whether the client accepts this media type, and prefers it to the others offered first. */
const char *request_accepts(const struct request *, const char *const *offered);

/*
 * Which of `n` languages the client likes best, by its place in the list; the
 * first is what whoever has no wish, or none that can be met, is given.
 */
size_t request_language(const struct request *, const char *const *offered, size_t n);

/*
 * Reading the JSON body.  Each returns true and sets *out, or returns false and
 * has filled in *reply with the problem (member named, JSON pointer in
 * "pointer").  `needed` false: absent or null leaves *out as it was.
 */
bool request_string(struct request *, const char *key, bool needed, size_t max,
		    const char **out, struct reply *reply);
bool request_int(struct request *, const char *key, bool needed, int64_t min, int64_t max,
		 int64_t *out, struct reply *reply);
bool request_bool(struct request *, const char *key, bool needed, bool *out,
		  struct reply *reply);

/* A problem with one member: `"key" what.` */
struct reply request_refuse(struct request *, enum refusal, const char *pointer, const char *key,
			    const char *what);

/* Refuses members that are not in the NULL-ended list. */
bool request_members(struct request *, const json_t *object, const char *pointer,
		     const char *const *known, struct reply *reply);

/* A whole number in the query; false and a problem when it is none or out of range. */
bool request_query_int(struct request *, const char *name, int64_t min, int64_t max,
		       int64_t *out, struct reply *reply);
/* `true` or `false`; *out stays as it is where nothing is said. */
bool request_query_bool(struct request *, const char *name, bool *out, struct reply *reply);
/* An RFC 3339 instant in the query. */
bool request_query_time(struct request *, const char *name, int64_t *out, struct reply *reply);
/* The same as a bound of a list, where 0 is none: never 0 if it was asked for. */
bool request_query_bound(struct request *, const char *name, int64_t *out, struct reply *reply);

/* Seconds a request may wait for news, by configuration. */
uint32_t request_wait_max(const struct request *);

/* `limit` (default 50, at most 200). */
bool request_limit(struct request *, size_t *limit, struct reply *reply);

/*
 * Cursors are opaque and tamper-evident: the last number seen, sealed together
 * with the path and every query parameter but cursor and limit, under a key
 * that lives as long as the book.  False and INVALID_CURSOR for a forged one or
 * one of another list.  *after is 0 without a cursor.
 */
bool request_cursor(struct request *, int64_t *after, struct reply *reply);
void reply_next(struct request *, struct reply *, int64_t last); /* Link: rel="next" */

/* A page that is one list of that name: between the two, its members are written. */
void page_begin(struct out *, const char *name);
struct reply page_end(struct request *, struct out *, int64_t last); /* 0: there is no next */

/* The number that is the first of the path's arguments; 0 if it is none. */
int64_t request_number(const struct request *);

/*
 * The ply this command answers: "ply" in the body or If-Match.  False and 428
 * when there is neither.
 */
bool request_ply(struct request *, uint64_t *ply, struct reply *reply);

/* The number of the ETag in If-Match, for what is no game; false and a problem if it is none. */
enum { VERSION_NONE = -1, VERSION_ANY = -2 }; /* no such field; any will do */
bool request_version(struct request *, int64_t *version, struct reply *reply);

/*
 * A text that people read, of 1 to `max` bytes: no control characters, nor those
 * that turn the direction of what is written around it; with `lines`, line ends
 * and tabs.  False and the problem.
 */
bool request_text(struct request *, const char *key, size_t max, bool lines, const char **out,
		  struct reply *reply);
/* The same of what may be empty or, unless it is needed, missing. */
bool request_remark(struct request *, const char *key, bool needed, size_t max, bool lines,
		    const char **out, struct reply *reply);

/* Parses RFC 3339 ("2026-11-30T09:00:00.000Z", any offset); false if it is none. */
bool time_read(const char *text, int64_t *ms);

#endif
