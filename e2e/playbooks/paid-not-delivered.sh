# No worker: paid orders and webhooks wait.
codes_of_pack 2
order pubg "$(uc 1)"; start_payment payselection
end worker KILL
bank pay
eventually "sql 'select count(*) from payment_notices where order_id = $order'" 1
waiting=$order
begin worker
delivered "$waiting"

# A supplier takes the order and does not deliver.
supply=$(supply 001)
order supply_channel "$supply"; start_payment payselection
sandbox POST supplier '{"supplier":"moogold","processing_ms":-1}' >/dev/null
bank pay
eventually "sql \"select count(*) from delivery_units where order_id = $order and state = 'placed'\"" 1
sql "update payments set received_at = received_at - interval '25 minutes' where order_id = $order"
sql "update payment_notices set received_at = received_at - interval '25 minutes', handed_at = null where order_id = $order"
fires PaidNotDelivered
sql "update payment_notices set handed_at = now() where order_id = $order"
play 'larek doctor' | sed -n 1,12p
play 'larek queue' | sed -n 1,5p
has "$(play 'larek flows resume')" 'orders resumed'
sandbox POST supplier '{"supplier":"moogold","processing_ms":0}' >/dev/null
key=$(sandbox GET 'supplies?supplier=moogold&limit=1' | jq -r '.[0].key // .supplies[0].key')
sandbox POST supply "{\"supplier\":\"moogold\",\"key\":\"$key\",\"action\":\"deliver\",\"callback\":\"send\"}" >/dev/null
delivered
quiet PaidNotDelivered
quiet WebhooksUnhandled
