/*
 * blackbox.h - which game a plugin was working on when the process died.
 *
 * A command that crashes a plugin would crash it again after the restart if the
 * client repeats it.  So the game is noted in a small mapped file before its
 * plugin is called and crossed out after.  A fatal signal marks the note (a
 * SIGKILL does not: that was not the plugin).  At the start a marked note
 * freezes that game and the others are served.
 */
#ifndef DAEMON_BLACKBOX_H
#define DAEMON_BLACKBOX_H

#include <stdint.h>

struct blackbox;

/* Opens or makes the file beside the book and installs the signal handlers. 0 or -1. */
int blackbox_open(const char *path, struct blackbox **out);
void blackbox_close(struct blackbox *);

/* The game a plugin crashed on last time, and the signal; 0 if none. */
int64_t blackbox_crashed(const struct blackbox *, int *signal_number);
void blackbox_clear(struct blackbox *);

/* Around any call into a plugin; cheap. NULL is fine. */
void blackbox_note(struct blackbox *, int64_t game);
void blackbox_done(struct blackbox *);

#endif
