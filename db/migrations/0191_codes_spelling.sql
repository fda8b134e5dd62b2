-- +goose Up
-- What a code is known by in any spelling. The worker fills it for the codes that are there: only
-- the key ring opens them.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table codes add column spelling bytea;
alter table code_marks add column spelling bytea;

-- +goose Down
alter table code_marks drop column spelling;
alter table codes drop column spelling;
