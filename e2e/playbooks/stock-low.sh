# Ten codes are sold today and two are left of all that the demo shop has.
codes_of_pack 12
free=$(sql "select count(*) from codes where product_id = $pack and state = 'free'")
buy pubg "$(uc 5)"; delivered
buy pubg "$(uc 5)"; delivered
sql "delete from codes where id in (select id from codes where product_id = $pack and state = 'free' order by id limit $((free - 12)))"
fires StockLow
row=$(console GET stock/ | jq -c ".results[] | select(.product_id == $pack)")
is 'days left on the page «Склад»' "$(jq .days_left <<<"$row")" 6
from_page 'at the pace of thirty days'

for i in $(seq 40); do echo "BOUGHT-$RANDOM-$RANDOM-$i"; done >"$home/file"
console POST stock/loads/ "$(jq -n --rawfile text "$home/file" "{product_id: $pack, \$text, expected: 40, source: \"playbook\", unit_cost: \"500.00\", $reason}")" >/dev/null
quiet StockLow
