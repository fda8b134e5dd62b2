-- +goose NO TRANSACTION
-- +goose Up
-- A person asks once for one thing, and finds the approval of it again.
create unique index concurrently if not exists ledger_requests_taking_key on ledger_requests (asked_by, door, subject) where kind = 'taking' and state = 'open';
create index concurrently if not exists ledger_requests_approved_idx on ledger_requests (asked_by, door, subject) where kind = 'taking' and state = 'approved';

-- +goose Down
drop index concurrently if exists ledger_requests_approved_idx;
drop index concurrently if exists ledger_requests_taking_key;
