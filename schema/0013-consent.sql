-- 0013-consent.sql - what is offered at a table, and who agrees: game/consent.h.
--
-- Read and written only for games whose marks say that there is something; what it
-- has of a game whose marks do not is of no account.  The marks (table_marks() in
-- game/table.h) stand above the lowest byte of games.thaws_to.

ALTER TABLE games ADD COLUMN consent TEXT;
