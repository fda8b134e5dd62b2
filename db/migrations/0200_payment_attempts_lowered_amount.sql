-- +goose Up
-- A provider of card transfers may lower the amount by kopecks to tell transfers apart. Of a
-- method without a fee the fee is then below zero; what is charged never is.
set local lock_timeout = '2s';
set local statement_timeout = '5s';
alter table payment_attempts add constraint payment_attempts_charge_check
	check (total >= 0 and amount >= 0 and rate > 0 and fee > -1) not valid;
alter table payment_attempts drop constraint payment_attempts_amount_check;

-- +goose Down
set local lock_timeout = '2s';
set local statement_timeout = '5s';
alter table payment_attempts add constraint payment_attempts_amount_check
	check (total >= 0 and fee >= 0 and amount >= 0 and rate > 0) not valid;
alter table payment_attempts drop constraint payment_attempts_charge_check;
