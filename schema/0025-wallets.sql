-- 0025-wallets.sql - which entries are of a wallet, so that what lay in one at any
-- instant is one look, and not one for each kind of entry that can touch it.

CREATE INDEX entries_of_wallets ON entries (purse) WHERE purse = 0;
