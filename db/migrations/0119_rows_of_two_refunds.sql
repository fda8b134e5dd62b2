-- +goose Up
-- A line of a registry may be a refund of ours and an outside one together: what is refunded in
-- a provider's cabinet while our own call has no answer.
alter table settlement_rows drop constraint settlement_rows_match_check,
	add constraint settlement_rows_match_check check (num_nonnulls(payment_id, coalesce(refund_id, outside_id), attempt_id, payout_id) <= 1) not valid;
alter table settlement_rows validate constraint settlement_rows_match_check;

-- +goose Down
alter table settlement_rows drop constraint settlement_rows_match_check,
	add constraint settlement_rows_match_check check (num_nonnulls(payment_id, refund_id, outside_id, attempt_id, payout_id) <= 1) not valid;
