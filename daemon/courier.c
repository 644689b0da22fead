/*
 * courier.c - a thread that carries what goes out, by libcurl.
 *
 * Two lists under one lock, as in think.c: what is to be sent and what is back.
 * Between them libcurl's multi handle has all that is on its way; the loop wakes
 * it.  A receiver is a stranger: redirects are not followed, proxies of the
 * environment are not asked, of an answer only so much is read, and the address
 * is judged when the socket for it is made, after the name has been resolved.
 */
#include "daemon/courier.h"

#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANSWER_MAX 65536 /* bytes of head and body together that are read */
#define IDLE_MS	   60000

struct queue {
	struct parcel *first, **end;
};

struct courier {
	struct courier_rules rules;
	pthread_t thread;
	bool running, stopping;
	pthread_mutex_t lock;
	struct queue waiting, back;
	struct parcel *out; /* on their way: the thread's */
	CURLM *multi; /* the thread's, but for waking it */
	int *lines;	/* sockets to the mail server, which outlive a mail */
	size_t lines_n, lines_cap;
	int fd;
};

static void queue_init(struct queue *q)
{
	q->first = NULL;
	q->end = &q->first;
}

static void queue_add(struct queue *q, struct parcel *p)
{
	p->next = NULL;
	*q->end = p;
	q->end = &p->next;
}

static struct parcel *queue_take(struct queue *q)
{
	struct parcel *p = q->first;

	if (p && !(q->first = p->next))
		q->end = &q->first;
	return p;
}

void parcel_free(struct parcel *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < PARCEL_FIELDS_MAX; i++)
		free(p->fields[i]);
	free(p->url);
	free(p->to);
	free(p->body);
	free(p);
}

/* ---- one on its way ---------------------------------------------------------------- */

/* Nothing of an answer is kept; one that does not end is cut off, and its status counts. */
static size_t swallow(char *data, size_t size, size_t n, void *cls)
{
	struct parcel *p = cls;

	(void)data;
	p->got += size * n;
	return p->got > ANSWER_MAX ? 0 : size * n;
}

static size_t give(char *room, size_t size, size_t n, void *cls)
{
	struct parcel *p = cls;
	size_t left = p->body_n - p->at;

	n *= size;
	if (n > left)
		n = left;
	memcpy(room, p->body + p->at, n);
	p->at += n;
	return n;
}

/*
 * Asked of each that has a connection whenever the library turns to it, and now and
 * then while it waits for what the server says to the end of a mail.  Taken out of
 * its hands without this, a mail would be ended where it stands, as if it were whole.
 */
static int broken_off(void *cls, curl_off_t down, curl_off_t downed, curl_off_t up, curl_off_t upped)
{
	struct courier *c = ((struct parcel *)cls)->courier;
	bool stopping;

	(void)down, (void)downed, (void)up, (void)upped;
	pthread_mutex_lock(&c->lock);
	stopping = c->stopping;
	pthread_mutex_unlock(&c->lock);
	return stopping;
}

static curl_socket_t open_guarded(void *cls, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct parcel *p = cls;

	(void)purpose;
	if (address_is_allowed(&to->addr, &p->courier->rules.allowed))
		return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
	p->forbidden = true;
	return CURL_SOCKET_BAD;
}

static curl_socket_t open_line(void *cls, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct courier *c = ((struct parcel *)cls)->courier;

	(void)purpose;
	if (c->lines_n == c->lines_cap) {
		size_t cap = c->lines_cap ? 2 * c->lines_cap : 8;
		int *lines = realloc(c->lines, cap * sizeof(*lines));

		if (!lines)
			return CURL_SOCKET_BAD;
		c->lines = lines;
		c->lines_cap = cap;
	}
	int fd = socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);

	if (fd < 0)
		return CURL_SOCKET_BAD;
	c->lines[c->lines_n++] = fd;
	return fd;
}

static int close_line(void *cls, curl_socket_t fd)
{
	struct courier *c = cls;

	for (size_t i = 0; i < c->lines_n; i++) {
		if (c->lines[i] == fd) {
			c->lines[i] = c->lines[--c->lines_n];
			break;
		}
	}
	return close(fd);
}

/* The library takes leave of the mail server, and would wait for what that says to it. */
static void hear_no_more(struct courier *c)
{
	for (size_t i = 0; i < c->lines_n; i++)
		shutdown(c->lines[i], SHUT_RD);
}

static bool add_field(struct parcel *p, const char *field)
{
	struct curl_slist *list = curl_slist_append(p->list, field);

	if (list)
		p->list = list;
	return list != NULL;
}

static bool address_post(CURL *easy, struct parcel *p)
{
	bool done = add_field(p, "Expect:");

	for (size_t i = 0; i < PARCEL_FIELDS_MAX && p->fields[i]; i++)
		done = done && add_field(p, p->fields[i]);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, p->courier->rules.agent);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_guarded);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, p);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDS, p->body);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)p->body_n);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, p->list);
	/* A connection is for one delivery: an endpoint that holds them holds nobody's. */
	curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
	return done && curl_easy_setopt(easy, CURLOPT_URL, p->url) == CURLE_OK;
}

static bool address_mail(CURL *easy, struct parcel *p)
{
	const struct courier_rules *rules = &p->courier->rules;

	p->list = curl_slist_append(NULL, p->to);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(easy, CURLOPT_USE_SSL,
			 (long)(rules->starttls ? CURLUSESSL_ALL : CURLUSESSL_TRY));
	curl_easy_setopt(easy, CURLOPT_MAIL_FROM, rules->mail_from);
	curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, p->list);
	curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(easy, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(easy, CURLOPT_READDATA, p);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_line);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, p);
	curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_line);
	curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, p->courier);
	if (rules->authorities[0])
		curl_easy_setopt(easy, CURLOPT_CAINFO, rules->authorities);
	if (rules->user[0]) {
		curl_easy_setopt(easy, CURLOPT_USERNAME, rules->user);
		curl_easy_setopt(easy, CURLOPT_PASSWORD, rules->password);
	}
	return p->list && curl_easy_setopt(easy, CURLOPT_URL, rules->smtp) == CURLE_OK;
}

static bool set_out(struct courier *c, struct parcel *p)
{
	CURL *easy = p->easy = curl_easy_init();

	if (!easy)
		return false;
	curl_easy_setopt(easy, CURLOPT_PRIVATE, p);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	/* Whoever resolves a name for one that is given up is not waited for. */
	curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)c->rules.timeout_seconds * 1000L);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, swallow);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, p);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, swallow);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, p);
	curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, broken_off);
	curl_easy_setopt(easy, CURLOPT_XFERINFODATA, p);
	if (!(p->kind == PARCEL_MAIL ? address_mail(easy, p) : address_post(easy, p)))
		return false;
	return curl_multi_add_handle(c->multi, easy) == CURLM_OK;
}

/* Whether the server got as far as to take or refuse this very mail. */
static bool is_judged(const struct parcel *p, CURLcode code)
{
	return code == CURLE_OK || code == CURLE_SEND_ERROR ||
	       (code == CURLE_WEIRD_SERVER_REPLY && p->at > 0);
}

/* What is said of one that is back. */
static void judge(struct parcel *p, CURLcode code)
{
	long status = 0;

	curl_easy_getinfo(p->easy, CURLINFO_RESPONSE_CODE, &status);
	/* In one sentence: whoever names a host does not learn which names there are within. */
	if (p->kind == PARCEL_POST &&
	    (p->forbidden || code == CURLE_COULDNT_RESOLVE_HOST) && code != CURLE_OK)
		snprintf(p->why, sizeof(p->why), "its name has no address that may be called");
	else if (code == CURLE_WRITE_ERROR && p->got > ANSWER_MAX)
		snprintf(p->why, sizeof(p->why), "the answer is longer than %d bytes", ANSWER_MAX);
	else if (code != CURLE_OK)
		snprintf(p->why, sizeof(p->why), "%s", curl_easy_strerror(code));
	/* An SMTP status stays from the last line said, also where the rest failed. */
	if (p->kind == PARCEL_POST ? code == CURLE_OK || code == CURLE_WRITE_ERROR
				   : code == CURLE_OK || status >= 400)
		p->status = (int)status;
	p->ours = p->kind == PARCEL_MAIL && (!is_judged(p, code) || p->status == 0);
}

static void bring_back(struct courier *c, struct parcel *p)
{
	const uint64_t one = 1;

	for (struct parcel **at = &c->out; *at; at = &(*at)->next) {
		if (*at == p) {
			*at = p->next;
			break;
		}
	}
	curl_easy_cleanup(p->easy);
	curl_slist_free_all(p->list);
	p->easy = p->list = NULL;
	pthread_mutex_lock(&c->lock);
	queue_add(&c->back, p);
	pthread_mutex_unlock(&c->lock);
	while (write(c->fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

/* ---- the thread -------------------------------------------------------------------- */

/* False: it is time to stop. */
static bool take_up(struct courier *c, struct queue *out)
{
	bool go_on;

	pthread_mutex_lock(&c->lock);
	for (struct parcel *p; (p = queue_take(&c->waiting));)
		queue_add(out, p);
	go_on = !c->stopping;
	pthread_mutex_unlock(&c->lock);
	return go_on;
}

static void see_to_those_back(struct courier *c)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(c->multi, &left))) {
		CURL *easy = message->easy_handle;
		CURLcode code = message->data.result;
		struct parcel *p = NULL;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&p);
		judge(p, code);
		curl_multi_remove_handle(c->multi, easy);
		bring_back(c, p);
	}
}

static void *carry(void *cls)
{
	struct courier *c = cls;
	struct queue fresh;
	int on_their_way;

	queue_init(&fresh);
	while (take_up(c, &fresh)) {
		for (struct parcel *p; (p = queue_take(&fresh));) {
			if (set_out(c, p)) {
				p->next = c->out;
				c->out = p;
				continue;
			}
			snprintf(p->why, sizeof(p->why), "it could not be sent");
			bring_back(c, p);
		}
		curl_multi_perform(c->multi, &on_their_way);
		see_to_those_back(c);
		curl_multi_poll(c->multi, NULL, 0, IDLE_MS, NULL);
	}
	curl_multi_perform(c->multi, &on_their_way);
	see_to_those_back(c);
	while (c->out) { /* those without a connection */
		curl_multi_remove_handle(c->multi, c->out->easy);
		snprintf(c->out->why, sizeof(c->out->why), "given up");
		bring_back(c, c->out);
	}
	for (struct parcel *p; (p = queue_take(&fresh));)
		bring_back(c, p);
	return NULL;
}

/* The thread inherits the mask of its maker: signals are the loop's. */
static int begin(struct courier *c)
{
	sigset_t all, before;
	int e;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	e = pthread_create(&c->thread, NULL, carry, c);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	c->running = e == 0;
	return e ? -1 : 0;
}

/* ---- the loop's side --------------------------------------------------------------- */

int courier_open(const struct courier_rules *rules, struct courier **out)
{
	struct courier *c = calloc(1, sizeof(*c));

	if (!c)
		return -1;
	c->rules = *rules;
	queue_init(&c->waiting);
	queue_init(&c->back);
	pthread_mutex_init(&c->lock, NULL);
	c->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (c->fd >= 0) {
		*out = c;
		return 0;
	}
	pthread_mutex_destroy(&c->lock);
	free(c);
	return -1;
}

int courier_send(struct courier *c, struct parcel *p)
{
	if (!c->multi) {
		if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
			return -1;
		c->multi = curl_multi_init();
	}
	if (!c->multi || (!c->running && begin(c) != 0))
		return -1;
	p->courier = c;
	pthread_mutex_lock(&c->lock);
	queue_add(&c->waiting, p);
	pthread_mutex_unlock(&c->lock);
	curl_multi_wakeup(c->multi);
	return 0;
}

int courier_descriptor(const struct courier *c)
{
	return c->fd;
}

struct parcel *courier_collect(struct courier *c)
{
	struct parcel *p;
	uint64_t times;

	pthread_mutex_lock(&c->lock);
	p = queue_take(&c->back);
	if (!c->back.first)
		while (read(c->fd, &times, sizeof(times)) < 0 && errno == EINTR)
			;
	pthread_mutex_unlock(&c->lock);
	return p;
}

void courier_close(struct courier *c)
{
	if (!c)
		return;
	if (c->running) {
		pthread_mutex_lock(&c->lock);
		c->stopping = true;
		pthread_mutex_unlock(&c->lock);
		curl_multi_wakeup(c->multi);
		pthread_join(c->thread, NULL);
	}
	for (struct parcel *p; (p = courier_collect(c));)
		parcel_free(p);
	if (c->multi) {
		hear_no_more(c);
		curl_multi_cleanup(c->multi);
		curl_global_cleanup();
	}
	close(c->fd);
	pthread_mutex_destroy(&c->lock);
	free(c->lines);
	free(c);
}
