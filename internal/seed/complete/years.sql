-- When an order is made that a share of all are made before, and which share is made before
-- a time: over the years three times as many in the last months as in the first.
create function seeding.made_at(share float8) returns timestamptz language sql immutable as
	$$ select {start} + (sqrt(1 + 8 * share) - 1) / 2 * {span}::interval $$;
create function seeding.share_by(at timestamptz) returns float8 language sql immutable as
	$$ select (x + x * x) / 2 from (select extract(epoch from at - {start})::float8 / extract(epoch from {span}::interval)::float8 as x) x $$;
