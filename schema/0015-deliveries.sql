-- 0015-deliveries.sql - news that are brought to their readers.
--
-- A subscription is where an account wants its news: a URL or an address.  It
-- holds the number of the last news it has taken up; what it has taken up is a
-- delivery, tried until it has arrived or was tried often enough.  The next
-- thing to be done for any subscription is found by one look-up.

CREATE TABLE subscriptions (
	id       INTEGER PRIMARY KEY AUTOINCREMENT, -- messages are called by it: none has it again
	account  INTEGER NOT NULL REFERENCES accounts,
	kind     INTEGER NOT NULL,      -- 1 webhook, 2 mail
	target   TEXT NOT NULL,         -- the URL, the address
	events   TEXT NOT NULL,         -- words of game/news.h with blanks between; '': all
	every    INTEGER NOT NULL,      -- milliseconds between digests; 0: each news at once ...
	past     INTEGER NOT NULL,      -- ... at so many past a multiple of it
	enabled  INTEGER NOT NULL,
	why      TEXT,                  -- it is not
	created  INTEGER NOT NULL,
	confirmed INTEGER,              -- when its reader said that it is theirs
	secret   BLOB NOT NULL,
	earlier  BLOB,                  -- the secret before, which is valid too ...
	earlier_until INTEGER,          -- ... until then
	cursor   INTEGER NOT NULL,      -- the last news taken up
	digest_at INTEGER,              -- when the next digest is made
	due      INTEGER,               -- when there is next something to be sent
	failing  INTEGER                -- since when nothing has arrived
) STRICT;
CREATE UNIQUE INDEX subscriptions_by_account ON subscriptions (account, kind, target);
CREATE INDEX subscriptions_of ON subscriptions (account, id);
CREATE INDEX subscriptions_due ON subscriptions (kind, due, id) WHERE due IS NOT NULL;
CREATE INDEX subscriptions_digest ON subscriptions (digest_at, id) WHERE digest_at IS NOT NULL;

CREATE TABLE deliveries (
	id       INTEGER PRIMARY KEY AUTOINCREMENT, -- so are tests, and what comes back is known by it
	subscription INTEGER NOT NULL REFERENCES subscriptions,
	first    INTEGER NOT NULL,      -- the news it tells, by number; 0: none
	last     INTEGER NOT NULL,
	kind     TEXT NOT NULL,
	body     TEXT NOT NULL,
	created  INTEGER NOT NULL,
	state    INTEGER NOT NULL,      -- 1 to be tried, 2 arrived, 3 given up
	attempts INTEGER NOT NULL,
	next     INTEGER,               -- when it is tried next
	tried    INTEGER,               -- when it was last
	status   INTEGER,               -- what was answered then
	why      TEXT                   -- it has not arrived
) STRICT;
CREATE INDEX deliveries_of ON deliveries (subscription, id);
CREATE INDEX deliveries_next ON deliveries (subscription, next, id) WHERE next IS NOT NULL;

-- How long before a deadline an account wants to be reminded; and, for each such
-- distance, the deadline up to which that has been seen to.
CREATE TABLE reminders (
	before   INTEGER NOT NULL,      -- milliseconds
	account  INTEGER NOT NULL REFERENCES accounts,
	since    INTEGER NOT NULL,      -- when it was wished
	PRIMARY KEY (before, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX reminders_of ON reminders (account, before);

CREATE TABLE reminded (
	before   INTEGER PRIMARY KEY,
	deadline INTEGER NOT NULL,
	game     INTEGER NOT NULL       -- of those that are due at once
) STRICT;
