# Buyers start to pay, and the provider's webhooks do not reach us; nor does it answer when asked.
codes_of_pack 14
eventually "sql 'select count(*) from figures_pending'" 0
metrics >"$home/before"
# more METRIC: by how much it has grown since.
more() { local series="$1{method=\"payselection\"}"; echo $(($(metric "$series") - $(awk -v name="$series" '$1 == name { n = $2 } END { print n + 0 }' "$home/before"))); }
fault payselection status error_500 100000
orders=()
for i in $(seq 12); do
  order pubg "$(uc 1 "stopped$i")"; start_payment payselection
  bank pay '"webhook":"lose"'
  orders+=("$order:$provider:$reference")
done
eventually 'more larek_payments_started_total' 12
BEFORE=$home/before AT=66 fires PaymentsStopped
# The provider can be asked again: paid orders are found without a webhook.
no_faults
sql 'update attempt_checks set due_at = now()'
for one in "${orders[@]}"; do WAIT=120 delivered "${one%%:*}"; done
eventually 'more larek_orders_paid_total' 12
BEFORE=$home/before AT=66 quiet PaymentsStopped
# not tried: SalesStopped compares with a week ago; deploy/prometheus/rules_week_test.yml has a week
