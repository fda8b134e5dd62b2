-- +goose Up
-- In a transaction of its own: it reads all attempts.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table payment_attempts validate constraint payment_attempts_charge_check;

-- +goose Down
select 1;
