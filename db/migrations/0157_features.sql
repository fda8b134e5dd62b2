-- +goose Up
-- Switches of code that is new enough to be wrong. Each has an owner and a day by which the
-- switch is removed, with one of its two ways.
create table features (
	name text primary key check (name ~ '^[a-z][a-z_]{2,40}$'),
	is_on boolean not null,
	owner text not null check (owner <> ''),
	reason text not null check (reason <> ''),
	ends_on date not null,
	changed_at timestamptz not null default now(),
	changed_by text not null default 'migration'
);
insert into features (name, is_on, owner, reason, ends_on) values
	('deliver_with_payment', true, 'orderflow', 'Codes are delivered in the transaction that accepts their payment; off: in the step after it.', '2027-05-31');

-- +goose Down
drop table features;
