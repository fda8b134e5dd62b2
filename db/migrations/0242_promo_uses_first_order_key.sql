-- +goose NO TRANSACTION
-- +goose Up
-- A buyer has one first order, whichever code is for it.
create unique index concurrently if not exists promo_uses_first_order_key on promo_uses (buyer) where is_first_order and nth is not null;

-- +goose Down
drop index concurrently if exists promo_uses_first_order_key;
