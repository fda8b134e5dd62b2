-- +goose Up
-- Whose address a code is held for, as a keyed digest: one address must not be
-- able to hold the whole stock without paying.
alter table codes add column held_from bytea;
create index codes_reserved_idx on codes (line_id) where state = 'reserved';

-- How many forged notices were written down lately is counted before each row.
create index payment_refusals_recent_idx on payment_refusals (provider, at);
