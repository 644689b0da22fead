-- 0024-later.sql - reminders of seats whose time is up later than another's at their table.
--
-- Games lie in the order of their first deadline alone.  Where several seats are asked,
-- those with more time are noted here when the first is reminded, to be looked at again.

CREATE TABLE reminders_later (
	before   INTEGER NOT NULL,      -- as in reminders
	game     INTEGER NOT NULL REFERENCES games,
	seat     INTEGER NOT NULL,
	at       INTEGER NOT NULL,      -- when to look
	PRIMARY KEY (before, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX reminders_later_at ON reminders_later (at);
