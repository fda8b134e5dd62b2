-- +goose Up
-- What editors have written in letters, each saved state a version. The newest is sent; a
-- kind without any says what the shop says by itself.
create table letter_texts (
	kind text not null,
	version integer not null,
	body jsonb not null,
	staff_id bigint not null,
	created timestamptz not null,
	constraint letter_texts_pkey primary key (kind, version),
	constraint letter_texts_version_check check (version > 0),
	constraint letter_texts_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index letter_texts_staff_id_idx on letter_texts (staff_id);
create trigger letter_texts_append_only before delete or update or truncate on letter_texts
	for each statement execute function refuse_change();

-- +goose Down
drop table letter_texts;
