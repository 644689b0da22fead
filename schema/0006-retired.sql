-- 0006-retired.sql - names of accounts that were closed.
--
-- Such an account goes on under a pseudonym.  Its name is kept as a hash alone:
-- enough to give it to nobody else, and to know it where facts, which are never
-- changed, still have it.

CREATE TABLE retired (
	hash     BLOB PRIMARY KEY,      -- of the name in lower case, schema/accounts.c
	account  INTEGER NOT NULL REFERENCES accounts
) STRICT, WITHOUT ROWID;
