/*
 * reading.h - finding the play that a list of steps means.
 *
 * Private to phrase.c and blame.c.  A step is either a path of places ("13/7*",
 * "24/18/13"), which any pieces may travel with any moves, or a text that names
 * one move outright ("2:Sp4-Sp6*W", "accept").  A reading is a sequence of legal
 * moves that carries out every step and nothing else.
 */
#ifndef GAME_READING_H
#define GAME_READING_H

#include "game/phrase.h"

#include <tablasd/plugin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ways to number the board: one's own side, the other's, ... */
#define READING_NUMBERINGS 4

struct step {
	char text[TABLAS_MOVE_TEXT_MAX]; /* without the repetition              */
	size_t word;			 /* which of the caller's words          */
	size_t token;			 /* which step as written, from 0        */
	uint8_t places_n;		 /* 0: no path, only what move_read() says */
	uint8_t numberings;
	uint32_t marks; /* bit i: a strike is marked at place i */
	bool marked;	/* a strike is marked somewhere         */
	int16_t places[READING_NUMBERINGS][TABLAS_STEPS_MAX + 1];
};

struct steps {
	struct step v[PHRASE_TOKENS_MAX];
	size_t n;
	unsigned numberings; /* the most any place has */
};

/* Where one is in a list of words. */
struct scan {
	const char *const *words;
	size_t n, word;
	const char *at; /* in words[word]; NULL: at its start */
};

/* Copies the next step as written: 1, 0 at the end, -1 when it is too long. */
int reading_next(struct scan *, char text[TABLAS_MOVE_TEXT_MAX]);

/* All steps, repetitions written out.  *token is the step where it fails. */
enum refusal reading_steps(const struct tablas_plugin *, unsigned seat,
			   const char *const *words, size_t n, struct steps *out,
			   struct phrase_fault *fault);

enum reading_goal {
	READING_WHOLE,	   /* the steps and no more make the decision        */
	READING_BEGINNING, /* the decision may go on after them              */
	READING_AMONG	   /* any moves may come before and between; one is enough */
};

struct reading {
	bool found, ambiguous;
	bool over; /* the decision ends with it */
	unsigned score;
	size_t n;
	tablas_move moves[TABLAS_STEPS_MAX];
	unsigned char *end; /* the caller's room for the position it ends in */
};

/* What is being read, and how much may still be tried. */
struct reader {
	const struct tablas_plugin *plugin;
	const void *pos;
	unsigned seat;
	unsigned budget; /* positions that may still be looked at */
};

void reading_find(struct reader *, const struct step *steps, size_t n, unsigned numbering,
		  enum reading_goal goal, struct reading *out);

/* The own piece that the events move (false if none), and whether it strikes. */
bool reading_travel(const struct tablas_event *events, size_t n, unsigned seat, int16_t *from,
		    int16_t *to, bool *struck);

#endif
