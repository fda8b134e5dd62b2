-- +goose NO TRANSACTION
-- +goose Up
-- What one person has refunded alone today.
create index concurrently if not exists refund_grants_decided_by_idx on refund_grants (decided_by, decided_at) where state = 'sent';

-- +goose Down
drop index concurrently if exists refund_grants_decided_by_idx;
