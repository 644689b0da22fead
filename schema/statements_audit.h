/*
 * statements_audit.h - what the audit asks: a stretch of the list in statements.h,
 * which includes it.
 */
#ifndef SCHEMA_STATEMENTS_AUDIT_H
#define SCHEMA_STATEMENTS_AUDIT_H

#define AUDIT_STATEMENTS(X)                                                              \
	X(AUDIT_BEGIN, AUDIT, "BEGIN")                                                   \
	X(AUDIT_END, AUDIT, "COMMIT")                                                    \
	X(AUDIT_TABLE, AUDIT,                                                            \
	  "SELECT name FROM sqlite_master WHERE type = 'table' AND name > ?1"            \
	  " ORDER BY name LIMIT 1")                                                      \
	X(AUDIT_FILE, AUDIT, "SELECT quick_check FROM pragma_quick_check(?1)")           \
	X(AUDIT_SCHEMA, AUDIT,                                                           \
	  "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")     \
	X(AUDIT_ACCOUNTS, AUDIT,                                                         \
	  "SELECT id, wallet - debt, held - debt_held, entries FROM accounts"            \
	  " WHERE id >= ?1 ORDER BY id")                                                 \
	X(AUDIT_BALANCES, AUDIT, "SELECT wallet - debt, held - debt_held FROM accounts") \
	X(AUDIT_ENTRIES, AUDIT,                                                          \
	  "SELECT account, seq, amount, purse, purse_after, total_after, txn, at"        \
	  " FROM entries WHERE place > " PLACE("?1", "?2") " ORDER BY place")         \
	X(AUDIT_TRANSACTIONS, AUDIT,                                                     \
	  "SELECT " TRANSACTION_COLUMNS " FROM transactions WHERE id > ?1 ORDER BY id")  \
	X(AUDIT_LINES, AUDIT,                                                            \
	  "SELECT txn, line, account, seq, at, kind, amount, purse, other, game, ply,"   \
	  " reason, multiplier FROM entries INDEXED BY entries_by_transaction"           \
	  " WHERE txn > ?1 ORDER BY txn, line, place")                            \
	X(AUDIT_SEAT_NAMES, AUDIT,                                                       \
	  "SELECT g.key, s.seat, s.account FROM seats s CROSS JOIN accounts a"           \
	  " CROSS JOIN games g WHERE a.id = s.account AND s.name IS NOT a.name"          \
	  " AND g.id = s.game LIMIT 100")                                                \
	X(AUDIT_ORDERS, AUDIT,                                                           \
	  "SELECT g.key, o.seat FROM orders o CROSS JOIN games g ON g.id = o.game"       \
	  " LEFT JOIN seats s ON s.game = o.game AND s.seat = o.seat"                    \
	  " WHERE g.state NOT IN (2, 5) OR coalesce(s.status, 0) NOT IN (1, 2) LIMIT 100") \
	X(AUDIT_ACCOUNT_NEXT, AUDIT,                                                     \
	  "SELECT id FROM accounts WHERE id > ?1 ORDER BY id LIMIT 1")                   \
	X(AUDIT_ENTRIES_OF, AUDIT,                                                       \
	  "SELECT seq, amount, other, game, ruleset, match, opponent FROM entries"       \
	  " WHERE place > " PLACE("?1", "0") " AND place < " PLACE("(?1 + 1)", "0")       \
	  " ORDER BY place")                                                            \
	X(AUDIT_ENTRY_GAME, AUDIT,                                                       \
	  "SELECT r.number, m.id, g.state, g.seats, g.ended,"                            \
	  " (SELECT account FROM seats WHERE game = g.id AND seat = 0),"                 \
	  " (SELECT account FROM seats WHERE game = g.id AND seat = 1)"                  \
	  " FROM games g LEFT JOIN rulesets r ON r.name = g.ruleset"                     \
	  " LEFT JOIN games m ON m.key = g.match WHERE g.id = ?1")                       \
	X(AUDIT_PLAYED, AUDIT,                                                           \
	  "SELECT s.game, o.account FROM seats s CROSS JOIN games g ON g.id = s.game"    \
	  " CROSS JOIN seats o ON o.game = s.game WHERE s.account = ?1 AND s.shelf = 2"  \
	  " AND g.unit > 0 AND o.account IS NOT NULL ORDER BY s.game")                   \
	RATING_AUDIT_STATEMENTS(X)                                                       \
	X(AUDIT_SUMS, AUDIT,                                                             \
	  "SELECT by, which, games, won, lost FROM sums WHERE account = ?1")             \
	X(AUDIT_GAMES, AUDIT, "SELECT id FROM games WHERE id > ?1 ORDER BY id")          \
	X(AUDIT_SECRET, AUDIT, "SELECT secret, root, links, head FROM secrets WHERE game = ?1") \
	X(AUDIT_COUNTS, AUDIT, "SELECT state, count(*) FROM games GROUP BY state")       \
	X(AUDIT_MATCH_BEFORE, AUDIT,                                                     \
	  "SELECT next FROM games WHERE match = ?1 AND match_game = ?2")                 \
	X(AUDIT_FACTS_NEXT, AUDIT,                                                       \
	  "SELECT game FROM facts WHERE game > ?1 ORDER BY game LIMIT 1")                \
	X(AUDIT_NEWS, AUDIT,                                                             \
	  "SELECT n.account, count(*), min(n.number), max(n.number),"                    \
	  " EXISTS (SELECT 1 FROM readers r WHERE r.account = n.account),"               \
	  " sum(n.ply IS NOT NULL AND NOT EXISTS (SELECT 1 FROM facts f"                 \
	  " WHERE f.game = n.game AND f.ply = n.ply))"                                   \
	  " FROM news n WHERE n.account > ?1 GROUP BY n.account ORDER BY n.account")     \
	X(AUDIT_CHAT, AUDIT,                                                             \
	  "SELECT game, room, count(*), min(number), max(number) FROM chat"              \
	  " WHERE (game, room) > (?1, ?2) GROUP BY game, room ORDER BY game, room")      \
	X(AUDIT_BLOCKS, AUDIT,                                                           \
	  "SELECT b.account, b.blocked FROM blocks b"                                    \
	  " LEFT JOIN accounts a ON a.id = b.account LEFT JOIN accounts o"               \
	  " ON o.id = b.blocked WHERE b.account = b.blocked OR a.closed IS NOT NULL"     \
	  " OR o.closed IS NOT NULL OR a.id IS NULL OR o.id IS NULL")                    \
	X(AUDIT_DELAYS, AUDIT,                                                           \
	  "SELECT g.key FROM delays d CROSS JOIN games g ON g.id = d.game"               \
	  " WHERE g.auto_forced & ?1 = 0 LIMIT 100")                                     \
	X(AUDIT_GAME_LINES, AUDIT,                                                       \
	  "SELECT e.txn, e.line, e.account, e.kind, e.amount, e.purse, e.ply, e.reason," \
	  " e.multiplier"                                                                \
	  " FROM transactions t CROSS JOIN entries e INDEXED BY entries_by_transaction"  \
	  " WHERE t.game = ?1 AND e.txn = t.id"                                          \
	  " ORDER BY t.id, e.line, e.place")                                             \
	BROUGHT_AUDIT_STATEMENTS(X)                                                      \
	VACATION_AUDIT_STATEMENTS(X)

#endif
