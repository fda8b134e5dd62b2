-- +goose NO TRANSACTION
-- +goose Up
-- What is left of a payment or a line was found by reading all refunds.
create index concurrently if not exists refunds_payment_id_idx on refunds (payment_id);
create index concurrently if not exists refunds_line_id_idx on refunds (line_id) where line_id is not null;

-- +goose Down
drop index concurrently if exists refunds_line_id_idx;
drop index concurrently if exists refunds_payment_id_idx;
