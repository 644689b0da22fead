/*
 * texts.c - files into texts.
 *
 * Whoever may put a plugin into a folder may put its text there; but a folder
 * can be one where others put things too (loader.c), and what is read here is
 * shown to everybody.  So a text is a regular file and no link, of root or of
 * the user running this, not written by others, of a bounded size, and every byte of it
 * is looked at.
 */
#define _GNU_SOURCE /* scandirat() */

#include "daemon/texts.h"
#include "daemon/characters.h"

#include "daemon/loader.h"
#include "daemon/secrets.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_LANGUAGE "en"

struct reading {
	int folder;
	char path[PATH_MAX]; /* of the folder */
	void (*report)(void *ctx, const char *path, const char *why);
	void *ctx;
};

/* ---- names of files ---------------------------------------------------------------- */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Subtags of one to eight letters and digits, the first of two letters or more, without digits. */
static bool is_tag(const char *tag, size_t n)
{
	size_t length = 0;
	bool first = true;

	for (size_t i = 0; i < n; i++) {
		if (tag[i] == '-') {
			if (length == 0 || (first && length < 2))
				return false;
			first = false;
			length = 0;
		} else if (!is_letter(tag[i]) && (first || tag[i] < '0' || tag[i] > '9')) {
			return false;
		} else if (++length > 8) {
			return false;
		}
	}
	return length >= (first ? 2 : 1) && n <= TEXTS_TAG_MAX;
}

/* The language of a file of this game: false if it is not one of its texts. */
static bool names_text(const char *file, const char *game, char language[TEXTS_TAG_MAX + 1])
{
	size_t name = strlen(game), n = strlen(file);

	if (n < name + 3 || strncmp(file, game, name) != 0 || file[name] != '.' ||
	    strcmp(file + n - 3, ".md") != 0)
		return false;
	if (n == name + 3) {
		strcpy(language, DEFAULT_LANGUAGE);
		return true;
	}
	file += name + 1;
	n -= name + 1 + 3;
	if (!is_tag(file, n))
		return false;
	memcpy(language, file, n);
	language[n] = '\0';
	return true;
}

/* ---- bytes ------------------------------------------------------------------------- */

static bool is_text(const char *bytes, size_t n)
{
	for (size_t i = 0, length; i < n; i += length) {
		length = character_length((const unsigned char *)bytes + i, n - i);
		if (length == 0)
			return false;
	}
	return n > 0;
}

/* The whole file; NULL and the reason. */
static char *read_file(int fd, size_t *n, const char **why)
{
	char *bytes = malloc(TEXTS_BYTES_MAX + 1), *fitting;
	ssize_t got = 0;

	if (!bytes)
		abort();
	for (*n = 0; *n <= TEXTS_BYTES_MAX; *n += (size_t)got) {
		got = read(fd, bytes + *n, TEXTS_BYTES_MAX + 1 - *n);
		if (got < 0 && errno == EINTR)
			got = 0;
		else if (got <= 0)
			break;
	}
	if (got < 0)
		*why = strerror(errno);
	else if (*n > TEXTS_BYTES_MAX)
		*why = "it is longer than 256 KiB";
	else if (!is_text(bytes, *n))
		*why = "it is empty, not UTF-8, or has control characters";
	if (*why) {
		free(bytes);
		return NULL;
	}
	fitting = realloc(bytes, *n);
	return fitting ? fitting : bytes;
}

static char *open_and_read(int folder, const char *file, size_t *n, const char **why)
{
	/* O_NONBLOCK: a pipe of that name must not make us wait for its other end. */
	int fd = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char *bytes = NULL;
	struct stat st;

	if (fd < 0) {
		*why = errno == ELOOP ? "it is a link" : strerror(errno);
		return NULL;
	}
	if (fstat(fd, &st) < 0)
		*why = strerror(errno);
	else if (!S_ISREG(st.st_mode))
		*why = "it is not a regular file";
	else if (st.st_uid != 0 && st.st_uid != geteuid())
		*why = "it belongs neither to root nor to the user running this";
	else if (st.st_mode & S_IWOTH)
		*why = "it can be written by others";
	else
		bytes = read_file(fd, n, why);
	close(fd);
	return bytes;
}

/* ---- one game ---------------------------------------------------------------------- */

static void write_digest(struct text *text)
{
	static const char digits[] = "0123456789abcdef";
	size_t tag = strlen(text->language) + 1;
	char *both = malloc(tag + text->n);
	unsigned char hash[32];

	if (!both)
		abort();
	memcpy(both, text->language, tag);
	memcpy(both + tag, text->bytes, text->n);
	secret_digest(both, tag + text->n, hash);
	free(both);
	for (size_t i = 0; i < 8; i++) {
		text->digest[2 * i] = digits[hash[i] >> 4];
		text->digest[2 * i + 1] = digits[hash[i] & 15];
	}
	text->digest[16] = '\0';
}

static void take_file(struct reading *reading, struct texts_game *game, const char *file)
{
	char path[PATH_MAX + NAME_MAX + 2];
	struct text text = {.n = 0};
	const char *why = NULL;

	if (!names_text(file, game->plugin->name, text.language))
		return;
	for (size_t i = 0; i < game->n; i++) {
		if (strcasecmp(game->v[i].language, text.language) == 0)
			why = "there is a text in this language already";
	}
	if (game->n == TEXTS_LANGUAGES_MAX)
		why = "there are texts in sixteen languages already";
	if (!why)
		text.bytes = open_and_read(reading->folder, file, &text.n, &why);
	if (!text.bytes) {
		snprintf(path, sizeof path, "%s/%s", reading->path, file);
		reading->report(reading->ctx, path, why);
		return;
	}
	write_digest(&text);
	game->v[game->n++] = text;
}

static int in_order(const void *a, const void *b)
{
	const struct text *left = a, *right = b;
	bool first = strcasecmp(left->language, DEFAULT_LANGUAGE) == 0;
	bool second = strcasecmp(right->language, DEFAULT_LANGUAGE) == 0;

	return first != second ? second - first : strcasecmp(left->language, right->language);
}

static int is_text_name(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 3 && strcmp(d->d_name + n - 3, ".md") == 0;
}

static void take_game(struct reading *reading, struct texts_game *game)
{
	struct dirent **entries;
	int n = scandirat(reading->folder, ".", &entries, is_text_name, alphasort);

	for (int i = 0; i < n; i++) {
		take_file(reading, game, entries[i]->d_name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	qsort(game->v, game->n, sizeof game->v[0], in_order);
}

/* ---- all of them ------------------------------------------------------------------- */

void texts_read(struct texts *texts, const struct registry *games,
		void (*report)(void *ctx, const char *path, const char *why), void *ctx)
{
	texts_fini(texts);
	for (size_t i = 0; i < games->n; i++) {
		struct reading reading = {.report = report, .ctx = ctx};
		struct texts_game *game = &texts->games[texts->n];
		const char *path = loader_path(games->v[i]);

		if (!path) /* it is built in: a test's */
			continue;
		snprintf(reading.path, sizeof reading.path, "%s", path);
		*strrchr(reading.path, '/') = '\0';
		reading.folder = open(reading.path[0] ? reading.path : "/",
				      O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (reading.folder < 0) {
			report(ctx, path, strerror(errno));
			continue;
		}
		*game = (struct texts_game){.plugin = games->v[i]};
		take_game(&reading, game);
		close(reading.folder);
		texts->n++;
	}
}

void texts_fini(struct texts *texts)
{
	for (size_t i = 0; i < texts->n; i++) {
		for (size_t j = 0; j < texts->games[i].n; j++)
			free(texts->games[i].v[j].bytes);
	}
	texts->n = 0;
}

size_t texts_of(const struct texts *texts, const struct tablas_plugin *plugin,
		const struct text **out)
{
	for (size_t i = 0; i < texts->n; i++) {
		if (texts->games[i].plugin == plugin) {
			*out = texts->games[i].v;
			return texts->games[i].n;
		}
	}
	return 0;
}
