-- +goose Up
-- In a transaction of its own: it reads all codes, and buyers read them meanwhile.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table codes validate constraint codes_state_check;

-- +goose Down
select 1;
