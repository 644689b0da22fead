-- 0020-allowed.sql - how many days of vacation there were a year when one was planned.
--
-- The operator may say another number later, and what was planned stays as it is:
-- so an audit needs the number that was true then.  NULL: it is older than this.

ALTER TABLE vacations ADD COLUMN allowed INTEGER;
