-- +goose NO TRANSACTION
-- +goose Up
-- The reserved codes of a line are found by codes_line_id_idx. This one was good for reading all
-- reserved codes, and a plan made while there were none did so ever after.
drop index concurrently if exists codes_reserved_idx;

-- +goose Down
create index concurrently if not exists codes_reserved_idx on codes (line_id) where state = 'reserved';
