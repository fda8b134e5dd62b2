-- +goose Up
-- When a provider is asked about an attempt next. A row is narrow, and a lease changes no
-- column of an index, so that it is written in place (HOT); asking used to rewrite the wide
-- row of the attempt twice. Only attempts that are still asked about have a row.
create table attempt_checks (
	attempt_id bigint primary key references payment_attempts (id) on delete cascade,
	provider text not null,
	due_at timestamptz not null,
	leased_until timestamptz,
	calls int not null default 0,
	failures int not null default 0,
	-- How often a webhook or a buyer asked out of turn: a call that was under way meanwhile
	-- may not push away what was asked for.
	asked int not null default 0
) with (fillfactor = 70);
create index attempt_checks_due_idx on attempt_checks (provider, due_at);

-- Paid attempts are not asked about any more, unless a webhook waits for its confirmation.
insert into attempt_checks (attempt_id, provider, due_at, calls)
select a.id, a.provider, a.next_check_at, a.checks from payment_attempts a
where a.next_check_at is not null
	and (a.status <> 'paid' or exists (select from payment_notices n where n.attempt_id = a.id and n.confirmed_at is null));

alter table payment_attempts drop column next_check_at, drop column checks;

-- +goose Down
alter table payment_attempts add column next_check_at timestamptz, add column checks int not null default 0;
update payment_attempts a set next_check_at = c.due_at, checks = c.calls from attempt_checks c where c.attempt_id = a.id;
create index payment_attempts_next_check_at_idx on payment_attempts (next_check_at) where next_check_at is not null;
drop table attempt_checks;
