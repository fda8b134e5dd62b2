-- The same over some days: most orders in the evening, more at weekends, twice as many on the
-- eleventh, when there is a sale, and a fifth more in the end than in the beginning.
create unlogged table seeding.hours as
with weighed as (
	select at, (array[5, 3, 2, 1, 1, 1, 2, 3, 5, 6, 7, 8, 9, 9, 9, 10, 11, 13, 16, 18, 19, 17, 13, 9])[1 + extract(hour from here)::int]
		* case when extract(isodow from here) >= 6 then 1.3 else 1 end * case when extract(day from here) = 11 then 2 else 1 end
		* (1 + 0.2 * extract(epoch from at - {start}) / extract(epoch from {span}::interval)) as weight
	from generate_series({start}, {start} + {span}::interval - interval '1 hour', interval '1 hour') at, lateral (select at at time zone 'Europe/Moscow' as here) h
)
select at, ((sum(weight) over (order by at) - weight) / sum(weight) over ())::float8 as share, (weight / sum(weight) over ())::float8 as part from weighed;
create unique index on seeding.hours (share);
create unique index on seeding.hours (at);
create function seeding.made_at(share float8) returns timestamptz language sql stable as
	$$ select h.at + (made_at.share - h.share) / h.part * interval '1 hour' from seeding.hours h where h.share <= made_at.share order by h.share desc limit 1 $$;
create function seeding.share_by(at timestamptz) returns float8 language sql stable as
	$$ select h.share + h.part * least(extract(epoch from share_by.at - h.at)::float8 / 3600, 1) from seeding.hours h where h.at <= share_by.at order by h.at desc limit 1 $$;
