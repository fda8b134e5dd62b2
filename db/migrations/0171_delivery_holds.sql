-- +goose Up
set local lock_timeout = '3s';
set local statement_timeout = '10s';

-- Why the shop itself has held the delivery of an order. Each reason holds an order once:
-- what a person has released stays released.
create table delivery_holds (
	order_id bigint not null references orders (id),
	reason text not null check (reason in ('blocked', 'outflow')),
	ref text not null,
	held_at timestamptz not null,
	primary key (order_id, reason, ref)
);
-- The shop pauses a delivery too, and says why. No code has ever read paused_by.
-- squawk-ignore ban-drop-not-null
alter table delivery_pauses alter column paused_by drop not null;
alter table delivery_pauses add column reason text not null default 'operator';

-- +goose Down
alter table delivery_pauses drop column reason;
delete from delivery_pauses where paused_by is null;
alter table delivery_pauses alter column paused_by set not null;
drop table delivery_holds;
