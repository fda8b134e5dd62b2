-- +goose Up
-- A shop that sells goes on; a new one waits for its owner. Without a row, as on the schema before,
-- a shop is open.
set local lock_timeout = '2s';
set local statement_timeout = '60s';

insert into shop_states (version, state, created)
select 1, case when exists (select from orders) then 'open' else 'preparing' end, now();
