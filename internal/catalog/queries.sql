-- name: ListGames :many
-- The discount of a game is the largest discount of its products, its price that of
-- the cheapest one, 0 if there is none.
select g.id, g.kind, g.title, g.detail_title, g.detail_description, g.logo, g.created,
	g.is_auth_required, g.is_active, g.product_preview_name, g.product_preview_icon, g.tags,
	g.is_server_needed, g.is_server_enum, g.id_hint,
	coalesce((select max(p.discount_percent) from products p where p.game_id = g.id and p.is_active), 0)::int as discount_percent,
	coalesce((select min(p.final_price) from products p where p.game_id = g.id and p.is_active), 0)::numeric(14, 2) as price_from
from games g
where g.is_active
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
select id, code, name from game_servers where game_id = @game_id order by position, id;

-- name: GameProducts :many
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity,
	(p.is_active and not exists (select from unavailable_goods n where n.product_id = p.id))::boolean as is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title
from products p
join games g on g.id = p.game_id
where p.game_id = @game_id
order by p.position, p.id;

-- name: ListProducts :many
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity, p.is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title
from products p
join games g on g.id = p.game_id
where p.is_active and g.is_active and not exists (select from unavailable_goods n where n.product_id = p.id)
order by g.position, g.id, p.position, p.id
limit @page_limit offset @page_offset;

-- name: CountProducts :one
select count(*) from products p join games g on g.id = p.game_id
where p.is_active and g.is_active and not exists (select from unavailable_goods n where n.product_id = p.id);

-- name: GetProduct :one
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity, p.is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title
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
with hits as materialized (
	select id, title, type, region, price, discount_percent, final_price, logo, created
	from gifts
	where search @@ sqlc.arg('query')::text::tsquery and coalesce(is_active, false)
		and (sqlc.narg('title_exact')::text is null or title = sqlc.narg('title_exact'))
		and (sqlc.narg('title_part')::text is null or title ilike sqlc.narg('title_part'))
	limit @depth::int
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
select id, title, type, region, price, discount_percent, final_price, logo, description, tags, created
from gifts
where id = @id and is_active;

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
-- For orders: inactive products can still be part of an order.
select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity, p.is_active, p.amount_uc, p.gold,
	p.game_id, g.title as game_title
from products p
join games g on g.id = p.game_id
where p.id = any(@ids::bigint[]);

-- name: SteamSettings :one
select id, commission, min_amount, max_amount from steam_settings;

-- name: StandoffSettings :one
select need_refund, is_surplus_enabled, skin_name, skin_picture, (market_fee * 10000)::bigint as market_fee_hundredths from standoff_settings;
