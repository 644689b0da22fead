/*
 * exchange.h - what the files of the HTTP side share; nobody else includes it.
 *
 * A *link* is one TCP connection, an *exchange* one request on it and its
 * answer.  server.c runs the loop, links.c watches over connections, exchange.c
 * takes a request through its stages, response.c puts replies on the wire,
 * auth.c knows tokens, idempotency.c remembers answers, metrics.c counts.
 */
#ifndef API_EXCHANGE_H
#define API_EXCHANGE_H

#include "api/limits.h"
#include "api/request.h"
#include "api/routes.h"
#include "api/server.h"
#include "daemon/secrets.h"

#include <microhttpd.h>
#include <time.h>

#define URI_MAX 2048	    /* characters of path and query                        */
#define HEADERS_MAX 8192    /* bytes of all header fields; more is 431             */
#define JOINED_MAX 16	    /* lines that go on a list another line began          */
#define POOL_SIZE 16384	    /* memory of a connection in the library               */
#define SWALLOW_MAX (16 << 20) /* of a body that is refused anyway: read and thrown
				  away, so that the client gets to read the answer */
#define PARAMS_MAX 24
#define REQUEST_MAGIC 0x54426c52u
#define LINK_MAGIC 0x54426c4cu

struct link {
	uint32_t magic;
	struct server *server;
	struct link *prev, *next; /* among those with no request, longest first */
	int64_t since;		  /* clock_ticks() when it had none             */
	int fd;
	bool idle, closing;
	struct exchange *exchange; /* the request at hand, or NULL */
	unsigned char address[16]; /* IPv4 as mapped IPv6 */
};

enum stage {
	STAGE_NEW,    /* the address has been read, the header fields not          */
	STAGE_BODY,   /* the body is arriving                                      */
	STAGE_SETTLE, /* suspended: the answer is ready and waits for the commit   */
	STAGE_WAIT,   /* suspended: for news of a game                             */
	STAGE_THINK,  /* suspended: for a thought                                  */
	STAGE_FEED,   /* suspended: its connection is to be taken (feeds.h)        */
	STAGE_AGAIN,  /* resumed: the handler is to be called again                */
	STAGE_READY,  /* resumed: the answer may go out                            */
	STAGE_DONE    /* the answer is the library's now                           */
};

struct param {
	const char *name, *value;
};

struct exchange {
	struct request request; /* first: a handler's request is an exchange */
	struct server *server;
	struct MHD_Connection *connection;
	struct link *link;
	struct exchange *prev, *next; /* in the list of its stage, or the free list */
	enum stage stage;
	struct reply reply;
	bool replied; /* the reply is known before the body has arrived */
	bool written; /* the answer has gone out past the library */
	bool head, waited, too_long, chunked, sized, hosted;
	const char *unclear; /* why the head can be read in two ways, or NULL */
	int64_t deadline; /* of the body */
	struct timespec began;

	/* header fields, where they are in the library's memory */
	const char *authorization, *content_type, *expect, *origin, *if_none_match, *if_match,
		*key, *accept, *accept_language, *request_id, *last_event;
	char *joined[JOINED_MAX]; /* those that came as several lines */
	size_t joined_n;
	size_t headers_n;
	uint64_t declared; /* Content-Length */
	size_t body_cap, swallowed;
	char authenticate[128]; /* WWW-Authenticate, or "" */
	struct counted {	/* the limits this request was counted by ... */
		enum limit limit;
		unsigned left; /* ... and what they leave of them */
		int more;      /* seconds until there is one more; 0: none is missing */
	} counted[2];
	size_t counted_n;

	const char *query; /* what stood after the question mark, or NULL */
	size_t params_n;
	/* from here on nothing is cleared when an exchange is used again */
	char uri[URI_MAX + 1];
	char decoded[URI_MAX + 1]; /* the query's parameters */
	struct param params[PARAMS_MAX];
};

/* ---- lists ------------------------------------------------------------------------- */

struct exchanges { /* doubly linked, oldest first */
	struct exchange *head, *tail;
	size_t n;
};

/* ---- the server -------------------------------------------------------------------- */

#define STATUSES(X)                                                                            \
	X(200) X(201) X(204) X(304) X(400) X(401) X(403) X(404) X(405) X(406) X(408) X(409)    \
	X(412) X(413) X(414) X(415) X(422) X(428) X(429) X(431) X(500) X(503)

enum {
#define X(status) STATUS_##status,
	STATUSES(X)
#undef X
	STATUS_OTHER,
	STATUS_N
};

enum { /* the routes, numbered; the last is a request that found none */
#define R(method, path, handler, scope, flags, what) ROUTE_OF_##method##_##handler,
	ROUTES(R)
#undef R
	ROUTES_N
};

#define BUCKETS_N 12
#define AUTH_SLOTS 4096	  /* tokens remembered; a power of two */
#define ALLOWANCE_SLOTS 4096 /* addresses remembered for limits */

struct allowance {
	uint64_t who;
	double left;
	int64_t at; /* ticks */
};

struct known_token {
	int64_t id; /* 0: empty */
	unsigned char hash[STORE_HASH_SIZE];
	unsigned char mark[SECRET_MARK_SIZE]; /* of the text that matched the hash */
	int64_t account, expires, used;
	uint32_t scopes;
	char name[STORE_NAME_MAX + 1];
};

struct feeds;
struct tickets;

struct server {
	struct desk *desk;
	const struct texts *texts;
	struct watch *watch;
	struct thinker *thinker;
	const struct config *config;
	const struct post *post;
	struct MHD_Daemon *daemon;
	int listen_fd, epoll_fd;
	uint16_t port;
	int64_t ticks, started; /* clock_ticks() of this turn; of the start */
	bool closing;

	/* links */
	struct link *idle_head, *idle_tail;
	size_t links, links_closing, links_most;
	bool made_room; /* one has ended in this turn */
	uint64_t links_refused, links_evicted;
	struct host **hosts; /* how many from where */

	/* exchanges, by stage */
	struct exchanges bodies, owing, waiting, thinking, feeding;
	struct exchange *spare;
	size_t spares, ready; /* ready: resumed and not yet called */

	struct feeds *feeds;
	size_t feeds_most;
	struct tickets *tickets;

	/* auth */
	struct known_token tokens[AUTH_SLOTS];
	unsigned char mark_key[SECRET_MARK_SIZE];
	bool tokens_stale;
	bool names_stale; /* an account goes by another name after this group */
	int64_t token_uses[64]; /* to be written down when there is a group */
	size_t token_uses_n;
	struct allowance allowances[ALLOWANCE_SLOTS];
	int64_t answers_swept;

	unsigned char cursor_key[32];
	char id_prefix[11]; /* of this run's Request-Ids, with its dash */
	uint64_t id_count;

	struct body *contract_yaml, *contract_json;
	struct body *proof; /* of the book, as of so many commits and one */
	uint64_t proof_commits;

	/* counts */
	uint64_t answers[ROUTES_N + 1][STATUS_N];
	uint64_t buckets[BUCKETS_N + 1], observed;
	double observed_seconds;
};

/* ---- links.c ----------------------------------------------------------------------- */

void links_start(struct server *);
void links_notify(void *cls, struct MHD_Connection *, void **context,
		  enum MHD_ConnectionNotificationCode);
void link_busy(struct link *); /* a request has arrived on it      */
void link_idle(struct link *); /* its answer is out                */
void link_shut(struct link *); /* ends it; the library will notice */
void links_expire(struct server *);
void links_close_idle(struct server *);
int64_t links_next(const struct server *); /* ticks of the next expiry, or INT64_MAX */
void links_free(struct server *);
/* How many from where, of connections that are no link any more. */
void links_host_add(struct server *, const unsigned char address[16]);
void links_host_remove(struct server *, const unsigned char address[16]);
int listen_on(const char *address, uint16_t port, uint16_t *got, char *why, size_t cap);

/* ---- exchange.c -------------------------------------------------------------------- */

void *exchange_uri(void *cls, const char *uri, struct MHD_Connection *);
enum MHD_Result exchange_handle(void *cls, struct MHD_Connection *, const char *url,
				const char *method, const char *version, const char *data,
				size_t *data_n, void **con_cls);
void exchange_completed(void *cls, struct MHD_Connection *, void **con_cls,
			enum MHD_RequestTerminationCode);
void exchanges_expire(struct server *); /* bodies that are too slow */
void exchanges_feed(struct server *); /* takes the connections that are to be told things */
void exchange_settled(struct exchange *, bool settled); /* lets its answer out */

/* ---- head.c ------------------------------------------------------------------------ */

/* Reads the head; what can be said before the body. False: *reply is the answer. */
bool head_judge(struct exchange *, const char *method, struct reply *);
bool head_reads_body(const struct exchange *); /* the route wants one */
void exchange_make_id(struct server *, char id[40]);

/* ---- match.c: which route ---------------------------------------------------------- */

extern const struct route routes[ROUTES_N];
size_t route_number(const struct route *); /* ROUTES_N for NULL */

enum matched { MATCH_FOUND, MATCH_NO_PATH, MATCH_NO_METHOD };
/* Finds the route, its arguments; or the methods there are ("GET, HEAD, OPTIONS"). */
enum matched route_match(const char *method, const char *path, const struct route **out,
			 char args[REQUEST_ARGS_MAX][128], char allow[64]);
/* Decodes %XX in place of `out`; false for bad escapes, a zero, or too little room. */
bool uri_decode(const char *from, size_t n, bool plus, char *out, size_t cap);

/* ---- stream.c ---------------------------------------------------------------------- */

/* Takes the stream, also where there is no response (NULL) for want of memory. */
struct MHD_Response *stream_response(struct stream *);

/* ---- response.c -------------------------------------------------------------------- */

/* The head of an answer without an end, of server-sent events, past the library; it is counted. */
void response_feed_head(struct exchange *, struct out *);
/* Gives the exchange's reply to the library. */
enum MHD_Result response_give(struct exchange *);
void reply_drop(struct reply *); /* frees what it owns */
/* Writes an answer past the library and ends the connection; a problem document. */
bool response_write(struct link *, const char *id, const struct reply *);
void response_raw(struct exchange *, enum refusal, const char *detail);
/* The library's own queue, past the door in mend.c. */
enum MHD_Result mend_queue(struct MHD_Connection *, unsigned status, struct MHD_Response *);

/* ---- auth.c ------------------------------------------------------------------------ */

/* Who asks, and whether they may. False: *reply says why not. */
bool auth_check(struct exchange *, struct reply *);
/* 403 and the WWW-Authenticate that names the scope; the latter alone. */
struct reply auth_refuse_scope(struct exchange *, uint32_t needed);
void auth_name_scope(struct exchange *, const char *word);
void auth_forget(struct server *, int64_t token); /* it has been revoked in this group */
void auth_forget_account(struct server *, int64_t account);
void auth_settled(struct server *);
bool auth_holds(struct server *, int64_t token); /* whether it is good still, by the book */
void auth_note_uses(struct server *); /* last use, if a group is open anyway */

/* ---- tickets.c --------------------------------------------------------------------- */

struct tickets *tickets_open(void); /* free()d */
/* The number of the token that took it, or 0; it is of no use a second time. */
int64_t ticket_take(struct server *, const char *text);

/* ---- allowance.c ------------------------------------------------------------------- */

/*
 * Takes one from the allowance of this limit, of the address that asks and (NULL
 * if the limit is not by name) the name; false and a 429 when there is none left.
 */
bool allowance_take(struct exchange *, enum limit, const char *name, struct reply *);
/* Gives one back: the attempt was none of those that are to be few. */
void allowance_give(struct exchange *, enum limit, const char *name);

/* RateLimit and RateLimit-Policy of the limits the request was counted by; "" if by none. */
void allowance_fields(const struct exchange *, char limit[160], char policy[160]);
void limits_write(struct out *); /* all of them, for GET /v1 */

void scopes_out(struct out *, uint32_t bits); /* ["games:read", ...] */
uint32_t scope_named(const char *word);	      /* 0: none             */

/* ---- idempotency.c ----------------------------------------------------------------- */

/*
 * Inside the savepoint, before the handler.  True: *reply is the answer (one
 * given before, or a refusal).
 */
bool idempotency_before(struct exchange *, struct reply *);
/* After a handler that succeeded: keeps its answer. 0 or -1 on trouble. */
int idempotency_after(struct exchange *, const struct reply *);
bool idempotency_key(const char *header, char key[256]); /* false: none that can be */
/* The two in parts, for whoever keeps keys in a way of its own; account 0 is nobody's. */
int idempotency_keep(struct exchange *, int64_t account, const char *key, const struct reply *);
int idempotency_find(struct exchange *, int64_t account, const char *key, struct answer_row *,
		     bool *same); /* whether this very request; if not there is no body */
void idempotency_fingerprint(const struct request *, const char *key, unsigned char hash[32]);

/* ---- metrics.c --------------------------------------------------------------------- */

void metrics_answered(struct exchange *, int status);
void metrics_unread(struct server *, int status); /* answered by the library */

#endif
