-- 0022-places.sql - entries in a table of their places.
--
-- A table without rowids carries whole rows in its inner pages, so that the way
-- to one entry of a large book was twice as long, and each index named account and
-- seq once more.  One number is both: an account's entries lie together, in their
-- order, as before.  Account and seq follow from it and take no room.

CREATE TABLE placed (
	place        INTEGER PRIMARY KEY, -- account << 36 | seq
	account      INTEGER NOT NULL AS (place >> 36) VIRTUAL REFERENCES accounts,
	seq          INTEGER NOT NULL AS (place & 68719476735) VIRTUAL, -- 1, 2, 3 ... without gaps
	txn          INTEGER NOT NULL REFERENCES transactions,
	line         INTEGER NOT NULL,
	at           INTEGER NOT NULL,
	kind         INTEGER NOT NULL,  -- enum transfer_kind, game/stakes.h
	amount       INTEGER NOT NULL CHECK (amount <> 0), -- + in, - out
	purse        INTEGER NOT NULL,  -- 0 the wallet, else the game whose purse or pot
	purse_after  INTEGER NOT NULL,  -- what lies in it then
	total_after  INTEGER NOT NULL,  -- wallet and purses together then
	other        INTEGER NOT NULL REFERENCES accounts, -- the other side
	game         INTEGER,
	ply          INTEGER,
	reason       TEXT,
	multiplier   INTEGER,           -- stakes the rule asked for; NULL: no stake
	ruleset      INTEGER,           -- of the game; NULL: of no game
	match        INTEGER,           -- the first game of its match
	opponent     INTEGER            -- with whom chips changed hands
) STRICT;
INSERT INTO placed (place, txn, line, at, kind, amount, purse, purse_after, total_after, other,
		game, ply, reason, multiplier, ruleset, match, opponent)
	SELECT account << 36 | seq, txn, line, at, kind, amount, purse, purse_after, total_after,
		other, game, ply, reason, multiplier, ruleset, match, opponent
	FROM entries ORDER BY account, seq;
DROP TABLE entries;
ALTER TABLE placed RENAME TO entries;

-- Each index ends in the place of its rows.
CREATE INDEX entries_by_transaction ON entries (txn, line);
CREATE INDEX entries_by_kind ON entries (kind);
CREATE INDEX entries_by_ruleset ON entries (ruleset) WHERE ruleset IS NOT NULL;
CREATE INDEX entries_by_opponent ON entries (opponent) WHERE opponent IS NOT NULL;
CREATE INDEX entries_by_match ON entries (match) WHERE match IS NOT NULL;

CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entries_stand BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
