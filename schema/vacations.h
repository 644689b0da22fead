/*
 * vacations.h - when players are away, and who has still to be told: a part of
 * store.h.
 *
 * Instants are milliseconds since 1970.  What follows at a table is for the desk.
 */
#ifndef SCHEMA_VACATIONS_H
#define SCHEMA_VACATIONS_H

#include <stddef.h>
#include <stdint.h>

struct store;
struct store_view;
struct due_row;

struct vacation_row {
	int64_t id, account;
	int64_t booked, begins, ends;
	int64_t allowed; /* of store_vacation_add() alone: days a year then; 0: not said */
};

int store_vacation_add(struct store *, struct vacation_row *); /* fills in id */
int store_vacation_end(struct store *, int64_t id, int64_t ends);
int store_vacation_cancel(struct store *, int64_t id, int64_t at);

/* One of an account's that is not cancelled. */
int store_vacation(struct store_view *, int64_t account, int64_t id, struct vacation_row *);

/* An account's that are not cancelled and end later than `ended`, in order. n: cap in. */
int store_vacations(struct store_view *, int64_t account, int64_t ended,
		    struct vacation_row *out, size_t *n);

/* Who is away or will be, and who was until the tables are told; some more than once. */
int store_vacationers(struct store *, int64_t now, void (*each)(void *cls, int64_t account),
		      void *cls);

/*
 * The tables of an account are told of its vacations, as they are since `at`, in
 * the order of their ids: it is remembered up to which.  game 0: to the end.
 */
int store_telling_begin(struct store *, int64_t account, int64_t at);
int store_telling(struct store *, int64_t account, int64_t *at, int64_t *game);
int store_telling_next(struct store *, int64_t *account); /* any that is not done; NONE */
int store_telling_reached(struct store *, int64_t account, int64_t game);
int store_games_to_tell(struct store *, int64_t account, int64_t after, struct due_row *out,
			size_t *n);

#endif
