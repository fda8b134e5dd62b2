-- +goose Up

-- One-time proofs of a guest's e-mail. A letter about a guest's order carries
-- the secret; here is its digest alone.
create table order_proofs (
	id bigint generated always as identity primary key,
	order_id bigint not null,
	digest bytea not null,
	-- Of the address the letter went to: once the order has another address,
	-- the old one proves nothing.
	address_digest bytea not null,
	created timestamptz not null,
	expires_at timestamptz not null,
	-- The browser that used it up, by the name in its signed cookie.
	spent_at timestamptz,
	spent_by uuid,
	constraint order_proofs_digest_key unique (digest),
	constraint order_proofs_digest_check check (octet_length(digest) = 32 and octet_length(address_digest) = 32),
	constraint order_proofs_expires_at_check check (expires_at > created),
	constraint order_proofs_spent_check check ((spent_at is null) = (spent_by is null)),
	constraint order_proofs_order_id_fkey foreign key (order_id) references orders (id)
);
create index order_proofs_order_id_idx on order_proofs (order_id);

-- What somebody is to an order, in the one place that says so: the account it
-- belongs to; for a guest's order the browser that made it, or one that has
-- proved its e-mail; the holder of its link, who may read and pay; or nobody.
-- +goose StatementBegin
create function order_viewer(
	order_id bigint, order_hash uuid, order_user bigint, order_guest uuid, order_email text,
	caller_user bigint, caller_guest uuid, caller_hash uuid
) returns text language sql stable as $$
	select case
		when order_user = caller_user then 'account'
		when order_user is null and order_guest = caller_guest then 'browser'
		when order_user is null and exists (
			select from order_proofs p
			where p.order_id = $1 and p.spent_by = caller_guest
				and p.address_digest = sha256(convert_to(lower(order_email), 'UTF8'))
		) then 'proof'
		when order_hash = caller_hash then 'link'
		else 'nobody'
	end
$$;
-- +goose StatementEnd

-- Who saw which code. Codes suppliers gave are counted too, a viewer is named,
-- and one viewer makes one row per code and hour, however often a page asks.
-- Rows of before have no hour, and «owner» or «guest» for a viewer.
alter table code_reveals
	alter code_id drop not null,
	add unit_id bigint,
	add user_id bigint,
	add browser uuid,
	add hour timestamptz,
	drop constraint code_reveals_viewer_check,
	add constraint code_reveals_viewer_check check (viewer in ('owner', 'guest', 'staff', 'account', 'browser', 'proof')),
	add constraint code_reveals_code_check check (num_nonnulls(code_id, unit_id) = 1),
	add constraint code_reveals_account_check check ((viewer = 'account') = (user_id is not null)),
	add constraint code_reveals_browser_check check ((viewer in ('browser', 'proof')) = (browser is not null)),
	add constraint code_reveals_unit_id_fkey foreign key (unit_id) references delivery_units (id),
	add constraint code_reveals_user_id_fkey foreign key (user_id) references users (id);
create unique index code_reveals_hour_key on code_reveals (code_id, unit_id, viewer, user_id, browser, hour) nulls not distinct where hour is not null;
create index code_reveals_unit_id_idx on code_reveals (unit_id) where unit_id is not null;
create trigger code_reveals_append_only before update or delete or truncate on code_reveals
	for each statement execute function refuse_change();

-- An invoice is shown again only to whoever it was made out to: null is the
-- order's owner, else a digest of the contact a payer by link has given.
alter table payment_attempts add payer bytea,
	add constraint payment_attempts_payer_check check (octet_length(payer) = 32);
