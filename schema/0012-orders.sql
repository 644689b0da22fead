-- 0012-orders.sql - standing orders: what a seat has said beforehand it will decide.
--
-- An order is its seat's alone, and nothing else in the book tells of it.  They
-- are withdrawn, or end with their game: these rows are deleted then.

CREATE TABLE orders (
	game    INTEGER NOT NULL REFERENCES games,
	seat    INTEGER NOT NULL,
	number  INTEGER NOT NULL,       -- in the order in which they are looked at, from 1
	terms   TEXT NOT NULL,          -- as order_write() spells them: game/orders.h
	made    INTEGER NOT NULL,       -- milliseconds since 1970
	since   INTEGER NOT NULL,       -- it answers questions put behind this ply
	state   INTEGER NOT NULL,       -- enum order_state
	holds   INTEGER NOT NULL,       -- what it wants to have been decided before it was
	times   INTEGER NOT NULL,       -- how often it has decided ...
	ply     INTEGER,                -- ... and when last, or when it failed or expired
	why     TEXT,                   -- the problem it failed by
	PRIMARY KEY (game, seat, number)
) STRICT, WITHOUT ROWID;

-- Games in which orders go on deciding: so many in one transaction and no more.
CREATE TABLE obeying (
	game    INTEGER PRIMARY KEY REFERENCES games
) STRICT;
