/*
 * log.h - one event a line on stderr: "level what key=value ...".
 *
 * Values with blanks are quoted.  Under systemd the level becomes the journal's
 * priority.  Info is what an operator would write in a diary; requests are debug.
 */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

enum log_level { LOG_DEBUG_LEVEL, LOG_INFO_LEVEL, LOG_WARNING_LEVEL, LOG_ERROR_LEVEL };

void log_set_level(enum log_level);
enum log_level log_level(void);
int log_level_read(const char *word, enum log_level *out); /* "debug" ...; 0 or -1 */

/*
 * log_event(LOG_INFO_LEVEL, "plugin-loaded", "name", name, "path", path, NULL):
 * pairs of strings, ended by NULL; a NULL value leaves its pair out.
 */
void log_event(enum log_level, const char *what, ...) __attribute__((sentinel));

#endif
