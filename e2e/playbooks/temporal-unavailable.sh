codes_of_pack 2
order pubg "$(uc 1)"
play 'dev/service kill temporal'
eventually "curl -s http://$LAREK_METRICS_ADDR/readyz | jq -r .checks.temporal" away
has "$(play 'curl -s "http://$LAREK_METRICS_ADDR/readyz"')" '"status":"degraded"'
has "$(play 'make status')" DOWN
start_payment payselection
bank pay
eventually "sql 'select count(*) from payment_notices where order_id = $order'" 1
is 'the order without an engine' "$(status)" waiting_for_payment
play 'dev/service start temporal'
WAIT=120 delivered
has "$(play 'larek flows resume')" 'orders resumed'
has "$(play 'larek doctor')" 'Temporal       ok'
eventually "curl -s http://$LAREK_METRICS_ADDR/readyz | jq -r .status" ok
# Its history is lost, and made again from the orders, in `make drills`.
# not tried: make up
