/*
 * talk.h - what is beside a game, noted, said and looked on: a part of store.h.
 *
 * None of it is a fact of the game.  A private note is its account's alone, so
 * whoever asks for one says whose; who may read which room is for the caller to
 * know.
 */
#ifndef SCHEMA_TALK_H
#define SCHEMA_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game_row;
struct store;
struct store_view;

/* ---- private notes -------------------------------------------------------------------- */

#define STORE_NOTE_MAX 8192 /* bytes */

struct note_row {
	int64_t account, game;
	int64_t version; /* 1, 2, 3 ...; 0: there never was one */
	int64_t changed;
	char text[STORE_NOTE_MAX + 1]; /* "" once it is taken away */
};

/* NONE: there never was one; then the row says so. */
int store_note(struct store_view *, int64_t account, int64_t game, struct note_row *);
int store_note_write(struct store *, const struct note_row *);

/* Those of an account, by game: behind `after`.  NONE if there are no more. */
int store_note_next(struct store_view *, int64_t account, int64_t after, struct note_row *);

/* ---- chat ------------------------------------------------------------------------------- */

#define CHAT_TEXT_MAX 1000 /* bytes */

enum chat_room { ROOM_SEATS = 1, ROOM_SPECTATORS = 2 };
enum chat_state { CHAT_SAID = 0, CHAT_HIDDEN = 1, CHAT_REMOVED = 2 };

struct chat_row {
	int64_t game;
	uint8_t room;
	int64_t number;
	int64_t at, account;
	uint8_t state;
	const char *text, *name; /* of the account; good for the call alone */
};

/* Adds it behind the last one of its room, whose number is `number` less one. */
int store_chat_add(struct store *, const struct chat_row *);

/* The number of the last line; 0: there is none. FOUND or TROUBLE. */
int store_chat_last(struct store_view *, int64_t game, enum chat_room, int64_t *number);

/* Lines with a higher number than `after`, in order, at most so many. */
int store_chat(struct store_view *, int64_t game, enum chat_room, int64_t after, size_t most,
	       void (*each)(void *cls, const struct chat_row *), void *cls);

/* Lines of an account by game, room and number: behind `after`, of which these are looked at. */
int store_chat_of(struct store_view *, int64_t account, const struct chat_row *after, size_t most,
		  void (*each)(void *cls, const struct chat_row *), void *cls);

/* NONE: there is no such line, or it has no text any more. */
int store_chat_hide(struct store *, int64_t game, enum chat_room, int64_t number, bool hidden);

/* Whose lines the account does not want to see; with whom it wants nothing to do. */
enum shun { SHUN_MUTED, SHUN_BLOCKED, SHUNS };
int store_shun(struct store *, enum shun, int64_t account, int64_t other, int64_t at); /* fine if so */
int store_unshun(struct store *, enum shun, int64_t account, int64_t other); /* fine if not so */
int store_shuns(struct store_view *, enum shun, int64_t account, int64_t other);
int store_shuns_count(struct store_view *, enum shun, int64_t account, size_t *n);
/* By number: behind `after`.  NONE if there are no more; else the other and since when. */
int store_shun_next(struct store_view *, enum shun, int64_t account, int64_t after, int64_t *other,
		    int64_t *at, const char **name);

/* Whether an account at the table wants its spectators to be silent; and whether any does. */
int store_silence(struct store *, int64_t game, int64_t account, bool silent);
int store_is_silent(struct store_view *, int64_t game); /* FOUND, NONE or TROUBLE */

/* ---- spectators ------------------------------------------------------------------------- */

/*
 * How late those who have no seat see a game: by so many facts, by so many
 * milliseconds.  The games of a match have one row together, the first one's.
 */
struct delay_row {
	int64_t plies, ms;
};
int store_delay_add(struct store *, int64_t game, const struct delay_row *);
int store_delay(struct store_view *, const struct game_row *, struct delay_row *);

/* ---- looking and nudging ---------------------------------------------------------------- */

/* Of one seat and the question of that ply. */
struct seat_note_row {
	int64_t game;
	unsigned seat;
	uint64_t asked;
	int64_t at;
	int64_t account; /* who nudged; not told of a look */
};

/* The last nudge the seat was given. */
int store_nudge(struct store_view *, int64_t game, unsigned seat, struct seat_note_row *);
int store_nudge_write(struct store *, const struct seat_note_row *);

/* When the seat's owner first saw a question; of the last one that was seen. */
int store_look_at(struct store_view *, int64_t game, unsigned seat, struct seat_note_row *);
int store_look_write(struct store *, const struct seat_note_row *); /* if it is still asked */

/*
 * The account is closed: its notes, mutes and blocks are gone, it is in nobody's
 * list of blocks, and its lines say nothing.
 */
int store_talk_forget(struct store *, int64_t account);

#endif
