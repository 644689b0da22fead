/*
 * tables.c - games of backgammon over HTTP, played by an account against itself.
 */
#include "bench/tables.h"

#include "bench/bench.h"
#include "bench/load.h"
#include "tests/lib/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECTIONS 64

extern const struct tablas_plugin tablas_plugin_backgammon;

static size_t post(const struct tables *t, char *out, size_t cap, const char *path,
		   const char *key, const char *body)
{
	return (size_t)snprintf(out, cap,
				"POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
				"Content-Type: application/json\r\n%s%s%s"
				"Content-Length: %zu\r\n\r\n%s",
				path, t->token, key ? "Idempotency-Key: " : "", key ? key : "",
				key ? "\r\n" : "", strlen(body), body);
}

size_t tables_ask(const struct tables *t, unsigned which, char *out, size_t cap)
{
	return (size_t)snprintf(out, cap,
				"GET /v1/games/%s HTTP/1.1\r\nHost: x\r\n"
				"Authorization: Bearer %s\r\n\r\n",
				t->key[which], t->token);
}

/* ---- laying them ----------------------------------------------------------------- */

struct layer {
	struct tables *tables;
	unsigned most;
	char key[CONNECTIONS][STORE_KEY_SIZE]; /* games whose second seat is to be taken */
};

static size_t lay_next(void *cls, unsigned i, char *out, size_t cap)
{
	struct layer *l = cls;
	struct tables *t = l->tables;
	char key[40], path[64], body[256];

	if (l->key[i][0]) {
		snprintf(path, sizeof path, "/v1/games/%s/seats", l->key[i]);
		snprintf(key, sizeof key, "s-%s", l->key[i]);
		return post(t, out, cap, path, key, "{\"seat\": 1}");
	}
	if (t->asked >= l->most)
		return 0;
	snprintf(key, sizeof key, "g-%u", t->asked++);
	snprintf(body, sizeof body,
		 "{\"ruleset\": \"backgammon\", \"seats\": 2, \"sit\": 0, \"clock\": %s}",
		 t->clock ? t->clock : "null");
	return post(t, out, cap, "/v1/games", key, body);
}

static void lay_answer(void *cls, unsigned i, int status, char *body, size_t n)
{
	struct layer *l = cls;
	char *id = strstr(body, "\"id\":\"");

	(void)n;
	if (status >= 400)
		bench_die(body);
	if (l->key[i][0]) {
		memcpy(l->tables->key[l->tables->n++], l->key[i], STORE_KEY_SIZE);
		l->key[i][0] = '\0';
	} else if (id) {
		memcpy(l->key[i], id + 6, STORE_KEY_SIZE - 1);
	}
}

double tables_lay(struct tables *t, unsigned n)
{
	struct layer layer = {.tables = t, .most = n};
	struct load load = {.port = t->port,
			    .connections = CONNECTIONS,
			    .seconds = 600,
			    .next = lay_next,
			    .answer = lay_answer,
			    .cls = &layer};
	struct load_result result;

	t->key = bench_must_have(calloc(n, sizeof *t->key));
	t->held = bench_must_have(calloc(n, sizeof *t->held));
	load_run(&load, &result);
	return result.per_second;
}

/* ---- playing at them ---------------------------------------------------------------- */

static unsigned chance(struct player *p, unsigned n)
{
	p->chance = p->chance * 1664525u + 1013904223u;
	return (p->chance >> 8) % n;
}

void player_take(struct player *p, struct tables *t)
{
	int32_t values[OPTIONS_MAX] = {0};
	struct http h;
	struct answer a;
	char path[64];

	http_init(&h, t->url);
	if (p->holds)
		t->held[p->game] = false;
	p->holds = true;
	for (unsigned looked = 0;; looked++) {
		if (looked == t->n)
			bench_die("the games are all over before the time is");
		p->game = t->next++ % t->n;
		if (t->held[p->game])
			continue;
		snprintf(path, sizeof path, "/v1/games/%s", t->key[p->game]);
		a = http_ask(&h, "GET", path, t->token, NULL);
		options_default(&tablas_plugin_backgammon, values);
		table_init(&p->table, &tablas_plugin_backgammon, 2, values, 0, 0);
		p->table.state = strcmp(answer_string(&a, "state"), "active") == 0 ? TABLE_ACTIVE
										   : TABLE_OVER;
		p->table.ply = p->table.asked = (uint64_t)answer_int(&a, "ply");
		p->table.status[0] = p->table.status[1] = SEAT_PLAYING;
		if (table_restore(&p->table, answer_string(&a, "position.text")) != 0)
			bench_die("a position cannot be read");
		answer_fini(&a);
		if (p->table.state == TABLE_ACTIVE)
			break;
	}
	t->held[p->game] = true;
	http_fini(&h);
}

/* A random decision, as canonical text in JSON. */
static unsigned think_of_turn(struct player *p, char *text, size_t cap)
{
	const struct tablas_plugin *plugin = p->table.plugin;
	static _Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	static struct tablas_event list[TABLAS_EVENTS_MAX];
	struct tablas_wait before, after;
	tablas_move moves[1024];
	unsigned seat = 0;
	size_t n = 0;

	memcpy(pos, p->table.position, plugin->position_size);
	plugin->wait(pos, &before);
	while (!(before.seats >> seat & 1))
		seat++;
	do {
		struct tablas_events events = {list, 0};
		unsigned legal = (unsigned)plugin->legal(pos, seat, moves, 1024);
		tablas_move move = moves[chance(p, legal)];

		n += (size_t)snprintf(text + n, cap - n, n ? ",\"" : "\"");
		n += plugin->move_write(pos, seat, move, text + n, cap - n);
		n += (size_t)snprintf(text + n, cap - n, "\"");
		plugin->play(pos, seat, move, &events);
		plugin->wait(pos, &after);
	} while (after.kind == before.kind && after.seats == before.seats);
	return seat;
}

size_t player_turn(struct player *p, struct tables *t, char *out, size_t cap)
{
	char moves[256], body[512], path[64];
	unsigned seat;

	if (p->table.state != TABLE_ACTIVE)
		player_take(p, t);
	seat = think_of_turn(p, moves, sizeof moves);
	snprintf(path, sizeof path, "/v1/games/%s/turns", t->key[p->game]);
	snprintf(body, sizeof body, "{\"ply\":%llu,\"seat\":%u,\"moves\":[%s]}",
		 (unsigned long long)p->table.ply, seat, moves);
	return post(t, out, cap, path, NULL, body);
}

void player_hear(struct player *p, int status, const char *body, size_t n)
{
	static struct happened happened;
	json_t *answer, *fact;
	size_t k;

	if (status >= 400)
		bench_die(body);
	answer = json_loadb(body, n, 0, NULL);
	json_array_foreach(json_object_get(answer, "facts"), k, fact) {
		json_t *seat = json_object_get(fact, "seat");
		struct fact f = {
			.kind = (uint16_t)fact_named(
				json_string_value(json_object_get(fact, "kind"))),
			.seat = json_is_integer(seat) ? (uint8_t)json_integer_value(seat)
						      : TABLAS_NOBODY,
			.ply = (uint64_t)json_integer_value(json_object_get(fact, "ply")),
		};
		const char *text = json_string_value(json_object_get(fact, "text"));

		snprintf(f.text, sizeof f.text, "%s", text ? text : "");
		if (table_apply(&p->table, &f, &happened) != 0)
			bench_die("a fact that cannot be");
	}
	json_decref(answer);
}
