-- +goose Up
-- Months of sums are read at once, row by row from where they were written: the trial
-- balance of three years touched 35 000 pages for a table of 500. With the sums in the
-- index it is read alone. Only sums of the current day change, a few rows a second.
alter table ledger_daily drop constraint ledger_daily_pkey,
	add constraint ledger_daily_pkey primary key (account, currency, day) include (debit, credit);
alter table figures drop constraint figures_pkey,
	add constraint figures_pkey primary key (grain, dimension, at, key, measure, currency) include (amount, n);
alter table figures_waits drop constraint figures_waits_pkey,
	add constraint figures_waits_pkey primary key (grain, dimension, at, key, bucket) include (n);

-- +goose Down
alter table ledger_daily drop constraint ledger_daily_pkey,
	add constraint ledger_daily_pkey primary key (account, currency, day);
alter table figures drop constraint figures_pkey,
	add constraint figures_pkey primary key (grain, dimension, at, key, measure, currency);
alter table figures_waits drop constraint figures_waits_pkey,
	add constraint figures_waits_pkey primary key (grain, dimension, at, key, bucket);
