/*
 * statements_vacations.h - statements of vacations: a part of statements.h.
 */
#ifndef SCHEMA_STATEMENTS_VACATIONS_H
#define SCHEMA_STATEMENTS_VACATIONS_H

#define VACATION_STATEMENTS(X)                                                           \
	X(VACATION_ADD, PEN,                                                             \
	  "INSERT INTO vacations (account, booked, begins, ends, allowed)"               \
	  " VALUES (?1, ?2, ?3, ?4, ?5)")                                                \
	X(VACATION_END, PEN, "UPDATE vacations SET ends = ?2 WHERE id = ?1")             \
	X(VACATION_CANCEL, PEN, "UPDATE vacations SET cancelled = ?2 WHERE id = ?1")     \
	X(VACATION, BOTH,                                                                \
	  "SELECT id, account, booked, begins, ends FROM vacations"                      \
	  " WHERE id = ?1 AND account = ?2 AND cancelled IS NULL")                       \
	X(VACATIONS, BOTH,                                                               \
	  "SELECT id, account, booked, begins, ends FROM vacations"                      \
	  " WHERE account = ?1 AND ends > ?2 AND cancelled IS NULL ORDER BY ends LIMIT ?3") \
	X(VACATIONERS, PEN,                                                              \
	  "SELECT account FROM vacations WHERE ends > ?1 AND cancelled IS NULL"          \
	  " UNION ALL SELECT account FROM tellings WHERE account > 0")                   \
	X(TELLING_BEGIN, PEN,                                                            \
	  "INSERT INTO tellings (account, at, game) VALUES (?1, ?2, 0)"                  \
	  " ON CONFLICT (account) DO UPDATE SET game = 0")                           \
	X(TELLING, PEN, "SELECT at, game FROM tellings WHERE account = ?1")              \
	X(TELLING_NEXT, PEN, "SELECT account FROM tellings WHERE account > 0 ORDER BY account LIMIT 1") \
	X(TELLING_REACHED, PEN, "UPDATE tellings SET game = ?2 WHERE account = ?1")      \
	X(TELLING_DONE, PEN, "DELETE FROM tellings WHERE account = ?1")                  \
	X(GAMES_TO_TELL, PEN,                                                            \
	  "SELECT g.id, g.key FROM seats s CROSS JOIN games g ON g.id = s.game"          \
	  " WHERE s.account = ?1 AND s.shelf = 1 AND s.game > ?2 AND g.state = 2"        \
	  " AND g.clock LIKE '%vacations%' ORDER BY s.game LIMIT ?3")

#define DAY_MS "86400000"
#define VACATION_AUDIT_STATEMENTS(X)                                                     \
	/* and an earlier one that has a day of it */                                    \
	X(AUDIT_VACATIONS, AUDIT,                                                        \
	  "SELECT v.account, v.id, v.begins, v.ends, v.allowed,"                         \
	  " v.ends % " DAY_MS " <> 0 OR (v.begins % " DAY_MS " <> 0 AND v.begins <> v.booked)," \
	  " (SELECT min(w.id) FROM vacations w WHERE w.account = v.account"              \
	  " AND w.cancelled IS NULL AND w.id < v.id"                                     \
	  " AND w.ends > v.begins - v.begins % " DAY_MS                                  \
	  " AND v.ends > w.begins - w.begins % " DAY_MS ")"                              \
	  " FROM vacations v WHERE v.cancelled IS NULL AND v.id > ?1 ORDER BY v.id")     \
	/* days between two midnights, of those planned up to one */                     \
	X(AUDIT_VACATION_DAYS, AUDIT,                                                    \
	  "SELECT sum(min(ends, ?4) - max(begins - begins % " DAY_MS ", ?3)) / " DAY_MS  \
	  " FROM vacations WHERE account = ?1 AND cancelled IS NULL AND ends > ?3"       \
	  " AND id <= ?2 AND begins < ?4")

#endif
