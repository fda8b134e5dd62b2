-- +goose Up
-- People: ways to sign in, devices they are signed in on, what they agreed to.

alter table users
	-- argon2id with its parameters; null for people who sign in elsewhere.
	add password text,
	-- The second factor, sealed; the newest step that was used is never taken again.
	add totp_sealed bytea,
	add totp_key text,
	add totp_step bigint not null default 0,
	-- Why this person may not come in, in words for them.
	add barred text,
	add erased_at timestamptz,
	add constraint users_totp_check check ((totp_sealed is null) = (totp_key is null)),
	add constraint users_erased_check check (erased_at is null or (email is null and password is null and avatar is null));
comment on column users.email is 'always proven: by a letter, by a provider that verified it, or by the operator';

-- Who somebody is elsewhere.
create table identities (
	provider text not null,
	subject text not null,
	user_id bigint not null,
	bound_at timestamptz not null,
	constraint identities_pkey primary key (provider, subject),
	constraint identities_user_id_key unique (user_id, provider),
	constraint identities_provider_check check (provider in ('facebook', 'google', 'steam', 'telegram', 'vk', 'vk_id', 'yandex')),
	constraint identities_user_id_fkey foreign key (user_id) references users (id)
);

-- One device. Its refresh token is replaced at every use; only digests are kept.
create table sessions (
	id bigint generated always as identity primary key,
	name uuid not null,
	user_id bigint not null,
	device text not null,
	digest bytea not null,
	created timestamptz not null,
	used_at timestamptz not null,
	expires_at timestamptz not null,
	ended_at timestamptz,
	constraint sessions_name_key unique (name),
	constraint sessions_digest_key unique (digest),
	constraint sessions_device_check check (length(device) between 1 and 80),
	constraint sessions_user_id_fkey foreign key (user_id) references users (id)
);
create index sessions_user_id_idx on sessions (user_id) where ended_at is null;
create index sessions_ended_at_idx on sessions (ended_at) where ended_at is not null;

-- Refresh tokens that were used. One that comes back was stolen.
create table spent_refresh (
	digest bytea primary key,
	session_id bigint not null,
	spent_at timestamptz not null,
	constraint spent_refresh_session_id_fkey foreign key (session_id) references sessions (id) on delete cascade
);
create index spent_refresh_session_id_idx on spent_refresh (session_id);

-- A sign-in under way. The row is deleted by whoever comes back with it first.
create table sign_in_states (
	digest bytea primary key,
	provider text not null,
	-- The browser that began, by its signed cookie.
	browser uuid not null,
	redirect_uri text not null,
	expires_at timestamptz not null
);
create index sign_in_states_expires_at_idx on sign_in_states (expires_at);

-- Answers of providers that have no codes of their own to use up.
create table sign_in_answers (
	digest bytea primary key,
	expires_at timestamptz not null
);
create index sign_in_answers_expires_at_idx on sign_in_answers (expires_at);

-- Where a provider may be used to sign in; «**» is everywhere else. Linking it
-- to an account is allowed anywhere.
create table sign_in_methods (
	provider text not null,
	country text not null,
	allowed boolean not null,
	constraint sign_in_methods_pkey primary key (provider, country),
	constraint sign_in_methods_provider_check check (provider in ('facebook', 'google', 'steam', 'telegram', 'vk', 'vk_id', 'yandex')),
	constraint sign_in_methods_country_check check (country ~ '^([A-Z]{2}|\*\*)$')
);
insert into sign_in_methods (provider, country, allowed)
select p, '**', true from unnest(array['facebook', 'google', 'steam', 'telegram', 'vk', 'vk_id', 'yandex']) p
union all
select p, 'RU', p in ('vk', 'vk_id', 'yandex') from unnest(array['facebook', 'google', 'steam', 'telegram', 'vk', 'vk_id', 'yandex']) p;

-- An address somebody wants and has not proved yet.
create table email_changes (
	user_id bigint primary key,
	email text not null,
	digest bytea not null,
	expires_at timestamptz not null,
	constraint email_changes_digest_key unique (digest),
	constraint email_changes_user_id_fkey foreign key (user_id) references users (id)
);

-- What was agreed to or withdrawn, when, and to which text.
create table consents (
	id bigint generated always as identity primary key,
	user_id bigint not null,
	kind text not null,
	given boolean not null,
	revision text not null,
	at timestamptz not null,
	constraint consents_kind_check check (kind in ('personal_data', 'mailing')),
	constraint consents_user_id_fkey foreign key (user_id) references users (id)
);
create index consents_user_id_idx on consents (user_id, kind, id desc);
create trigger consents_append_only before update or delete or truncate on consents
	for each statement execute function refuse_change();

-- Names of the keys that sign access tokens; the keys themselves are derived.
create table token_keys (
	id text primary key,
	signs_from timestamptz not null,
	constraint token_keys_id_check check (id ~ '^[0-9a-z]{8}$')
);

-- Guest orders wait for somebody to prove their address.
create index orders_guest_email_idx on orders (lower(email)) where user_id is null and email is not null;
