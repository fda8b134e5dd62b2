-- +goose NO TRANSACTION
-- +goose Up
-- What a line of an order is referred to by. One that a failed try has left is not valid.
drop index concurrently if exists order_lines_order_id_key;
create unique index concurrently order_lines_order_id_key on order_lines (order_id, id);

-- +goose Down
drop index concurrently if exists order_lines_order_id_key;
