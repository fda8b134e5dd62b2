-- +goose Up
-- Profit by product read a row for each product, day and measure: 34 000 for a month among a
-- million orders, and as many for the month before. One row has all measures of profit here,
-- in ten-thousandths, which add up much faster than decimals.
create table figures_products (
	day timestamptz not null, -- its midnight in Moscow
	key text not null,
	currency text not null,
	orders bigint not null,
	turnover bigint not null,
	revenue bigint not null,
	discounts bigint not null,
	fees bigint not null,
	cost bigint not null,
	acquiring bigint not null,
	refunds bigint not null,
	chargebacks bigint not null,
	goodwill bigint not null,
	writeoffs bigint not null,
	vat bigint not null,
	constraint figures_products_pkey primary key (day, key, currency)
);

select pg_advisory_xact_lock(hashtextextended('figures', 0)); -- no worker sums meanwhile
insert into figures_products (day, key, currency, orders, turnover, revenue, discounts, fees, cost, acquiring, refunds, chargebacks, goodwill, writeoffs, vat)
select at, key, currency, coalesce(sum(n) filter (where measure = 'turnover'), 0),
	coalesce(sum(amount) filter (where measure = 'turnover'), 0) * 10000, coalesce(sum(amount) filter (where measure = 'revenue'), 0) * 10000,
	coalesce(sum(amount) filter (where measure = 'discounts'), 0) * 10000, coalesce(sum(amount) filter (where measure = 'fees'), 0) * 10000,
	coalesce(sum(amount) filter (where measure = 'cost'), 0) * 10000, coalesce(sum(amount) filter (where measure = 'acquiring'), 0) * 10000,
	coalesce(sum(amount) filter (where measure = 'refunds'), 0) * 10000, coalesce(sum(amount) filter (where measure = 'chargebacks'), 0) * 10000,
	coalesce(sum(amount) filter (where measure = 'goodwill'), 0) * 10000, coalesce(sum(amount) filter (where measure = 'writeoffs'), 0) * 10000,
	coalesce(sum(amount) filter (where measure = 'vat'), 0) * 10000
from figures where grain = 'day' and dimension = 'product' group by 1, 2, 3;

-- The previous release sums into the old rows only. It names this constraint: its worker now
-- fails and leaves the facts to the new one. The rows it reads stay; a later migration deletes
-- them.
alter table figures rename constraint figures_pkey to figures_key;

-- +goose Down
alter table figures rename constraint figures_key to figures_pkey;
drop table figures_products;
