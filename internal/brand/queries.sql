-- name: BrandVersions :many
-- The newest first. A brand changes a few times in its life.
select version, name, latin, line, mark, accent, created from shop_brand order by version desc limit 200;

-- name: InsertBrand :execrows
-- Of two people who saw the same version one is refused.
insert into shop_brand (version, name, latin, line, mark, accent, staff_id, created)
values (@version, @name, @latin, @line, sqlc.narg(mark), sqlc.narg(accent), sqlc.narg(staff_id), @created)
on conflict do nothing;
