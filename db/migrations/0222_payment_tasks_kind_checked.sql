-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table payment_tasks validate constraint payment_tasks_kind_check;

-- +goose Down
select 1;
