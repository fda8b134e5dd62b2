-- +goose Up
-- Which worker does periodic work of seconds. Only the key is indexed, so that a renewal is
-- written in place.
create table periodic_leases (
	name text primary key,
	holder uuid not null,
	until timestamptz not null
) with (fillfactor = 20);

-- +goose Down
drop table periodic_leases;
