-- +goose Up
-- What operators change in a delivery, and what they decide about suppliers and letters.

alter table delivery_units
	-- Rejections before this do not count: an operator asked for another try.
	add retried_at timestamptz,
	-- The offer an operator chose, and those the unit must not use.
	add preferred_offer_id bigint,
	add excluded_offers bigint[] not null default '{}',
	add constraint delivery_units_preferred_offer_id_fkey foreign key (preferred_offer_id) references offers (id);

-- Orders of which nothing more is ordered from suppliers until an operator resumes them.
create table delivery_pauses (
	order_id bigint primary key,
	paused_at timestamptz not null,
	until timestamptz not null,
	paused_by bigint not null,
	constraint delivery_pauses_until_check check (until > paused_at),
	constraint delivery_pauses_order_id_fkey foreign key (order_id) references orders (id),
	constraint delivery_pauses_paused_by_fkey foreign key (paused_by) references staff (id)
);
create index delivery_pauses_until_idx on delivery_pauses (until, order_id);

-- A delivered code that was replaced. The old one is void and belongs to no line any more.
create table code_replacements (
	id bigint generated always as identity primary key,
	order_id bigint not null,
	line_id bigint not null,
	-- Of the stock, or of a unit that a supplier or an operator delivered.
	old_code_id bigint,
	new_code_id bigint,
	unit_id bigint,
	replaced_by bigint not null,
	at timestamptz not null,
	constraint code_replacements_target_check check ((old_code_id is null) = (new_code_id is null) and num_nonnulls(old_code_id, unit_id) = 1),
	constraint code_replacements_old_code_id_key unique (old_code_id),
	constraint code_replacements_new_code_id_key unique (new_code_id),
	constraint code_replacements_order_id_fkey foreign key (order_id) references orders (id),
	constraint code_replacements_line_id_fkey foreign key (line_id) references order_lines (id),
	constraint code_replacements_old_code_id_fkey foreign key (old_code_id) references codes (id),
	constraint code_replacements_new_code_id_fkey foreign key (new_code_id) references codes (id),
	constraint code_replacements_unit_id_fkey foreign key (unit_id) references delivery_units (id),
	constraint code_replacements_replaced_by_fkey foreign key (replaced_by) references staff (id)
);
create index code_replacements_order_id_idx on code_replacements (order_id);

-- Since when a cost waits for approval, and the one an operator refused: that one is not
-- asked about again, and the offer stays unused while it holds.
alter table offers add asked_at timestamptz,
	add refused_cost numeric(14, 4);
update offers set asked_at = coalesce(synced_at, now()) where asked_cost is not null;
create index offers_asked_cost_idx on offers (id) where asked_cost is not null;

-- A letter that was given up and needs no operator: it has no address, or an operator said so.
alter table letters add dismissed_at timestamptz;
update letters set dismissed_at = now() where state = 'given_up';
create index letters_given_up_idx on letters (created, id) where state = 'given_up' and dismissed_at is null;

create index feedback_waiting_idx on feedback (created, id) where state = 'waiting';
create index operator_tasks_open_due_idx on operator_tasks (due_at, id) where state = 'open';

-- A task whose unit was returned to the suppliers.
alter table operator_tasks drop constraint operator_tasks_state_check,
	add constraint operator_tasks_state_check check (state in ('open', 'done', 'failed', 'requeued'));
