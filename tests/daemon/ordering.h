/*
 * ordering.h - standing orders in a test of the desk: given as the book keeps them,
 * and read back in few words.
 */
#ifndef TESTS_DAEMON_ORDERING_H
#define TESTS_DAEMON_ORDERING_H

#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

extern const struct tablas_plugin tablas_plugin_backgammon, tablas_plugin_el_mundo,
	tablas_plugin_quinze_tablas, tablas_plugin_seven_point, tablas_plugin_acedrex;

#define BACKGAMMON (&tablas_plugin_backgammon)
#define EL_MUNDO (&tablas_plugin_el_mundo)

/* A tavern with every game. */
int ordering_setup(void **state);

#define ORDER_TEST(f) cmocka_unit_test_setup_teardown(f, ordering_setup, tavern_teardown)

/* The seat's orders are these, each as the book keeps it; NULL ends them. */
void orders(struct tavern *, const char *key, unsigned seat, const char *const *terms);

#define ORDERS(h, key, seat, ...) \
	orders(h, key, seat, (const char *const[]){__VA_ARGS__, NULL})

/* "1 waits 0, 2 failed 1 point-blocked": number, state, times, why. Of a seat, or -1. */
const char *orders_of(struct tavern *, const char *key, int seat);

/* What happened from the n-th fact of the game on. */
const char *facts_from(struct tavern *, const char *key, uint64_t ply);

/* A game with everybody seated, for chips where they reach; or for none from a position. */
const char *begin(struct tavern *, const struct tablas_plugin *, unsigned seats,
		  const char *options, const char *dice);
const char *begin_at(struct tavern *, const struct tablas_plugin *, unsigned seats,
		     const char *options, const char *position, const char *dice);

/* Decides and settles. */
void decides(struct tavern *, const char *key, unsigned seat, const char *words);

#endif
