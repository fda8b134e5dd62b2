-- +goose Up
-- Files of profit, and of what is kept about one buyer.
alter table console_exports drop constraint console_exports_kind_check,
	add constraint console_exports_kind_check check (kind in ('orders', 'trial', 'entries', 'profit', 'customer'));
