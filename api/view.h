/*
 * view.h - a game as people and programs see it: JSON, characters, a picture.
 *
 * Rendered from the row, the table and a little that the book knows around
 * them, never from who asks: so it is the same for everybody who may see the
 * game, and kept by ply (games.c).
 */
#ifndef API_VIEW_H
#define API_VIEW_H

#include "api/out.h"
#include "game/news.h"
#include "game/table.h"
#include "schema/store.h"

#define VIEW_EVENTS_MAX 4096

/* What is neither in the row nor in the table.  Zeroed, it says nothing. */
struct view_last { /* the last decision; ply 0: none yet */
	uint64_t ply;
	uint8_t seat;
	bool forced; /* the house played it */
	char moves[FACT_TEXT_MAX];
	char events[VIEW_EVENTS_MAX];
};

struct view_around {
	char creator[STORE_NAME_MAX + 1];
	char invited[TABLAS_SEATS_MAX][STORE_NAME_MAX + 1]; /* whom an empty seat is kept for */
	struct view_last last;
	struct delay_row delay;
};

/* The game document of the API page. table NULL: its ruleset is not loaded. */
void view_game(struct out *, const struct game_row *, const struct table *,
	       const struct view_around *);

/* The same members inside an object the caller opens, adds to, and ends. */
void view_game_members(struct out *, const struct game_row *, const struct table *,
		       const struct view_around *);

/* Members shared with the answer to a turn: "turn", "waiting", "dice". */
void view_waiting(struct out *, const struct table *);

/* {"text": …, "pieces": […]} of any position of this plugin. */
void view_position(struct out *, const struct tablas_plugin *, const void *pos);

/* ["8/5", "6/5"] from the text of a decision. */
void view_moves(struct out *, const char *text);

/* Events as facts_write_events() spelled them, as an array of objects. */
void view_events(struct out *, const char *events);

/* One fact with its events as an object. */
void view_fact(struct out *, const struct fact *, const char *events);
void view_fact_members(struct out *, const struct fact *, const char *events);

/*
 * One of an account's news as an object; of a game with the fact it tells, which
 * is read from the book.  now: "server_time", 0: without.  False on trouble.
 */
bool view_news(struct out *, struct store_view *, const struct news_row *, int64_t now);

/*
 * How the game rates those who play it, "rating", in lists without the rules for it;
 * null: not at all (view_rating.c).
 */
void view_rating(struct out *, const struct game_row *, bool whole);
const char *view_rating_class(const struct game_row *);

/* The same of any game by these rules. */
void view_ruleset_rating(struct out *, const struct tablas_plugin *);

/* 1509.980 */
void view_rating_number(struct out *, const char *key, int64_t points);

/* The short form in lists. */
void view_game_line(struct out *, const struct game_row *);

/* The same with what one must know to sit down.  plugin NULL: it is not loaded. */
void view_offer_line(struct out *, const struct game_row *, const struct tablas_plugin *);

/* Why there can be no rematch of the game, or NULL. */
const char *view_why_no_rematch(const struct game_row *);

const char *view_state_word(enum table_state); /* "active" */
const char *view_visibility_word(enum visibility);

/* What the plugin shows of a position; the pieces are malloc()ed, free them. */
bool view_look(const struct tablas_plugin *, const void *pos, struct tablas_view *);

/* text/plain, at most 80 columns, seen from `seat`. */
void view_text(struct out *, const struct game_row *, const struct table *,
	       const struct view_around *, unsigned seat);

/* image/svg+xml, from the plugin's places, seen from `seat`. */
void view_svg(struct out *, const struct game_row *, const struct table *,
	      const struct view_around *, unsigned seat);

/* "until 2026-12-05 09:00:00.000 UTC: P3D, a bank of P2D, P2D off"; "" without a deadline. */
void view_deadline_words(const struct game_row *, const struct table *, char *out, size_t cap);

/* "P3D a move, a bank of P2D, weekends off"; "" if by no clock. */
void view_clock_words(const struct game_row *, char *out, size_t cap);

/* One line for a reader: "white (ana) is to move". Shared by both. */
void view_headline(const struct game_row *, const struct table *, char *out, size_t cap);

#endif
