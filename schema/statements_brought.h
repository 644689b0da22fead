/*
 * statements_brought.h - the statements about news that are brought: a stretch of
 * the list in statements.h, which includes it.
 */
#ifndef SCHEMA_STATEMENTS_BROUGHT_H
#define SCHEMA_STATEMENTS_BROUGHT_H

/* without its secrets, which are the pen's */
#define SUBSCRIPTION_COLUMNS                                                             \
	"id, account, kind, target, events, every, past, enabled, why, created, "        \
	"confirmed, cursor, digest_at, due, failing, earlier_until"
#define DELIVERY_COLUMNS                                                                 \
	"id, subscription, first, last, kind, body, created, state, attempts, next, "    \
	"tried, status, why"

#define BROUGHT_STATEMENTS(X)                                                            \
	/* subscriptions and what is delivered to them */                                \
	X(SUBSCRIPTION_ADD, PEN,                                                         \
	  "INSERT INTO subscriptions (account, target, events, every, past, enabled, why," \
	  " confirmed, cursor, digest_at, due, failing, kind, created, secret)"          \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"   \
	  " ON CONFLICT (account, kind, target) DO NOTHING")                             \
	X(SUBSCRIPTION_SET, PEN,                                                         \
	  "UPDATE OR IGNORE subscriptions SET target = ?2, events = ?3, every = ?4,"     \
	  " past = ?5, enabled = ?6, why = ?7, confirmed = ?8, cursor = ?9,"             \
	  " digest_at = ?10, due = ?11, failing = ?12 WHERE id = ?1")                    \
	X(SUBSCRIPTION_ROTATE, PEN,                                                      \
	  "UPDATE subscriptions SET earlier = secret, earlier_until = ?3, secret = ?2"   \
	  " WHERE id = ?1")                                                              \
	X(SUBSCRIPTION_SECRETS, PEN, "SELECT secret, earlier FROM subscriptions WHERE id = ?1") \
	X(SUBSCRIPTION_DROP, PEN, "DELETE FROM subscriptions WHERE id = ?1")             \
	X(SUBSCRIPTION, BOTH,                                                            \
	  "SELECT " SUBSCRIPTION_COLUMNS " FROM subscriptions WHERE id = ?1")            \
	X(SUBSCRIPTIONS, BOTH,                                                           \
	  "SELECT " SUBSCRIPTION_COLUMNS " FROM subscriptions WHERE account = ?1"        \
	  " AND (?2 = 0 OR kind = ?2) AND id > ?3 ORDER BY id LIMIT ?4")                 \
	/* the next account of which one is behind the news, or does not know what waits */ \
	X(SUBSCRIPTIONS_BEHIND, PEN,                                                     \
	  "SELECT account FROM subscriptions s WHERE account > ?1 AND enabled"           \
	  " AND (cursor < (SELECT max(number) FROM news n WHERE n.account = s.account)"  \
	  " OR due IS NULL AND EXISTS (SELECT 1 FROM deliveries d"                       \
	  " WHERE d.subscription = s.id AND d.next IS NOT NULL))"                        \
	  " ORDER BY account LIMIT 1")                                                   \
	X(SUBSCRIPTIONS_DUE, BOTH,                                                       \
	  "SELECT " SUBSCRIPTION_COLUMNS " FROM subscriptions WHERE kind = ?3"           \
	  " AND due IS NOT NULL AND (due, id) > (?1, ?2) ORDER BY due, id LIMIT 1")      \
	X(SUBSCRIPTIONS_DIGEST, BOTH,                                                    \
	  "SELECT " SUBSCRIPTION_COLUMNS " FROM subscriptions WHERE digest_at IS NOT NULL" \
	  " ORDER BY digest_at, id LIMIT 1")                                             \
	X(DELIVERY_ADD, PEN,                                                             \
	  "INSERT INTO deliveries (subscription, first, last, kind, body, created, state," \
	  " attempts, next) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, 0, ?7)")                  \
	X(DELIVERY_SET, PEN,                                                             \
	  "UPDATE deliveries SET state = ?2, attempts = ?3, next = ?4, tried = ?5,"      \
	  " status = ?6, why = ?7 WHERE id = ?1")                                        \
	X(DELIVERY, BOTH, "SELECT " DELIVERY_COLUMNS " FROM deliveries WHERE id = ?1")   \
	X(DELIVERY_NEXT, BOTH,                                                           \
	  "SELECT " DELIVERY_COLUMNS " FROM deliveries WHERE subscription = ?1"          \
	  " AND next IS NOT NULL ORDER BY next, id LIMIT 1")                             \
	X(DELIVERY_ARRIVED, PEN,                                                         \
	  "SELECT tried FROM deliveries WHERE subscription = ?1 AND state = 2"           \
	  " ORDER BY id DESC LIMIT 1 OFFSET ?2 - 1")                                     \
	X(DELIVERIES, BOTH,                                                              \
	  "SELECT " DELIVERY_COLUMNS " FROM deliveries WHERE subscription = ?1"          \
	  " AND id < ?2 AND (?3 = 0 OR state = ?3) ORDER BY id DESC LIMIT ?4")           \
	X(DELIVERIES_WAITING, BOTH,                                                      \
	  "SELECT count(*) FROM deliveries WHERE subscription = ?1 AND next IS NOT NULL") \
	/* what is to be sent to those that are enabled, which alone are due */          \
	X(DELIVERIES_LATE, GLASSES,                                                      \
	  "SELECT count(*), min(d.created) FROM subscriptions s"                         \
	  " CROSS JOIN deliveries d ON d.subscription = s.id AND d.next IS NOT NULL"     \
	  " WHERE s.kind IN (1, 2) AND s.due > 0")                                       \
	X(DELIVERIES_TRIM, PEN,                                                          \
	  "DELETE FROM deliveries WHERE subscription = ?1 AND next IS NULL"              \
	  " AND id <= (SELECT id FROM deliveries WHERE subscription = ?1"                \
	  " ORDER BY id DESC LIMIT 1 OFFSET ?2)")                                        \
	X(DELIVERIES_SWEEP, PEN,                                                         \
	  "DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries"                \
	  " WHERE next IS NULL AND created <= ?1 ORDER BY created LIMIT ?2)")             \
	X(DELIVERIES_OLDEST, PEN,                                                        \
	  "SELECT created FROM deliveries WHERE next IS NULL AND created > 0"             \
	  " ORDER BY created LIMIT 1")                                                   \
	X(DELIVERIES_DROP, PEN,                                                          \
	  "DELETE FROM deliveries WHERE subscription = ?1 AND last > ?2")                \
	/* reminders */                                                                  \
	X(REMINDER_ADD, PEN,                                                             \
	  "INSERT INTO reminders (before, account, since) VALUES (?1, ?2, ?3)"           \
	  " ON CONFLICT (before, account) DO NOTHING")                                   \
	X(REMINDER_DROP, PEN, "DELETE FROM reminders WHERE account = ?1 AND before = ?2") \
	X(REMINDERS, BOTH,                                                               \
	  "SELECT before FROM reminders WHERE account = ?1 ORDER BY before DESC LIMIT ?2") \
	X(REMINDED_BEGIN, PEN,                                                           \
	  "INSERT INTO reminded (before, deadline, game) VALUES (?1, ?2, ?3)"            \
	  " ON CONFLICT (before) DO NOTHING")                                            \
	X(REMINDED_SET, PEN,                                                             \
	  "REPLACE INTO reminded (before, deadline, game) VALUES (?1, ?2, ?3)")          \
	X(REMINDED_DROP, PEN,                                                            \
	  "DELETE FROM reminded WHERE before = ?1"                                       \
	  " AND NOT EXISTS (SELECT 1 FROM reminders WHERE before = ?1)")                 \
	X(REMINDED, BOTH, "SELECT before, deadline, game FROM reminded ORDER BY before") \
	/* seats of a game that are asked and whose account wishes it so long before;    \
	   thaws_to has the marks, which say whether what ends then is a pause */         \
	X(REMINDER_SEATS, PEN,                                                           \
	  "SELECT s.seat, s.account, g.asked, g.spent, g.seats, g.thaws_to, g.clock,"    \
	  " r.since, g.deadline FROM games g"                                            \
	  " CROSS JOIN seats s ON s.game = g.id"                                         \
	  " CROSS JOIN reminders r ON r.before = ?2 AND r.account = s.account"           \
	  " WHERE g.id = ?1 AND g.state = 2 AND ((g.waiting >> s.seat) & 1)"             \
	  " ORDER BY s.seat")                                                            \
	X(REMINDER_LATER, PEN,                                                           \
	  "REPLACE INTO reminders_later (before, game, seat, at) VALUES (?1, ?2, ?3, ?4)") \
	X(REMINDERS_LATER, PEN,                                                          \
	  "SELECT before, game, seat FROM reminders_later WHERE at <= ?1"                \
	  " ORDER BY at LIMIT ?2")                                                       \
	X(REMINDER_LATER_DROP, PEN,                                                      \
	  "DELETE FROM reminders_later WHERE before = ?1 AND game = ?2 AND seat = ?3")   \
	X(REMINDERS_LATER_DROP, PEN,                                                     \
	  "DELETE FROM reminders_later WHERE before = ?1"                                \
	  " AND NOT EXISTS (SELECT 1 FROM reminders WHERE before = ?1)")

#define BROUGHT_AUDIT_STATEMENTS(X)                                                      \
	X(AUDIT_SUBSCRIPTIONS, AUDIT,                                                    \
	  "SELECT s.id, s.account, s.cursor,"                                            \
	  " coalesce((SELECT max(n.number) FROM news n WHERE n.account = s.account), 0)," \
	  " EXISTS (SELECT 1 FROM readers r WHERE r.account = s.account)"                \
	  " FROM subscriptions s WHERE s.id > ?1 ORDER BY s.id")                         \
	X(AUDIT_DELIVERIES, AUDIT,                                                       \
	  "SELECT d.subscription, d.id, d.first, d.last, d.state, d.next IS NULL, s.cursor" \
	  " FROM deliveries d LEFT JOIN subscriptions s ON s.id = d.subscription"        \
	  " WHERE (d.subscription, d.id) > (?1, ?2) ORDER BY d.subscription, d.id")      \
	X(AUDIT_REMINDERS, AUDIT,                                                        \
	  "SELECT r.account, r.before,"                                                  \
	  " EXISTS (SELECT 1 FROM readers e WHERE e.account = r.account),"               \
	  " EXISTS (SELECT 1 FROM reminded p WHERE p.before = r.before) FROM reminders r" \
	  " WHERE (r.before, r.account) > (?1, ?2) ORDER BY r.before, r.account")

#endif
