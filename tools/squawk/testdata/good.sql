-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table orders add column place text;
alter table orders add constraint orders_place_check check (place <> '') not valid;

-- +goose Down
alter table orders drop column place;
