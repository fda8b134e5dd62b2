# Twenty payments went well in this hour a week ago; now the provider makes no invoices.
codes_of_pack 20
order pubg "$(uc 1 week)"
sql "insert into payment_attempts (order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, created, expires_at, country)
  select $order, 100 + i, 'week-' || i, 'tbank_sbp', 'tbank', 'paid', 10, 0, 'RUB', 1, 10, now() - interval '7 days 10 minutes', now() - interval '7 days', 'RU' from generate_series(1, 20) i"
fault tbank create error_500 1000
for i in $(seq 15); do
  order pubg "$(uc 1 "fails$i")"; try_payment tbank_sbp
  is 'paying by the method that fails' "$(tail -n 1 <<<"$payment")" 503
done
sql "update payment_attempts set created = created - interval '2 minutes' where method = 'tbank_sbp' and created > now() - interval '1 hour'"
WAIT=90 row_comes method
fires MethodFails
try_payment tbank_sbp
is 'paying by a paused method' "$(tail -n 1 <<<"$payment")" 409
start_payment payselection; bank pay; delivered # the others go on

no_faults
from_page 'keep it open with a reason'
press method resume
row_goes method
quiet MethodFails
order pubg "$(uc 1 again)"; start_payment tbank_sbp; bank pay; delivered
