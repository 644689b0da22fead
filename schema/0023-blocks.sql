-- 0023-blocks.sql - with whom an account wants nothing to do.

CREATE TABLE blocks (
	account  INTEGER NOT NULL REFERENCES accounts,
	blocked  INTEGER NOT NULL REFERENCES accounts,
	at       INTEGER NOT NULL,
	PRIMARY KEY (account, blocked),
	CHECK (account <> blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked); -- a closed account is in nobody's list
