-- name: ListCountries :many
select id, iso, name, flag, currency from countries where is_active order by position, id;

-- name: GetCountry :one
-- The newest rate of the country's currency; a currency without a rate cannot be sold in.
select c.id, c.iso, c.name, c.flag, c.currency, r.rate::text as rate
from countries c
cross join lateral (
	select rate from currency_rates
	where currency = c.currency
	order by set_at desc
	limit 1
) r
where c.is_active and (c.id = sqlc.narg('id') or c.iso = sqlc.narg('iso'));

-- name: CountryMethods :many
select g.id as group_id, g.name as group_name, g.short_name as group_short_name, g.position as group_position,
	m.name, m.title, m.fee, m.fix_fee, m.min_amount, m.icon, m.currencies, m.required_fields,
	m.is_active, m.is_secondary, m.can_retrieve_payment_data
from method_groups g
join payment_methods m on m.group_id = g.id
where g.country_id = @country_id
order by g.position, g.id, m.position, m.id;
