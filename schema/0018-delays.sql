-- 0018-delays.sql - games that spectators see as they were some time ago.
--
-- Which games these are stands in games.auto_forced, of which every reader of a
-- game reads the first bit anyway: 4 is added to it.  The terms of a match stand
-- with its first game.

CREATE TABLE delays (
	game   INTEGER PRIMARY KEY REFERENCES games,
	plies  INTEGER NOT NULL CHECK (plies >= 0), -- so many facts ...
	ms     INTEGER NOT NULL CHECK (ms >= 0)     -- ... and so long ago
) STRICT;
