-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Pictures that show what an operator delivered by hand. The file is in the blob store under a
-- random key. A row is there before its file, so that no file is forgotten: one that was never
-- attached, or is erased, is deleted with its file by the worker.
create table delivery_pictures (
	id bigint generated always as identity primary key,
	order_id bigint not null,
	blob_key text not null,
	digest bytea not null,
	width int not null,
	height int not null,
	created timestamptz not null,
	created_by text not null,
	attached_at timestamptz,
	is_erased boolean not null default false,
	constraint delivery_pictures_order_id_fkey foreign key (order_id) references orders (id),
	constraint delivery_pictures_blob_key_key unique (blob_key),
	constraint delivery_pictures_blob_key_check check (blob_key ~ '^[0-9a-z]{26}$'),
	constraint delivery_pictures_digest_check check (octet_length(digest) = 32),
	constraint delivery_pictures_size_check check (width between 1 and 4096 and height between 1 and 4096)
);
create index delivery_pictures_order_id_idx on delivery_pictures (order_id, id);
create index delivery_pictures_unused_idx on delivery_pictures (created) where attached_at is null or is_erased;
grant delete on delivery_pictures to larek_app;

-- +goose Down
drop table delivery_pictures;
