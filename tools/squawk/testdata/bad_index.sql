-- +goose NO TRANSACTION
-- +goose Up
create index concurrently orders_place_idx on orders (place);
