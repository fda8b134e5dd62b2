-- +goose Up
-- In a transaction of its own: it reads all lines.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table settlement_rows validate constraint settlement_rows_part_of_fkey;
alter table settlement_rows validate constraint settlement_rows_part_check;

-- +goose Down
select 1;
