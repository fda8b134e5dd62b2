-- +goose Up
-- Operators change prices, at once or at a time of their choice.

-- Which price an editor has seen: it counts every change of a price, whoever makes it.
alter table products add price_version int not null default 1;

-- +goose StatementBegin
create function count_price_version() returns trigger
	language plpgsql as $$
begin
	new.price_version := old.price_version + 1;
	return new;
end
$$;
-- +goose StatementEnd
create trigger products_price_version before update on products
	for each row when ((old.price, old.discount_percent) is distinct from (new.price, new.discount_percent))
	execute function count_price_version();

-- Prices that were saved together.
create table price_batches (
	id bigint generated always as identity primary key,
	created timestamptz not null,
	created_by bigint not null,
	reason_code text not null,
	reason_text text not null,
	apply_at timestamptz not null,
	state text not null default 'scheduled',
	ended_at timestamptz,
	-- Whoever made it could sell below cost.
	may_lose boolean not null default false,
	constraint price_batches_state_check check (state in ('scheduled', 'applied', 'cancelled')),
	constraint price_batches_ended_at_check check ((state = 'scheduled') = (ended_at is null)),
	constraint price_batches_created_by_fkey foreign key (created_by) references staff (id)
);
create index price_batches_due_idx on price_batches (apply_at, id) where state = 'scheduled';

-- One price of a batch. What was before, and what the goods cost then, is written down
-- when it is applied: that is the history of a price.
create table price_changes (
	id bigint generated always as identity primary key,
	batch_id bigint not null,
	product_id bigint not null,
	price numeric(14, 2) not null,
	state text not null default 'scheduled',
	refusal text,
	old_price numeric(14, 2) not null,
	-- What buyers paid before and pay since, with the discount of then.
	old_final numeric(14, 2),
	final_price numeric(14, 2),
	cost numeric(14, 2),
	applied_at timestamptz,
	constraint price_changes_product_id_key unique (batch_id, product_id),
	constraint price_changes_price_check check (price > 0),
	constraint price_changes_state_check check (state in ('scheduled', 'applied', 'refused', 'cancelled')),
	constraint price_changes_refusal_check check ((state = 'refused') = (refusal is not null)),
	constraint price_changes_applied_check check ((state = 'applied') = (applied_at is not null) and (applied_at is null) = (final_price is null) and (final_price is null) = (old_final is null)),
	constraint price_changes_batch_id_fkey foreign key (batch_id) references price_batches (id),
	constraint price_changes_product_id_fkey foreign key (product_id) references products (id)
);
create index price_changes_history_idx on price_changes (product_id, applied_at desc, id desc) where state = 'applied';
create index price_changes_scheduled_idx on price_changes (product_id, id) where state = 'scheduled';
