-- name: ListGames :many
-- The discount of a game is the largest discount of its products that can be bought now, its
-- price that of the cheapest of them, 0 if there is none.
select g.id, g.kind, g.title, g.detail_title, g.detail_description, g.logo, g.created,
	g.is_auth_required, g.is_active, g.product_preview_name, g.product_preview_icon, g.tags,
	g.is_server_needed, g.is_server_enum, g.id_hint,
	coalesce((select max(p.discount_percent) from products p where p.game_id = g.id and p.is_active
		and not exists (select from unavailable_goods n where n.product_id = p.id)), 0)::int as discount_percent,
	coalesce((select min(p.final_price) from products p where p.game_id = g.id and p.is_active
		and not exists (select from unavailable_goods n where n.product_id = p.id)), 0)::numeric(14, 2) as price_from
from games g
where (g.is_active or @with_hidden::boolean)
	and (sqlc.narg('id')::bigint is null or g.id = sqlc.narg('id'))
	and (sqlc.narg('title_exact')::text is null or g.title = sqlc.narg('title_exact'))
	and (sqlc.narg('title_part')::text is null or g.title ilike sqlc.narg('title_part'))
	and (sqlc.narg('query')::text is null or g.search @@ sqlc.narg('query')::text::tsquery)
order by g.position, g.id
limit @page_limit offset @page_offset;

-- name: CountGames :one
select count(*) from games g
where g.is_active
	and (sqlc.narg('title_exact')::text is null or g.title = sqlc.narg('title_exact'))
	and (sqlc.narg('title_part')::text is null or g.title ilike sqlc.narg('title_part'))
	and (sqlc.narg('query')::text is null or g.search @@ sqlc.narg('query')::text::tsquery);

-- name: ShortGames :many
select id, kind, title, logo, is_active, is_server_needed, is_server_enum
from games
where id = any(@ids::bigint[]);

-- name: GameServers :many
select id, code, name from game_servers where game_id = @game_id and is_active order by position, id;

-- name: GameProducts :many
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity,
	(p.is_active and not exists (select from unavailable_goods n where n.product_id = p.id))::boolean as is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title, least(p.final_price, p.lowest_price)::numeric(14, 2) as lowest_price
from products p
join games g on g.id = p.game_id
where p.game_id = @game_id
order by p.position, p.id;

-- name: ListProducts :many
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity, p.is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title, least(p.final_price, p.lowest_price)::numeric(14, 2) as lowest_price
from products p
join games g on g.id = p.game_id
where p.is_active and g.is_active and not exists (select from unavailable_goods n where n.product_id = p.id)
order by g.position, g.id, p.position, p.id
limit @page_limit offset @page_offset;

-- name: CountProducts :one
select count(*) from products p join games g on g.id = p.game_id
where p.is_active and g.is_active and not exists (select from unavailable_goods n where n.product_id = p.id);

-- name: GetProduct :one
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity,
	(not exists (select from unavailable_goods n where n.product_id = p.id))::boolean as is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title, least(p.final_price, p.lowest_price)::numeric(14, 2) as lowest_price
from products p
join games g on g.id = p.game_id
where p.id = @id and p.is_active and g.is_active;

-- name: ListGifts :many
-- One statement for every filter and ordering. It is planned with the actual
-- values, so unused conditions and CASE branches are removed, and the plan uses
-- the index of the requested ordering.
select id, title, type, region, price, discount_percent, final_price, logo
from gifts
where is_active
	and (sqlc.narg('type')::text is null or type = sqlc.narg('type'))
	and (sqlc.narg('region')::text is null or region = sqlc.narg('region'))
	and (sqlc.narg('is_discounted')::boolean is null
		or (sqlc.narg('is_discounted') and discount_percent > 0) or (not sqlc.narg('is_discounted') and discount_percent = 0))
	and (sqlc.narg('is_main')::boolean is null or is_main = sqlc.narg('is_main'))
	and (sqlc.narg('is_old_classic')::boolean is null or is_old_classic = sqlc.narg('is_old_classic'))
order by
	case when @ordering::text = 'price' then final_price end,
	case when @ordering::text = '-price' then final_price end desc,
	case when @ordering::text = 'title' then title end,
	case when @ordering::text = '-title' then title end desc,
	case when @ordering::text = 'discount_percent' then discount_percent end,
	case when @ordering::text = '-discount_percent' then discount_percent end desc,
	case when @ordering::text = 'created' then created end,
	case when @ordering::text = '-created' then created end desc,
	case when left(@ordering::text, 1) = '-' then id end desc,
	id
limit @page_limit offset @page_offset;

-- name: CountGiftsByFacet :one
select coalesce(sum(gifts), 0)::bigint from gift_counts
where (sqlc.narg('type')::text is null or type = sqlc.narg('type'))
	and (sqlc.narg('region')::text is null or region = sqlc.narg('region'))
	and (sqlc.narg('is_discounted')::boolean is null or is_discounted = sqlc.narg('is_discounted'))
	and (sqlc.narg('is_main')::boolean is null or is_main = sqlc.narg('is_main'))
	and (sqlc.narg('is_old_classic')::boolean is null or is_old_classic = sqlc.narg('is_old_classic'));

-- name: SearchGifts :many
-- A text search never scans in the requested order: a rare word would scan the
-- whole catalogue. The text index returns at most @depth matches, which are
-- counted and ordered. Filters are words of the index too. is_active is
-- wrapped, so that the planner does not prefer an ordered index, all of which
-- cover active gifts only.
-- The index collects every match before it returns the first. So a sixteenth of the
-- gifts, which have an index of their own, is asked first; only a search that does not
-- find @depth of them there asks for all (README.md).
with sample as materialized (
	select id, title, type, region, price, discount_percent, final_price, logo, created
	from gifts
	where id % 16 = 0 and search @@ sqlc.arg('query')::text::tsquery and coalesce(is_active, false)
		and (sqlc.narg('title_exact')::text is null or title = sqlc.narg('title_exact'))
		and (sqlc.narg('title_part')::text is null or title ilike sqlc.narg('title_part'))
	limit @depth::int
), whole as materialized (
	select id, title, type, region, price, discount_percent, final_price, logo, created
	from gifts
	where (select count(*) from sample) < @depth::int
		and search @@ sqlc.arg('query')::text::tsquery and coalesce(is_active, false)
		and (sqlc.narg('title_exact')::text is null or title = sqlc.narg('title_exact'))
		and (sqlc.narg('title_part')::text is null or title ilike sqlc.narg('title_part'))
	limit @depth::int
), hits as materialized (
	select * from sample where (select count(*) from sample) = @depth::int union all select * from whole
), total as (select count(*) as gifts from hits)
select h.id, h.title, h.type, h.region, h.price, h.discount_percent, h.final_price, h.logo, total.gifts as total
from hits h, total
order by
	case when @ordering::text = 'price' then final_price end,
	case when @ordering::text = '-price' then final_price end desc,
	case when @ordering::text = 'title' then title end,
	case when @ordering::text = '-title' then title end desc,
	case when @ordering::text = 'discount_percent' then discount_percent end,
	case when @ordering::text = '-discount_percent' then discount_percent end desc,
	case when @ordering::text = 'created' then created end,
	case when @ordering::text = '-created' then created end desc,
	case when left(@ordering::text, 1) = '-' then id end desc,
	id
limit @page_limit offset @page_offset;

-- name: GetGift :one
select g.id, g.title, g.type, g.region, g.price, g.discount_percent, g.final_price, g.logo, g.description, g.tags, g.created,
	(not exists (select from unavailable_goods n where n.gift_id = g.id))::boolean as is_available
from gifts g
where g.id = @id and g.is_active;

-- name: GiftsByID :many
select id, title, type, region, price, discount_percent, final_price, logo
from gifts
where id = any(@ids::bigint[]);

-- name: WordsLike :many
-- Known words for each pattern, the shortest first.
select p.pattern::text as pattern, w.word::text as word
from unnest(@patterns::text[]) as p(pattern)
cross join lateral (
	select word from search_words where word like p.pattern order by length(word), word limit @most::int
) w;

-- name: StemQuery :one
-- The words of a query in the form stored in the index. It is computed once: as
-- a part of a condition it would be computed for every row.
select coalesce(to_tsquery('larek', @query::text)::text, '')::text;

-- name: SearchWords :many
-- For each word: itself and, from three letters on, the known words that begin
-- with it; and the most similar known words, which are used only if there are
-- no exact ones. Long words may differ by two letters, short ones by one.
-- Candidates share a trigram or the first letter: a swap inside a word may
-- leave no common trigram.
select asked.word::text as asked, known.word::text as known, known.exact::boolean as exact
from unnest(@words::text[]) as asked(word)
cross join lateral (
	(select w.word, true as exact
	from search_words w
	where w.word like asked.word || case when length(asked.word) >= 3 then '%' else '' end
	order by length(w.word), w.word
	limit 5)
	union all
	(select near.word, false
	from (
		(select w.word from search_words w where w.word % asked.word order by similarity(w.word, asked.word) desc limit 20)
		union
		(select w.word from search_words w
		where w.word like left(asked.word, 1) || '%' and length(w.word) between length(asked.word) - 1 and length(asked.word) + 1
			and levenshtein_less_equal(w.word, asked.word, 2) <= 2
		limit 20)
	) near
	where length(asked.word) >= 3
		and levenshtein_less_equal(near.word, asked.word, 2) <= case when length(asked.word) <= 4 then 1 else 2 end
	order by levenshtein(near.word, asked.word), similarity(near.word, asked.word) desc, near.word
	limit 3)
) known;

-- name: ProductsByID :many
-- For orders: inactive products can still be part of an order. What they have cost
-- before is said where they are sold.
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity, p.is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title, 0::numeric(14, 2) as lowest_price
from products p
join games g on g.id = p.game_id
where p.id = any(@ids::bigint[]);

-- name: SteamSettings :one
select 1::bigint as id, commission, min_amount, max_amount from steam_settings;

-- name: StandoffSettings :one
select need_refund, is_surplus_enabled, skin_name, skin_picture, (market_fee * 10000)::bigint as market_fee_hundredths from standoff_settings;

-- name: ChangeSteam :execrows
update steam_settings set commission = @commission, min_amount = @min_amount, max_amount = @max_amount,
	version = version + 1, changed_at = @changed_at::timestamptz, changed_by = @changed_by::bigint
where version = @version;

-- name: ChangeStandoff :execrows
update standoff_settings set market_fee = sqlc.arg('market_fee_hundredths')::bigint / 10000.0, is_surplus_enabled = sqlc.arg('is_surplus_enabled'),
	version = version + 1, changed_at = @changed_at::timestamptz, changed_by = @changed_by::bigint
where version = @version;

-- name: PriceRows :many
-- Products with their prices and what the offer that would be tried first costs. An
-- offer for Steam costs a share of the amount and no sum. The lowest price is that of
-- the last thirty days: what was paid before a change counts too.
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.price_version, p.is_active, p.position, p.picture,
	p.game_id, g.title as game_title, g.position as game_position,
	not exists (select from unavailable_goods n where n.product_id = p.id) as is_available,
	coalesce(f.supplier, '')::text as supplier, coalesce(f.cost::text, '')::text as cost, coalesce(f.cost_currency, '')::text as cost_currency,
	(f.rubles is not null)::boolean as has_cost, coalesce(f.rubles, 0)::numeric(14, 2) as rubles,
	least(p.final_price, (
		select min(least(c.old_final, c.final_price)) from price_changes c where c.product_id = p.id and c.state = 'applied' and c.applied_at > @since::timestamptz
	))::numeric(14, 2) as lowest,
	coalesce(s.batch_id, 0)::bigint as next_batch, coalesce(s.price, 0)::numeric(14, 2) as next_price, coalesce(s.apply_at, 'epoch')::timestamptz as next_at
from products p
join games g on g.id = p.game_id
left join lateral (
	select o.supplier, o.cost, o.cost_currency, round(o.cost * case when o.cost_currency = 'RUB' then 1 else r.rate end, 2) as rubles
	from offers o
	left join supplier_health h on h.supplier = o.supplier
	left join lateral (select c.rate from currency_rates c where c.currency = o.cost_currency order by c.set_at desc limit 1) r on true
	where o.product_id = p.id and o.is_active and o.in_stock and o.asked_cost is null and p.kind <> 'steam'
		and not exists (select from supplier_switches w where w.supplier = o.supplier)
	order by coalesce(h.away_until > @now::timestamptz, false), o.priority, o.id limit 1
) f on true
left join lateral (
	select c.batch_id, c.price, b.apply_at from price_changes c join price_batches b on b.id = c.batch_id
	where c.product_id = p.id and c.state = 'scheduled' order by b.apply_at, b.id limit 1
) s on true
where (sqlc.narg('ids')::bigint[] is null or p.id = any (sqlc.narg('ids')::bigint[]))
	and (sqlc.narg('game_id')::bigint is null or p.game_id = sqlc.narg('game_id'))
	and (sqlc.narg('words')::text is null or p.title ilike sqlc.narg('words') or g.title ilike sqlc.narg('words'))
	and (sqlc.narg('is_active')::boolean is null or (p.is_active and g.is_active) = sqlc.narg('is_active'))
	and case @problem::text
		when 'below_cost' then p.final_price < f.rubles
		when 'no_cost' then f.rubles is null and p.kind <> 'steam'
		when 'scheduled' then s.batch_id is not null
		else true end
	and (g.position, g.id, p.position, p.id) > (@after_game_position::int, @after_game::bigint, @after_position::int, @after_id::bigint)
order by g.position, g.id, p.position, p.id
limit @page_limit;

-- name: GiftIDs :many
-- Gifts in the order they were made. There may be millions of them.
select id from gifts where id > @after_id::bigint order by id limit @page_limit;

-- name: FoundGiftIDs :many
-- Gifts by words, hidden ones too. The text index returns at most @depth matches: a
-- scan in the order of numbers would read everything for a rare word.
with hits as materialized (select id from gifts where search @@ sqlc.arg('query')::text::tsquery limit @depth::int)
select id from hits where id > @after_id::bigint order by id limit @page_limit;

-- name: GiftPriceRows :many
-- Gifts with their prices, as PriceRows has products.
select p.id, 'gift'::text as kind, p.title::text as title, p.price, p.discount_percent, p.final_price, p.price_version, p.is_active, 0::int as position, p.logo as picture,
	0::bigint as game_id, ''::text as game_title, 0::int as game_position,
	not exists (select from unavailable_goods n where n.gift_id = p.id) as is_available,
	coalesce(f.supplier, '')::text as supplier, coalesce(f.cost::text, '')::text as cost, coalesce(f.cost_currency, '')::text as cost_currency,
	(f.rubles is not null)::boolean as has_cost, coalesce(f.rubles, 0)::numeric(14, 2) as rubles,
	least(p.final_price, (
		select min(least(c.old_final, c.final_price)) from price_changes c where c.gift_id = p.id and c.state = 'applied' and c.applied_at > @since::timestamptz
	))::numeric(14, 2) as lowest,
	coalesce(s.batch_id, 0)::bigint as next_batch, coalesce(s.price, 0)::numeric(14, 2) as next_price, coalesce(s.apply_at, 'epoch')::timestamptz as next_at
from gifts p
left join lateral (
	select o.supplier, o.cost, o.cost_currency, round(o.cost * case when o.cost_currency = 'RUB' then 1 else r.rate end, 2) as rubles
	from offers o
	left join supplier_health h on h.supplier = o.supplier
	left join lateral (select c.rate from currency_rates c where c.currency = o.cost_currency order by c.set_at desc limit 1) r on true
	where o.gift_id = p.id and o.is_active and o.in_stock and o.asked_cost is null
		and not exists (select from supplier_switches w where w.supplier = o.supplier)
	order by coalesce(h.away_until > @now::timestamptz, false), o.priority, o.id limit 1
) f on true
left join lateral (
	select c.batch_id, c.price, b.apply_at from price_changes c join price_batches b on b.id = c.batch_id
	where c.gift_id = p.id and c.state = 'scheduled' order by b.apply_at, b.id limit 1
) s on true
where p.id = any (@ids::bigint[])
order by p.id;

-- name: OldLows :many
-- Products whose lowest price of thirty days is not the one that is kept.
select p.id, l.lowest::numeric(14, 2) as lowest
from products p
cross join lateral (
	select least(p.final_price, min(least(c.old_final, c.final_price))) as lowest
	from price_changes c where c.product_id = p.id and c.state = 'applied' and c.applied_at > @since::timestamptz
) l
where p.lowest_price is distinct from l.lowest
order by p.id limit 1000 for no key update of p skip locked;

-- name: SetLow :exec
update products set lowest_price = @lowest where id = @id;

-- name: LockProducts :exec
select p.id from products p where p.id = any (@ids::bigint[]) order by p.id for update;

-- name: LockGifts :exec
select g.id from gifts g where g.id = any (@ids::bigint[]) order by g.id for update;

-- name: ProductsNamed :many
-- Products by title, whatever the case and the spaces around it.
select p.id, lower(p.title)::text as name from products p
where lower(p.title) = any (@names::text[]) and (sqlc.narg('game_id')::bigint is null or p.game_id = sqlc.narg('game_id'))
order by p.id;

-- name: InsertPriceBatch :one
insert into price_batches (created, created_by, reason_code, reason_text, apply_at, may_lose)
values (@created, @created_by, @reason_code, @reason_text, @apply_at, @may_lose) returning id;

-- name: InsertPriceChanges :exec
-- Zero is no number of a product or a gift.
insert into price_changes (batch_id, product_id, gift_id, price, old_price)
select @batch_id, nullif(t.product_id, 0), nullif(t.gift_id, 0), t.price, t.old_price
from (select unnest(@product_ids::bigint[]) as product_id, unnest(@gift_ids::bigint[]) as gift_id,
	unnest(@prices::text[])::numeric as price, unnest(@old_prices::text[])::numeric as old_price) t;

-- name: ScheduledChanges :many
select coalesce(c.product_id, 0)::bigint as product_id, coalesce(c.gift_id, 0)::bigint as gift_id, c.price
from price_changes c where c.batch_id = @batch_id and c.state = 'scheduled' order by c.product_id, c.gift_id;

-- name: SetPrice :execrows
update products set price = @price where id = @id;

-- name: SetGiftPrice :execrows
update gifts set price = @price where id = @id;

-- name: ApplyPriceChange :execrows
update price_changes set state = 'applied', applied_at = @applied_at::timestamptz, old_price = @old_price, old_final = @old_final::numeric(14, 2),
	final_price = @final_price::numeric(14, 2), cost = sqlc.narg('cost')
where batch_id = @batch_id and (product_id = @product_id::bigint or gift_id = @gift_id::bigint) and state = 'scheduled';

-- name: RefusePriceChange :execrows
update price_changes set state = 'refused', refusal = @refusal::text
where batch_id = @batch_id and (product_id = @product_id::bigint or gift_id = @gift_id::bigint) and state = 'scheduled';

-- name: EndPriceBatch :execrows
update price_batches set state = @state, ended_at = @ended_at::timestamptz where id = @id and state = 'scheduled';

-- name: CancelPriceChanges :exec
update price_changes set state = 'cancelled' where batch_id = @batch_id and state = 'scheduled';

-- name: DuePriceBatch :one
-- The earliest batch whose time has come; one that another worker applies is skipped.
select id, created_by, reason_code, reason_text, apply_at, may_lose from price_batches
where state = 'scheduled' and apply_at <= @now::timestamptz order by apply_at, id limit 1 for update skip locked;

-- name: PriceBatches :many
select b.id, b.created, b.created_by, s.name as created_name, b.reason_code, b.reason_text, b.apply_at, b.state, b.ended_at,
	(select count(*) from price_changes c where c.batch_id = b.id)::int as prices,
	(select count(*) from price_changes c where c.batch_id = b.id and c.state = 'refused')::int as refused
from price_batches b join staff s on s.id = b.created_by
where b.id < @before::bigint and (sqlc.narg('state')::text is null or b.state = sqlc.narg('state'))
order by b.id desc limit @page_limit;

-- name: PriceHistory :many
select c.id, c.old_price, c.price, c.old_final::numeric(14, 2) as old_final, c.final_price::numeric(14, 2) as final_price,
	(c.cost is not null)::boolean as has_cost, coalesce(c.cost, 0)::numeric(14, 2) as cost, c.applied_at::timestamptz as applied_at,
	b.id as batch_id, b.created, s.name as created_name, b.reason_code, b.reason_text, (b.apply_at > b.created)::boolean as was_scheduled
from price_changes c
join price_batches b on b.id = c.batch_id
join staff s on s.id = b.created_by
where c.product_id = @product_id::bigint and c.state = 'applied'
order by c.applied_at desc, c.id desc limit 100;

-- name: GiftPriceHistory :many
select c.id, c.old_price, c.price, c.old_final::numeric(14, 2) as old_final, c.final_price::numeric(14, 2) as final_price,
	(c.cost is not null)::boolean as has_cost, coalesce(c.cost, 0)::numeric(14, 2) as cost, c.applied_at::timestamptz as applied_at,
	b.id as batch_id, b.created, s.name as created_name, b.reason_code, b.reason_text, (b.apply_at > b.created)::boolean as was_scheduled
from price_changes c
join price_batches b on b.id = c.batch_id
join staff s on s.id = b.created_by
where c.gift_id = @gift_id::bigint and c.state = 'applied'
order by c.applied_at desc, c.id desc limit 100;

-- name: GameTitles :many
-- All games, hidden ones too.
select id, title from games order by position, id;

-- name: AssortmentGames :many
-- All games, hidden ones too, with how many of their products are on sale now.
select g.id, g.kind, g.title, g.logo, g.is_active, g.version, count(p.id)::int as products,
	(count(p.id) filter (where p.is_active and n.id is null))::int as on_sale,
	coalesce(min(p.final_price) filter (where p.is_active and n.id is null), 0)::numeric(14, 2) as price_from
from games g
left join products p on p.game_id = g.id
left join unavailable_goods n on n.product_id = p.id
group by g.id
order by g.position, g.id limit 1000;

-- name: AssortmentGame :one
select id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, id_hint, tags, aliases,
	is_auth_required, is_active, is_server_needed, is_server_enum, version
from games where id = @id;

-- name: LockGame :one
select version, is_active from games where id = @id for update;

-- name: AssortmentProducts :many
select p.id, p.game_id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.price_version, p.picture, p.min_quantity, p.max_quantity,
	p.is_active, p.amount_uc, p.gold, p.version, not exists (select from unavailable_goods n where n.product_id = p.id) as is_available
from products p where p.game_id = @game_id order by p.position, p.id;

-- name: AssortmentProduct :one
select p.id, p.game_id, p.kind, p.title, p.price, p.picture, p.min_quantity, p.max_quantity, p.is_active, p.amount_uc, p.gold, p.version
from products p where p.id = @id for update;

-- name: InsertGame :one
insert into games (kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, id_hint, tags, aliases,
	is_auth_required, is_active, is_server_needed, is_server_enum, position, created)
select @kind, @title, @detail_title, @detail_description, @logo, @product_preview_name, @product_preview_icon, @id_hint, @tags, @aliases,
	@is_auth_required, false, @is_server_needed, @is_server_enum, coalesce(max(g.position), 0) + 1, @created
from games g returning id;

-- name: UpdateGame :exec
update games set title = @title, detail_title = @detail_title, detail_description = @detail_description, logo = @logo,
	product_preview_name = @product_preview_name, product_preview_icon = @product_preview_icon, id_hint = @id_hint, tags = @tags, aliases = @aliases,
	is_auth_required = @is_auth_required, is_server_needed = @is_server_needed, is_server_enum = @is_server_enum, version = version + 1
where id = @id;

-- name: ShowGame :exec
update games set is_active = @is_active, version = version + 1 where id = @id;

-- name: PutServers :exec
insert into game_servers (game_id, code, name, position, is_active)
select @game_id, t.code, t.name, t.position, true
from (select unnest(@codes::text[]) as code, unnest(@names::text[]) as name, generate_series(1, cardinality(@codes::text[])) as position) t
on conflict (game_id, code) do update set name = excluded.name, position = excluded.position, is_active = true;

-- name: HideServers :exec
update game_servers set is_active = false where game_id = @game_id and is_active and not code = any (@codes::text[]);

-- name: LockGames :many
select id from games order by position, id for update;

-- name: PlaceGames :exec
update games g set position = t.position
from (select unnest(@ids::bigint[]) as id, generate_series(1, cardinality(@ids::bigint[])) as position) t where g.id = t.id and g.position <> t.position;

-- name: InsertProduct :one
insert into products (game_id, kind, title, price, picture, min_quantity, max_quantity, is_active, amount_uc, position)
select g.id, g.kind, @title, @price, @picture, @min_quantity, @max_quantity, @is_active, sqlc.narg('amount_uc'),
	(select coalesce(max(p.position), 0) + 1 from products p where p.game_id = g.id)
from games g where g.id = @game_id returning id;

-- name: UpdateProduct :exec
update products set title = @title, picture = @picture, min_quantity = @min_quantity, max_quantity = @max_quantity, is_active = @is_active,
	amount_uc = sqlc.narg('amount_uc'), version = version + 1
where id = @id;

-- name: PlaceProducts :exec
update products p set position = t.position
from (select unnest(@ids::bigint[]) as id, generate_series(1, cardinality(@ids::bigint[])) as position) t where p.id = t.id and p.position <> t.position;

-- name: LockGameProducts :many
select id from products where game_id = @game_id order by position, id for update;

-- name: PriceRule :one
select r.game_id, r.percent, r.ending, r.floor, r.is_active, r.version, r.changed_at, r.changed_by, s.name as changed_name
from price_rules r join staff s on s.id = r.changed_by where r.game_id = @game_id;

-- name: LockPriceRule :one
select version from price_rules where game_id = @game_id for update;

-- name: InsertPriceRule :execrows
insert into price_rules (game_id, percent, ending, floor, is_active, changed_at, changed_by)
values (@game_id, @percent, @ending, @floor, @is_active, @changed_at, @changed_by) on conflict do nothing;

-- name: UpdatePriceRule :exec
update price_rules set percent = @percent, ending = @ending, floor = @floor, is_active = @is_active, changed_at = @changed_at, changed_by = @changed_by, version = version + 1
where game_id = @game_id;

-- name: RuledGames :many
select game_id from price_rules where is_active order by game_id;

-- name: TakePriceRule :one
-- The rule of a game, unless another worker applies it.
select game_id, percent, ending, floor, version, changed_by from price_rules where game_id = @game_id and is_active for update skip locked;

-- name: RuleSteps :many
select s.product_id, s.rule_version, s.cost from price_rule_steps s join products p on p.id = s.product_id where p.game_id = @game_id;

-- name: PutRuleStep :exec
insert into price_rule_steps (product_id, rule_version, cost, price, old_price, state, at)
values (@product_id, @rule_version, @cost, @price, @old_price, @state, @at)
on conflict (product_id) do update set rule_version = excluded.rule_version, cost = excluded.cost, price = excluded.price, old_price = excluded.old_price,
	state = excluded.state, at = excluded.at;

-- name: WaitingSteps :many
-- Prices of rules that wait for a person, oldest first.
select s.product_id, s.cost, s.price, p.price as old_price, p.price_version, s.at, p.title, p.game_id, g.title as game_title
from price_rule_steps s join products p on p.id = s.product_id join games g on g.id = p.game_id
where s.state = 'waits' order by s.at, s.product_id limit 200;

-- name: LockWaitingStep :one
select s.product_id, s.cost, s.price, p.price as old_price, p.price_version, s.at, p.title, p.game_id, g.title as game_title
from price_rule_steps s join products p on p.id = s.product_id join games g on g.id = p.game_id
where s.state = 'waits' and s.product_id = @product_id for update of s;

-- name: EndRuleStep :execrows
update price_rule_steps set state = @state, at = @at where product_id = @product_id and state = 'waits' and price = @price;

-- name: InsertPriceImport :one
insert into price_imports (created, created_by, name, lines, ready, same) values (@created, @created_by, @name, @lines, @ready, @same) returning id;

-- name: InsertPriceImportLines :copyfrom
insert into price_import_lines (import_id, line, product_id, gift_id, title, text, old_price, price, version, verdict, words)
values (@import_id, @line, @product_id, @gift_id, @title, @text, @old_price, @price, @version, @verdict, @words);

-- name: PriceImports :many
select i.id, i.created, i.created_by, s.name as created_name, i.name, i.state, i.lines, i.ready, i.same, i.applied, i.ended_at
from price_imports i join staff s on s.id = i.created_by
where i.id < @before::bigint order by i.id desc limit @page_limit;

-- name: PriceImport :one
select i.id, i.created, i.created_by, s.name as created_name, i.name, i.state, i.lines, i.ready, i.same, i.applied, i.ended_at
from price_imports i join staff s on s.id = i.created_by
where i.id = @id;

-- name: PriceImportLines :many
select line, coalesce(product_id, 0)::bigint as product_id, coalesce(gift_id, 0)::bigint as gift_id, title, text, old_price, price, verdict, words
from price_import_lines
where import_id = @import_id and line > @after_line::int and case @shown::text
	when 'changes' then verdict in ('ready', 'below_cost', 'applied')
	when 'refused' then verdict in ('refused', 'not_found', 'unclear', 'repeated', 'below_cost')
	else true end
order by line limit @page_limit;

-- name: HighestPrices :many
-- The highest price since a time that no longer applies.
select product_id, gift_id, max(old_price)::numeric(14, 2) as price from price_changes
where state = 'applied' and applied_at > @since::timestamptz and (product_id = any (@product_ids::bigint[]) or gift_id = any (@gift_ids::bigint[]))
group by product_id, gift_id;

-- name: CostsOfCodes :many
-- What the dearest codes that wait for a buyer have cost.
select c.product_id, max(b.unit_cost)::numeric(14, 2) as cost from codes c join code_batches b on b.id = c.batch_id
where c.product_id = any (@product_ids::bigint[]) and c.state = 'free' and b.unit_cost is not null
group by c.product_id;

-- name: ImportLosses :one
select count(*) from price_import_lines where import_id = @import_id and verdict = 'below_cost';

-- name: StartPriceImport :execrows
update price_imports set state = 'applying', applied_by = @applied_by::bigint, may_lose = @may_lose, reason_code = @reason_code, reason_text = @reason_text
where id = @id and state = 'checked';

-- name: DuePriceImport :one
-- The oldest file that is being applied; one that another worker holds is skipped.
select id, applied_by::bigint as applied_by, may_lose, reason_code, reason_text from price_imports
where state = 'applying' order by id limit 1 for update skip locked;

-- name: ReadyImportLines :many
select line, coalesce(product_id, 0)::bigint as product_id, coalesce(gift_id, 0)::bigint as gift_id, price::numeric(14, 2) as price, version::int as version
from price_import_lines where import_id = @import_id and verdict in ('ready', 'below_cost') order by line limit @page_limit;

-- name: EndImportLines :exec
update price_import_lines l set verdict = t.verdict, words = t.words
from (select unnest(@lines::int[]) as line, unnest(@verdicts::text[]) as verdict, unnest(@texts::text[]) as words) t
where l.import_id = @import_id and l.line = t.line;

-- name: CountImportApplied :exec
update price_imports set applied = applied + @n::int where id = @id;

-- name: EndPriceImport :exec
update price_imports set state = 'applied', ended_at = @ended_at::timestamptz where id = @id and state = 'applying';

-- name: PriceSettings :one
select p.largest_step, p.version, p.changed_at, s.name as changed_name from price_settings p join staff s on s.id = p.changed_by;

-- name: PutPriceSettings :execrows
-- Version zero makes the row; another one must be that of the row.
insert into price_settings as p (largest_step, changed_at, changed_by) select @largest_step, @changed_at, @changed_by
where @version::int = 0 or exists (select from price_settings)
on conflict (one) do update set largest_step = excluded.largest_step, version = p.version + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by
where p.version = @version::int;

-- name: CancelShowing :execrows
update showing_plans set state = 'cancelled', ended_at = @now::timestamptz
where state = 'scheduled' and shown = @shown and (game_id = sqlc.narg('game_id')::bigint or product_id = sqlc.narg('product_id')::bigint);

-- name: InsertShowing :one
insert into showing_plans (game_id, product_id, shown, at, created_by)
values (sqlc.narg('game_id'), sqlc.narg('product_id'), @shown, @at, @created_by) returning id;

-- name: Showings :many
-- What is planned for a game and its products, and what was refused lately.
select w.id, coalesce(w.product_id, 0)::bigint as product_id, w.shown, w.at, w.state, w.refusal, s.name as created_name
from showing_plans w join staff s on s.id = w.created_by
where (w.state = 'scheduled' or w.state = 'refused' and w.ended_at > @since::timestamptz)
	and (w.game_id = @game_id::bigint or w.product_id in (select p.id from products p where p.game_id = @game_id::bigint))
order by w.at, w.id limit 100;

-- name: DueShowing :one
-- The earliest plan whose time has come; one that another worker applies is skipped.
select id, coalesce(game_id, 0)::bigint as game_id, coalesce(product_id, 0)::bigint as product_id, shown from showing_plans
where state = 'scheduled' and at <= @now::timestamptz order by at, id limit 1 for update skip locked;

-- name: EndShowing :exec
update showing_plans set state = @state, refusal = @refusal, ended_at = @now::timestamptz where id = @id;

-- name: ShowProduct :exec
update products set is_active = @is_active, version = version + 1 where id = @id and is_active <> @is_active;
