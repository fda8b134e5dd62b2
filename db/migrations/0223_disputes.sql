-- +goose Up
-- A chargeback is a dispute with a bank: it is opened with it, answered with evidence before its
-- deadline, and won or lost. A trigger opens it, so that whoever records a chargeback does. What
-- comes back of a dispute that is won is no outflow of its payment any more.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
create table disputes (
	outside_id bigint not null,
	order_id bigint not null,
	state text not null default 'opened',
	opened_at timestamptz not null,
	due_at timestamptz not null,
	answered_at timestamptz,
	answered_by text,
	evidence text,
	ended_at timestamptz,
	ended_by text,
	note text,
	constraint disputes_pkey primary key (outside_id),
	constraint disputes_outside_id_fkey foreign key (outside_id) references outside_refunds (id),
	constraint disputes_order_id_fkey foreign key (order_id) references orders (id),
	constraint disputes_state_check check (state in ('opened', 'answered', 'won', 'lost')),
	constraint disputes_answered_check check ((answered_at is null) = (answered_by is null) and (answered_at is null) = (evidence is null)
		and (state <> 'answered' or answered_at is not null) and (state <> 'opened' or answered_at is null)),
	constraint disputes_ended_check check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (note is null) and (ended_at is null) = (state in ('opened', 'answered')))
);
create index disputes_open_idx on disputes (due_at, outside_id) where state in ('opened', 'answered');
create index disputes_order_id_idx on disputes (order_id);
alter table outside_refunds add column returned numeric(14, 2) not null default 0;
alter table outside_refunds add constraint outside_refunds_returned_check check (returned in (0, amount)) not valid;

-- +goose StatementBegin
create function open_dispute() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	insert into disputes (outside_id, order_id, opened_at, due_at) values (new.id, new.order_id, new.found_at, new.found_at + interval '7 days');
	return null;
end
$$;
-- +goose StatementEnd
create trigger outside_refunds_dispute after insert on outside_refunds
	for each row when (new.kind = 'chargeback') execute function open_dispute();

-- +goose StatementBegin
create or replace function check_refunds() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare came numeric; went numeric; outside numeric;
begin
	if tg_op = 'UPDATE' and new.amount - new.covered <= old.amount - old.covered then
		return null;
	end if;
	select amount into came from payments where id = new.payment_id for update;
	select coalesce(sum(amount - covered), 0) into went from refunds where payment_id = new.payment_id;
	select coalesce(sum(amount - returned), 0) into outside from outside_refunds where payment_id = new.payment_id;
	if went + outside > came and new.amount > new.covered then
		raise exception 'refunds of payment % exceed it: % and % without us of %', new.payment_id, went, outside, came
			using errcode = 'check_violation', constraint = 'refunds_sum_check';
	end if;
	return null;
end
$$;
-- +goose StatementEnd

-- +goose Down
set local lock_timeout = '2s';
set local statement_timeout = '5s';
-- +goose StatementBegin
create or replace function check_refunds() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare came numeric; went numeric; outside numeric;
begin
	if tg_op = 'UPDATE' and new.amount - new.covered <= old.amount - old.covered then
		return null;
	end if;
	select amount into came from payments where id = new.payment_id for update;
	select coalesce(sum(amount - covered), 0) into went from refunds where payment_id = new.payment_id;
	select coalesce(sum(amount), 0) into outside from outside_refunds where payment_id = new.payment_id;
	if went + outside > came and new.amount > new.covered then
		raise exception 'refunds of payment % exceed it: % and % without us of %', new.payment_id, went, outside, came
			using errcode = 'check_violation', constraint = 'refunds_sum_check';
	end if;
	return null;
end
$$;
-- +goose StatementEnd
drop trigger outside_refunds_dispute on outside_refunds;
drop function open_dispute();
alter table outside_refunds drop constraint outside_refunds_returned_check, drop column returned;
drop table disputes;
