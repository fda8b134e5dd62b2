-- +goose Up
-- What leaves the shop by the decision of a person, in rubles at cost: apologies, replaced codes,
-- losses that are written off. A person takes up to the limit of the role in a day alone; above it
-- another person approves a request first, which one taking uses.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
create table staff_takings (
	id bigint generated always as identity,
	at timestamptz not null,
	day date not null,
	staff_id bigint not null,
	permission text not null,
	door text not null,
	subject text not null,
	rubles numeric(14, 2) not null,
	order_id bigint,
	user_id bigint,
	request_id bigint,
	constraint staff_takings_pkey primary key (id),
	constraint staff_takings_request_id_key unique (request_id),
	constraint staff_takings_rubles_check check (rubles >= 0),
	constraint staff_takings_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint staff_takings_permission_fkey foreign key (permission) references staff_permissions (name),
	constraint staff_takings_order_id_fkey foreign key (order_id) references orders (id),
	constraint staff_takings_user_id_fkey foreign key (user_id) references users (id),
	constraint staff_takings_request_id_fkey foreign key (request_id) references ledger_requests (id)
);
create index staff_takings_person_idx on staff_takings (staff_id, permission, day);
create index staff_takings_buyer_idx on staff_takings (user_id, permission, at) where user_id is not null;
create trigger staff_takings_append_only before update or delete or truncate on staff_takings
	for each statement execute function refuse_change();
revoke update, delete on staff_takings from larek_app;

alter table ledger_requests add column door text, add column subject text, add column rubles numeric(14, 2);
alter table ledger_requests drop constraint ledger_requests_kind_check, drop constraint ledger_requests_subject_check;
alter table ledger_requests add constraint ledger_requests_kind_check check (kind in ('close', 'entry', 'taking')) not valid;
alter table ledger_requests add constraint ledger_requests_subject_check check (
	(kind = 'close') = (month is not null) and (kind = 'entry') = (entry is not null)
	and (kind = 'taking') = (door is not null) and (door is null) = (subject is null) and (door is null) = (rubles is null)) not valid;

-- +goose Down
alter table ledger_requests drop constraint ledger_requests_kind_check, drop constraint ledger_requests_subject_check;
alter table ledger_requests add constraint ledger_requests_kind_check check (kind in ('close', 'entry')) not valid;
alter table ledger_requests add constraint ledger_requests_subject_check check ((kind = 'close') = (month is not null) and (kind = 'entry') = (entry is not null)) not valid;
alter table ledger_requests drop column door, drop column subject, drop column rubles;
drop table staff_takings;
