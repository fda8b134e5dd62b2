-- +goose Up
-- Accounts that cannot be taken over: staff come in by password alone, a lost
-- answer to a refresh can be asked for again, changes of an address can be
-- stopped from the old one, and a discount for the first order needs a proven
-- address.

-- Staff never come in through a social service.
alter table users add is_staff boolean not null default false;
-- Until now a second factor was made for staff and for nobody else.
update users set is_staff = true where totp_key is not null;
create index users_barred_idx on users (id) where barred is not null;

-- Makes the successor of a spent token again for who missed the answer; null in
-- rows of older code, whose successor was drawn at random.
alter table spent_refresh add salt bytea;

-- Letters to the address an account had before: whoever reads them may stop the
-- change and sign everybody out.
create table email_stops (
	digest bytea primary key,
	user_id bigint not null,
	expires_at timestamptz not null,
	constraint email_stops_user_id_fkey foreign key (user_id) references users (id)
);
create index email_stops_expires_at_idx on email_stops (expires_at);
create index email_stops_user_id_idx on email_stops (user_id);

-- A guest's order waits for, or has, the proof that letters to its address are
-- read by who pays. The address is kept as the digest promo codes count by.
create table promo_proofs (
	order_id bigint primary key,
	buyer bytea not null,
	asked_at timestamptz not null,
	letters int not null,
	proven_at timestamptz,
	constraint promo_proofs_order_id_fkey foreign key (order_id) references orders (id),
	constraint promo_proofs_letters_check check (letters between 1 and 5)
);
