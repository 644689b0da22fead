-- 0002-matches.sql - games that belong to a match.
--
-- A match is known by the key of its first game; its games follow one another.
-- The score stands in each game, before it and after it, so that none has to
-- be added up; the audit adds it up.

ALTER TABLE games ADD COLUMN match TEXT REFERENCES games (key); -- NULL: of no match
ALTER TABLE games ADD COLUMN match_game INTEGER NOT NULL DEFAULT 0;   -- 1, 2, 3 ...
ALTER TABLE games ADD COLUMN match_length INTEGER NOT NULL DEFAULT 0; -- points that win
ALTER TABLE games ADD COLUMN match_score TEXT;  -- "4 1", before the game
ALTER TABLE games ADD COLUMN match_result TEXT; -- the same after it, once over
ALTER TABLE games ADD COLUMN next TEXT REFERENCES games (key); -- the game that followed
CREATE INDEX games_by_match ON games (match, id) WHERE match IS NOT NULL;
