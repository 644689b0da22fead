/*
 * flaw.h - why a text is not read: the first thing wrong with it, and where.
 *
 * Every reader of a position here goes forward and stops at the first flaw, or
 * finds at the end that the whole cannot be.  What it met is kept in one of
 * these until somebody asks for words; read() itself does not.
 */
#ifndef PLUGINS_FLAW_H
#define PLUGINS_FLAW_H

#include <tablasd/plugin.h>

#include <stdio.h>
#include <string.h>

struct flaw {
	const char *text;     /* as it was given                             */
	const char *at;	      /* into it; NULL: the whole is wrong            */
	const char *who;      /* the sentence begins with them; NULL: nobody  */
	const char *sentence; /* NULL: nothing is wrong                       */
	char instead[48];     /* what would be written there; "": nothing     */
};

/* All return 0, which is what readers return for what they cannot take. */
static inline int flaw_at(struct flaw *f, const char *at, const char *sentence)
{
	if (!f->sentence) {
		f->at = at;
		f->sentence = sentence;
	}
	return 0;
}

static inline int flaw_by(struct flaw *f, const char *at, const char *who, const char *sentence)
{
	if (!f->sentence)
		f->who = who;
	return flaw_at(f, at, sentence);
}

/* The text means something, and write() would give it otherwise; or nothing is wrong: 1. */
static inline int flaw_spelling(struct flaw *f, const char *again)
{
	size_t same = 0;

	while (f->text[same] && f->text[same] == again[same])
		same++;
	if (f->text[same] == again[same])
		return 1;
	snprintf(f->instead, sizeof f->instead, "%.*s", (int)sizeof f->instead - 1, again + same);
	return flaw_at(f, f->text + same,
		       *f->instead ? "from here on this position is written otherwise"
				   : "the position is complete before this");
}

/* 1, unless it is a notation that a game with none but its own does not have. */
static inline int flaw_own(struct flaw *f, unsigned notation)
{
	return notation == TABLAS_OWN_NOTATION ? 1
					       : flaw_at(f, NULL, "there is no such notation");
}

/* The sentence, as snprintf() gives it; 0 if nothing is wrong. */
static inline size_t flaw_write(const struct flaw *f, char *out, size_t cap)
{
	char where[40] = "";

	if (f->sentence && f->at && *f->at)
		snprintf(where, sizeof where, "character %zu: ", (size_t)(f->at - f->text) + 1);
	else if (f->sentence && f->at)
		snprintf(where, sizeof where, "at the end: ");
	return (size_t)snprintf(out, cap, "%s%s%s%s%s%s%s", where, f->who ? f->who : "",
				f->who ? " " : "", f->sentence ? f->sentence : "",
				*f->instead ? ": \"" : "", f->instead, *f->instead ? "\"" : "");
}

#endif
