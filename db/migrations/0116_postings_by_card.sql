-- +goose NO TRANSACTION
-- +goose Up
-- A card of an account is read newest first, 50 postings at a time. With the amounts in the
-- index and in the card's order it is read alone; before, the planner walked the entries of
-- the whole month for them (5 700 pages among a million orders). Balances read the same index,
-- so the one they had is not needed.
create index concurrently ledger_postings_by_card_idx on ledger_postings (account, group_id desc, currency desc) include (amount);
drop index concurrently ledger_postings_card_idx;
drop index concurrently ledger_postings_account_idx;
-- The queue reads tasks by kind. With an index by date alone beside, the planner took that
-- and read every open task once for each kind.
drop index concurrently operator_tasks_due_at_idx;

-- +goose Down
create index concurrently operator_tasks_due_at_idx on operator_tasks (due_at) where state = 'open';
create index concurrently ledger_postings_account_idx on ledger_postings (account, currency) include (amount);
create index concurrently ledger_postings_card_idx on ledger_postings (account, group_id desc);
drop index concurrently ledger_postings_by_card_idx;
