-- +goose NO TRANSACTION
-- +goose Up
-- order_lines_order_id_key begins with the same column.
drop index concurrently if exists order_lines_order_id_idx;

-- +goose Down
create index concurrently if not exists order_lines_order_id_idx on order_lines (order_id);
