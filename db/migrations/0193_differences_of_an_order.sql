-- +goose NO TRANSACTION
-- +goose Up
-- What keeps an account from being erased is found by the order.
create index concurrently if not exists settlement_differences_order_id_idx on settlement_differences (order_id) where state = 'open';

-- +goose Down
drop index concurrently if exists settlement_differences_order_id_idx;
