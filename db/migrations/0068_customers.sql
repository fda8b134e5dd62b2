-- +goose Up
-- What operators write about accounts, and requests to erase one.
create table user_notes (
	id bigint generated always as identity primary key,
	user_id bigint not null,
	staff_id bigint not null,
	at timestamptz not null,
	text text not null,
	constraint user_notes_text_check check (length(text) between 1 and 2000),
	constraint user_notes_user_id_fkey foreign key (user_id) references users (id),
	constraint user_notes_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index user_notes_user_id_idx on user_notes (user_id, id desc);

-- One person asks, another approves; the same one cannot, whatever the code does.
create table user_erasures (
	id bigint generated always as identity primary key,
	user_id bigint not null,
	reason text not null,
	state text not null default 'open',
	asked_by bigint not null,
	asked_at timestamptz not null,
	decided_by bigint,
	decided_at timestamptz,
	constraint user_erasures_reason_check check (length(reason) between 1 and 1000),
	constraint user_erasures_state_check check (state in ('open', 'approved', 'declined')),
	constraint user_erasures_decided_check check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
	constraint user_erasures_people_check check (state <> 'approved' or decided_by <> asked_by),
	constraint user_erasures_user_id_fkey foreign key (user_id) references users (id),
	constraint user_erasures_asked_by_fkey foreign key (asked_by) references staff (id),
	constraint user_erasures_decided_by_fkey foreign key (decided_by) references staff (id)
);
create unique index user_erasures_open_key on user_erasures (user_id) where state = 'open';
