-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Who was on duty, and when.
create table staff_shifts (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	started_at timestamptz not null,
	ended_at timestamptz,
	constraint staff_shifts_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint staff_shifts_ended_at_check check (ended_at >= started_at)
);
create unique index staff_shifts_open_key on staff_shifts (staff_id) where ended_at is null;

-- What one shift writes for the next.
create table shift_notes (
	id bigint generated always as identity primary key,
	created timestamptz not null,
	staff_id bigint not null,
	given_to bigint,
	text text not null,
	constraint shift_notes_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint shift_notes_given_to_fkey foreign key (given_to) references staff (id),
	constraint shift_notes_text_check check (length(text) between 1 and 1000)
);

-- +goose Down
drop table shift_notes;
drop table staff_shifts;
