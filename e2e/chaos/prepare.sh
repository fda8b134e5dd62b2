# Sourced by the scripts that let buyers buy: builds the programs, makes a seeded shop in
# the database named before, and loads codes to sell. Sets products; reads home, orders.
[ -z "${LAREK_BUILD-1}" ] || go build -ldflags='-s -w' -o .dev/bin/ ./cmd/larek ./cmd/sandbox ./e2e/chaos
.dev/bin/larek migrate >"$home/prepare.log"
.dev/bin/larek seed >>"$home/prepare.log"
# Only codes the run has loaded are on sale.
# Who saw a code may not be forgotten; of codes that are gone there is nothing to remember.
psql -q "$LAREK_MIGRATE_DATABASE_URL" -c 'begin; alter table code_reveals disable trigger code_reveals_append_only;
	truncate codes, code_reveals, code_replacements, code_complaints; alter table code_reveals enable trigger code_reveals_append_only; commit'
products=$(psql -At "$LAREK_MIGRATE_DATABASE_URL" -c "select id from products where kind = 'pubg' and is_active order by position, id limit 2")
# The shop sells by every method it has, also by those switched off for now.
psql -q "$LAREK_MIGRATE_DATABASE_URL" -c "update payment_methods set is_active = true where name = 'getpay'"
# More buyers want this promo code than it has uses.
psql -q "$LAREK_MIGRATE_DATABASE_URL" -c "insert into promo_codes (code, kind, percent, goods, valid_from, total_limit, created)
	values ('LIMITED', 'public', 10, 'all', now(), $((orders / 50 + 1)), now())"
for product in $products; do
  awk -v n=$((orders * 4 + 400)) -v p="$product" 'BEGIN { for (i = 1; i <= n; i++) printf "CHAOS-%d-%06d\n", p, i }' >"$home/codes-$product"
  .dev/bin/larek codes load "$home/codes-$product" --product "$product" >>"$home/prepare.log"
done
