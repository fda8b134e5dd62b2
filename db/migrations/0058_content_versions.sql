-- +goose Up
-- Operators change what buyers read. Of two editors one is refused by the version; what is
-- not shown any more is switched off, never deleted.
alter table articles add column version integer not null default 1, add column is_active boolean not null default true;
alter table faq_items add column version integer not null default 1, add column is_active boolean not null default true;
alter table contacts add column version integer not null default 1, add column is_active boolean not null default true;
alter table banners add column version integer not null default 1,
	add column shown_from timestamptz, add column shown_until timestamptz,
	-- Whether now is between the two. The worker keeps it: cached pages follow the data, not
	-- the clock.
	add column is_due boolean not null default true,
	add constraint banners_shown_until_check check (shown_until > shown_from);

-- What was saved, and by whom. What the shop began with has no author.
create table content_versions (
	kind text not null,
	object text not null,
	version integer not null,
	body jsonb not null,
	staff_id bigint,
	created timestamptz not null,
	constraint content_versions_pkey primary key (kind, object, version),
	constraint content_versions_kind_check check (kind in ('article', 'question', 'banner', 'contact')),
	constraint content_versions_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index content_versions_staff_id_idx on content_versions (staff_id);
