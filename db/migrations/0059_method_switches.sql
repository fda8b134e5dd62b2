-- +goose Up
-- Operators change methods of payment. Of two changes of the same version one is refused.
alter table payment_methods add column version integer not null default 1;

-- Why a method is off. A row is there while it is; who did what and when is in the audit.
create table method_switches (
	method_id bigint primary key,
	off_at timestamptz not null,
	switched_by bigint not null,
	reason_code text not null,
	reason_text text not null,
	constraint method_switches_method_id_fkey foreign key (method_id) references payment_methods (id),
	constraint method_switches_switched_by_fkey foreign key (switched_by) references staff (id)
);

-- Attempts of the last hour and day, and of the same hour a week ago.
create index payment_attempts_country_created_idx on payment_attempts (country, created) where country is not null;
