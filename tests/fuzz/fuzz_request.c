/*
 * fuzz_request.c - hostile requests, through a socket, to a server in this process.
 *
 * First byte the route, from '0' on, the rest the body, sent as JSON with a good
 * token; where the first byte is 254, what is asked for by GET with that token, `~`
 * standing for the game; where it is 255, the whole request as it is.  Whatever
 * comes, the answer is HTTP and never a 5xx (but 501 and 505, for what is not
 * HTTP/1.1).
 */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz.h"

#include "api/games.h"
#include "api/post.h"
#include "api/server.h"
#include "daemon/secrets.h"
#include "tests/api/every_route.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANSWER_MAX (1 << 20)
#define REQUEST_MAX 16384
#define FIRST_ROUTE '0'
#define ASKS_A_GAME 10 /* then another is laid: most end soon, or are frozen */
#define PATIENCE_MS 60000 /* a password is thought about slowly under sanitizers */

static struct {
	struct config config;
	struct clock clock;
	struct cup cup;
	struct texts texts;
	struct registry games;
	struct store *store;
	struct desk *desk;
	struct watch *watch;
	struct thinker *thinker;
	struct server *server;
	struct post *post;
	unsigned asked;
	char dir[64], token[SECRET_TEXT_MAX], game[STORE_KEY_SIZE];
	int64_t account;
} t;

/* Every route that reads a body, and who adds one puts it at the end: corpora count. */
static const char *const routes[] = {
	"POST /v1/games", "POST /v1/games/%s/turns", "POST /v1/games/%s/seats",
	"POST /v1/games/%s/resignation", "POST /v1/games/%s/invitations",
	"POST /v1/games/%s/turns?validate_only=true", "POST /v1/transfers",
	"POST /v1/grants", "POST /v1/invitations", "PATCH /v1/accounts/me",
	"POST /v1/games/%s/freeze", "POST /v1/games/%s/abort", "POST /v1/accounts",
	"POST /v1/accounts/me/vacations", "PATCH /v1/accounts/me/vacations/1",
	"POST /v1/tokens", "POST /v1/me/webhooks", "PATCH /v1/me/webhooks/1",
	"POST /v1/me/webhooks/1/secret", "POST /v1/me/webhooks/1/test",
	"POST /v1/me/webhooks/1/replay", "POST /v1/me/webhooks/1/deliveries/1",
	"POST /v1/me/mail", "PATCH /v1/me/mail", "PATCH /v1/me/reminders",
	"POST /v1/games/%s/decline", "POST /v1/games/%s/rematch", "PUT /v1/games/%s/orders",
	"POST /v1/games/%s/draw", "POST /v1/games/%s/takeback", "POST /v1/games/%s/pause",
	"POST /v1/games/%s/resume", "POST /v1/games/%s/claim", "POST /v1/games/%s/top-ups",
	"PUT /v1/games/%s/notes", "POST /v1/games/%s/nudge", "POST /v1/games/%s/chat",
	"POST /v1/games/%s/thaw", "POST /v1/corrections",
};

#define ROUTES_N (sizeof routes / sizeof *routes)

/* The line of a request but for its version. */
static void first_line(size_t route, char line[PATH_MAX_HERE])
{
	const char *place = strstr(routes[route], "%s");

	snprintf(line, PATH_MAX_HERE, "%.*s%s%s",
		 (int)(place ? (size_t)(place - routes[route]) : strlen(routes[route])), routes[route],
		 place ? t.game : "", place ? place + 2 : "");
}

static void all_routes_are_there(void)
{
	char path[PATH_MAX_HERE], wanted[PATH_MAX_HERE + 8], line[PATH_MAX_HERE] = "";

	for (size_t i = 0; i < every_route_n; i++) {
		size_t k = 0;

		if (!route_reads(&every_route[i]))
			continue;
		route_path(&every_route[i], t.game, true, path);
		snprintf(wanted, sizeof wanted, "%s %s", every_route[i].method, path);
		do
			first_line(k, line);
		while (strcmp(line, wanted) != 0 && ++k < ROUTES_N);
		if (k == ROUTES_N) {
			fprintf(stderr, "not among the routes: %s\n", wanted);
			abort();
		}
	}
}

static void trouble(void *cls, const char *what, const char *why)
{
	(void)cls;
	fprintf(stderr, "the book: %s: %s\n", what, why);
	abort();
}

/* An account with a token. */
static void people(void)
{
	struct token_row token = {.scopes = SCOPE_ALL, .label = "fuzz"};
	unsigned char secret[SECRET_SIZE];

	MUST(desk_enter(t.desk) == 0);
	MUST(store_account_add(t.store, "ana", NULL, 1, &t.account) == STORE_DONE);
	secret_random(secret, sizeof secret);
	secret_hash(secret, token.hash);
	token.account = t.account;
	MUST(store_token_add(t.store, &token, &token.id) == STORE_DONE);
	secret_make("tbl", token.id, secret, t.token);
	MUST(desk_leave(t.desk, true) == 0 && desk_settle(t.desk) == 0);
}

/* A game in which it plays both sides. */
static void lay(void)
{
	struct desk_game game = {.plugin = &tablas_plugin_backgammon, .seats = 2,
				 .creator = t.account};
	struct receipt receipt;

	MUST(desk_enter(t.desk) == 0);
	options_default(game.plugin, game.options);
	MUST(desk_create(t.desk, &game, &receipt) == ACCEPTED);
	strcpy(t.game, receipt.row->key);
	for (uint8_t seat = 0; seat < 2; seat++) {
		struct command sit = {.kind = COMMAND_SIT, .seat = seat, .text = "ana"};

		MUST(desk_submit(t.desk, t.game, &sit, t.account, &receipt) == ACCEPTED);
	}
	MUST(desk_leave(t.desk, true) == 0 && desk_settle(t.desk) == 0);
}

static void clean_up(void)
{
	char command[96];

	snprintf(command, sizeof command, "rm -rf '%s'", t.dir);
	if (system(command) != 0)
		perror(t.dir);
}

static void open_all(void)
{
	struct store_config config = {
		.cache_kib = 4096, .digest = secret_sha256, .trouble = trouble};
	struct desk_parts desk = {.games = &t.games, .clock = &t.clock, .cup = &t.cup};
	struct server_parts server = {.config = &t.config};
	char path[96], why[256] = "";

	/* what outlives the machine is not asked here: no disk is waited for */
	strcpy(t.dir, access("/dev/shm", W_OK) == 0 ? "/dev/shm/tablasd-fuzz-XXXXXX"
						    : "/tmp/tablasd-fuzz-XXXXXX");
	MUST(mkdtemp(t.dir));
	atexit(clean_up);
	snprintf(path, sizeof path, "%s/book.db", t.dir);
	config.path = path;
	config_default(&t.config);
	strcpy(t.config.listen, "127.0.0.1");
	t.config.port = 0;
	strcpy(t.config.smtp, "smtp://127.0.0.1:1"); /* nothing is sent: its turn never comes */
	strcpy(t.config.mail_from, "tablas@example.org");
	strcpy(t.config.public_url, "http://tablas.example");
	MUST(secrets_init() == 0);
	for (unsigned i = 0; i < FUZZ_PLUGINS; i++)
		registry_add(&t.games, fuzz_plugins[i]);
	MUST(store_open(&config, &t.store, why, sizeof why) == 0);
	cup_init(&t.cup);
	desk.store = t.store;
	t.desk = desk_open(&desk);
	t.watch = watch_open(64);
	MUST(think_start(&t.thinker, 8) == 0);
	MUST(t.post = post_open(t.desk, &t.config, why, sizeof why));
	server.desk = t.desk;
	server.texts = &t.texts;
	server.watch = t.watch;
	server.thinker = t.thinker;
	server.post = t.post;
	people();
	MUST(server_start(&server, &t.server, why, sizeof why) == 0);
	lay();
	all_routes_are_there();
}

static int dial(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
				 .sin_port = htons(server_port(t.server)),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	MUST(fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
	MUST(fcntl(fd, F_SETFL, O_NONBLOCK) == 0);
	return fd;
}

/* One turn of the loop, as main() makes it. */
static void turn(void)
{
	server_turn(t.server);
	think_collect(t.thinker);
	if (desk_is_open(t.desk)) {
		const int64_t *changed;

		MUST(desk_settle(t.desk) == 0);
		size_t n = desk_news(t.desk, &changed);

		games_changed(changed, n);
	}
	server_wake(t.server, true);
}

static bool is_complete(const char *answer, size_t n)
{
	const char *end = strstr(answer, "\r\n\r\n"), *length = strstr(answer, "Content-Length: ");

	return end && length && n >= (size_t)(end + 4 - answer) + strtoul(length + 16, NULL, 10);
}

/* Sends, and turns the loop until the connection ends or is quiet, after an answer if one must come. */
static size_t ask(const char *request, size_t n, bool must, char *answer)
{
	int fd = dial(), quiet = 0;
	size_t sent = 0, got = 0;

	int64_t until = clock_ticks() + PATIENCE_MS;

	while (quiet < 3 && clock_ticks() < until) {
		struct pollfd fds[] = {{.fd = server_descriptor(t.server), .events = POLLIN},
				       {.fd = think_descriptor(t.thinker), .events = POLLIN}};
		ssize_t r;

		if (sent < n && (r = send(fd, request + sent, n - sent, MSG_NOSIGNAL)) > 0)
			sent += (size_t)r;
		turn();
		r = recv(fd, answer + got, ANSWER_MAX - 1 - got, 0);
		if (r > 0) {
			got += (size_t)r;
			answer[got] = '\0';
			quiet = is_complete(answer, got) ? 3 : 0;
		} else if (r == 0) {
			break;
		} else {
			/* what was sent on this machine has arrived; only a thought takes time */
			int wait = must && sent == n && server_timeout(t.server) != 0;

			quiet += poll(fds, 2, wait) == 0 && (got || !must);
		}
	}
	answer[got] = '\0';
	close(fd);
	turn();
	return got;
}

static size_t post(const uint8_t *data, size_t n, char *request)
{
	char line[PATH_MAX_HERE];
	size_t len;

	first_line((uint8_t)(data[0] - FIRST_ROUTE) % ROUTES_N, line);
	len = (size_t)snprintf(request, REQUEST_MAX,
			       "%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
			       "Content-Type: application/json\r\n"
			       "Idempotency-Key: \"at-random-at-random-%zu\"\r\nContent-Length: %zu\r\n\r\n",
			       line, t.token, t.asked + n * 31 + data[n - 1], n - 1);
	memcpy(request + len, data + 1, n - 1);
	return len + n - 1;
}

static size_t get(const uint8_t *data, size_t n, char *request)
{
	size_t len = (size_t)snprintf(request, REQUEST_MAX, "GET ");

	for (size_t i = 1; i < n && len < REQUEST_MAX / 2; i++) {
		if (data[i] == '~')
			len += (size_t)snprintf(request + len, STORE_KEY_SIZE, "%s", t.game);
		else
			request[len++] = (char)data[i];
	}
	return len + (size_t)snprintf(request + len, REQUEST_MAX - len,
				      " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n",
				      t.token);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static char request[REQUEST_MAX], answer[ANSWER_MAX];
	size_t got;

	if (!t.server)
		open_all();
	if (n < 1 || n > 8192)
		return 0;
	if (++t.asked % ASKS_A_GAME == 0)
		lay();
	if (data[0] == 255) {
		got = ask((const char *)data + 1, n - 1, false, answer);
	} else if (data[0] == 254) {
		got = ask(request, get(data, n, request), false, answer);
	} else {
		got = ask(request, post(data, n, request), true, answer);
		MUST(got > 12);
	}
	if (got) {
		MUST(strncmp(answer, "HTTP/1.1 ", 9) == 0);
		if (answer[9] == '5' && strncmp(answer + 9, "501", 3) != 0 &&
		    strncmp(answer + 9, "505", 3) != 0) {
			fprintf(stderr, "%s\n", answer);
			MUST(!"a 5xx");
		}
	}
	return 0;
}
