-- +goose NO TRANSACTION
-- +goose Up
-- A sixteenth of the gifts, for searches that match tens of thousands (internal/catalog/README.md). It costs a
-- sixteenth of what the index of all gifts costs to write.
create index concurrently if not exists gifts_search_sample_idx on gifts using gin (search) where id % 16 = 0;

-- +goose Down
drop index concurrently if exists gifts_search_sample_idx;
