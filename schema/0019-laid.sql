-- 0019-laid.sql - the games an account has laid, wherever it sat.
--
-- A game's document names who laid it, so it is forgotten when that account closes.

CREATE INDEX games_laid ON games (creator, id);
