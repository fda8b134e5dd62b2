-- +goose Up
-- Rates of the value added tax, each from its first day on. `name` is what providers of
-- receipts call it; `code` is tag 1199 of the receipt, `advance_code` that of an advance,
-- whose tax is reckoned inside the sum (22/122).
create table vat_rates (
	kind text not null,
	since date not null,
	percent numeric(5, 2) not null,
	name text not null,
	code smallint not null,
	advance_code smallint,
	constraint vat_rates_pkey primary key (kind, since),
	constraint vat_rates_kind_check check (kind in ('none', 'general', 'reduced', 'zero', 'usn5', 'usn7')),
	constraint vat_rates_percent_check check (percent between 0 and 99),
	constraint vat_rates_code_check check (code between 1 and 12 and advance_code between 1 and 12)
);
insert into vat_rates (kind, since, percent, name, code, advance_code) values
	('none', '1900-01-01', 0, 'none', 6, null),
	('general', '2004-01-01', 18, 'vat18', 1, 3),
	('general', '2019-01-01', 20, 'vat20', 1, 3),
	('general', '2026-01-01', 22, 'vat22', 11, 12),
	('reduced', '2004-01-01', 10, 'vat10', 2, 4),
	('zero', '2004-01-01', 0, 'vat0', 5, null),
	('usn5', '2025-01-01', 5, 'vat5', 7, 9),
	('usn7', '2025-01-01', 7, 'vat7', 8, 10);

-- The rate a receipt was made with: a refund has the rate of its sale. Null: before 0069.
alter table fiscal_receipts add column vat text;
