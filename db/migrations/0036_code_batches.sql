-- +goose Up
-- Operators load codes as batches, void them with a reason and look at single ones.

create table code_batches (
	id bigint generated always as identity primary key,
	product_id bigint not null,
	created timestamptz not null,
	created_by bigint not null,
	-- Of whom the codes were bought, and under which document.
	source text not null,
	-- What one code cost, in rubles; null if it is not known.
	unit_cost numeric(14, 2),
	codes int not null,
	constraint code_batches_source_check check (length(source) <= 200),
	constraint code_batches_unit_cost_check check (unit_cost >= 0),
	constraint code_batches_codes_check check (codes > 0),
	constraint code_batches_product_id_fkey foreign key (product_id) references products (id),
	constraint code_batches_created_by_fkey foreign key (created_by) references staff (id)
);
create index code_batches_product_id_idx on code_batches (product_id, id desc);

alter table codes
	add batch_id bigint,
	-- A code is not sold any more once it has expired; null never does.
	add expires_at timestamptz,
	add voided_at timestamptz,
	add voided_by bigint,
	add void_reason text,
	add constraint codes_batch_id_fkey foreign key (batch_id) references code_batches (id),
	add constraint codes_voided_by_fkey foreign key (voided_by) references staff (id),
	add constraint codes_voided_check check (voided_at is null or state = 'void');
create index codes_batch_id_idx on codes (batch_id, id) where batch_id is not null;
create index codes_product_id_idx on codes (product_id, id desc);
create index codes_given_at_idx on codes (product_id, given_at) where state = 'given';

-- Which member of staff saw a code, and why.
alter table code_reveals
	add staff_id bigint,
	add reason text,
	add constraint code_reveals_staff_id_fkey foreign key (staff_id) references staff (id);
