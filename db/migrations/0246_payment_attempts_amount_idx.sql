-- +goose NO TRANSACTION
-- +goose Up
-- Operators look for payments by the sum that a bank shows.
create index concurrently if not exists payment_attempts_amount_idx on payment_attempts (amount, order_id desc);

-- +goose Down
drop index concurrently if exists payment_attempts_amount_idx;
