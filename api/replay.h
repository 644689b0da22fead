/*
 * replay.h - a game told again from its facts, for whoever needs to know how it
 * once stood: the record, and a command that comes a second time.
 */
#ifndef API_REPLAY_H
#define API_REPLAY_H

#include "daemon/desk.h"

struct replay {
	struct table table;	  /* after the last fact */
	struct table_past past;	  /* what may be taken back of it */
	struct happened happened; /* of the last fact    */
};

/* The open table; malloc()ed, NULL if its ruleset is not loaded. */
struct replay *replay_begin(struct desk *, const struct game_row *);

/* 0, or -1 when the fact does not follow: another version of the rules, a damaged book. */
int replay_fact(struct replay *, const struct fact *);

/* Facts up to `ply`. 0 or -1. */
int replay_until(struct replay *, struct store_view *, const struct game_row *, uint64_t ply);

#endif
