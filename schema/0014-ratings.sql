-- 0014-ratings.sql - how strong players are, and who has met whom.
--
-- games.auto_forced holds bits from here on: 1 the house plays what is forced,
-- 2 the game is rated.  It stands in no column of its own because every turn
-- would have to read it.

ALTER TABLE seats ADD COLUMN points INTEGER;    -- of the outcome; NULL: not over, or older

CREATE TABLE ratings (                  -- as they are now
	account     INTEGER NOT NULL REFERENCES accounts,
	ruleset     INTEGER NOT NULL REFERENCES rulesets,
	class       INTEGER NOT NULL,   -- enum rating_class
	rating      INTEGER NOT NULL,   -- thousandths of a point
	experience  INTEGER NOT NULL,
	games       INTEGER NOT NULL,
	PRIMARY KEY (account, ruleset, class)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_best ON ratings (ruleset, class, rating DESC, account);

CREATE TABLE rating_changes (           -- as they came about
	account     INTEGER NOT NULL REFERENCES accounts,
	ruleset     INTEGER NOT NULL REFERENCES rulesets,
	number      INTEGER NOT NULL,   -- 1, 2, 3 ... without gaps
	class       INTEGER NOT NULL,
	game        INTEGER NOT NULL REFERENCES games, -- of a match: its last
	seat        INTEGER NOT NULL,
	at          INTEGER NOT NULL,
	length      INTEGER NOT NULL,   -- of the match, or 1
	rank        INTEGER NOT NULL,
	before      INTEGER NOT NULL,
	after       INTEGER NOT NULL,
	experience  INTEGER NOT NULL,   -- after it
	PRIMARY KEY (account, ruleset, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_changes_by_class ON rating_changes (account, ruleset, class, number);
CREATE UNIQUE INDEX rating_changes_by_game ON rating_changes (game, seat);

CREATE TRIGGER rating_changes_are_kept BEFORE DELETE ON rating_changes
BEGIN SELECT RAISE(ABORT, 'changes of ratings are never deleted'); END;
CREATE TRIGGER rating_changes_stand BEFORE UPDATE ON rating_changes
BEGIN SELECT RAISE(ABORT, 'changes of ratings are never changed'); END;

-- Games that are over, of two accounts with each other.  Whoever has several seats
-- at a table counts by the first of them.
CREATE TABLE meetings (
	account      INTEGER NOT NULL,
	opponent     INTEGER NOT NULL,
	ruleset      INTEGER NOT NULL,
	games        INTEGER NOT NULL DEFAULT 0,
	won          INTEGER NOT NULL DEFAULT 0, -- ranked before the opponent
	lost         INTEGER NOT NULL DEFAULT 0,
	drawn        INTEGER NOT NULL DEFAULT 0,
	points_won   INTEGER NOT NULL DEFAULT 0, -- of the outcomes: one's own ...
	points_lost  INTEGER NOT NULL DEFAULT 0, -- ... and the opponent's
	PRIMARY KEY (account, opponent, ruleset)
) STRICT, WITHOUT ROWID;

-- An outcome is written "1 2 note": a rank has one digit.
INSERT INTO meetings (account, opponent, ruleset, games, won, lost, drawn)
	SELECT s.account, o.account, r.number, 1,
		substr(coalesce(g.outcome, ''), 2 * s.seat + 1, 1) < substr(coalesce(g.outcome, ''), 2 * o.seat + 1, 1),
		substr(coalesce(g.outcome, ''), 2 * s.seat + 1, 1) > substr(coalesce(g.outcome, ''), 2 * o.seat + 1, 1),
		substr(coalesce(g.outcome, ''), 2 * s.seat + 1, 1) = substr(coalesce(g.outcome, ''), 2 * o.seat + 1, 1)
	FROM games g CROSS JOIN rulesets r ON r.name = g.ruleset
	CROSS JOIN seats s ON s.game = g.id CROSS JOIN seats o ON o.game = g.id
	WHERE g.state = 3 AND o.account <> s.account
		AND s.seat = (SELECT min(f.seat) FROM seats f WHERE f.game = g.id AND f.account = s.account)
		AND o.seat = (SELECT min(f.seat) FROM seats f WHERE f.game = g.id AND f.account = o.account)
	ON CONFLICT (account, opponent, ruleset) DO UPDATE SET games = games + 1,
		won = won + excluded.won, lost = lost + excluded.lost, drawn = drawn + excluded.drawn;
