-- +goose NO TRANSACTION
-- +goose Up
-- How many codes a buyer or an address holds is asked when a payment starts, and read every code
-- that any order held.
create index concurrently if not exists codes_held_from_idx on codes (held_from) where state = 'reserved' and held_from is not null;
create index concurrently if not exists orders_open_guest_idx on orders (guest)
	where guest is not null and status in ('created', 'waiting_for_payment', 'paid', 'sending', 'sent');

-- +goose Down
drop index concurrently if exists orders_open_guest_idx;
drop index concurrently if exists codes_held_from_idx;
