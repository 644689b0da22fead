-- 0010-news.sql - what happens to an account, under numbers without a gap.
--
-- Only for accounts that have asked for news once: a turn in a game that nobody
-- listens to writes nothing here.  A row says what happened and where it stands;
-- of a game the fact itself is read from facts.  The table is its own outbox:
-- whoever delivers news keeps the last number that has arrived.

CREATE TABLE readers (                  -- accounts that have asked
	account INTEGER PRIMARY KEY REFERENCES accounts,
	since   INTEGER NOT NULL        -- when, first; milliseconds since 1970
) STRICT;

CREATE TABLE news (
	account INTEGER NOT NULL REFERENCES accounts,
	number  INTEGER NOT NULL,       -- from 1; the oldest are dropped, the newest never
	at      INTEGER NOT NULL,
	kind    INTEGER NOT NULL,       -- game/news.h
	game    INTEGER REFERENCES games,
	ply     INTEGER,                -- of the fact it tells, or of the question
	seat    INTEGER,
	other   INTEGER REFERENCES accounts, -- whose doing it was
	value   INTEGER,                -- a number that belongs to it: a deadline, a rating
	text    TEXT,                   -- a word or two that stand nowhere else
	PRIMARY KEY (account, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER news_stand BEFORE UPDATE ON news
BEGIN SELECT RAISE(ABORT, 'news are never changed'); END;
