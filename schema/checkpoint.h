/*
 * checkpoint.h - copies the write-ahead log back into the book, off the loop.
 *
 * A checkpoint inside a commit makes everybody wait for it.  Here a thread with
 * its own connection does the long part; the loop only closes the short rest,
 * when the log has grown past its bound (store_checkpoint_rest()).
 */
#ifndef SCHEMA_CHECKPOINT_H
#define SCHEMA_CHECKPOINT_H

#include "schema/store.h"

struct checkpointer;

int checkpointer_start(struct store *, const char *path, struct checkpointer **out);
void checkpointer_nudge(struct checkpointer *); /* after a commit: look whether it is time */
void checkpointer_stop(struct checkpointer *);	/* waits for the thread; NULL is fine */

#endif
