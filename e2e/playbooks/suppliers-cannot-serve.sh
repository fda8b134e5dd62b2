both() { for supplier in moogold gamesdrop; do sandbox POST supplier "{\"supplier\":\"$supplier\",$1}" >/dev/null; done; }
buy supply_channel "$(supply 001)"; delivered # so that there is a pace
from=$(log_end worker)
order supply_channel "$(supply 001)"; start_payment payselection
both '"balance":"0"'
bank pay
log_has worker 'paid unit waits for suppliers' "$from"
log_has worker 'goods are no longer sold: no usable offer' "$from"
row_comes held "$order"
fires OrdersHeld
eventually 'state_of SupplierMoneyGone' firing
has "$(play 'larek doctor')" 'prepaid balance runs out'
has "$(play_sql 'select supplier, prepaid, prepaid_currency, down_since from supplier_health')" moogold
play 'larek queue'
play_sql 'select id, supplier, cost, approved_cost, asked_cost from offers where asked_cost is not null'
both '"balance":"1000000"'
delivered
row_goes held "$order"
quiet OrdersHeld
eventually 'state_of SupplierMoneyLow' quiet
# not tried: larek queue done
