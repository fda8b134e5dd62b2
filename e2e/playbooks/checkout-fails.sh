# Buyers order while the database is gone.
codes_of_pack 1
metrics >"$home/before"
order pubg "$(uc 1)"
start_payment payselection
from=$(log_end api)
dev/service kill postgres
has "$(play 'curl -s "http://$LAREK_METRICS_ADDR/readyz"')" '"postgres"'
is 'an order' "$(call POST /api/orders/pubg/ "$(uc 1)" | tail -n 1)" 503
is 'a payment' "$(try_payment payselection; tail -n 1 <<<"$payment")" 503
bank pay
log_has api 'database unavailable' "$from"
dev/service start postgres
eventually "curl -s http://$LAREK_METRICS_ADDR/readyz | jq -r .status" ok
BEFORE=$home/before AT=64 fires CheckoutFails
BEFORE=$home/before AT=64 fires WebhooksFail
# The provider repeats its webhook.
WAIT=120 delivered
# An hour without further errors.
MINUTES=700 BEFORE=$home/before AT=480 quiet WebhooksFail
