-- 0011-talk.sql - what people say and note beside a game: never facts of it.
--
-- Lines of chat are numbered without gaps in their room, so that a reader who
-- remembers the last number misses none.  A hidden line keeps its text for the
-- operator; one whose author has closed the account has none any more.

CREATE TABLE notes (                    -- an account's own about a game
	account  INTEGER NOT NULL REFERENCES accounts,
	game     INTEGER NOT NULL REFERENCES games,
	version  INTEGER NOT NULL,      -- goes up with every change, also when it is emptied
	changed  INTEGER NOT NULL,
	text     TEXT NOT NULL,
	PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
	game     INTEGER NOT NULL REFERENCES games,
	room     INTEGER NOT NULL,      -- 1 of the seats, 2 of the spectators
	number   INTEGER NOT NULL,      -- 1, 2, 3 ... in its room
	at       INTEGER NOT NULL,
	account  INTEGER NOT NULL REFERENCES accounts,
	state    INTEGER NOT NULL DEFAULT 0, -- 0 said, 1 hidden, 2 removed with its author
	text     TEXT NOT NULL,
	PRIMARY KEY (game, room, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_by_account ON chat (account);

CREATE TABLE mutes (                    -- whose lines an account does not want to see
	account  INTEGER NOT NULL REFERENCES accounts,
	muted    INTEGER NOT NULL REFERENCES accounts,
	at       INTEGER NOT NULL,
	PRIMARY KEY (account, muted)
) STRICT, WITHOUT ROWID;

CREATE TABLE silences (                 -- who of a game's seats has silenced its spectators
	game     INTEGER NOT NULL REFERENCES games,
	account  INTEGER NOT NULL REFERENCES accounts,
	PRIMARY KEY (game, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE nudges (                   -- the last that each seat was given
	game     INTEGER NOT NULL REFERENCES games,
	seat     INTEGER NOT NULL,
	asked    INTEGER NOT NULL,      -- ply of the question it was about
	at       INTEGER NOT NULL,
	account  INTEGER NOT NULL REFERENCES accounts,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE looks (                    -- when a seat's owner first saw what it is asked
	game     INTEGER NOT NULL REFERENCES games,
	seat     INTEGER NOT NULL,
	asked    INTEGER NOT NULL,
	at       INTEGER NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
