-- +goose NO TRANSACTION
-- +goose Up
-- A walk over the orders of some sums read every order in turn if few had such a sum:
-- the sums are in the index now, so that it alone answers and is the cheapest plan for
-- any of them.
create index concurrently if not exists orders_sums_idx on orders (order_sum_band(total - discount), id desc) include (total, discount);
drop index concurrently if exists orders_sum_idx;
