-- +goose Up
-- The console lists fiscal receipts by time.
create index fiscal_receipts_created_idx on fiscal_receipts (created, id);
