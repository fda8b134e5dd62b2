-- +goose Up
-- What suppliers were asked and answered is fat, and after some years only read in a dispute.
-- It is kept by month, so that a month can be written to a file and dropped in a moment.
-- Nothing in it has to be unique for ever: attempts are, and they stay. `larek migrate` makes
-- the months to come; whatever has none goes to the default one, so that no delivery fails.
alter table delivery_exchanges rename to delivery_exchanges_before;
alter table delivery_exchanges_before alter column id drop identity;
alter table delivery_exchanges_before drop constraint delivery_exchanges_pkey, drop constraint delivery_exchanges_attempt_id_fkey;
alter index delivery_exchanges_attempt_id_idx rename to delivery_exchanges_before_attempt_id_idx;
create sequence delivery_exchanges_number as bigint;
select setval('delivery_exchanges_number', coalesce((select max(id) from delivery_exchanges_before), 0) + 1, false);
create table delivery_exchanges (
	id         bigint      not null default nextval('delivery_exchanges_number'),
	attempt_id bigint      not null references delivery_attempts (id),
	at         timestamptz not null default now(),
	request    text        not null,
	response   text        not null,
	status     integer     not null,
	primary key (id, at)
) partition by range (at);
alter sequence delivery_exchanges_number owned by delivery_exchanges.id;
create index delivery_exchanges_attempt_id_idx on delivery_exchanges (attempt_id);
create table delivery_exchanges_default partition of delivery_exchanges default;

-- +goose StatementBegin
do $$ begin
	if exists (select from delivery_exchanges_before) then
		alter table delivery_exchanges_before add primary key (id, at), add foreign key (attempt_id) references delivery_attempts (id);
		execute format('alter table delivery_exchanges attach partition delivery_exchanges_before for values from (minvalue) to (%L)',
			date_trunc('month', greatest(now(), (select max(at) from delivery_exchanges_before)), 'UTC') + interval '1 month');
	else
		drop table delivery_exchanges_before;
	end if;
end $$;
-- +goose StatementEnd

-- For how long what is kept by month stays in the database, and why.
create table retention (
	name   text primary key,
	months integer not null check (months > 0),
	reason text not null
);
insert into retention values ('delivery_exchanges', 36, 'Споры с поставщиками: срок исковой давности три года');

-- Months that were written to files.
create table archives (
	name        text        not null references retention,
	month       date        not null check (extract(day from month) = 1),
	path        text        not null,
	rows        bigint      not null,
	sha256      text        not null,
	made_at     timestamptz not null,
	restored_at timestamptz,
	primary key (name, month)
);

-- +goose Down
drop table archives, retention;
create table delivery_exchanges_whole (
	id         bigint generated always as identity,
	attempt_id bigint      not null,
	at         timestamptz not null default now(),
	request    text        not null,
	response   text        not null,
	status     integer     not null
);
insert into delivery_exchanges_whole overriding system value select id, attempt_id, at, request, response, status from delivery_exchanges;
drop table delivery_exchanges;
alter table delivery_exchanges_whole rename to delivery_exchanges;
alter sequence delivery_exchanges_whole_id_seq rename to delivery_exchanges_id_seq;
select setval('delivery_exchanges_id_seq', coalesce((select max(id) from delivery_exchanges), 0) + 1, false);
alter table delivery_exchanges add constraint delivery_exchanges_pkey primary key (id);
create index delivery_exchanges_attempt_id_idx on delivery_exchanges (attempt_id);
alter table delivery_exchanges add constraint delivery_exchanges_attempt_id_fkey foreign key (attempt_id) references delivery_attempts (id);
