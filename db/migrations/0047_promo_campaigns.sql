-- +goose Up
-- Operators run promo codes: many at once, with a budget, and see what they cost.
create table promo_batches (
	id bigint generated always as identity primary key,
	title text not null,
	staff_id bigint not null,
	created timestamptz not null,
	constraint promo_batches_title_check check (length(title) between 1 and 100),
	constraint promo_batches_staff_id_fkey foreign key (staff_id) references staff (id)
);
alter table promo_codes add column batch_id bigint, add column version integer not null default 1,
	add constraint promo_codes_batch_id_fkey foreign key (batch_id) references promo_batches (id);
create index promo_codes_batch_id_idx on promo_codes (batch_id, id) where batch_id is not null;
-- The list of the console: neither the buyers' own codes nor those of a batch.
create index promo_codes_campaigns_idx on promo_codes (id desc) where batch_id is null and kind <> 'personal';

-- What the orders that hold a code may take off together. A row only for codes that
-- have a budget: the others have nothing to wait for each other at.
create table promo_budgets (
	promo_code_id bigint primary key,
	budget numeric(14, 2) not null,
	held numeric(14, 2) not null default 0,
	constraint promo_budgets_held_check check (held between 0 and budget),
	constraint promo_budgets_promo_code_id_fkey foreign key (promo_code_id) references promo_codes (id)
);
-- What the order holds of the budget; a code gets its budget when it is made.
alter table promo_uses add column budget_held numeric(14, 2) not null default 0,
	add constraint promo_uses_budget_held_check check (budget_held >= 0);

-- What paid orders took off. Sixteen rows a code, so that payments do not wait for
-- each other.
create table promo_totals (
	promo_code_id bigint not null,
	shard smallint not null,
	uses bigint not null,
	discount numeric(14, 2) not null,
	revenue numeric(14, 2) not null,
	constraint promo_totals_pkey primary key (promo_code_id, shard),
	constraint promo_totals_promo_code_id_fkey foreign key (promo_code_id) references promo_codes (id)
);
insert into promo_totals (promo_code_id, shard, uses, discount, revenue)
select u.promo_code_id, u.order_id % 16, count(*), sum(o.discount), sum(o.total - o.discount)
from promo_uses u join orders o on o.id = u.order_id where u.state = 'consumed' group by 1, 2;
-- +goose StatementBegin
create function count_promo_use() returns trigger language plpgsql as $$
begin
	insert into promo_totals as t (promo_code_id, shard, uses, discount, revenue)
	select new.promo_code_id, new.order_id % 16, 1, o.discount, o.total - o.discount from orders o where o.id = new.order_id
	on conflict on constraint promo_totals_pkey do update
	set uses = t.uses + 1, discount = t.discount + excluded.discount, revenue = t.revenue + excluded.revenue;
	return null;
end $$;
-- +goose StatementEnd
create trigger promo_uses_count after update of state on promo_uses
for each row when (new.state = 'consumed' and old.state <> 'consumed') execute function count_promo_use();
