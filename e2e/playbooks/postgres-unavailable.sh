curl -s "http://$LAREK_HTTP_ADDR/api/games/1/" >"$home/cached"
from=$(log_end api)
play 'dev/service kill postgres'
eventually "curl -s http://$LAREK_METRICS_ADDR/readyz | jq -r .checks.postgres" away
has "$(play 'curl -s "http://$LAREK_METRICS_ADDR/readyz"')" '"status":"degraded"'
has "$(play 'psql "$LAREK_DATABASE_URL" -c '\''select 1'\''')" 'refused'
log_has api 'data versions' "$from"
is 'a page asked for before' "$(curl -s "http://$LAREK_HTTP_ADDR/api/games/1/" | cksum)" "$(cksum <"$home/cached")"
is 'one that was not' "$(curl -s -o /dev/null -w '%{http_code}' "http://$LAREK_HTTP_ADDR/api/orders/steam/settings/?$RANDOM")" 503
fires ShopCannotBeRead
has "$(play 'make status')" DOWN
play 'dev/service start postgres'
eventually "curl -s http://$LAREK_METRICS_ADDR/readyz | jq -r .status" ok
has "$(play_sql 'select application_name, state, count(*) from pg_stat_activity group by 1, 2')" larek-writing
eventually 'state_of ShopCannotBeRead' quiet
# not tried: make up
