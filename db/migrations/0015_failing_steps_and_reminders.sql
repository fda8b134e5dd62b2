-- +goose Up
-- What of an order keeps failing, and how often its flow was reminded.

-- A step of the order's flow that failed and has not succeeded since. The
-- operators see it once it has failed for a while; success deletes it.
create table order_failing_steps (
	step text not null,
	-- What the step is about: the order, the unit or the refund.
	subject bigint not null,
	order_id bigint not null,
	reason text not null,
	tries int not null default 1,
	since timestamptz not null,
	last_at timestamptz not null,
	constraint order_failing_steps_pkey primary key (step, subject),
	constraint order_failing_steps_step_check check (step in ('settle', 'deliver', 'hand_over', 'refund')),
	constraint order_failing_steps_tries_check check (tries > 0),
	constraint order_failing_steps_last_at_check check (last_at >= since),
	constraint order_failing_steps_order_id_fkey foreign key (order_id) references orders (id)
) with (fillfactor = 70);

-- How often the flow of a waiting order was reminded, and when it is next. No
-- index but the key: every update stays on its page.
create table order_reminders (
	order_id bigint primary key,
	-- The deadline it was reminded of; another deadline begins anew.
	due_at timestamptz,
	reminded int not null default 0,
	next_at timestamptz not null,
	constraint order_reminders_reminded_check check (reminded >= 0),
	constraint order_reminders_order_id_fkey foreign key (order_id) references orders (id)
) with (fillfactor = 70);
