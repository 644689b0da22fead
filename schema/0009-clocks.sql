-- 0009-clocks.sql - how long a seat may think: game/pace.h.
--
-- The deadline is the instant at which the next seat lapses, and NULL where none
-- will: it changes with every question, so its index has only games with a clock.

ALTER TABLE games ADD COLUMN clock TEXT;         -- the terms in words; NULL: there is none
ALTER TABLE games ADD COLUMN spent TEXT;         -- struct pace_spent as numbers
ALTER TABLE games ADD COLUMN deadline INTEGER;   -- milliseconds since 1970

CREATE INDEX games_due ON games (deadline, id) WHERE deadline IS NOT NULL;
