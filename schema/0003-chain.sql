-- 0003-chain.sql - every transaction vouches for the one before it.
--
-- What a transaction's hash is made of stands in schema/chain.h.  Books that are
-- older than this get theirs right after this file, in the same transaction:
-- until it has a hash, and only so long, a row of this table may change.

ALTER TABLE transactions ADD COLUMN corrects INTEGER REFERENCES transactions; -- made good by this
ALTER TABLE transactions ADD COLUMN postings INTEGER NOT NULL DEFAULT 0; -- entries in the book ...
ALTER TABLE transactions ADD COLUMN issued INTEGER NOT NULL DEFAULT 0;   -- ... chips out of the bank ...
ALTER TABLE transactions ADD COLUMN in_play INTEGER NOT NULL DEFAULT 0;  -- ... and in purses and pots, after it
ALTER TABLE transactions ADD COLUMN hash BLOB NOT NULL DEFAULT x'';      -- SHA-256

DROP TRIGGER transactions_stand;
CREATE TRIGGER transactions_stand BEFORE UPDATE ON transactions WHEN OLD.hash <> x''
BEGIN SELECT RAISE(ABORT, 'transactions are never changed'); END;
CREATE INDEX transactions_by_corrected ON transactions (corrects, id) WHERE corrects IS NOT NULL;
