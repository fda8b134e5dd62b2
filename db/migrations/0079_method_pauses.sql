-- +goose Up
-- What the shop itself does about a method of payment that fails, and an operator's word
-- that it must not. A method that works has no row.
create table method_pauses (
	method_id bigint primary key,
	state text not null,
	since timestamptz not null,
	until timestamptz,
	times integer not null default 1,
	tries integer not null default 0,
	paid integer not null default 0,
	week_tries integer not null default 0,
	week_paid integer not null default 0,
	kept_by bigint,
	reason text not null default '',
	constraint method_pauses_state_check check (state in ('paused', 'trying', 'failing', 'kept')),
	constraint method_pauses_until_check check ((state = 'paused') = (until is not null)),
	constraint method_pauses_kept_check check ((state = 'kept') = (kept_by is not null)),
	constraint method_pauses_tries_check check (paid <= tries and week_paid <= week_tries and times > 0),
	constraint method_pauses_method_id_fkey foreign key (method_id) references payment_methods (id),
	constraint method_pauses_kept_by_fkey foreign key (kept_by) references staff (id)
);
