-- +goose Up
-- Only methods that send the buyer to a page, or give a link to scan, have an
-- address to open again; of all the others orders/payment_data answered 404
-- although the method promised one.
update payment_methods set can_retrieve_payment_data = name in ('payselection', 'getpay', 'tbank_sbp');
