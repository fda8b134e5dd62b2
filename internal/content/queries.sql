-- name: GetArticle :one
select slug, header, text from articles where slug = @slug and is_active;

-- name: ListArticles :many
select slug, header from articles where is_active order by header, slug limit 1000;

-- name: ListBanners :many
select b.id, b.title, b.description,
	b.background_desktop, b.background_tablet, b.background_mobile,
	b.foreground_desktop, b.foreground_tablet, b.foreground_mobile,
	b.game_id, b.gift_id
from banners b
left join games g on g.id = b.game_id
left join gifts f on f.id = b.gift_id
where b.place = @place and b.is_active and b.is_due and coalesce(g.is_active, true) and coalesce(f.is_active, true)
order by b.position, b.id
limit @page_limit offset @page_offset;

-- name: CountBanners :one
select count(*) from banners b
left join games g on g.id = b.game_id
left join gifts f on f.id = b.gift_id
where b.place = @place and b.is_active and b.is_due and coalesce(g.is_active, true) and coalesce(f.is_active, true);

-- name: ListContacts :many
select company_name, address, inn, company_id, extra from contacts
where is_active
order by position, id
limit @page_limit offset @page_offset;

-- name: CountContacts :one
select count(*) from contacts where is_active;

-- name: ListFaq :many
select f.id, f.text, f.answer, f.game_id, f.position
from faq_items f
join games g on g.id = f.game_id
where f.game_id = @game_id and f.is_active and (g.is_active or @with_hidden::boolean)
order by f.position, f.id;

-- name: GameExists :one
select exists (select from games where id = @id and is_active);

-- name: ListAllArticles :many
select a.slug, a.header, a.is_active, a.version, v.created as changed_at, coalesce(s.name, '') as changed_by, p.applies_at as planned_at
from articles a
left join article_plans p on p.slug = a.slug
left join content_versions v on v.kind = 'article' and v.object = a.slug and v.version = a.version
left join staff s on s.id = v.staff_id
order by a.header;

-- name: ReadArticle :one
select slug, header, text, is_active, version from articles where slug = @slug;

-- name: LockArticle :one
select slug, header, text, is_active, version from articles where slug = @slug for update;

-- name: InsertArticle :execrows
insert into articles (slug, header, text, is_active) values (@slug, @header, @text, @is_active)
on conflict do nothing;

-- name: ChangeArticle :exec
update articles set header = @header, text = @text, is_active = @is_active, version = version + 1 where slug = @slug;

-- name: ListAllQuestions :many
select id, game_id, text, answer, is_active, version from faq_items
where game_id = @game_id
order by position, id;

-- name: LockQuestion :one
select game_id, text, answer, is_active, version from faq_items where id = @id for update;

-- name: InsertQuestion :one
insert into faq_items (game_id, text, answer, is_active, position)
select @game_id, @text, @answer, @is_active, coalesce(max(position), 0) + 1 from faq_items where game_id = @game_id
returning id;

-- name: ChangeQuestion :exec
update faq_items set text = @text, answer = @answer, is_active = @is_active, version = version + 1 where id = @id;

-- name: HasGame :one
select exists (select from games where id = @id);

-- name: ListAllBanners :many
select b.id, b.place, b.title, b.description,
	b.background_desktop, b.background_tablet, b.background_mobile,
	b.foreground_desktop, b.foreground_tablet, b.foreground_mobile,
	b.game_id, b.gift_id, b.shown_from, b.shown_until, b.is_active, b.is_due, b.version,
	coalesce(g.title, f.title, '') as target, coalesce(g.is_active, f.is_active, true) as is_target_sold
from banners b
left join games g on g.id = b.game_id
left join gifts f on f.id = b.gift_id
where b.place = @place
order by b.position, b.id;

-- name: LockBanner :one
select place, title, description,
	background_desktop, background_tablet, background_mobile,
	foreground_desktop, foreground_tablet, foreground_mobile,
	game_id, gift_id, shown_from, shown_until, is_active, version
from banners where id = @id for update;

-- name: InsertBanner :one
insert into banners (place, title, description, background_desktop, background_tablet, background_mobile,
	foreground_desktop, foreground_tablet, foreground_mobile, game_id, gift_id, shown_from, shown_until, is_active, is_due, position)
select @place, @title, @description, @background_desktop, @background_tablet, @background_mobile,
	@foreground_desktop, @foreground_tablet, @foreground_mobile, sqlc.narg(game_id), sqlc.narg(gift_id),
	sqlc.narg(shown_from), sqlc.narg(shown_until), @is_active, @is_due, coalesce(max(position), 0) + 1
from banners where place = @place
returning id;

-- name: ChangeBanner :exec
update banners set title = @title, description = @description,
	background_desktop = @background_desktop, background_tablet = @background_tablet, background_mobile = @background_mobile,
	foreground_desktop = @foreground_desktop, foreground_tablet = @foreground_tablet, foreground_mobile = @foreground_mobile,
	game_id = sqlc.narg(game_id), gift_id = sqlc.narg(gift_id), shown_from = sqlc.narg(shown_from), shown_until = sqlc.narg(shown_until),
	is_active = @is_active, is_due = @is_due, version = version + 1
where id = @id;

-- name: TargetIsSold :one
select (exists (select from games g where g.id = sqlc.narg(game_id)::bigint and g.is_active)
	or exists (select from gifts f where f.id = sqlc.narg(gift_id)::bigint and f.is_active))::bool;

-- name: BannersToTurn :many
select id from banners
where is_due <> (coalesce(shown_from <= @now::timestamptz, true) and coalesce(shown_until > @now::timestamptz, true));

-- name: TurnBanners :exec
update banners set is_due = not is_due
where id = any(@ids::bigint[])
	and is_due <> (coalesce(shown_from <= @now::timestamptz, true) and coalesce(shown_until > @now::timestamptz, true));

-- name: ListAllContacts :many
select id, company_name, address, inn, company_id, extra, is_active, version from contacts
order by position, id;

-- name: LockContact :one
select company_name, address, inn, company_id, extra, is_active, version from contacts where id = @id for update;

-- name: InsertContact :one
insert into contacts (company_name, address, inn, company_id, extra, is_active, position)
select @company_name, @address, @inn, @company_id, @extra, @is_active, coalesce(max(position), 0) + 1 from contacts
returning id;

-- name: ChangeContact :exec
update contacts set company_name = @company_name, address = @address, inn = @inn, company_id = @company_id, extra = @extra,
	is_active = @is_active, version = version + 1
where id = @id;

-- name: OrderQuestions :many
select id from faq_items where game_id = (select f.game_id from faq_items f where f.id = @id) order by position, id for update;

-- name: OrderBanners :many
select id from banners where place = (select b.place from banners b where b.id = @id) order by position, id for update;

-- name: OrderContacts :many
select id from contacts order by position, id for update;

-- name: PlaceQuestions :exec
update faq_items f set position = o.place from unnest(@ids::bigint[]) with ordinality as o (id, place) where f.id = o.id;

-- name: PlaceBanners :exec
update banners b set position = o.place from unnest(@ids::bigint[]) with ordinality as o (id, place) where b.id = o.id;

-- name: PlaceContacts :exec
update contacts c set position = o.place from unnest(@ids::bigint[]) with ordinality as o (id, place) where c.id = o.id;

-- name: KeepVersion :exec
insert into content_versions (kind, object, version, body, staff_id, created)
values (@kind, @object, @version, @body, sqlc.narg(staff_id), @created)
on conflict do nothing;

-- name: ListVersions :many
select v.version, v.created, coalesce(s.name, '') as author
from content_versions v
left join staff s on s.id = v.staff_id
where v.kind = @kind and v.object = @object
order by v.version desc
limit 50;

-- name: GetVersion :one
select body from content_versions where kind = @kind and object = @object and version = @version;

-- name: InsertPlan :exec
insert into article_plans (slug, header, text, applies_at, staff_id, created)
values (@slug, @header, @text, @applies_at, @staff_id, @created);

-- name: HasPlan :one
select exists (select from article_plans where slug = @slug);

-- name: ReadPlan :one
select p.header, p.text, p.applies_at, s.name as author
from article_plans p
join staff s on s.id = p.staff_id
where p.slug = @slug;

-- name: DuePlans :many
select slug from article_plans where applies_at <= @now;

-- name: TakePlan :one
-- Only one that is due, if a time is given.
delete from article_plans where slug = @slug and applies_at <= coalesce(sqlc.narg(until)::timestamptz, applies_at)
returning header, text, applies_at, staff_id;
