/*
 * house.h - a daemon for tests that speak HTTP by hand.
 */
#ifndef TESTS_API_HOUSE_H
#define TESTS_API_HOUSE_H

#include "tests/api/wire.h"
#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#define HEAD	  " HTTP/1.1\r\nHost: x\r\n"
#define JSON_HEAD HEAD "Content-Type: application/json\r\n"

extern struct daemon house;
extern struct http house_http; /* a connection to it ...     */
extern char house_token[128];  /* ... and a player's token   */

int house_enter(void); /* starts the daemon of daemon_init() and enrols the player */
int house_setup(void **state);
int house_setup_impatient(void **state); /* for what is given up: a slow machine is, too */
int house_setup_nothing(void **state); /* the test opens it by itself */
int house_teardown(void **state);      /* stops it and audits the book */

struct answer house_say(const char *text); /* a whole request on a connection of its own */
void house_still_serves(void);		   /* fails the test unless it does */
void house_refused(struct answer, long status, const char *slug); /* takes the answer */

/* For the list of tests. */
#define IN_THE_HOUSE(test) cmocka_unit_test_setup_teardown(test, house_setup, house_teardown)
#define IN_HASTE(test) \
	cmocka_unit_test_setup_teardown(test, house_setup_impatient, house_teardown)
#define ON_ITS_OWN(test) \
	cmocka_unit_test_setup_teardown(test, house_setup_nothing, house_teardown)

#endif
