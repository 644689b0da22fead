/*
 * log.c - one event a line on stderr.
 *
 * A line is built on the stack and written by one write(2), so that lines of
 * two threads never mix.  What does not fit is cut off with "..."; whatever a
 * client sent can make a line ugly, but never make two of it: blanks, quotes,
 * control characters and what is no UTF-8 are quoted and escaped.
 */
#include "daemon/log.h"

#include "daemon/characters.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_MAX_BYTES 2048

static enum log_level threshold = LOG_INFO_LEVEL;

static const struct {
	const char *word;
	const char *priority; /* of sd-daemon(3) */
} levels[] = {
	[LOG_DEBUG_LEVEL] = {"debug", "<7>"},
	[LOG_INFO_LEVEL] = {"info", "<6>"},
	[LOG_WARNING_LEVEL] = {"warning", "<4>"},
	[LOG_ERROR_LEVEL] = {"error", "<3>"},
};

struct line {
	char text[LINE_MAX_BYTES];
	size_t n;
	bool cut;
};

void log_set_level(enum log_level level)
{
	threshold = level;
}

enum log_level log_level(void)
{
	return threshold;
}

int log_level_read(const char *word, enum log_level *out)
{
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (strcmp(word, levels[i].word) == 0) {
			*out = (enum log_level)i;
			return 0;
		}
	}
	return -1;
}

/*
 * systemd names the device and inode of the stream it reads, because the
 * variable is inherited even by those whose stderr goes elsewhere.
 */
static bool goes_to_the_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long device, inode;
	struct stat st;

	if (!stream || sscanf(stream, "%llu:%llu", &device, &inode) != 2)
		return false;
	return fstat(STDERR_FILENO, &st) == 0 && st.st_dev == device && st.st_ino == inode;
}

/* Room is kept for the dots and the newline. */
static void add(struct line *l, const char *bytes, size_t n)
{
	if (l->cut || l->n + n > LINE_MAX_BYTES - 4) {
		l->cut = true;
		return;
	}
	memcpy(l->text + l->n, bytes, n);
	l->n += n;
}

static void add_word(struct line *l, const char *word)
{
	add(l, word, strlen(word));
}

/* Bytes of the character at p that stand as they are, or 0: the byte is escaped. */
static size_t plain(const unsigned char *p)
{
	if (*p < ' ' || *p == '"' || *p == '\\')
		return 0;
	return *p < 0x80 ? *p != 0x7f : character_length(p, strlen((const char *)p));
}

static bool needs_quotes(const char *value)
{
	const unsigned char *p = (const unsigned char *)value;
	size_t n = 1;

	if (*p == '\0')
		return true;
	while (*p && *p != ' ' && *p != '=' && (n = plain(p)))
		p += n;
	return *p;
}

static void add_value(struct line *l, const char *value)
{
	size_t n;

	if (!needs_quotes(value)) {
		add_word(l, value);
		return;
	}
	add(l, "\"", 1);
	for (const unsigned char *p = (const unsigned char *)value; *p; p += n ? n : 1) {
		char escaped[8];

		n = plain(p);
		if (n)
			snprintf(escaped, sizeof(escaped), "%.*s", (int)n, (const char *)p);
		else if (*p == '"' || *p == '\\')
			snprintf(escaped, sizeof(escaped), "\\%c", *p);
		else if (*p == '\n')
			snprintf(escaped, sizeof(escaped), "\\n");
		else
			snprintf(escaped, sizeof(escaped), "\\x%02x", *p);
		add_word(l, escaped);
	}
	add(l, "\"", 1);
}

void log_event(enum log_level level, const char *what, ...)
{
	struct line l;
	va_list pairs;
	const char *key;

	if (level < threshold)
		return;
	l.n = 0;
	l.cut = false;
	if (goes_to_the_journal())
		add_word(&l, levels[level].priority);
	add_word(&l, levels[level].word);
	add(&l, " ", 1);
	add_word(&l, what);
	va_start(pairs, what);
	while ((key = va_arg(pairs, const char *))) {
		const char *value = va_arg(pairs, const char *);

		if (!value)
			continue;
		add(&l, " ", 1);
		add_word(&l, key);
		add(&l, "=", 1);
		add_value(&l, value);
	}
	va_end(pairs);
	if (l.cut) {
		memcpy(l.text + l.n, "...", 3);
		l.n += 3;
	}
	l.text[l.n++] = '\n';
	/* A diary that cannot be written is no reason to stop serving. */
	if (write(STDERR_FILENO, l.text, l.n) < 0)
		return;
}
