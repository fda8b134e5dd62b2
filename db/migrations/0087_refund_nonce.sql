-- +goose Up
-- Part of the idempotency key that a provider remembers: after a restore from a backup
-- the numbers of refunds are used again, and an earlier refund with the same number
-- would have been taken for this one. Refunds made before this migration keep the key
-- they may already have been sent with.
alter table refunds add column nonce text;
alter table refunds alter column nonce set default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);

-- +goose Down
alter table refunds drop column nonce;
