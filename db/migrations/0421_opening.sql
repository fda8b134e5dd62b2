-- +goose Up
-- Whether the shop sells. Each change is a version; the newest holds, and the older ones say when
-- the shop was open.
set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table shop_states (
	version int not null,
	state text not null,
	-- What visitors of a closed shop read, such as until when.
	note text,
	staff_id bigint,
	created timestamptz not null,
	constraint shop_states_pkey primary key (version),
	constraint shop_states_version_check check (version > 0),
	constraint shop_states_state_check check (state in ('preparing', 'open', 'closed')),
	constraint shop_states_note_check check (char_length(note) between 1 and 120),
	constraint shop_states_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index shop_states_staff_id_idx on shop_states (staff_id);
create trigger shop_states_append_only before delete or update or truncate on shop_states
	for each statement execute function refuse_change();
-- The pages that change are those that change with the brand: all.
create trigger shop_states_version after insert on shop_states
	for each statement execute function bump_data_version('brand');
revoke update on shop_states from larek_app;
