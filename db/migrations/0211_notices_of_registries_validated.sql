-- +goose Up
-- In a transaction of its own: it reads all notices and differences.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table payment_notices validate constraint payment_notices_source_check;
alter table settlement_differences validate constraint settlement_differences_way_check;

-- +goose Down
select 1;
