-- +goose Up
-- What an article will say from a moment on. The worker saves it as a version then and
-- forgets it here.
create table article_plans (
	slug text not null,
	header text not null,
	text text not null,
	applies_at timestamptz not null,
	staff_id bigint not null,
	created timestamptz not null,
	constraint article_plans_pkey primary key (slug),
	constraint article_plans_slug_fkey foreign key (slug) references articles (slug),
	constraint article_plans_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index article_plans_staff_id_idx on article_plans (staff_id);

-- The version of the text a buyer agreed to. Earlier consents have its digest alone.
alter table consents add column version integer;

-- +goose Down
alter table consents drop column version;
drop table article_plans;
