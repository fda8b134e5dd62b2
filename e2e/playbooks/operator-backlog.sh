codes_of_pack 3
# Money under a reference of no order.
order pubg "$(uc 1)"; start_payment payselection
sandbox POST forge "{\"provider\":\"$provider\",\"reference\":\"$reference\",\"what\":\"unknown_order\",\"signed\":true}" >/dev/null
eventually "metric larek_payments_unmatched" 1
fires PaymentsUnmatched
has "$(larek doctor 2>&1 || true)" 'payments belong to no order'
has "$(play_sql 'select id, provider, provider_id, amount, currency, received_at from payment_notices where order_id is null order by id desc;')" payselection
row_comes unmatched
press unmatched match "\"order_id\":$order"
delivered
quiet PaymentsUnmatched

# A refund that only a person can make: a part of a card transfer that never became the whole.
order pubg "$(uc 1)"; start_payment payin_p2p
bank partial '"amount":"100.00"'
eventually "sql 'select count(*) from payment_notices where order_id = $order'" 1
sql "update payment_attempts set expires_at = now() where id = $payment; update attempt_checks set due_at = now() where attempt_id = $payment"
row_comes refund "$order"
has "$(larek doctor 2>&1 || true)" 'refunds wait for an operator'
has "$(play_sql "select r.id, r.order_id, r.amount, r.currency, r.reason, p.provider, p.provider_id from refunds r join payments p on p.id = r.payment_id where r.status = 'manual' order by r.id;")" payin
bank refund '"amount":"100.00"'
from_page 'larek queue refund done'
larek queue refund done "$(row refund "$order")" --as anna --proof 'cabinet 55'
row_goes refund "$order"
is 'the refund' "$(sql "select status from refunds where order_id = $order")" done

# A step that fails: the provider refuses nothing and answers nothing when money is to go back.
play 'larek queue'
play_sql 'select order_id, step, subject, tries, since, reason from order_failing_steps order by since;'
play_sql "select id, kind, status, next_action, due_at from orders where due_at < now() - interval '10 minutes' order by due_at;"
quiet StepsFail
