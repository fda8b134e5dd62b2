-- +goose Up
-- Sums for the first screen of the console and for profit, so that neither reads orders.

-- One sum of one measure: by minute for all, by hour and by day (of Moscow) for each key
-- of a dimension. An empty key is what belongs to none.
create table figures (
	grain text not null,
	dimension text not null,
	at timestamptz not null,
	key text not null,
	measure text not null,
	currency currency not null,
	amount numeric(18, 4) not null,
	n bigint not null,
	constraint figures_pkey primary key (grain, dimension, at, key, measure, currency) include (amount, n),
	constraint figures_grain_check check (grain in ('minute', 'hour', 'day')),
	constraint figures_dimension_check check (dimension in ('all', 'game', 'product', 'supplier', 'method', 'country')),
	constraint figures_n_check check (n >= 0)
);

-- Profit by product, all measures in one row: with a row for each measure a month among a
-- million orders was 34 000 rows. In ten-thousandths, which add up much faster than decimals.
create table figures_products (
	-- Its midnight in Moscow.
	day timestamptz not null,
	key text not null,
	currency currency not null,
	orders bigint not null,
	turnover bigint not null,
	revenue bigint not null,
	discounts bigint not null,
	fees bigint not null,
	cost bigint not null,
	acquiring bigint not null,
	refunds bigint not null,
	chargebacks bigint not null,
	goodwill bigint not null,
	writeoffs bigint not null,
	vat bigint not null,
	constraint figures_products_pkey primary key (day, key, currency)
);

-- How long orders took from paid to delivered, as a histogram: those of several hours
-- add up, percentiles do not. A bucket is an eighth of a doubling, from a tenth of a second.
create table figures_waits (
	grain text not null,
	dimension text not null,
	at timestamptz not null,
	key text not null,
	bucket smallint not null,
	n bigint not null,
	constraint figures_waits_pkey primary key (grain, dimension, at, key, bucket) include (n),
	constraint figures_waits_grain_check check (grain in ('minute', 'hour', 'day')),
	constraint figures_waits_n_check check (n > 0)
);

-- Until when the sums are known to be complete; null while they are made again.
create table figures_state (
	one boolean primary key default true,
	known_until timestamptz,
	constraint figures_state_one_check check (one)
);
insert into figures_state default values;

-- Facts that are not summed yet. Who records a fact must not wait for the row of a sum,
-- so a worker moves them; a fact is here or in the sums, never in both.
create table figures_pending (
	source text not null,
	id bigint not null,
	constraint figures_pending_pkey primary key (source, id),
	constraint figures_pending_source_check check (source in ('entry', 'done', 'attempt'))
);

-- +goose StatementBegin
create function note_entry_figures() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	insert into figures_pending (source, id) select 'entry', id from new_rows;
	return null;
end
$$;
-- +goose StatementEnd
create trigger ledger_groups_figures after insert on ledger_groups referencing new table as new_rows
	for each statement execute function note_entry_figures();

-- +goose StatementBegin
create function note_done_figures() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	insert into figures_pending (source, id) select 'done', id from new_rows where status = 'done' and line_id is null;
	return null;
end
$$;
-- +goose StatementEnd
create trigger order_events_figures after insert on order_events referencing new table as new_rows
	for each statement execute function note_done_figures();

-- +goose StatementBegin
create function note_attempt_figures() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	insert into figures_pending (source, id) select 'attempt', id from new_rows;
	return null;
end
$$;
-- +goose StatementEnd
create trigger payment_attempts_figures after insert on payment_attempts referencing new table as new_rows
	for each statement execute function note_attempt_figures();
