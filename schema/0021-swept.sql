-- 0021-swept.sql - deliveries that are done with, by age, to be forgotten in time.

CREATE INDEX deliveries_done ON deliveries (created) WHERE next IS NULL;
