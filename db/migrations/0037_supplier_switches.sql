-- +goose Up
-- Suppliers an operator has switched off: nothing new is ordered from them. A row is there
-- while the supplier is off; who did what and when is in the audit.
create table supplier_switches (
	supplier text primary key,
	off_at timestamptz not null,
	switched_by bigint not null,
	reason_code text not null,
	reason_text text not null,
	constraint supplier_switches_supplier_check check (supplier in ('moogold', 'nsgifts', 'gamesdrop', 'rokky', 'operator')),
	constraint supplier_switches_switched_by_fkey foreign key (switched_by) references staff (id)
);

-- Tries of the last hour and day.
create index delivery_attempts_created_idx on delivery_attempts (supplier, created);
