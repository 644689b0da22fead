/*
 * toy.h - a small game that has everything a table must cope with.
 *
 * Two to four seats race their men along twelve points.  Four-sided dice, a
 * double is played four times; dice that cannot be used pass to the next seat,
 * who must use them out of turn.  A lone man is struck.  Antes are paid in any
 * order; a resignation is answered.  It is nobody's game: it exists so that
 * tests of the house do not hang on the rules of a real one.
 */
#ifndef TESTS_GAME_TOY_H
#define TESTS_GAME_TOY_H

#include <tablasd/plugin.h>

#include <stdbool.h>

#define TOY_SEATS 4
#define TOY_HAND 0
#define TOY_OFF 13

enum toy_phase { TOY_ANTE, TOY_OPENING, TOY_ROLL, TOY_MOVE, TOY_FORCED, TOY_ANSWER, TOY_OVER };

enum toy_option { TOY_MEN, TOY_DUTY, TOY_ANTES, TOY_POT, TOY_OPTIONS };

struct toy {
	uint8_t men[TOY_SEATS][14]; /* in hand, on 1..12, off */
	uint8_t left[5];	    /* dice still to use, by face */
	uint8_t phase, turn, mover;
	uint8_t paid;	    /* bits of the seats that have paid their ante */
	uint8_t gone;	    /* bits of the seats that left */
	uint8_t pot, offer, winner, note;
	/* Options from here on. */
	uint8_t seats, option[TOY_OPTIONS];
};

extern const struct tablas_plugin tablas_plugin_toy;

/* The same without leave(), resign(), why_not() and place_read(). */
extern const struct tablas_plugin toy_bare;

/* A position of so many seats in the middle of seat 0's turn, with nobody on the board. */
struct toy toy_turn(unsigned seats, unsigned one, unsigned other);

/* A number below n; the same seed gives the same numbers. */
unsigned toy_chance(uint32_t *seed, unsigned n);

#endif
