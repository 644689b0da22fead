/*
 * texts.h - the rules of the games as people read them.
 *
 * A game brings them in files beside its own: `senet.md` is English, and
 * `senet.es.md` Spanish, named by the game and a language tag (RFC 5646).  They
 * are read when plugins are, at the start and on SIGHUP, and kept: whoever asks
 * for them costs no look at a disk, and what is served does not change between
 * two requests while somebody is editing it.
 */
#ifndef DAEMON_TEXTS_H
#define DAEMON_TEXTS_H

#include "game/registry.h"

#include <stddef.h>

#define TEXTS_BYTES_MAX	    (256 * 1024) /* of one text      */
#define TEXTS_LANGUAGES_MAX 16		 /* of one game      */
#define TEXTS_TAG_MAX	    35		 /* as RFC 5646 asks */

struct text {
	char language[TEXTS_TAG_MAX + 1];
	char digest[17]; /* of its language and bytes, in hex */
	char *bytes;	 /* UTF-8, no control characters but those that part lines and columns */
	size_t n;
};

struct texts {
	struct texts_game {
		const struct tablas_plugin *plugin;
		struct text v[TEXTS_LANGUAGES_MAX]; /* English first, then by tag */
		size_t n;
	} games[REGISTRY_MAX];
	size_t n;
};

/*
 * Reads the texts of every game anew.  `report` hears of each file that is left
 * out, and why; a text that cannot be read now is not kept from before.
 */
void texts_read(struct texts *, const struct registry *,
		void (*report)(void *ctx, const char *path, const char *why), void *ctx);
void texts_fini(struct texts *); /* all zero is fine */

/* How many there are of this game, and where; 0 if none. */
size_t texts_of(const struct texts *, const struct tablas_plugin *, const struct text **);

#endif
