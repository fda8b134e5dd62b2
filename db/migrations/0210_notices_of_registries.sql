-- +goose Up
-- Money that a registry has and nobody told us of is a notice like any other, and a line of
-- it may be given to an order.
set local lock_timeout = '2s';
set local statement_timeout = '5s';
alter table payment_notices drop constraint payment_notices_source_check;
alter table payment_notices add constraint payment_notices_source_check
	check (source in ('webhook', 'asked', 'balance', 'free', 'registry')) not valid;
alter table settlement_differences drop constraint settlement_differences_way_check;
alter table settlement_differences add constraint settlement_differences_way_check
	check (way in ('book', 'write_off', 'accept', 'entry', 'appeared', 'give')) not valid;

-- +goose Down
set local lock_timeout = '2s';
set local statement_timeout = '5s';
alter table settlement_differences drop constraint settlement_differences_way_check;
alter table settlement_differences add constraint settlement_differences_way_check
	check (way in ('book', 'write_off', 'accept', 'entry', 'appeared')) not valid;
alter table payment_notices drop constraint payment_notices_source_check;
alter table payment_notices add constraint payment_notices_source_check
	check (source in ('webhook', 'asked', 'balance', 'free')) not valid;
