/*
 * kept.c - two hash tables over one list in the order of asking.
 */
#include "api/kept.h"

#include "api/games.h"
#include "api/past.h"

#include <stdlib.h>
#include <string.h>

#define SHELVES	   1024 /* a power of two */
#define GAMES_MOST 4096
#define BYTES_MOST (6u << 20)

struct kept {
	struct kept *by_key, *by_id; /* the next on the same shelf */
	struct kept *older, *younger;
	int64_t id;
	char key[STORE_KEY_SIZE];
	struct kept_who who;
	size_t bytes;
	struct body *forms[KEPT_FORMS];
};

/* Of the one loop's thread; there is one book and so one of these. */
static struct {
	struct kept *by_key[SHELVES], *by_id[SHELVES];
	struct kept *oldest, *youngest;
	size_t n, bytes;
} shelf;

static size_t key_hash(const char *key)
{
	uint32_t h = 2166136261u;

	for (; *key; key++)
		h = (h ^ (unsigned char)*key) * 16777619u;
	return h & (SHELVES - 1);
}

static size_t id_hash(int64_t id)
{
	return (size_t)id & (SHELVES - 1);
}

static void unlink_age(struct kept *k)
{
	*(k->older ? &k->older->younger : &shelf.oldest) = k->younger;
	*(k->younger ? &k->younger->older : &shelf.youngest) = k->older;
}

static void link_youngest(struct kept *k)
{
	k->younger = NULL;
	k->older = shelf.youngest;
	*(k->older ? &k->older->younger : &shelf.oldest) = k;
	shelf.youngest = k;
}

static void drop(struct kept *k)
{
	struct kept **p = &shelf.by_key[key_hash(k->key)];

	while (*p != k)
		p = &(*p)->by_key;
	*p = k->by_key;
	for (p = &shelf.by_id[id_hash(k->id)]; *p != k; p = &(*p)->by_id)
		;
	*p = k->by_id;
	unlink_age(k);
	for (size_t i = 0; i < KEPT_FORMS; i++)
		body_release(k->forms[i]);
	shelf.n--;
	shelf.bytes -= k->bytes;
	free(k);
}

struct kept *kept_find(const char *key)
{
	struct kept *k = shelf.by_key[key_hash(key)];

	while (k && strcmp(k->key, key) != 0)
		k = k->by_key;
	if (k && k != shelf.youngest) {
		unlink_age(k);
		link_youngest(k);
	}
	return k;
}

const struct kept_who *kept_who(const struct kept *k)
{
	return &k->who;
}

struct body *kept_body(const struct kept *k, unsigned form)
{
	return form < KEPT_FORMS ? k->forms[form] : NULL;
}

static struct kept *begin(int64_t id, const char *key, const struct kept_who *who)
{
	struct kept *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	k->id = id;
	strncpy(k->key, key, sizeof k->key - 1);
	k->who = *who;
	k->bytes = sizeof *k;
	k->by_key = shelf.by_key[key_hash(key)];
	shelf.by_key[key_hash(key)] = k;
	k->by_id = shelf.by_id[id_hash(id)];
	shelf.by_id[id_hash(id)] = k;
	link_youngest(k);
	shelf.n++;
	shelf.bytes += k->bytes;
	return k;
}

void kept_add(int64_t id, const char *key, const struct kept_who *who, unsigned form,
	      struct body *body)
{
	struct kept *k = kept_find(key);

	if (!k)
		k = begin(id, key, who);
	if (!k || form >= KEPT_FORMS || k->forms[form])
		return; /* keeping is a kindness, not a duty */
	k->forms[form] = body_hold(body);
	k->bytes += body_size(body);
	shelf.bytes += body_size(body);
	while ((shelf.n > GAMES_MOST || shelf.bytes > BYTES_MOST) && shelf.oldest != k)
		drop(shelf.oldest);
}

void games_changed(const int64_t *ids, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct kept *k = shelf.by_id[id_hash(ids[i])];

		while (k && k->id != ids[i])
			k = k->by_id;
		if (k)
			drop(k);
	}
}

void games_forget(void)
{
	while (shelf.oldest)
		drop(shelf.oldest);
	past_forget();
}
