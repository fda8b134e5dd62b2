-- +goose Up
-- The stock of redeem codes, who saw which, and what became of those that do not work.

-- Codes that were loaded together.
create table code_batches (
	id bigint generated always as identity primary key,
	product_id bigint not null,
	created timestamptz not null,
	created_by bigint not null,
	-- Of whom the codes were bought, and under which document.
	source text not null,
	-- What one code cost, in rubles; null if it is not known.
	unit_cost numeric(14, 2),
	codes int not null,
	constraint code_batches_source_check check (length(source) <= 200),
	constraint code_batches_unit_cost_check check (unit_cost >= 0),
	constraint code_batches_codes_check check (codes > 0),
	constraint code_batches_product_id_fkey foreign key (product_id) references products (id),
	constraint code_batches_created_by_fkey foreign key (created_by) references staff (id)
);
create index code_batches_product_id_idx on code_batches (product_id, id);

-- The stock of redeem codes. Plaintext never touches the disk.
create table codes (
	id bigint generated always as identity primary key,
	product_id bigint not null,
	batch_id bigint,
	sealed bytea not null,
	key_id text not null,
	-- Keyed digest: the same code cannot be loaded, and so sold, twice.
	fingerprint bytea not null,
	-- What a code is known by in any spelling; the worker fills it.
	spelling bytea,
	-- held: orders that a restore has lost may have shown it, so it is neither sold nor written
	-- off until a person knows.
	state text not null default 'free',
	line_id bigint,
	-- Whose address a code is held for, as a keyed digest: one address must not be
	-- able to hold the whole stock without paying.
	held_from bytea,
	-- A code is not sold any more once it has expired; null never does.
	expires_at timestamptz,
	loaded_at timestamptz not null default now(),
	reserved_at timestamptz,
	given_at timestamptz,
	voided_at timestamptz,
	voided_by bigint,
	void_reason text,
	constraint codes_fingerprint_key unique (fingerprint),
	constraint codes_line_id_check check ((state in ('reserved', 'given')) = (line_id is not null)),
	constraint codes_given_at_check check ((state = 'given') = (given_at is not null)),
	constraint codes_voided_check check (voided_at is null or state = 'void'),
	constraint codes_state_check check (state in ('free', 'reserved', 'given', 'void', 'held')),
	constraint codes_product_id_fkey foreign key (product_id) references products (id),
	constraint codes_line_id_fkey foreign key (line_id) references order_lines (id),
	constraint codes_batch_id_fkey foreign key (batch_id) references code_batches (id),
	constraint codes_voided_by_fkey foreign key (voided_by) references staff (id)
);
create index codes_line_id_idx on codes (line_id) where line_id is not null;
create index codes_batch_id_idx on codes (batch_id, id) where batch_id is not null;
create index codes_product_id_idx on codes (product_id, id);
create index codes_given_at_idx on codes (product_id, given_at) where state = 'given';
-- The code that expires first is sold first: without its order in the index every sale sorted
-- all free codes of the product (26 ms among 20 000).
create index codes_free_by_expiry_idx on codes (product_id, expires_at, id) where state = 'free';
-- How many codes a buyer or an address holds is asked when a payment starts, and read every code
-- that any order held.
create index codes_held_from_idx on codes (held_from) where state = 'reserved' and held_from is not null;
create unique index codes_spelling_key on codes (spelling);
-- What the worker has still to fill.
create index codes_unspelled_idx on codes (id) where spelling is null;

-- Fingerprints of codes that were handed over from outside our stock: one code
-- is never sold twice.
create table code_marks (
	fingerprint bytea not null,
	spelling bytea,
	unit_id bigint not null,
	constraint code_marks_pkey primary key (fingerprint),
	constraint code_marks_unit_id_fkey foreign key (unit_id) references delivery_units (id)
);
create unique index code_marks_spelling_key on code_marks (spelling);
create index code_marks_unspelled_idx on code_marks (unit_id) where spelling is null;

-- Who saw which code. Codes suppliers gave are counted too, and one viewer makes one row per
-- code and hour, however often a page asks.
create table code_reveals (
	id bigint generated always as identity primary key,
	at timestamptz not null default now(),
	hour timestamptz,
	code_id bigint,
	unit_id bigint,
	viewer text not null,
	user_id bigint,
	browser uuid,
	-- Which member of staff saw a code, and why.
	staff_id bigint,
	reason text,
	constraint code_reveals_viewer_check check (viewer in ('owner', 'guest', 'staff', 'account', 'browser', 'proof')),
	constraint code_reveals_code_check check (num_nonnulls(code_id, unit_id) = 1),
	constraint code_reveals_account_check check ((viewer = 'account') = (user_id is not null)),
	constraint code_reveals_browser_check check ((viewer in ('browser', 'proof')) = (browser is not null)),
	constraint code_reveals_code_id_fkey foreign key (code_id) references codes (id),
	constraint code_reveals_unit_id_fkey foreign key (unit_id) references delivery_units (id),
	constraint code_reveals_user_id_fkey foreign key (user_id) references users (id),
	constraint code_reveals_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index code_reveals_code_id_idx on code_reveals (code_id);
create unique index code_reveals_hour_key on code_reveals (code_id, unit_id, viewer, user_id, browser, hour) nulls not distinct where hour is not null;
create index code_reveals_unit_id_idx on code_reveals (unit_id) where unit_id is not null;
create trigger code_reveals_append_only before update or delete or truncate on code_reveals
	for each statement execute function refuse_change();

-- A delivered code that was replaced. The old one is void and belongs to no line any more.
create table code_replacements (
	id bigint generated always as identity primary key,
	order_id bigint not null,
	line_id bigint not null,
	-- Of the stock, or of a unit that a supplier or an operator delivered.
	old_code_id bigint,
	new_code_id bigint,
	unit_id bigint,
	replaced_by bigint not null,
	at timestamptz not null,
	constraint code_replacements_old_code_id_key unique (old_code_id),
	constraint code_replacements_new_code_id_key unique (new_code_id),
	constraint code_replacements_target_check check ((old_code_id is null) = (new_code_id is null) and num_nonnulls(old_code_id, unit_id) = 1),
	constraint code_replacements_order_id_fkey foreign key (order_id) references orders (id),
	constraint code_replacements_old_code_id_fkey foreign key (old_code_id) references codes (id),
	constraint code_replacements_new_code_id_fkey foreign key (new_code_id) references codes (id),
	constraint code_replacements_unit_id_fkey foreign key (unit_id) references delivery_units (id),
	constraint code_replacements_replaced_by_fkey foreign key (replaced_by) references staff (id),
	constraint code_replacements_line_id_fkey foreign key (order_id, line_id) references order_lines (order_id, id)
);
create index code_replacements_order_id_idx on code_replacements (order_id);

-- A buyer says that a delivered code does not work; an operator decides.
create table code_complaints (
	id bigint generated always as identity primary key,
	order_id bigint not null,
	line_id bigint not null,
	-- Of the stock, or of a unit that a supplier or an operator delivered.
	code_id bigint,
	unit_id bigint,
	-- The buyer's words, without what looks like a code.
	text text not null,
	created timestamptz not null,
	state text not null default 'open',
	-- The refund that was granted for a complaint: when another person sends it, the
	-- complaint ends.
	grant_id bigint,
	-- What the buyer reads when it is rejected.
	answer text,
	decided_by bigint,
	decided_at timestamptz,
	constraint code_complaints_target_check check (num_nonnulls(code_id, unit_id) = 1),
	constraint code_complaints_text_check check (length(text) <= 500),
	constraint code_complaints_state_check check (state in ('open', 'replaced', 'refunded', 'rejected')),
	constraint code_complaints_answer_check check ((state = 'rejected') = (answer is not null) and length(answer) between 1 and 500),
	constraint code_complaints_decided_check check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
	constraint code_complaints_order_id_fkey foreign key (order_id) references orders (id),
	constraint code_complaints_code_id_fkey foreign key (code_id) references codes (id),
	constraint code_complaints_unit_id_fkey foreign key (unit_id) references delivery_units (id),
	constraint code_complaints_decided_by_fkey foreign key (decided_by) references staff (id),
	constraint code_complaints_grant_id_fkey foreign key (grant_id) references refund_grants (id),
	constraint code_complaints_line_id_fkey foreign key (order_id, line_id) references order_lines (order_id, id)
);
-- One code has one open complaint.
create unique index code_complaints_code_id_key on code_complaints (code_id) where state = 'open' and code_id is not null;
create unique index code_complaints_unit_id_key on code_complaints (unit_id) where state = 'open' and unit_id is not null;
create index code_complaints_open_idx on code_complaints (created, id) where state = 'open';
create index code_complaints_order_id_idx on code_complaints (order_id, id);
