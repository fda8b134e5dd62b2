-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- The browsers in which members of staff turned pushes on. The keys are not sealed: they are of
-- no use without LAREK_PUSH_KEY, and a push has counts only.
create table push_subscriptions (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	endpoint text not null,
	p256dh bytea not null,
	auth bytea not null,
	created timestamptz not null,
	constraint push_subscriptions_endpoint_key unique (endpoint),
	constraint push_subscriptions_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint push_subscriptions_endpoint_check check (length(endpoint) <= 1000),
	constraint push_subscriptions_keys_check check (length(p256dh) = 65 and length(auth) = 16)
);
create index push_subscriptions_staff_id_idx on push_subscriptions (staff_id);
grant delete on push_subscriptions to larek_app;

-- +goose Down
drop table push_subscriptions;
