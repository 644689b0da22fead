-- 0017-vacations.sql - days on which the clocks of a player stand.
--
-- A vacation is of the account; what follows from it at a table is a fact there,
-- so a table never looks here.  Whoever has to be told is told some at a time:
-- tellings remembers how far that is.

CREATE TABLE vacations (
	id        INTEGER PRIMARY KEY,
	account   INTEGER NOT NULL REFERENCES accounts,
	booked    INTEGER NOT NULL,  -- when; milliseconds since 1970, as all of these
	begins    INTEGER NOT NULL,  -- a midnight in UTC, or when it was booked, on that very day
	ends      INTEGER NOT NULL,  -- a midnight in UTC
	cancelled INTEGER,           -- when, before it had begun
	CHECK (booked <= begins AND begins < ends)
) STRICT;
CREATE INDEX vacations_by_account ON vacations (account, ends) WHERE cancelled IS NULL;
CREATE INDEX vacations_to_come ON vacations (ends) WHERE cancelled IS NULL;

CREATE TABLE tellings (
	account INTEGER PRIMARY KEY REFERENCES accounts,
	at      INTEGER NOT NULL,    -- when its vacations changed
	game    INTEGER NOT NULL     -- games up to this know of it
) STRICT;
