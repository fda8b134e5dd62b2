-- +goose NO TRANSACTION
-- +goose Up
-- A notice starts its workflow by itself, so almost none is handed over by the sweep: the index
-- came to hold all of them, and nothing reads it any more.
drop index concurrently if exists payment_notices_unhanded_idx;

-- +goose Down
create index concurrently if not exists payment_notices_unhanded_idx on payment_notices (received_at) where handed_at is null and order_id is not null;
