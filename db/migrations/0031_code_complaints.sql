-- +goose Up
-- A buyer says that a delivered code does not work; an operator decides.
create table code_complaints (
	id bigint generated always as identity primary key,
	order_id bigint not null,
	line_id bigint not null,
	-- Of the stock, or of a unit that a supplier or an operator delivered.
	code_id bigint,
	unit_id bigint,
	-- The buyer's words, without what looks like a code.
	text text not null,
	created timestamptz not null,
	state text not null default 'open',
	-- What the buyer reads when it is rejected.
	answer text,
	decided_by bigint,
	decided_at timestamptz,
	constraint code_complaints_target_check check (num_nonnulls(code_id, unit_id) = 1),
	constraint code_complaints_text_check check (length(text) <= 500),
	constraint code_complaints_state_check check (state in ('open', 'replaced', 'refunded', 'rejected')),
	constraint code_complaints_answer_check check ((state = 'rejected') = (answer is not null) and length(answer) between 1 and 500),
	constraint code_complaints_decided_check check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
	constraint code_complaints_order_id_fkey foreign key (order_id) references orders (id),
	constraint code_complaints_line_id_fkey foreign key (line_id) references order_lines (id),
	constraint code_complaints_code_id_fkey foreign key (code_id) references codes (id),
	constraint code_complaints_unit_id_fkey foreign key (unit_id) references delivery_units (id),
	constraint code_complaints_decided_by_fkey foreign key (decided_by) references staff (id)
);
-- One code has one open complaint.
create unique index code_complaints_code_id_key on code_complaints (code_id) where state = 'open' and code_id is not null;
create unique index code_complaints_unit_id_key on code_complaints (unit_id) where state = 'open' and unit_id is not null;
create index code_complaints_open_idx on code_complaints (created, id) where state = 'open';
create index code_complaints_order_id_idx on code_complaints (order_id, id);
