-- +goose NO TRANSACTION
-- +goose Up
-- Who used a code, the newest order first, and how many orders hold it unpaid.
create index concurrently if not exists promo_uses_promo_code_id_idx on promo_uses (promo_code_id, order_id desc);
create index concurrently if not exists promo_uses_reserved_idx on promo_uses (promo_code_id) where state = 'reserved';
