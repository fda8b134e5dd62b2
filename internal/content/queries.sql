-- name: GetArticle :one
select slug, header, text from articles where slug = @slug;

-- name: ListBanners :many
select b.id, b.title, b.description,
	b.background_desktop, b.background_tablet, b.background_mobile,
	b.foreground_desktop, b.foreground_tablet, b.foreground_mobile,
	b.game_id, b.gift_id
from banners b
left join games g on g.id = b.game_id
left join gifts f on f.id = b.gift_id
where b.place = @place and b.is_active and coalesce(g.is_active, true) and coalesce(f.is_active, true)
order by b.position, b.id
limit @page_limit offset @page_offset;

-- name: CountBanners :one
select count(*) from banners b
left join games g on g.id = b.game_id
left join gifts f on f.id = b.gift_id
where b.place = @place and b.is_active and coalesce(g.is_active, true) and coalesce(f.is_active, true);

-- name: ListContacts :many
select company_name, address, inn, company_id, extra from contacts
order by position, id
limit @page_limit offset @page_offset;

-- name: CountContacts :one
select count(*) from contacts;

-- name: ListFaq :many
select f.id, f.text, f.answer, f.game_id, f.position
from faq_items f
join games g on g.id = f.game_id
where f.game_id = @game_id and g.is_active
order by f.position, f.id;

-- name: GameExists :one
select exists (select from games where id = @id and is_active);
