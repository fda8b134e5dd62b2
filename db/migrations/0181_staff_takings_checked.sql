-- +goose Up
-- In a transaction of its own: it reads all requests.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table ledger_requests validate constraint ledger_requests_kind_check;
alter table ledger_requests validate constraint ledger_requests_subject_check;

-- +goose Down
select 1;
