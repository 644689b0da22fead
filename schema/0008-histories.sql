-- 0008-histories.sql - entries that say what they are of, and sums of what was won.
--
-- A history is asked for by kind, ruleset, opponent or match.  Each of these is
-- a stretch of an index that ends in seq, so that a page of it is read where it
-- lies, however long the history and whatever else is in the book.  Of the
-- house's own accounts only kinds are told apart.

CREATE TABLE rulesets (                 -- those that were ever played here
	number  INTEGER PRIMARY KEY,
	name    TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO rulesets (name) SELECT ruleset FROM games GROUP BY ruleset ORDER BY min(id);

ALTER TABLE entries ADD COLUMN ruleset INTEGER;    -- of the game; NULL: of no game
ALTER TABLE entries ADD COLUMN match INTEGER;      -- the first game of its match
ALTER TABLE entries ADD COLUMN opponent INTEGER;  -- with whom chips changed hands

-- What older entries are of follows from their games.  Where the other side is
-- the pot of a game for two, the chips are between those two.
DROP TRIGGER entries_stand;
UPDATE entries SET
	ruleset = (SELECT r.number FROM games g JOIN rulesets r ON r.name = g.ruleset
		WHERE g.id = entries.game),
	match = (SELECT m.id FROM games g JOIN games m ON m.key = g.match
		WHERE g.id = entries.game),
	opponent = CASE
		WHEN other > 1000 AND other <> account THEN other
		WHEN other = 2 THEN (SELECT s.account FROM games g JOIN seats s ON s.game = g.id
			WHERE g.id = entries.game AND g.seats = 2 AND s.account <> entries.account)
		END
	WHERE account > 1000;
CREATE TRIGGER entries_stand BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;

CREATE INDEX entries_by_kind ON entries (account, kind, seq);
CREATE INDEX entries_by_ruleset ON entries (account, ruleset, seq) WHERE ruleset IS NOT NULL;
CREATE INDEX entries_by_opponent ON entries (account, opponent, seq) WHERE opponent IS NOT NULL;
CREATE INDEX entries_by_match ON entries (account, match, seq) WHERE match IS NOT NULL;

-- What an account has won and lost in games for chips that are over: altogether,
-- by ruleset, by opponent, by month.  Kept by the writer when a game ends.
CREATE TABLE sums (
	account  INTEGER NOT NULL,
	by       INTEGER NOT NULL,      -- 0 all, 1 ruleset, 2 opponent, 3 month
	which    INTEGER NOT NULL,      -- 0, rulesets.number, accounts.id, 202611
	games    INTEGER NOT NULL DEFAULT 0,
	won      INTEGER NOT NULL DEFAULT 0,
	lost     INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (account, by, which)
) STRICT, WITHOUT ROWID;

-- Row by row, so that a large book needs no more memory than a small one.
INSERT INTO sums (account, by, which, games)
	SELECT s.account, k.by, CASE k.by WHEN 0 THEN 0 WHEN 1 THEN r.number
		ELSE CAST(strftime('%Y%m', coalesce(g.ended, 0) / 1000, 'unixepoch') AS INTEGER) END, 1
	FROM games g CROSS JOIN rulesets r ON r.name = g.ruleset CROSS JOIN seats s ON s.game = g.id
	CROSS JOIN (SELECT 0 AS by UNION ALL SELECT 1 UNION ALL SELECT 3) k
	WHERE g.state = 3 AND g.unit > 0 AND s.account IS NOT NULL AND s.seat =
		(SELECT min(f.seat) FROM seats f WHERE f.game = g.id AND f.account = s.account)
	ON CONFLICT (account, by, which) DO UPDATE SET games = games + 1;
INSERT INTO sums (account, by, which, games)
	SELECT s.account, 2, o.account, 1 FROM games g CROSS JOIN seats s ON s.game = g.id
	CROSS JOIN seats o ON o.game = g.id
	WHERE g.state = 3 AND g.unit > 0 AND o.account <> s.account AND s.seat =
		(SELECT min(f.seat) FROM seats f WHERE f.game = g.id AND f.account = s.account)
		AND o.seat =
		(SELECT min(f.seat) FROM seats f WHERE f.game = g.id AND f.account = o.account)
	ON CONFLICT (account, by, which) DO UPDATE SET games = games + 1;
INSERT INTO sums (account, by, which, won, lost)
	SELECT e.account, k.by, CASE k.by WHEN 0 THEN 0 WHEN 1 THEN e.ruleset WHEN 2 THEN e.opponent
		ELSE CAST(strftime('%Y%m', coalesce(g.ended, 0) / 1000, 'unixepoch') AS INTEGER) END,
		max(e.amount, 0), max(-e.amount, 0)
	FROM entries e CROSS JOIN games g ON g.id = e.game
	CROSS JOIN (SELECT 0 AS by UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) k
	WHERE e.account > 1000 AND e.other <> e.account AND g.state = 3
		AND (k.by <> 2 OR e.opponent IS NOT NULL)
	ON CONFLICT (account, by, which) DO UPDATE SET won = won + excluded.won,
		lost = lost + excluded.lost;
