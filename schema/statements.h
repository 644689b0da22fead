/*
 * statements.h - everything the daemon ever asks the database, in one list.
 *
 * Each is prepared once when the book is opened and kept; nothing is put
 * together from strings while serving.  WHERE says who may ask: the PEN, the
 * GLASSES, BOTH, or only the AUDIT or a MIGRATION, which prepare their own when
 * they begin.
 *
 *	X(NAME, WHERE, "sql")
 */
#ifndef SCHEMA_STATEMENTS_H
#define SCHEMA_STATEMENTS_H

#include "schema/statements_audit.h"
#include "schema/statements_ratings.h"
#include "schema/statements_vacations.h"
#include "schema/statements_brought.h"

#define GAME_COLUMNS                                                                     \
	"id, key, ruleset, rules, options, seats, creator, visibility, auto_forced, "    \
	"unit, buy_in, insolvent, created, started, ended, state, thaws_to, ply, "       \
	"asked, decisions, waiting, pot, changed, position, outcome, match, match_game, " \
	"match_length, match_score, match_result, next, credit, fee, top_ups, " \
	"commitment, throws, clock, spent, deadline"
#define ACCOUNT_COLUMNS                                                                  \
	"id, name, password, created, closed, wallet - debt, held - debt_held, entries"
#define TOKEN_COLUMNS "id, account, hash, scopes, label, created, expires, used, revoked"
#define INVITATION_COLUMNS \
	"id, hash, creator, game, seat, created, expires, used_by, revoked"
#define CHAT_COLUMNS "game, room, number, at, account, state, text"
#define TRANSACTION_COLUMNS "id, at, game, ply, corrects, postings, issued, in_play, hash"

/*
 * A page of a history: 1 the account, 2/3 between which seqs, 4 how many, 5 by
 * what.  Names are added from memory (names.c): joined, they took half the time.
 */
#define ENTRY_COLUMNS                                                                    \
	"e.place, e.txn, e.at, e.kind, e.amount, e.purse, e.purse_after, e.total_after, "  \
	"e.other, e.game, e.ply, e.reason, e.multiplier, e.opponent"
/* 0022-places.sql; a seq may be one more than there can be, for an end. */
#define PLACE(account, seq) "((" account " << 36) + " seq ")"
#define ENTRY_SPAN "e.place > " PLACE("?1", "?2") " AND e.place < " PLACE("?1", "?3")
#define HISTORY(...) HISTORY_OF(__VA_ARGS__) /* BY_KIND and such are two arguments */
#define HISTORY_OF(index, filter, order)                                                 \
	"SELECT " ENTRY_COLUMNS " FROM entries e" index " WHERE " ENTRY_SPAN filter       \
	" ORDER BY e.place " order " LIMIT ?4"
#define BY_KIND " INDEXED BY entries_by_kind", " AND e.kind = ?5"
#define BY_RULESET " INDEXED BY entries_by_ruleset", " AND e.ruleset = ?5"
#define BY_OPPONENT " INDEXED BY entries_by_opponent", " AND e.opponent = ?5"
/* What is left of a game or match is looked through: 6 kind, 7 ruleset, 8 opponent. */
#define ENTRY_REST                                                                       \
	" AND (?6 = 0 OR e.kind = ?6) AND (?7 = 0 OR e.ruleset = ?7)"                    \
	" AND (?8 = 0 OR e.opponent = ?8)"
#define BY_MATCH " INDEXED BY entries_by_match", " AND e.match = ?5" ENTRY_REST
#define GAME_HISTORY(order)                                                              \
	"SELECT " ENTRY_COLUMNS " FROM transactions t CROSS JOIN entries e"              \
	" INDEXED BY entries_by_transaction WHERE t.game = ?5 AND t.id >= ?9"            \
	" AND t.id <= ?10 AND e.txn = t.id AND +e.place > " PLACE("?1", "?2")            \
	" AND +e.place < " PLACE("?1", "?3") " AND (?11 = 0 OR e.match = ?11)" ENTRY_REST \
	" ORDER BY t.id " order ", e.line " order ", e.place " order " LIMIT ?4"
/* The next of an account's entries of that kind (3 or behind it), its seq alone. */
#define SEEK(...) SEEK_OF(__VA_ARGS__)
#define SEEK_OF(index, filter, span, order)                                              \
	"SELECT e.seq FROM entries e" index " WHERE " span filter                        \
	" ORDER BY e.place " order " LIMIT 1"
#define SEEK_UP "e.place >= " PLACE("?1", "?3") " AND e.place < " PLACE("(?1 + 1)", "0"), ""
#define SEEK_DOWN "e.place <= " PLACE("?1", "?3") " AND e.place > " PLACE("?1", "0"), "DESC"

/* Seats a game is listed by: 1 account, 2 shelf, 3/4 ids, 5 how many, then the filters. */
#define SEAT_FILTER                                                                      \
	" AND (?6 = 0 OR g.state = ?6) AND (?7 IS NULL OR g.ruleset = ?7)"               \
	" AND (?8 = 0 OR (g.state = 2 AND ((g.waiting >> s.seat) & 1)))"                 \
	" AND (g.visibility = 0 OR ?9 = ?1 OR g.creator = ?9 OR EXISTS (SELECT 1"        \
	" FROM seats v WHERE v.game = g.id AND (v.account = ?9 OR v.invited = ?9)))"

/* None that the viewer sees late: its deadline would tell how it stands. */
#define LATE_FILTER                                                                      \
	" AND (?11 OR g.auto_forced & 4 = 0 OR EXISTS (SELECT 1 FROM seats w"            \
	" WHERE w.game = g.id AND w.account = ?9) OR (g.state = 1 AND (g.creator = ?9"   \
	" OR EXISTS (SELECT 1 FROM seats w WHERE w.game = g.id AND w.invited = ?9))))"

/* 9 the viewer, 11 whether they see everything: an open table is not offered to whom
 * its owner has blocked, nor to who has blocked the owner, unless they have a seat. */
#define BLOCK_FILTER                                                                     \
	" AND (?11 OR g.state <> 1 OR g.creator = ?9 OR NOT EXISTS (SELECT 1 FROM blocks b" \
	" WHERE (b.account = ?9 AND b.blocked = g.creator)"                              \
	" OR (b.account = g.creator AND b.blocked = ?9)) OR EXISTS (SELECT 1 FROM seats w" \
	" WHERE w.game = g.id AND (w.account = ?9 OR w.invited = ?9)))"

/* Games of a match: 2 the player, 3/4 ids, 5 how many, then the filters. */
#define MATCH_FILTER                                                                     \
	" AND (?6 = 0 OR g.state = ?6) AND (?7 IS NULL OR g.ruleset = ?7)"               \
	" AND (g.visibility < 2 OR g.creator = ?9 OR EXISTS (SELECT 1 FROM seats v"      \
	" WHERE v.game = g.id AND (v.account = ?9 OR v.invited = ?9)))"                  \
	" AND (?2 = 0 OR EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id"              \
	" AND CASE WHEN ?10 THEN s.invited = ?2 AND s.account IS NULL"                   \
	" ELSE s.account = ?2 END"                                                       \
	" AND (?8 = 0 OR (g.state = 2 AND ((g.waiting >> s.seat) & 1)))))"

#define STATEMENTS(X)                                                                    \
	/* transactions of the file */                                                   \
	X(BEGIN, PEN, "BEGIN IMMEDIATE")                                                 \
	X(COMMIT, PEN, "COMMIT")                                                         \
	X(ROLLBACK, PEN, "ROLLBACK")                                                     \
	X(LOOK, GLASSES, "BEGIN")                                                        \
	X(LOOKED, GLASSES, "COMMIT")                                                     \
	X(SAVEPOINT, PEN, "SAVEPOINT request")                                           \
	X(RELEASE, PEN, "RELEASE request")                                               \
	X(ROLLBACK_TO, PEN, "ROLLBACK TO request")                                       \
	/* what the book knows of itself */                                              \
	X(SERVER_GET, BOTH, "SELECT value FROM server WHERE key = ?1")                   \
	X(SERVER_SET, PEN, "REPLACE INTO server (key, value) VALUES (?1, ?2)")           \
	/* accounts */                                                                   \
	X(ACCOUNT_ADD, PEN,                                                              \
	  "INSERT INTO accounts (id, name, fold, password, created) VALUES"              \
	  " (max(1001, (SELECT max(id) + 1 FROM accounts)), ?1, ?2, ?3, ?4)"             \
	  " ON CONFLICT (fold) DO NOTHING")                                              \
	X(ACCOUNT_BY_FOLD, BOTH, "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE fold = ?1") \
	X(ACCOUNT_BY_ID, BOTH, "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE id = ?1") \
	X(ACCOUNT_PASSWORD, PEN, "UPDATE accounts SET password = ?2 WHERE id = ?1")      \
	X(ACCOUNT_CLOSE, PEN,                                                            \
	  "UPDATE accounts SET closed = ?2, name = ?3, fold = ?3, password = NULL"       \
	  " WHERE id = ?1 AND closed IS NULL")                                           \
	X(RETIRE, PEN, "INSERT INTO retired (hash, account) VALUES (?1, ?2)")            \
	X(RETIRED, BOTH,                                                                 \
	  "SELECT a.name FROM retired r JOIN accounts a ON a.id = r.account"             \
	  " WHERE r.hash = ?1")                                                          \
	X(RETIRED_ANY, GLASSES,                                                          \
	  "SELECT account FROM retired WHERE hash > x'' ORDER BY hash LIMIT 1")          \
	X(TOKENS_REVOKE, PEN,                                                            \
	  "UPDATE tokens SET revoked = coalesce(revoked, ?2), label = ''"                \
	  " WHERE account = ?1")                                                         \
	X(READER_ADD, PEN, "INSERT OR IGNORE INTO readers (account, since) VALUES (?1, ?2)") \
	X(READERS, BOTH, "SELECT account FROM readers")                                  \
	X(READER_FORGET, PEN, "DELETE FROM readers WHERE account = ?1")                  \
	X(NEWS_ADD, PEN,                                                                 \
	  "INSERT INTO news (account, number, at, kind, game, ply, seat, other, value, text)" \
	  " SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"     \
	  " FROM news WHERE account = ?1 RETURNING number")                              \
	X(NEWS_DROP, PEN, "DELETE FROM news WHERE account = ?1 AND number <= ?2")        \
	X(NEWS_FORGET, PEN, "DELETE FROM news WHERE account = ?1")                       \
	X(NEWS_BOUNDS, BOTH,                                                             \
	  "SELECT coalesce((SELECT min(number) FROM news WHERE account = ?1), 1),"       \
	  " coalesce((SELECT max(number) FROM news WHERE account = ?1), 0)"              \
	  " FROM readers WHERE account = ?1")                                            \
	X(NEWS, BOTH,                                                                    \
	  "SELECT number, at, kind, game, ply, seat, other, value, text FROM news"       \
	  " WHERE account = ?1 AND number > ?2 ORDER BY number LIMIT ?3")                \
	X(ANSWERS_FORGET, PEN, "DELETE FROM idempotency WHERE account = ?1")             \
	X(SEATS_RENAME, PEN, "UPDATE seats SET name = ?2 WHERE account = ?1")            \
	X(DOCUMENTS_FORGET, PEN,                                                         \
	  "DELETE FROM documents WHERE game IN (SELECT game FROM seats WHERE account = ?1" \
	  " UNION ALL SELECT game FROM seats WHERE invited = ?1 AND account IS NULL"     \
	  " UNION ALL SELECT id FROM games WHERE creator = ?1)")                         \
	X(SEATS_LIVE, BOTH,                                                              \
	  "SELECT g.key FROM seats s CROSS JOIN games g ON g.id = s.game"                \
	  " WHERE s.account = ?1 AND s.shelf = 1 AND (s.status = 1 OR s.purse <> 0)"     \
	  " ORDER BY s.game LIMIT ?2")              \
	X(ACCOUNT_FIND, BOTH,                                                            \
	  "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE fold >= ?1 AND fold < ?2"      \
	  " AND fold > ?3 AND id > 1000 AND closed IS NULL ORDER BY fold LIMIT ?4")      \
	X(TOKEN_ADD, PEN,                                                                \
	  "INSERT INTO tokens (account, hash, scopes, label, created, expires)"          \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                            \
	X(TOKEN, BOTH, "SELECT " TOKEN_COLUMNS " FROM tokens WHERE id = ?1")             \
	X(TOKEN_USED, PEN, "UPDATE tokens SET used = ?2 WHERE id = ?1")                  \
	X(TOKEN_REVOKE, PEN,                                                             \
	  "UPDATE tokens SET revoked = ?2 WHERE id = ?1 AND revoked IS NULL")            \
	X(TOKENS, BOTH,                                                                  \
	  "SELECT " TOKEN_COLUMNS " FROM tokens WHERE account = ?1 AND id > ?2"          \
	  " ORDER BY id LIMIT ?3")                                                       \
	X(INVITATION_ADD, PEN,                                                           \
	  "INSERT INTO invitations (hash, creator, game, seat, created, expires)"        \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                            \
	X(INVITATION, BOTH, "SELECT " INVITATION_COLUMNS " FROM invitations WHERE id = ?1") \
	X(INVITATION_USE, PEN,                                                           \
	  "UPDATE invitations SET used_by = ?2 WHERE id = ?1 AND used_by IS NULL")       \
	X(INVITATION_REVOKE, PEN,                                                        \
	  "UPDATE invitations SET revoked = ?2 WHERE id = ?1 AND revoked IS NULL")       \
	X(INVITATIONS, BOTH,                                                             \
	  "SELECT " INVITATION_COLUMNS " FROM invitations WHERE game = ?1"               \
	  " ORDER BY seat, id LIMIT ?2")                                                 \
	/* games */                                                                      \
	X(GAME_LAST, PEN, "SELECT created FROM games ORDER BY id DESC LIMIT 1")          \
	X(GAME_ADD, PEN,                                                                 \
	  "INSERT INTO games (key, ruleset, rules, options, seats, creator, visibility," \
	  " auto_forced, unit, buy_in, insolvent, created, started, ended, state,"       \
	  " thaws_to, ply, asked, decisions, waiting, pot, changed, position, outcome,"  \
	  " match, match_game, match_length, match_score, credit, fee, top_ups,"         \
	  " commitment, clock, deadline)"                                                \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"   \
	  " ?16, ?17, ?18, ?19, ?20, 0, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33)" \
	  " ON CONFLICT (key) DO NOTHING")                                               \
	X(SEAT_ADD, PEN,                                                                 \
	  "INSERT INTO seats (game, seat, account, name, invited, locked, status)"       \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                        \
	X(GAME_BY_KEY, BOTH, "SELECT " GAME_COLUMNS " FROM games WHERE key = ?1")        \
	/* of the games only the index of their keys is read */                           \
	X(DOCUMENT, GLASSES,                                                             \
	  "SELECT g.id, d.ply, d.audience, d.body FROM games g"                          \
	  " LEFT JOIN documents d ON d.game = g.id WHERE g.key = ?1")                     \
	X(DOCUMENT_FORGET, PEN, "DELETE FROM documents WHERE game = ?1")                 \
	X(DOCUMENT_KEEP, PEN,                                                            \
	  "INSERT INTO documents (game, ply, audience, body) VALUES (?1, ?2, ?3, ?4)"    \
	  " ON CONFLICT (game) DO UPDATE SET ply = ?2, audience = ?3, body = ?4")        \
	X(GAME_BY_ID, BOTH, "SELECT " GAME_COLUMNS " FROM games WHERE id = ?1")          \
	X(SEATS, BOTH,                                                                   \
	  "SELECT seat, account, name, invited, locked, status, purse, topped FROM seats" \
	  " WHERE game = ?1 ORDER BY seat")                                              \
	/* A turn: no indexed column changes.  It fits only while the rest stays.  */    \
	X(GAME_TURN, PEN,                                                                \
	  "UPDATE games SET ply = ?2, asked = ?3, decisions = ?4, waiting = ?5,"         \
	  " changed = ?6, position = ?7, throws = ?13, spent = ?15,"                     \
	  " deadline = ?16, thaws_to = ?9 WHERE id = ?1 AND state = ?8"                  \
	  " AND started IS ?10 AND ended IS ?11 AND outcome IS ?12")                     \
	X(GAME_STATE, PEN, "SELECT state FROM games WHERE id = ?1")                      \
	X(GAME_UPDATE, PEN,                                                              \
	  "UPDATE games SET ply = ?2, asked = ?3, decisions = ?4, waiting = ?5,"         \
	  " changed = ?6, position = ?7, state = ?8, thaws_to = ?9, started = ?10,"      \
	  " ended = ?11, outcome = ?12, throws = ?13, match_result = ?14,"              \
	  " spent = ?15, deadline = ?16 WHERE id = ?1") \
	/* one run of the index of deadlines, from where the last one ended */          \
	X(GAMES_DUE, PEN,                                                                \
	  "SELECT id, key, deadline FROM games WHERE deadline <= ?1"                     \
	  " AND (deadline, id) > (?2, ?3) ORDER BY deadline, id LIMIT ?4")               \
	X(GAME_DUE_NEXT, BOTH,                                                           \
	  "SELECT deadline FROM games WHERE deadline >= ?1"                               \
	  " AND (deadline, id) > (?1, ?2)"                                               \
	  " ORDER BY deadline, id LIMIT 1")                                              \
	X(GAME_CONSENT, BOTH, "SELECT consent FROM games WHERE id = ?1")                 \
	X(GAME_CONSENT_SET, PEN, "UPDATE games SET consent = ?2 WHERE id = ?1")          \
	X(OFFER_ADD, PEN,                                                                \
	  "INSERT INTO offers (game, expires, draws, rematch) VALUES (?1, ?2, ?3,"       \
	  " (SELECT id FROM games WHERE key = ?4))")                                     \
	X(OFFER, BOTH,                                                                   \
	  "SELECT o.expires, o.draws, g.key FROM offers o"                               \
	  " LEFT JOIN games g ON g.id = o.rematch WHERE o.game = ?1")                    \
	X(OFFER_END, PEN, "UPDATE offers SET note = NULL WHERE game = ?1 AND note IS NOT NULL") \
	X(OFFER_NOTE, BOTH, "SELECT note FROM offers WHERE game = ?1 AND note IS NOT NULL") \
	X(OFFER_NOTE_SET, PEN, "UPDATE offers SET note = ?2 WHERE game = ?1")            \
	/* the last that was offered */                                                  \
	X(REMATCH, BOTH,                                                                 \
	  "SELECT g.key FROM offers o JOIN games g ON g.id = o.game WHERE o.rematch = ?1" \
	  " ORDER BY o.game DESC LIMIT 1")                                               \
	/* counted by the caller */                                                      \
	X(OFFERS_MADE, PEN,                                                              \
	  "SELECT id FROM games WHERE creator = ?1 AND state = 1 LIMIT ?2")              \
	X(SEATS_HELD, PEN,                                                               \
	  "SELECT game FROM seats WHERE account = ?1 AND shelf = 1 LIMIT ?2")            \
	X(OFFERS_GOT, PEN,                                                               \
	  "SELECT game FROM seats WHERE invited = ?1 AND account IS NULL AND shelf = 1"  \
	  " LIMIT ?2")                                                                   \
	VACATION_STATEMENTS(X)                                                           \
	X(GAME_FOLLOW, PEN, "UPDATE games SET next = ?2 WHERE id = ?1")                  \
	X(GAMES_COUNT, PEN, "UPDATE counts SET games = games + ?2 WHERE state = ?1")     \
	X(SEAT_UPDATE, PEN,                                                              \
	  "UPDATE seats SET account = ?3, name = ?4, invited = ?5, locked = ?6,"         \
	  " status = ?7, topped = ?8 WHERE game = ?1 AND seat = ?2")                     \
	X(CREDIT_BOUND, PEN,                                                             \
	  "SELECT coalesce(sum(g.credit), 0) FROM seats s JOIN games g ON g.id = s.game" \
	  " WHERE s.account = ?1 AND s.shelf = 1 AND g.insolvent = 1")                   \
	X(SEATS_SHELVE, PEN, "UPDATE seats SET shelf = ?2 WHERE game = ?1 AND shelf <> ?2") \
	/* lists of games: one run each of an index, merged by the caller */             \
	X(GAME_NEXT, BOTH, "SELECT created FROM games WHERE id >= ?1 ORDER BY id LIMIT 1")     \
	X(GAME_NEWEST, BOTH, "SELECT max(id) FROM games")                                \
	X(LIST_STATE_UP, BOTH,                                                           \
	  "SELECT id FROM games WHERE state = ?1 AND visibility = ?2 AND id > ?3"        \
	  " AND id < ?4 ORDER BY id LIMIT ?5")                                           \
	X(LIST_STATE_DOWN, BOTH,                                                         \
	  "SELECT id FROM games WHERE state = ?1 AND visibility = ?2 AND id > ?3"        \
	  " AND id < ?4 ORDER BY id DESC LIMIT ?5")                                      \
	X(LIST_RULESET_UP, BOTH,                                                         \
	  "SELECT id FROM games WHERE visibility = 0 AND ruleset = ?1 AND state = ?2"    \
	  " AND id > ?3 AND id < ?4 ORDER BY id LIMIT ?5")                               \
	X(LIST_RULESET_DOWN, BOTH,                                                       \
	  "SELECT id FROM games WHERE visibility = 0 AND ruleset = ?1 AND state = ?2"    \
	  " AND id > ?3 AND id < ?4 ORDER BY id DESC LIMIT ?5")                          \
	X(LIST_HIDDEN_UP, BOTH,                                                          \
	  "SELECT id FROM games WHERE visibility <> 0 AND creator = ?1 AND id > ?3"      \
	  " AND id < ?4 AND (?6 = 0 OR state = ?6) AND (?7 IS NULL OR ruleset = ?7)"     \
	  " ORDER BY id LIMIT ?5")                                                       \
	X(LIST_HIDDEN_DOWN, BOTH,                                                        \
	  "SELECT id FROM games WHERE visibility <> 0 AND creator = ?1 AND id > ?3"      \
	  " AND id < ?4 AND (?6 = 0 OR state = ?6) AND (?7 IS NULL OR ruleset = ?7)"     \
	  " ORDER BY id DESC LIMIT ?5")                                                  \
	X(LIST_SEATED_UP, BOTH,                                                          \
	  "SELECT s.game FROM seats s CROSS JOIN games g ON g.id = s.game"               \
	  " WHERE s.account = ?1 AND s.shelf = ?2 AND s.game > ?3 AND s.game < ?4"       \
	  SEAT_FILTER " ORDER BY s.game LIMIT ?5")                                       \
	X(LIST_SEATED_DOWN, BOTH,                                                        \
	  "SELECT s.game FROM seats s CROSS JOIN games g ON g.id = s.game"               \
	  " WHERE s.account = ?1 AND s.shelf = ?2 AND s.game > ?3 AND s.game < ?4"       \
	  SEAT_FILTER " ORDER BY s.game DESC LIMIT ?5")                                  \
	X(LIST_KEPT_UP, BOTH,                                                            \
	  "SELECT s.game FROM seats s CROSS JOIN games g ON g.id = s.game"               \
	  " WHERE s.invited = ?1 AND s.account IS NULL AND s.shelf = ?2"                 \
	  " AND s.game > ?3 AND s.game < ?4" SEAT_FILTER " ORDER BY s.game LIMIT ?5")    \
	X(LIST_KEPT_DOWN, BOTH,                                                          \
	  "SELECT s.game FROM seats s CROSS JOIN games g ON g.id = s.game"               \
	  " WHERE s.invited = ?1 AND s.account IS NULL AND s.shelf = ?2"                 \
	  " AND s.game > ?3 AND s.game < ?4" SEAT_FILTER " ORDER BY s.game DESC LIMIT ?5") \
	/* from the index of deadlines, or of the games where the player sits */         \
	X(LIST_DUE, BOTH,                                                                \
	  "SELECT g.id FROM games g WHERE g.deadline >= ?3 AND g.deadline < ?4"          \
	  " AND (?6 = 0 OR g.state = ?6) AND (?7 IS NULL OR g.ruleset = ?7)"             \
	  " AND (g.visibility = 0 OR g.creator = ?9 OR EXISTS (SELECT 1 FROM seats v"    \
	  " WHERE v.game = g.id AND (v.account = ?9 OR v.invited = ?9)))"                \
	  LATE_FILTER BLOCK_FILTER                                                       \
	  " ORDER BY g.deadline, g.id LIMIT ?5 OFFSET ?10")                              \
	X(LIST_DUE_SEATED, BOTH,                                                         \
	  "SELECT DISTINCT s.game, g.deadline FROM seats s CROSS JOIN games g"           \
	  " ON g.id = s.game WHERE s.account = ?1 AND s.shelf = ?2 AND g.deadline >= ?3" \
	  " AND g.deadline < ?4" SEAT_FILTER LATE_FILTER BLOCK_FILTER                    \
	  " ORDER BY g.deadline, s.game LIMIT ?5 OFFSET ?10")                            \
	X(LIST_MATCH_UP, BOTH,                                                           \
	  "SELECT g.id FROM games g WHERE g.match = ?1 AND g.id > ?3 AND g.id < ?4"      \
	  MATCH_FILTER " ORDER BY g.id LIMIT ?5")                                        \
	X(LIST_MATCH_DOWN, BOTH,                                                         \
	  "SELECT g.id FROM games g WHERE g.match = ?1 AND g.id > ?3 AND g.id < ?4"      \
	  MATCH_FILTER " ORDER BY g.id DESC LIMIT ?5")                                   \
	X(COUNTS, BOTH, "SELECT state, games FROM counts")                               \
	X(ACCOUNT_NEWEST, BOTH, "SELECT max(id) FROM accounts")                          \
	/* facts */                                                                      \
	X(FACT_ADD, PEN,                                                                 \
	  "INSERT INTO facts (game, ply, at, kind, seat, text, events, throw, sides)"    \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")                                \
	X(FACTS_BACK, BOTH,                                                              \
	  "SELECT ply, at, kind, seat, text, events, throw, sides FROM facts"            \
	  " WHERE game = ?1 ORDER BY ply DESC LIMIT ?2")                                 \
	X(FACTS, BOTH,                                                                   \
	  "SELECT ply, at, kind, seat, text, events, throw, sides FROM facts"            \
	  " WHERE game = ?1 AND ply > ?2 ORDER BY ply LIMIT ?3")                         \
	X(DELAY_ADD, PEN, "INSERT INTO delays (game, plies, ms) VALUES (?1, ?2, ?3)")    \
	X(DELAY, BOTH,                                                                   \
	  "SELECT plies, ms FROM delays WHERE game = (SELECT id FROM games WHERE key = ?1)") \
	/* talk */                                                                       \
	X(NOTE, BOTH,                                                                    \
	  "SELECT game, version, changed, text FROM notes WHERE account = ?1 AND game = ?2") \
	X(NOTE_WRITE, PEN,                                                               \
	  "INSERT INTO notes (account, game, version, changed, text)"                    \
	  " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (account, game)"                     \
	  " DO UPDATE SET version = ?3, changed = ?4, text = ?5")                        \
	X(NOTE_NEXT, BOTH,                                                               \
	  "SELECT game, version, changed, text FROM notes"                               \
	  " WHERE account = ?1 AND game > ?2 ORDER BY game LIMIT 1")                     \
	X(NOTES_FORGET, PEN, "DELETE FROM notes WHERE account = ?1")                     \
	X(CHAT_ADD, PEN,                                                                 \
	  "INSERT INTO chat (game, room, number, at, account, text)"                     \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                            \
	X(CHAT_LAST, BOTH,                                                               \
	  "SELECT number FROM chat WHERE game = ?1 AND room = ?2"                        \
	  " ORDER BY number DESC LIMIT 1")                                               \
	X(CHAT, BOTH,                                                                    \
	  "SELECT " CHAT_COLUMNS " FROM chat WHERE game = ?1 AND room = ?2"              \
	  " AND number > ?3 ORDER BY number LIMIT ?4")                                   \
	X(CHAT_OF, BOTH,                                                                 \
	  "SELECT " CHAT_COLUMNS " FROM chat INDEXED BY chat_by_account"                 \
	  " WHERE account = ?1 AND (game, room, number) > (?2, ?3, ?4)"                  \
	  " ORDER BY game, room, number LIMIT ?5")                                       \
	X(CHAT_HIDE, PEN,                                                                \
	  "UPDATE chat SET state = ?4 WHERE game = ?1 AND room = ?2 AND number = ?3"     \
	  " AND state < 2")                                                              \
	X(CHAT_FORGET, PEN, "UPDATE chat SET state = 2, text = '' WHERE account = ?1")   \
	X(MUTE, PEN,                                                                     \
	  "INSERT INTO mutes (account, muted, at) VALUES (?1, ?2, ?3)"                   \
	  " ON CONFLICT DO NOTHING")                                                     \
	X(UNMUTE, PEN, "DELETE FROM mutes WHERE account = ?1 AND muted = ?2")            \
	X(IS_MUTED, BOTH, "SELECT 1 FROM mutes WHERE account = ?1 AND muted = ?2")       \
	X(MUTE_NEXT, BOTH,                                                               \
	  "SELECT muted, at FROM mutes WHERE account = ?1 AND muted > ?2"                \
	  " ORDER BY muted LIMIT 1")                                                     \
	X(MUTES, BOTH, "SELECT count(*) FROM mutes WHERE account = ?1")                  \
	X(MUTES_FORGET, PEN, "DELETE FROM mutes WHERE account = ?1")                     \
	X(BLOCK, PEN,                                                                    \
	  "INSERT INTO blocks (account, blocked, at) VALUES (?1, ?2, ?3)"                \
	  " ON CONFLICT DO NOTHING")                                                     \
	X(UNBLOCK, PEN, "DELETE FROM blocks WHERE account = ?1 AND blocked = ?2")        \
	X(IS_BLOCKED, BOTH, "SELECT 1 FROM blocks WHERE account = ?1 AND blocked = ?2")  \
	X(BLOCK_NEXT, BOTH,                                                              \
	  "SELECT blocked, at FROM blocks WHERE account = ?1 AND blocked > ?2"           \
	  " ORDER BY blocked LIMIT 1")                                                   \
	X(BLOCKS, BOTH, "SELECT count(*) FROM blocks WHERE account = ?1")                \
	X(BLOCKS_FORGET, PEN, "DELETE FROM blocks WHERE account = ?1 OR blocked = ?1")   \
	X(SILENCE, PEN,                                                                  \
	  "INSERT INTO silences (game, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING") \
	X(UNSILENCE, PEN, "DELETE FROM silences WHERE game = ?1 AND account = ?2")       \
	X(IS_SILENT, BOTH, "SELECT 1 FROM silences WHERE game = ?1 LIMIT 1")             \
	X(SILENCES_FORGET, PEN,                                                          \
	  "DELETE FROM silences WHERE account = ?1 AND game IN"                          \
	  " (SELECT game FROM seats WHERE account = ?1)")                                \
	X(NUDGE, BOTH,                                                                   \
	  "SELECT asked, at, account FROM nudges WHERE game = ?1 AND seat = ?2")         \
	X(NUDGE_WRITE, PEN,                                                              \
	  "INSERT INTO nudges (game, seat, asked, at, account) VALUES (?1, ?2, ?3, ?4, ?5)" \
	  " ON CONFLICT (game, seat) DO UPDATE SET asked = ?3, at = ?4, account = ?5")   \
	X(LOOK_AT, BOTH, "SELECT asked, at, 0 FROM looks WHERE game = ?1 AND seat = ?2") \
	X(LOOK_WRITE, PEN,                                                               \
	  "INSERT INTO looks (game, seat, asked, at) SELECT ?1, ?2, ?3, ?4 FROM games"   \
	  " WHERE id = ?1 AND asked = ?3 ON CONFLICT (game, seat)"                       \
	  " DO UPDATE SET asked = ?3, at = ?4 WHERE asked <> ?3")                        \
	/* dice */                                                                       \
	X(SECRET_ADD, PEN,                                                               \
	  "INSERT INTO secrets (game, secret, root, links, head)"                        \
	  " VALUES (?1, ?2, ?3, ?4, ?5)")                                                \
	X(SECRET, PEN, "SELECT secret, root, links, head FROM secrets WHERE game = ?1")  \
	X(SECRET_HEAD, PEN, "UPDATE secrets SET head = ?2 WHERE game = ?1")              \
	X(REVEALED, BOTH, "SELECT secret FROM revealed WHERE game = ?1")                 \
	X(FACE_COUNT, PEN,                                                               \
	  "INSERT INTO faces (ruleset, sides, face, thrown) VALUES (?1, ?2, ?3, ?4)"     \
	  " ON CONFLICT (ruleset, sides, face) DO UPDATE SET thrown = thrown + ?4")      \
	X(FACES, BOTH,                                                                   \
	  "SELECT ruleset, sides, face, thrown FROM faces ORDER BY ruleset, sides, face") \
	/* the ledger */                                                                 \
	X(TRANSACTION_LAST, BOTH,                                                        \
	  "SELECT " TRANSACTION_COLUMNS " FROM transactions ORDER BY id DESC LIMIT 1")   \
	X(TRANSACTION, BOTH, "SELECT " TRANSACTION_COLUMNS " FROM transactions WHERE id = ?1") \
	X(TRANSACTION_ADD, PEN,                                                          \
	  "INSERT INTO transactions (id, at, game, ply, corrects, postings, issued,"     \
	  " in_play, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")                 \
	X(CORRECTIONS, BOTH,                                                             \
	  "SELECT id FROM transactions WHERE corrects = ?1 ORDER BY id LIMIT ?2")        \
	X(TRANSACTION_NEXT, MIGRATION,                                                   \
	  "SELECT " TRANSACTION_COLUMNS " FROM transactions WHERE id > ?1"               \
	  " ORDER BY id LIMIT 1")                                                        \
	X(TRANSACTION_SEAL, MIGRATION,                                                   \
	  "UPDATE transactions SET postings = ?2, issued = ?3, in_play = ?4, hash = ?5"  \
	  " WHERE id = ?1")                                                              \
	X(LINES, BOTH,                                                                   \
	  "SELECT line, kind, amount, account, purse, reason FROM entries"               \
	  " INDEXED BY entries_by_transaction WHERE txn = ?1 ORDER BY line, place")      \
	X(LINES_UNPLACED, MIGRATION, /* before 0022-places.sql */                        \
	  "SELECT line, kind, amount, account, purse, reason FROM entries"               \
	  " INDEXED BY entries_by_transaction WHERE txn = ?1 ORDER BY line, account, seq") \
	X(ENTRY_ADD, PEN,                                                                \
	  "INSERT INTO entries (place, txn, line, at, kind, amount, purse,"              \
	  " purse_after, total_after, other, game, ply, reason, multiplier, ruleset,"    \
	  " match, opponent) VALUES (" PLACE("?1", "?2") ", ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12," \
	  " ?13, ?14, ?15, ?16, ?17, ?18)")                                              \
	X(BALANCE, PEN,                                                                  \
	  "SELECT wallet - debt, held - debt_held, entries FROM accounts WHERE id = ?1") \
	X(BALANCE_SET, PEN,                                                              \
	  "UPDATE accounts SET wallet = iif(id = 1, ?2, max(?2, 0)),"                    \
	  " debt = iif(id = 1, 0, max(-?2, 0)), held = max(?3, 0),"                      \
	  " debt_held = max(-?3, 0), entries = ?4 WHERE id = ?1")                        \
	X(PURSE, PEN, "SELECT seat, purse FROM seats WHERE game = ?1 AND account = ?2")  \
	X(PURSE_SET, PEN, "UPDATE seats SET purse = ?3 WHERE game = ?1 AND seat = ?2")   \
	X(POT, PEN, "SELECT pot FROM games WHERE id = ?1")                               \
	X(POT_SET, PEN, "UPDATE games SET pot = ?2 WHERE id = ?1")                       \
	BROUGHT_STATEMENTS(X)                                                            \
	HISTORY_STATEMENTS(X)                                                            \
	/* answers given */                                                              \
	X(ANSWER, BOTH,                                                                  \
	  "SELECT fingerprint, at, status, location, body, etag FROM idempotency"        \
	  " WHERE account = ?1 AND key = ?2")                                            \
	X(ANSWER_ADD, PEN,                                                               \
	  "INSERT INTO idempotency (account, key, fingerprint, at, status, location, body," \
	  " etag) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")                              \
	X(ANSWERS_EXPIRE, PEN,                                                           \
	  "DELETE FROM idempotency WHERE (account, key) IN (SELECT account, key"         \
	  " FROM idempotency WHERE at < ?1 ORDER BY at LIMIT ?2)")                       \
	RATING_STATEMENTS(X)                                                             \
	AUDIT_STATEMENTS(X)

#define HISTORY_STATEMENTS(X)                                                            \
	/* what an entry is of */                                                        \
	X(RULESET_ADD, PEN, "INSERT INTO rulesets (name) VALUES (?1) ON CONFLICT DO NOTHING") \
	X(RULESET, BOTH, "SELECT number FROM rulesets WHERE name = ?1")                  \
	X(ENTRY_GAME, PEN,                                                               \
	  "SELECT r.number, m.id, g.state, g.seats, g.ended FROM games g"                \
	  " LEFT JOIN rulesets r ON r.name = g.ruleset"                                  \
	  " LEFT JOIN games m ON m.key = g.match WHERE g.id = ?1")                       \
	X(ENTRY_RIVAL, PEN, "SELECT account FROM seats WHERE game = ?1 AND account <> ?2") \
	X(NAMES_GAME, BOTH, "SELECT key, match, ruleset FROM games WHERE id = ?1")       \
	X(NAMES_ACCOUNT, BOTH, "SELECT name FROM accounts WHERE id = ?1")                \
	/* histories */                                                                  \
	X(ENTRY_AT, BOTH, "SELECT at FROM entries WHERE place = " PLACE("?2", "?1"))      \
	X(ENTRY_AFTER, BOTH,                                                             \
	  "SELECT purse, purse_after, total_after, txn FROM entries"                     \
	  " WHERE place = " PLACE("?1", "?2"))                                         \
	X(ENTRY, BOTH,                                                                   \
	  "SELECT " ENTRY_COLUMNS " FROM entries e WHERE e.place = " PLACE("?1", "?2")) \
	X(WALLET_AT, BOTH,                                                               \
	  "SELECT purse_after FROM entries INDEXED BY entries_of_wallets"                \
	  " WHERE purse = 0 AND place <= " PLACE("?1", "?2")                             \
	  " AND place > " PLACE("?1", "0") " ORDER BY place DESC LIMIT 1")               \
	X(ENTRIES_UP, BOTH, HISTORY("", "", ""))                                         \
	X(ENTRIES_DOWN, BOTH, HISTORY("", "", "DESC"))                                   \
	X(ENTRIES_KIND_UP, BOTH, HISTORY(BY_KIND, ""))                                \
	X(ENTRIES_KIND_DOWN, BOTH, HISTORY(BY_KIND, "DESC"))                          \
	X(ENTRIES_RULESET_UP, BOTH, HISTORY(BY_RULESET, ""))                          \
	X(ENTRIES_RULESET_DOWN, BOTH, HISTORY(BY_RULESET, "DESC"))                    \
	X(ENTRIES_OPPONENT_UP, BOTH, HISTORY(BY_OPPONENT, ""))                        \
	X(ENTRIES_OPPONENT_DOWN, BOTH, HISTORY(BY_OPPONENT, "DESC"))                  \
	X(ENTRIES_MATCH_UP, BOTH, HISTORY(BY_MATCH, ""))                              \
	X(ENTRIES_MATCH_DOWN, BOTH, HISTORY(BY_MATCH, "DESC"))                        \
	X(ENTRIES_GAME_UP, BOTH, GAME_HISTORY(""))                                       \
	X(ENTRIES_GAME_DOWN, BOTH, GAME_HISTORY("DESC"))                                 \
	X(SEEK_KIND_UP, BOTH, SEEK(BY_KIND, SEEK_UP))                                 \
	X(SEEK_KIND_DOWN, BOTH, SEEK(BY_KIND, SEEK_DOWN))                             \
	X(SEEK_RULESET_UP, BOTH, SEEK(BY_RULESET, SEEK_UP))                           \
	X(SEEK_RULESET_DOWN, BOTH, SEEK(BY_RULESET, SEEK_DOWN))                       \
	X(SEEK_OPPONENT_UP, BOTH, SEEK(BY_OPPONENT, SEEK_UP))                         \
	X(SEEK_OPPONENT_DOWN, BOTH, SEEK(BY_OPPONENT, SEEK_DOWN))                     \
	X(GAME_ENTRIES, BOTH,                                                            \
	  "SELECT " ENTRY_COLUMNS ", e.account, e.line FROM transactions t"              \
	  " CROSS JOIN entries e INDEXED BY entries_by_transaction"                      \
	  " WHERE t.game = ?1 AND t.id >= ?2 AND e.txn = t.id"                           \
	  " AND (e.txn, e.line, e.place) > (?2, ?3, " PLACE("?4", "?5") ")"             \
	  " ORDER BY t.id, e.line, e.place LIMIT ?6")                           \
	/* standing orders */                                                            \
	X(ORDERS, BOTH,                                                                  \
	  "SELECT seat, number, terms, made, since, state, holds, times, ply, why"       \
	  " FROM orders WHERE game = ?1 AND seat BETWEEN ?2 AND ?3 ORDER BY seat, number") \
	X(ORDER_PUT, PEN,                                                                \
	  "REPLACE INTO orders (game, seat, number, terms, made, since, state, holds,"   \
	  " times, ply, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")     \
	X(ORDERS_DROP, PEN, "DELETE FROM orders WHERE game = ?1 AND seat BETWEEN ?2 AND ?3") \
	X(ORDERED_NEXT, PEN,                                                             \
	  "SELECT game FROM orders WHERE game > ?1 ORDER BY game LIMIT 1")               \
	X(OBEYING_ADD, PEN, "INSERT INTO obeying (game) VALUES (?1) ON CONFLICT DO NOTHING") \
	X(OBEYING_DROP, PEN, "DELETE FROM obeying WHERE game = ?1")                      \
	X(OBEYING_NEXT, PEN,                                                             \
	  "SELECT o.game, g.key FROM obeying o JOIN games g ON g.id = o.game"            \
	  " WHERE o.game > ?1 ORDER BY o.game LIMIT 1")                                  \
	/* sums */                                                                       \
	X(SUM_ADD, PEN,                                                                  \
	  "INSERT INTO sums (account, by, which, games, won, lost)"                      \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (account, by, which)"            \
	  " DO UPDATE SET games = games + ?4, won = won + ?5, lost = lost + ?6")         \
	X(SUM, BOTH,                                                                     \
	  "SELECT which, games, won, lost, NULL FROM sums"                               \
	  " WHERE account = ?1 AND by = ?2 AND which = 0 AND ?3 = 0 LIMIT ?4")           \
	X(SUMS_RULESET, BOTH,                                                            \
	  "SELECT s.which, s.games, s.won, s.lost, r.name FROM sums s"                   \
	  " JOIN rulesets r ON r.number = s.which WHERE s.account = ?1 AND s.by = ?2"    \
	  " AND s.which > ?3 ORDER BY s.which LIMIT ?4")                                 \
	X(SUMS_OPPONENT, BOTH,                                                           \
	  "SELECT s.which, s.games, s.won, s.lost, o.name FROM sums s"                   \
	  " JOIN accounts o ON o.id = s.which WHERE s.account = ?1 AND s.by = ?2"        \
	  " AND s.which > ?3 ORDER BY s.which LIMIT ?4")                                 \
	X(SUMS_MONTH, BOTH,                                                              \
	  "SELECT which, games, won, lost, NULL FROM sums WHERE account = ?1 AND by = ?2" \
	  " AND (?3 = 0 OR which < ?3) ORDER BY which DESC LIMIT ?4")                    \
	X(SUMS_OF_GAME, PEN,                                                             \
	  "SELECT e.account, e.opponent, e.amount FROM transactions t"                   \
	  " CROSS JOIN entries e INDEXED BY entries_by_transaction WHERE t.game = ?1"    \
	  " AND e.txn = t.id AND e.account > 1000 AND e.other <> e.account")

#endif
