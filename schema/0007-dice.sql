-- 0007-dice.sql - dice that whoever plays can compute again: game/fair.h.
--
-- The commitment stands in the game for everybody; the secret stands apart, and
-- those who read the book for others see it through the view alone, which has
-- it once the game has ended.  Games made before this have neither: their dice
-- come from the machine's own generator, and their throws have no number.

ALTER TABLE games ADD COLUMN commitment BLOB;    -- SHA-256 of the secret, from the start
ALTER TABLE games ADD COLUMN throws INTEGER NOT NULL DEFAULT 0; -- made so far by the secret

CREATE TABLE secrets (
	game   INTEGER PRIMARY KEY REFERENCES games,
	secret BLOB NOT NULL,           -- the key of every throw's HMAC
	root   BLOB NOT NULL,           -- of the chain of the games of a match
	links  INTEGER NOT NULL,        -- games the chain is made for
	head   TEXT NOT NULL            -- what every throw's message begins with
) STRICT;

CREATE VIEW revealed AS
	SELECT s.game AS game, s.secret AS secret FROM secrets s
	JOIN games g ON g.id = s.game WHERE g.state IN (3, 4); -- over, aborted

ALTER TABLE facts ADD COLUMN throw INTEGER;      -- its number in its game, from 1
ALTER TABLE facts ADD COLUMN sides INTEGER;      -- of its dice

CREATE TABLE faces (                    -- every die so thrown, kept by the writer
	ruleset  TEXT NOT NULL,
	sides    INTEGER NOT NULL,
	face     INTEGER NOT NULL,
	thrown   INTEGER NOT NULL,
	PRIMARY KEY (ruleset, sides, face)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER secrets_are_kept BEFORE DELETE ON secrets
BEGIN SELECT RAISE(ABORT, 'secrets are never deleted'); END;
CREATE TRIGGER secrets_stand BEFORE UPDATE OF game, secret, root, links ON secrets
BEGIN SELECT RAISE(ABORT, 'secrets are never changed'); END;
CREATE TRIGGER commitments_stand BEFORE UPDATE OF commitment ON games
BEGIN SELECT RAISE(ABORT, 'commitments are never changed'); END;
