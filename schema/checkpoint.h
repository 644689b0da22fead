/*
 * checkpoint.h - copies the write-ahead log back into the book, off the loop.
 *
 * A checkpoint inside a commit makes everybody wait for it.  Here a thread with
 * its own connection does the long part; the loop only closes the short rest,
 * so that the log can be begun anew (checkpointer_nudge()).
 */
#ifndef SCHEMA_CHECKPOINT_H
#define SCHEMA_CHECKPOINT_H

#include "schema/store.h"

struct checkpointer;

int checkpointer_start(struct store *, const char *path, struct checkpointer **out);

/* After a commit, from the loop's thread: looks whether it is time. NULL is fine. */
void checkpointer_nudge(struct checkpointer *);

void checkpointer_stop(struct checkpointer *); /* waits for the thread; NULL is fine */

#endif
