-- +goose NO TRANSACTION
-- +goose Up
create unique index concurrently if not exists codes_spelling_key on codes (spelling);
create unique index concurrently if not exists code_marks_spelling_key on code_marks (spelling);
-- What the worker has still to fill.
create index concurrently if not exists codes_unspelled_idx on codes (id) where spelling is null;
create index concurrently if not exists code_marks_unspelled_idx on code_marks (unit_id) where spelling is null;

-- +goose Down
drop index concurrently if exists code_marks_unspelled_idx;
drop index concurrently if exists codes_unspelled_idx;
drop index concurrently if exists code_marks_spelling_key;
drop index concurrently if exists codes_spelling_key;
