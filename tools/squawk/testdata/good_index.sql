-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
create index concurrently if not exists orders_place_idx on orders (place);
reset lock_timeout;

-- +goose Down
drop index concurrently if exists orders_place_idx;
