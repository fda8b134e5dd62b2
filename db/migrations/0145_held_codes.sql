-- +goose Up
-- A code that may have been shown by orders a restore has lost is held: neither sold nor
-- written off, until a person knows.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table codes drop constraint codes_state_check;
alter table codes add constraint codes_state_check check (state in ('free', 'reserved', 'given', 'void', 'held')) not valid;

-- +goose Down
update codes set state = 'free' where state = 'held';
alter table codes drop constraint codes_state_check;
alter table codes add constraint codes_state_check check (state in ('free', 'reserved', 'given', 'void'));
