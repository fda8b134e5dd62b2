-- +goose Up
-- The lowest price buyers could pay within thirty days. The worker keeps it: a low that is
-- older than that is forgotten without anybody changing the product. Until it has looked,
-- and after a change, the present price counts too.
alter table products add lowest_price numeric(14, 2);
