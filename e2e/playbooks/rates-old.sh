# The bank has not answered for five days.
from=$(log_end worker)
fault cbr rates error_500
sql "update currency_rates set set_at = set_at - interval '5 days'"
fires RatesOld
end worker; begin worker # it asks the bank when it starts
log_has worker '"job":"rates"' "$from"
log_has worker 'periodic job failed' "$from"

from_page 'switch off the methods of the countries concerned'
method=$(sql "select m.id from payment_methods m join method_groups g on g.id = m.group_id join countries c on c.id = g.country_id where c.iso <> 'RU' and m.is_active order by m.id limit 1")
switch() { console POST "methods/$method/switch/" "{\"version\":$(sql "select version from payment_methods where id = $method"),\"off\":$1,\"even_last\":true,$reason}" >/dev/null; }
switch true
is 'the method abroad is on' "$(sql "select is_active from payment_methods where id = $method")" f
switch false

no_faults
# The bank does not list RSD.
play_sql "insert into currency_rules (currency, margin, fixed_rate) values ('CODE', 0, RATE)" CODE=RSD RATE=0.77
# Ten minutes are not waited for: a worker in another namespace knows of no failure.
other=LAREK_TEMPORAL_NAMESPACE=$LAREK_TEMPORAL_NAMESPACE-rates
env "$other" "$root/.dev/bin/larek" migrate >/dev/null
end worker; begin worker "$other"
eventually 'state_of RatesOld' quiet
end worker; begin worker
go run ./dev/dropnamespace "$LAREK_TEMPORAL_ADDR" "${other#*=}"
