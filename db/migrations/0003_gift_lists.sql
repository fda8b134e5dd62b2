-- +goose Up
-- What makes a list of a million gifts answer in milliseconds whatever the
-- filter and the order. internal/catalog/README.md says how.

-- An ordered walk, alone and within a region; a filter that keeps many rows
-- is served by stopping early.
create index gifts_created_idx on gifts (created desc, id desc) where is_active;
create index gifts_price_idx on gifts (final_price, id) where is_active;
create index gifts_title_idx on gifts (title, id) where is_active;
create index gifts_discount_idx on gifts (discount_percent, id) where is_active;
create index gifts_region_created_idx on gifts (region, created desc, id desc) where is_active;
create index gifts_region_price_idx on gifts (region, final_price, id) where is_active;
create index gifts_region_title_idx on gifts (region, title, id) where is_active;
create index gifts_region_discount_idx on gifts (region, discount_percent, id) where is_active;

-- A filter that keeps few rows is served by fetching those and sorting.
create index gifts_facets_idx on gifts (region, type, discount_percent) where is_active;
create index gifts_main_idx on gifts (created desc, id desc) where is_active and is_main;
create index gifts_classic_idx on gifts (created desc, id desc) where is_active and is_old_classic;

-- Discounted gifts are cheap ones: a walk from the dearest would pass by tens
-- of thousands that are not on sale.
create index gifts_sale_price_idx on gifts (final_price, id) where is_active and discount_percent > 0;
create index gifts_sale_created_idx on gifts (created desc, id desc) where is_active and discount_percent > 0;

create index gifts_search_idx on gifts using gin (search);

-- Exact counts without counting: one row per combination of filters (336 at
-- most), kept by the statement that changes gifts.
create table gift_counts (
	type text not null,
	region text not null,
	is_discounted boolean not null,
	is_main boolean not null,
	is_old_classic boolean not null,
	gifts bigint not null,
	constraint gift_counts_pkey primary key (type, region, is_discounted, is_main, is_old_classic),
	constraint gift_counts_gifts_check check (gifts >= 0)
);

-- +goose StatementBegin
create function count_gifts() returns trigger language plpgsql as $$
begin
	if tg_op = 'TRUNCATE' then
		truncate gift_counts;
		return null;
	end if;
	if tg_op in ('UPDATE', 'DELETE') then
		update gift_counts c set gifts = c.gifts - g.n
		from (select type, region, is_discounted, is_main, is_old_classic, count(*) n
			from old_gifts where is_active group by 1, 2, 3, 4, 5) g
		where (c.type, c.region, c.is_discounted, c.is_main, c.is_old_classic)
			= (g.type, g.region, g.is_discounted, g.is_main, g.is_old_classic);
	end if;
	if tg_op in ('UPDATE', 'INSERT') then
		insert into gift_counts as c
		select type, region, is_discounted, is_main, is_old_classic, count(*)
		from new_gifts where is_active group by 1, 2, 3, 4, 5
		on conflict on constraint gift_counts_pkey do update set gifts = c.gifts + excluded.gifts;
	end if;
	return null;
end
$$;
-- +goose StatementEnd

create trigger gifts_count_insert after insert on gifts referencing new table as new_gifts
	for each statement execute function count_gifts();
create trigger gifts_count_update after update on gifts referencing old table as old_gifts new table as new_gifts
	for each statement execute function count_gifts();
create trigger gifts_count_delete after delete on gifts referencing old table as old_gifts
	for each statement execute function count_gifts();
create trigger gifts_count_truncate after truncate on gifts
	for each statement execute function count_gifts();
