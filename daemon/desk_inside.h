/*
 * desk_inside.h - what the two files of the desk share, and nobody else.
 */
#ifndef DAEMON_DESK_INSIDE_H
#define DAEMON_DESK_INSIDE_H

#include "daemon/desk.h"

/* Events of one fact as text: HAPPENED_EVENTS_MAX of the longest there are. */
#define DESK_EVENTS_TEXT_MAX (HAPPENED_EVENTS_MAX * 192)

struct desk {
	struct desk_parts parts;
	struct desk_counts counts; /* of what has happened ...      */
	struct desk_counts group;  /* ... is in the open group ...  */
	struct desk_counts fresh;  /* ... and in the open savepoint */
	bool open, inside;	   /* a group; a savepoint in it    */
	bool broken;		   /* the group is lost             */
	bool spoiled;		   /* the savepoint must be undone  */
	size_t cup_before_group, cup_before;

	int64_t *news; /* games that changed, each once */
	size_t news_n, news_cap, news_before;

	int64_t freeze; /* a game to be frozen once the savepoint is left; or 0 */
	const char *freeze_why;
	int64_t crashed; /* frozen at this start for a crash; its plugin is not asked */

	/* The command at hand. */
	int64_t now;
	unsigned facts;
	uint32_t seats_changed;
	struct game_row row;
	struct table table;
	struct decision decision;
	struct happened happened;
	struct fact fact;
	struct book_line lines[HAPPENED_EVENTS_MAX];
	char events[DESK_EVENTS_TEXT_MAX];
};

/* A game that the open savepoint changes. */
void desk_inside_news(struct desk *, int64_t game);

/* Counts a refusal, and gives it back. */
enum refusal desk_inside_refuse(struct desk *, enum refusal);

/* The book has failed: the savepoint is lost, and this is what is told. */
enum refusal desk_inside_trouble(struct desk *, struct receipt *);

#endif
