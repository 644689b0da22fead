-- 0016-offers.sql - tables that are offered: until when, and how they are filled.
--
-- While a game is open its deadline is when it expires: what lapses then is the
-- offer.  Games older than this expire never.

CREATE TABLE offers (
	game     INTEGER PRIMARY KEY REFERENCES games,
	expires  INTEGER,               -- milliseconds since 1970; NULL: never
	draws    INTEGER NOT NULL,      -- 1: seats are drawn before play begins
	rematch  INTEGER REFERENCES games, -- of this game; NULL: of none
	note     TEXT                   -- to those invited; forgotten when it is offered no more
) STRICT;
CREATE INDEX offers_by_rematch ON offers (rematch, game) WHERE rematch IS NOT NULL;

-- Open games by who laid them, to be counted.
CREATE INDEX games_offered ON games (creator) WHERE state = 1;
