-- +goose Up
-- What was prepaid to suppliers in another currency, at the rate of a day. Each account is
-- revalued once for a day.
create table ledger_revaluations (
	id bigint generated always as identity primary key,
	account text not null,
	currency text not null,
	day date not null,
	balance numeric(18, 4) not null,
	rate numeric(18, 8) not null,
	-- In rubles, by the books and at the rate.
	worth_before numeric(14, 2) not null,
	worth numeric(14, 2) not null,
	-- Null: the rate has changed nothing.
	entry_id bigint,
	made_by bigint not null,
	made_at timestamptz not null,
	constraint ledger_revaluations_day_key unique (account, currency, day),
	constraint ledger_revaluations_currency_check check (currency ~ '^[A-Z]{3}$' and currency <> 'RUB'),
	constraint ledger_revaluations_entry_check check ((worth = worth_before) = (entry_id is null)),
	constraint ledger_revaluations_entry_id_key unique (entry_id),
	constraint ledger_revaluations_entry_id_fkey foreign key (entry_id) references ledger_groups (id),
	constraint ledger_revaluations_made_by_fkey foreign key (made_by) references staff (id)
);
