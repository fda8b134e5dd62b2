# Codes are bought for twice their price, and sold.
codes_of_pack 1
eventually "sql 'select count(*) from figures_pending'" 0
sql "delete from codes where product_id = $pack and state = 'free'"
price=$(sql "select final_price::int from products where id = $pack")
pieces=$(((12000 / price / 5 + 1) * 5)) # the alert looks at days of more than 10 000 ₽
# buy_codes COST N: loaded with that cost and sold, five at a time.
buy_codes() {
  for i in $(seq "$2"); do echo "MARGIN-$RANDOM-$RANDOM-$i"; done >"$home/file"
  console POST stock/loads/ "$(jq -n --rawfile text "$home/file" "{product_id: $pack, \$text, expected: $2, source: \"playbook\", unit_cost: \"$1.00\", $reason}")" >/dev/null
  for ((i = 0; i < $2; i += 5)); do buy pubg "$(uc 5 "margin$1-$i")"; delivered; done
}
margin() { console GET "profit/?by=game&since=$(date +%F)&until=$(date +%F)" | jq -r '.total.now.margin | startswith("-")'; }
buy_codes $((price * 2)) "$pieces"
eventually "sql 'select count(*) from figures_pending'" 0
eventually margin true
fires MarginBelowFloor
has "$(console GET "profit/?by=game&since=$(date +%F)&until=$(date +%F)" | jq -r '.rows[] | select(.now.margin | startswith("-")) | .title')" PUBG

# The next ones are bought at a tenth of the price: the day is in the black again.
buy_codes $((price / 10)) $((pieces * 3))
eventually margin false
eventually 'state_of MarginBelowFloor' quiet
