# A restore or a script with triggers off changes a price, and no version.
product=$(sql "select id from products where game_id = 1 and is_active order by position, id limit 1")
price() { curl -s "http://$LAREK_HTTP_ADDR/api/products/$product/" | jq -r .price; }
old=$(price)
off=$(sql "select string_agg(format('alter table products %%s trigger %I', tgname), '; ') from pg_trigger where tgrelid = 'products'::regclass and not tgisinternal")
# shellcheck disable=SC2059 # the format is ours
sql "begin; ${off//%s/disable}; update products set price = price + 7 where id = $product; ${off//%s/enable}; commit"
has "$(play 'curl -si "http://$LAREK_HTTP_ADDR/api/games/1/" | grep -iE '\''etag|price'\''')" 'Etag'
play 'psql "$LAREK_DATABASE_URL" -c '\''select scope, version from data_versions'\'''
has "$(play 'curl -s "http://$LAREK_METRICS_ADDR/readyz"')" '"status":"ok"'
sleep 2 # longer than instances take to see a version
is 'price of the cache' "$(price)" "$old"
from_page "update data_versions set version = version + 1 where scope = 'catalog';"
sql "update data_versions set version = version + 1 where scope = 'catalog';"
eventually price "$(sql "select (price)::numeric(12,2) from products where id = $product")"
sql "update products set price = price - 7 where id = $product"
eventually price "$old"
