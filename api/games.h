/*
 * games.h - what the loop tells the handlers of games.
 *
 * Rendered games are kept by ply.  This process is the only one that writes the
 * book, so a kept one is true until the desk says that its game has changed.
 */
#ifndef API_GAMES_H
#define API_GAMES_H

#include <stddef.h>
#include <stdint.h>

void games_changed(const int64_t *ids, size_t n); /* drops what is kept of them */
void games_forget(void);			  /* drops everything           */

#endif
