-- +goose Up
-- What the shop is called and looks like. Each saved state is a version; the newest holds, and
-- the older ones say what the shop was called when a proof was signed or an invoice was opened.
set local lock_timeout = '2s';
set local statement_timeout = '60s';

insert into data_versions (scope) values ('brand');

create table shop_brand (
	version int not null,
	name text not null,
	-- For banks, which show a payer few characters and no Cyrillic.
	latin text not null,
	line text not null,
	mark picture_key,
	-- Null: the colours of the design.
	accent text,
	staff_id bigint,
	created timestamptz not null,
	constraint shop_brand_pkey primary key (version),
	constraint shop_brand_version_check check (version > 0),
	constraint shop_brand_name_check check (char_length(name) between 2 and 24),
	constraint shop_brand_latin_check check (latin ~ '^[A-Za-z0-9][A-Za-z0-9 .-]{1,21}$'),
	constraint shop_brand_line_check check (char_length(line) between 1 and 120),
	constraint shop_brand_accent_check check (accent ~ '^#[0-9a-f]{6}$'),
	constraint shop_brand_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index shop_brand_staff_id_idx on shop_brand (staff_id);
create trigger shop_brand_append_only before delete or update or truncate on shop_brand
	for each statement execute function refuse_change();
create trigger shop_brand_version after insert on shop_brand
	for each statement execute function bump_data_version('brand');
revoke update on shop_brand from larek_app;
