play 'dev/service kill redis'
eventually "curl -s http://$LAREK_METRICS_ADDR/readyz | jq -r .checks.redis" away
has "$(play 'curl -s "http://$LAREK_METRICS_ADDR/readyz"')" '"status":"degraded"'
has "$(play 'redis-cli -u "$LAREK_REDIS_URL" ping')" 'refused'
codes_of_pack 1
buy pubg "$(uc 1)"; delivered # it is sold all the same
play 'dev/service start redis'
is 'Redis' "$(play 'redis-cli -u "$LAREK_REDIS_URL" ping')" PONG
eventually "curl -s http://$LAREK_METRICS_ADDR/readyz | jq -r .status" ok
# not tried: make up
# not tried: larek seed, which warns; the shop has orders by now and seed would refuse it
