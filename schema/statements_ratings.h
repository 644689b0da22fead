/*
 * statements_ratings.h - the part of the list that is about ratings and meetings.
 */
#ifndef SCHEMA_STATEMENTS_RATINGS_H
#define SCHEMA_STATEMENTS_RATINGS_H

/* A game's seats in pairs, each with one of another account; the first of each alone. */
#define RATING_CHANGE_COLUMNS                                                            \
	"account, number, class, game, seat, at, length, rank, before, after, experience"
#define OUTCOME_RANK(seat) "substr(coalesce(g.outcome, ''), 2 * " seat " + 1, 1)" /* "1 2 note" */
#define FIRST_SEAT(s)                                                                    \
	s ".seat = (SELECT min(f.seat) FROM seats f WHERE f.game = " s ".game"           \
	" AND f.account = " s ".account)"
#define MEETINGS_OF                                                                      \
	"SELECT s.account AS account, o.account AS opponent, r.number AS ruleset,"       \
	" 1 AS games, " OUTCOME_RANK("s.seat") " < " OUTCOME_RANK("o.seat") " AS won, "  \
	OUTCOME_RANK("s.seat") " > " OUTCOME_RANK("o.seat") " AS lost, "                 \
	OUTCOME_RANK("s.seat") " = " OUTCOME_RANK("o.seat") " AS drawn,"                 \
	" coalesce(s.points, 0) AS points_won, coalesce(o.points, 0) AS points_lost"     \
	" FROM seats s CROSS JOIN games g ON g.id = s.game"                              \
	" CROSS JOIN rulesets r ON r.name = g.ruleset"                                   \
	" CROSS JOIN seats o ON o.game = g.id AND o.account <> s.account"                \
	" WHERE g.state = 3 AND " FIRST_SEAT("s") " AND " FIRST_SEAT("o")
#define MEETING_SUMS                                                                     \
	"sum(games), sum(won), sum(lost), sum(drawn), sum(points_won), sum(points_lost)"
#define RATING_HISTORY(index, filter, order)                                             \
	"SELECT " RATING_CHANGE_COLUMNS " FROM rating_changes" index                     \
	" WHERE account = ?1 AND ruleset = ?2" filter " ORDER BY number " order          \
	" LIMIT ?4"
#define BY_CLASS " INDEXED BY rating_changes_by_class"

#define RATING_STATEMENTS(X)                                                             \
	X(SEAT_POINTS, PEN, "UPDATE seats SET points = ?3 WHERE game = ?1 AND seat = ?2") \
	X(MEET, PEN,                                                                     \
	  "INSERT INTO meetings (account, opponent, ruleset, games, won, lost, drawn,"   \
	  " points_won, points_lost) " MEETINGS_OF " AND s.game = ?1"                    \
	  " ON CONFLICT (account, opponent, ruleset) DO UPDATE SET games = games + 1,"   \
	  " won = won + excluded.won, lost = lost + excluded.lost,"                      \
	  " drawn = drawn + excluded.drawn, points_won = points_won + excluded.points_won," \
	  " points_lost = points_lost + excluded.points_lost")                           \
	X(MEETINGS, BOTH,                                                                \
	  "SELECT r.name, m.games, m.won, m.lost, m.drawn, m.points_won, m.points_lost"  \
	  " FROM meetings m JOIN rulesets r ON r.number = m.ruleset"                     \
	  " WHERE m.account = ?1 AND m.opponent = ?2 ORDER BY m.ruleset LIMIT ?3")       \
	X(RATING, BOTH,                                                                  \
	  "SELECT rating, experience, games FROM ratings"                                \
	  " WHERE account = ?1 AND ruleset = ?2 AND class = ?3")                         \
	X(RATING_SET, PEN,                                                               \
	  "INSERT INTO ratings (account, ruleset, class, rating, experience, games)"     \
	  " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (account, ruleset, class)"       \
	  " DO UPDATE SET rating = ?4, experience = ?5, games = ?6")                     \
	X(RATING_CHANGE_ADD, PEN,                                                        \
	  "INSERT INTO rating_changes (account, ruleset, number, class, game, seat, at," \
	  " length, rank, before, after, experience) VALUES (?1, ?2,"                    \
	  " coalesce((SELECT max(number) FROM rating_changes WHERE account = ?1"         \
	  " AND ruleset = ?2), 0) + 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")           \
	X(RATINGS, BOTH,                                                                 \
	  "SELECT s.name, r.class, r.rating, r.experience, r.games FROM ratings r"       \
	  " JOIN rulesets s ON s.number = r.ruleset WHERE r.account = ?1"                \
	  " ORDER BY r.ruleset, r.class LIMIT ?2")                                       \
	X(RATING_HISTORY_UP, BOTH, RATING_HISTORY("", " AND number > ?3", ""))           \
	X(RATING_HISTORY_DOWN, BOTH, RATING_HISTORY("", " AND number < ?3", "DESC"))     \
	X(RATING_HISTORY_CLASS_UP, BOTH,                                                 \
	  RATING_HISTORY(BY_CLASS, " AND class = ?5 AND number > ?3", ""))               \
	X(RATING_HISTORY_CLASS_DOWN, BOTH,                                               \
	  RATING_HISTORY(BY_CLASS, " AND class = ?5 AND number < ?3", "DESC"))           \
	X(RATING_GAME, BOTH,                                                             \
	  "SELECT " RATING_CHANGE_COLUMNS " FROM rating_changes WHERE game = ?1"         \
	  " ORDER BY seat")                                                              \
	X(RATINGS_BEST, BOTH,                                                            \
	  "SELECT r.account, r.rating, r.experience, r.games, a.name FROM ratings r"     \
	  " INDEXED BY ratings_best CROSS JOIN accounts a ON a.id = r.account"           \
	  " WHERE r.ruleset = ?1 AND r.class = ?2 AND r.rating <= ?3"                    \
	  " AND (r.rating < ?3 OR r.account > ?4) AND a.closed IS NULL"                  \
	  " ORDER BY r.rating DESC, r.account LIMIT ?5")

#define RATING_AUDIT_STATEMENTS(X)                                                       \
	X(AUDIT_POINTS, AUDIT, "SELECT seat, points FROM seats WHERE game = ?1 ORDER BY seat") \
	X(AUDIT_MEETINGS, AUDIT,                                                         \
	  "SELECT opponent, ruleset FROM (SELECT opponent, ruleset, " MEETING_SUMS       \
	  " FROM (" MEETINGS_OF " AND s.account = ?1 AND s.shelf = 2)"                   \
	  " GROUP BY opponent, ruleset EXCEPT SELECT opponent, ruleset, games, won,"     \
	  " lost, drawn, points_won, points_lost FROM meetings WHERE account = ?1)"      \
	  " UNION SELECT opponent, ruleset FROM (SELECT opponent, ruleset, games, won,"  \
	  " lost, drawn, points_won, points_lost FROM meetings WHERE account = ?1"       \
	  " EXCEPT SELECT opponent, ruleset, " MEETING_SUMS                              \
	  " FROM (" MEETINGS_OF " AND s.account = ?1 AND s.shelf = 2)"                   \
	  " GROUP BY opponent, ruleset)")                                                \
	X(AUDIT_RATINGS, AUDIT,                                                          \
	  "SELECT c.account, c.number, c.class, c.game, c.seat, c.at, c.length, c.rank," \
	  " c.before, c.after, c.experience, c.ruleset, g.ruleset = r.name"              \
	  " FROM rating_changes c LEFT JOIN rulesets r ON r.number = c.ruleset"          \
	  " LEFT JOIN games g ON g.id = c.game WHERE c.account = ?1"                     \
	  " ORDER BY c.ruleset, c.number")                                               \
	X(AUDIT_RATINGS_STRAY, AUDIT,                                                    \
	  "SELECT r.ruleset FROM ratings r WHERE r.account = ?1 AND NOT EXISTS (SELECT 1" \
	  " FROM rating_changes c WHERE c.account = r.account AND c.ruleset = r.ruleset" \
	  " AND c.class = r.class)")

#endif
