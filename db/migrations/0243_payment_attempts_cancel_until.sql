-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Until when a cancellation of the invoice that was not answered may still be carried out.
alter table payment_attempts add column cancel_until timestamptz;

-- +goose Down
alter table payment_attempts drop column cancel_until;
