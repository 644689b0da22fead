-- 0001-tables.sql - the book: games, the facts of games, and chips.
--
-- Never edited after a release; what comes later is another number.  Times are
-- milliseconds since 1970 in UTC.  Amounts are whole chips.  Facts and entries
-- are only ever added: the triggers below say so to anybody who opens the file,
-- and the daemon's own connection is not allowed to try.

CREATE TABLE server (                   -- what this book knows of itself
	key    TEXT PRIMARY KEY,
	value  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
	id        INTEGER PRIMARY KEY,  -- 1 bank, 2 pots, 3 fees; people from 1001
	name      TEXT NOT NULL,        -- as its owner spells it
	fold      TEXT NOT NULL UNIQUE, -- lower case: what must be unique
	password  TEXT,                 -- Argon2id, or NULL: tokens only
	created   INTEGER NOT NULL,
	closed    INTEGER,
	wallet    INTEGER NOT NULL DEFAULT 0, -- chips at hand ...
	held      INTEGER NOT NULL DEFAULT 0, -- ... and in purses at tables
	entries   INTEGER NOT NULL DEFAULT 0, -- seq of the newest entry
	CHECK (id = 1 OR (wallet >= 0 AND held >= 0))
) STRICT;

CREATE TABLE tokens (
	id       INTEGER PRIMARY KEY,
	account  INTEGER NOT NULL REFERENCES accounts,
	hash     BLOB NOT NULL,         -- of the secret half; the secret is not kept
	scopes   INTEGER NOT NULL,      -- bits, daemon/secrets.h
	label    TEXT NOT NULL,
	created  INTEGER NOT NULL,
	expires  INTEGER,
	used     INTEGER,               -- last use, to the hour
	revoked  INTEGER
) STRICT;
CREATE INDEX tokens_by_account ON tokens (account, id);

CREATE TABLE games (
	id         INTEGER PRIMARY KEY,
	key        TEXT NOT NULL UNIQUE, -- ten letters and digits, the id in URLs
	ruleset    TEXT NOT NULL,
	rules      INTEGER NOT NULL,     -- version of the rules it is played by
	options    TEXT NOT NULL,        -- game/options.h
	seats      INTEGER NOT NULL,
	creator    INTEGER NOT NULL REFERENCES accounts,
	visibility INTEGER NOT NULL,     -- 0 public, 1 unlisted, 2 private
	auto_forced INTEGER NOT NULL,
	unit       INTEGER NOT NULL,     -- chips a stake; 0: for nothing
	buy_in     INTEGER NOT NULL,
	insolvent  INTEGER NOT NULL,
	created    INTEGER NOT NULL,
	started    INTEGER,
	ended      INTEGER,
	state      INTEGER NOT NULL,     -- enum table_state
	thaws_to   INTEGER NOT NULL,     -- state before the frost
	ply        INTEGER NOT NULL,     -- facts so far
	asked      INTEGER NOT NULL,     -- ply of the present question
	decisions  INTEGER NOT NULL,
	waiting    INTEGER NOT NULL,     -- bits: the seats that are asked
	pot        INTEGER NOT NULL,
	changed    INTEGER NOT NULL,
	position   TEXT NOT NULL,        -- snapshot after the last fact; '' while open
	outcome    TEXT                  -- "rank rank ... note" once over
) STRICT;
CREATE INDEX games_by_state ON games (state, visibility, id);
CREATE INDEX games_by_ruleset ON games (ruleset, state, id) WHERE visibility = 0;
CREATE INDEX games_hidden ON games (creator, id) WHERE visibility <> 0;

CREATE TABLE counts (                   -- games by state, kept by the writer
	state  INTEGER PRIMARY KEY,
	games  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE seats (
	game     INTEGER NOT NULL REFERENCES games,
	seat     INTEGER NOT NULL,
	account  INTEGER REFERENCES accounts, -- NULL: empty
	name     TEXT,                        -- the account's, for readers
	invited  INTEGER REFERENCES accounts, -- kept for this account alone
	locked   INTEGER NOT NULL DEFAULT 0,  -- 1: an invitation is needed
	status   INTEGER NOT NULL,            -- enum seat_status
	purse    INTEGER NOT NULL DEFAULT 0,
	shelf    INTEGER NOT NULL DEFAULT 1,  -- 1 live or frozen, 2 over, 3 aborted
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_account ON seats (account, shelf, game) WHERE account IS NOT NULL;
CREATE INDEX seats_kept ON seats (invited, shelf, game)
	WHERE invited IS NOT NULL AND account IS NULL;

CREATE TABLE invitations (                  -- to a seat, or to make an account
	id       INTEGER PRIMARY KEY,
	hash     BLOB NOT NULL,
	creator  INTEGER NOT NULL REFERENCES accounts,
	game     INTEGER REFERENCES games,  -- NULL: to make an account
	seat     INTEGER,
	created  INTEGER NOT NULL,
	expires  INTEGER,
	used_by  INTEGER REFERENCES accounts,
	revoked  INTEGER
) STRICT;
CREATE INDEX invitations_by_game ON invitations (game, seat);

CREATE TABLE facts (                        -- game/facts.h
	game    INTEGER NOT NULL REFERENCES games,
	ply     INTEGER NOT NULL,
	at      INTEGER NOT NULL,
	kind    INTEGER NOT NULL,
	seat    INTEGER,                    -- NULL: nobody's
	text    TEXT NOT NULL,
	events  TEXT NOT NULL,              -- its consequences, for readers
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- A game as it is shown, so that a read is a look-up.  It follows from the rest:
-- what is missing or of another ply is made again, and all of it may be deleted.
CREATE TABLE documents (
	game      INTEGER PRIMARY KEY REFERENCES games,
	ply       INTEGER NOT NULL,
	audience  BLOB NOT NULL,            -- who may see it, as api/documents.c packs it
	body      BLOB NOT NULL
) STRICT;

CREATE TABLE transactions (                 -- what happens whole or not at all
	id    INTEGER PRIMARY KEY,          -- 1, 2, 3 ... without gaps
	at    INTEGER NOT NULL,             -- never earlier than the one before
	game  INTEGER REFERENCES games,
	ply   INTEGER
) STRICT;
CREATE INDEX transactions_by_game ON transactions (game, id) WHERE game IS NOT NULL;

-- One transfer is two entries, one for each side, of equal and opposite amount
-- and the same txn and line.  Keyed by account so that a history is one scan.
CREATE TABLE entries (
	account      INTEGER NOT NULL REFERENCES accounts,
	seq          INTEGER NOT NULL,  -- 1, 2, 3 ... without gaps
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
	PRIMARY KEY (account, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_by_transaction ON entries (txn, line);

CREATE TABLE idempotency (                  -- answers given, by the caller's key
	account      INTEGER NOT NULL,
	key          TEXT NOT NULL,
	fingerprint  BLOB NOT NULL,         -- of method, path and body
	at           INTEGER NOT NULL,
	status       INTEGER NOT NULL,
	location     TEXT,
	body         BLOB NOT NULL,
	PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (at);

CREATE TRIGGER facts_are_kept BEFORE DELETE ON facts
BEGIN SELECT RAISE(ABORT, 'facts are never deleted'); END;
CREATE TRIGGER facts_stand BEFORE UPDATE ON facts
BEGIN SELECT RAISE(ABORT, 'facts are never changed'); END;
CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entries_stand BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER transactions_are_kept BEFORE DELETE ON transactions
BEGIN SELECT RAISE(ABORT, 'transactions are never deleted'); END;
CREATE TRIGGER transactions_stand BEFORE UPDATE ON transactions
BEGIN SELECT RAISE(ABORT, 'transactions are never changed'); END;

INSERT INTO accounts (id, name, fold, created) VALUES
	(1, '(bank)', '(bank)', 0), (2, '(pots)', '(pots)', 0), (3, '(fees)', '(fees)', 0);
INSERT INTO counts (state) VALUES (1), (2), (3), (4), (5);
