-- 0005-answer-etags.sql - an answer that is given again has the ETag it had at first.
--
-- Without it whoever lost the first answer has to ask which ply the next command answers.

ALTER TABLE idempotency ADD COLUMN etag TEXT; -- with its quotes; NULL if it had none
