-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Uses of codes for the first order, of whichever code.
alter table promo_uses add column is_first_order boolean not null default false;

-- +goose Down
alter table promo_uses drop column is_first_order;
