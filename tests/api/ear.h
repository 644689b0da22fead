/*
 * ear.h - somebody who listens to a stream of events.
 *
 *	struct ear ear;
 *	ear_open(&ear, club.ana, club_path("/events"), "Last-Event-ID: 7\r\n");
 *	while (ear_hear(&ear))
 *		... ear.id, ear.type, ear.data ...
 *	ear_close(&ear);
 */
#ifndef TESTS_API_EAR_H
#define TESTS_API_EAR_H

#include "tests/api/club.h"

#include <jansson.h>

struct ear {
	int fd;
	long status; /* of the answer */
	char head[1024];
	long long id; /* of the last event; stays where one has none */
	char type[32];
	json_t *data;
	unsigned beats;	    /* comments heard */
	unsigned patience;  /* ms; 0: long    */
	char text[65536];   /* heard and not yet understood */
	size_t n;
};

/* Token NULL: none; fields: further ones, each with its end of line, or NULL. */
void ear_open(struct ear *, const char *token, const char *path, const char *fields);

/* With a small window, for one who will not read. */
void ear_open_small(struct ear *, const char *token, const char *path, const char *fields);

/* The next event; false when the stream has ended, or nothing comes for too long. */
bool ear_hear(struct ear *);

/* The next event must be of this type and number. */
void ear_expect(struct ear *, const char *type, long long id);

/* Comes again for what is behind the last event. */
void ear_again(struct ear *, const char *token, const char *path);

/* A member of the data, which must be there. */
const char *ear_string(const struct ear *, const char *member);
long long ear_int(const struct ear *, const char *member);

void ear_close(struct ear *);
void ear_slam(struct ear *); /* without goodbye */

#endif
