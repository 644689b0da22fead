-- 0004-stakes.sql - what the stakes of a game are played by, and what is owed.
--
-- wallet and held are what an account has; where it owes, they are 0 and debt or
-- debt_held is what is missing.  So what an account has at hand is wallet - debt.

ALTER TABLE accounts ADD COLUMN debt INTEGER NOT NULL DEFAULT 0 CHECK (debt >= 0);
ALTER TABLE accounts ADD COLUMN debt_held INTEGER NOT NULL DEFAULT 0 CHECK (debt_held >= 0);

ALTER TABLE games ADD COLUMN credit INTEGER NOT NULL DEFAULT 0;  -- a purse may owe so much
ALTER TABLE games ADD COLUMN fee INTEGER NOT NULL DEFAULT 0;     -- thousandths of what is won
ALTER TABLE games ADD COLUMN top_ups INTEGER NOT NULL DEFAULT 0; -- 1: purses may be added to
ALTER TABLE seats ADD COLUMN topped INTEGER NOT NULL DEFAULT 0;  -- chips brought beside the buy-in

ALTER TABLE entries ADD COLUMN multiplier INTEGER; -- stakes the rule asked for; NULL: no stake
