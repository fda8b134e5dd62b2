-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Rows of the queue have numbers. The table has one row per supplier, so rewriting it takes no time.
-- squawk-ignore adding-field-with-default
alter table supplier_health add column id bigint generated always as identity;
-- When our balance will be spent at the pace of the week before checked_at, at most ten years later; null
-- until the balance is read again.
alter table supplier_health add column runs_out_at timestamptz;

-- +goose Down
alter table supplier_health drop column runs_out_at;
alter table supplier_health drop column id;
