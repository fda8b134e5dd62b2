# Sourced by e2e/playbooks/run and by each script: the shop's processes, buyers, an operator,
# what Prometheus would say, and commands taken from the page.
. dev/lib.sh
page=docs/playbooks/${playbook-}.md

larek() { .dev/bin/larek "$@"; }
# sql QUERY: as the owner of the tables, to prepare what a script needs.
sql() { psql -XAtq -v ON_ERROR_STOP=1 "$LAREK_MIGRATE_DATABASE_URL" -c "$1"; }
# is WHAT GOT WANTED: exactly this.
is() { if [ "$2" = "$3" ]; then say "is    $1: $2"; else die "$1: got \"$2\", want \"$3\""; fi; }
# has TEXT WANTED: contains this.
has() { if [[ $1 == *"$2"* ]]; then say "sign  $2"; else die "wanted \"$2\" in: ${1:0:2000}"; fi; }
# until_true COMMAND…: repeats it for up to a minute, or WAIT seconds.
until_true() {
  local end=$((SECONDS + ${WAIT:-60}))
  until "$@"; do
    [ $SECONDS -lt $end ] || die "not within ${WAIT:-60} s: $*"
    sleep 0.2
  done
}
same() { [ "$(eval "$1" 2>/dev/null)" = "$2" ]; }
# eventually COMMAND WANTED: its output becomes this.
eventually() { until_true same "$1" "$2"; say "is    $1: $2"; }

# --- commands of the page -----------------------------------------------------

flat() { tr -s '[:space:]' ' '; }
# from_page COMMAND: stops if the page does not say it.
from_page() {
  [[ "$(flat <"$page")" == *"$(printf %s "$1" | flat)"* ]] || die "$page does not say: $1"
  say "page  $1"
}
# fill TEXT NAME=VALUE…: with the page's placeholders replaced.
fill() {
  local text=$1 pair; shift
  for pair in "$@"; do text=${text//"${pair%%=*}"/"${pair#*=}"}; done
  printf %s "$text"
}
# play COMMAND [NAME=VALUE…]: runs a command of the page; what it prints is the output, and
# its status is not asked about: a doctor that finds something fails.
play() {
  from_page "$1"
  (PATH="$home/bin:$PATH"; eval "$(fill "$@")") 2>&1 || true
}

# --- processes of the shop ----------------------------------------------------

running() { kill -0 "$(cat "$home/$1.pid" 2>/dev/null)" 2>/dev/null; }
# begin PROCESS [NAME=VALUE…]: starts it; returns when it answers. All it finds in PATH is
# what is in the folder bin of the run, so that a package can be missing.
begin() {
  local name=$1 ready program; shift
  case $name in
    sandbox) ready=http://$LAREK_SANDBOX_ADDR/ program='sandbox' ;;
    api) ready=http://$LAREK_METRICS_ADDR/readyz program='larek api' ;;
    worker) ready=http://$LAREK_WORKER_ADDR/metrics program='larek worker' ;;
  esac
  # shellcheck disable=SC2086 # program and its argument
  (trap '' INT; exec env "PATH=$home/bin" "$@" "$root"/.dev/bin/$program) >>"$home/$name.log" 2>&1 </dev/null &
  echo $! >"$home/$name.pid"
  disown
  until_true curl -fso "$home/ready" "$ready"
}
# end PROCESS [SIGNAL]: and waits until it has ended.
end() {
  local pid; pid=$(cat "$home/$1.pid" 2>/dev/null) || return 0
  kill "-${2:-TERM}" "$pid" 2>/dev/null || true
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  rm -f "$home/$1.pid"
}

# --- buyers -------------------------------------------------------------------

# sandbox METHOD PATH [JSON]: commands the services that are not real.
sandbox() { curl -fsS -X "$1" "$LAREK_SANDBOX_ORIGIN/control/$2" ${3:+-d "$3"}; }

# call METHOD PATH [JSON]: as the browser of the last order; body, then status.
call() {
  curl -sS --max-time 30 -X "$1" "$LAREK_PUBLIC_ORIGIN$2" -b "$home/jar" -c "$home/jar" -H 'Content-Type: application/json' \
    ${hash:+-H "X-Order-Hash: $hash"} ${3:+-d "$3"} -w '\n%{http_code}'
}
# order KIND JSON: makes one; sets order and hash.
order() {
  local answer; hash=; rm -f "$home/jar"
  answer=$(call POST "/api/orders/$1/" "$2")
  [ "${answer##*$'\n'}" = 201 ] || die "order of $1: $answer"
  order=$(jq -r .id <<<"${answer%$'\n'*}") hash=$(jq -r .hash <<<"${answer%$'\n'*}")
}
# start_payment METHOD: sets payment, provider and reference.
start_payment() {
  payment=$(call POST "/api/payments/$1/" "{\"order_id\":$order,\"currency\":\"RUB\",\"email\":\"buyer@example.test\",\"phone\":\"+79161234567\"}")
  [ "${payment##*$'\n'}" = 200 ] || die "payment by $1 of order $order: $payment"
  payment=$(jq -r .payment_id <<<"${payment%$'\n'*}")
  IFS='|' read -r provider reference <<<"$(sql "select provider, reference from payment_attempts where id = $payment")"
}
# bank ACTION [MORE]: what the buyer or the provider does to the started payment.
bank() { sandbox POST pay "{\"provider\":\"$provider\",\"reference\":\"$reference\",\"action\":\"$1\"${2:+,$2}}" >/dev/null; }
# buy KIND JSON [METHOD]: orders and pays.
buy() { order "$1" "$2"; start_payment "${3:-payselection}"; bank pay; }
status() { sql "select status from orders where id = ${1:-$order}"; }
delivered() { local which=${1:-$order}; eventually "status $which" done; }

pack=$(cat "$home/pack" 2>/dev/null || true) # a product sold from stock
codes_of_pack() { # N: so many new codes of it are on sale
  [ -n "$pack" ] || { pack=$(sql "select id from products where kind = 'pubg' and title = '660 UC'"); echo "$pack" >"$home/pack"; }
  for ((i = 0; i < $1; i++)); do echo "PB-$RANDOM-$RANDOM-$RANDOM-$i"; done >"$home/codes"
  larek codes load "$home/codes" --product "$pack"
}
uc() { echo "{\"email\":\"${2:-buyer}@example.test\",\"products\":[{\"product_id\":$pack,\"quantity\":$1}]}"; }
# goods of a supplier: a player whose number ends so.
supply() {
  local product; product=$(sql "select p.id from products p join games g on g.id = p.game_id where p.is_active and g.is_active and g.kind = 'supply' and not g.is_server_needed and p.final_price >= 100 order by g.id, p.id limit 1")
  echo "{\"email\":\"player@example.test\",\"products\":[{\"product_id\":$product,\"quantity\":1}],\"supply_channel_user_id\":\"5$RANDOM${1:-001}\"}"
}

# --- an operator --------------------------------------------------------------

# hire NAME [ROLE]: a member of staff with an open session of the console.
hire() {
  local token=$1-$RANDOM$RANDOM digest; digest=$(printf %s "$token" | sha256sum | cut -d' ' -f1)
  sql "with s as (insert into staff (email, name, role_id, password, totp_key, totp_sealed, created, seen_at)
    select '$token@staff.test', '$1', id, '', 't', '', now(), now() from staff_roles where name = '${2:-admin}' returning id)
    insert into staff_sessions (name, staff_id, digest, device, address, created, used_at, expires_at, factor_at, fresh_at)
    select gen_random_uuid(), id, '\\x$digest', 'playbook', '', now(), now(), now() + interval '8 hours', now(), now() from s"
  echo "$token" >"$home/operator-$1"
}
# console METHOD PATH [JSON]: as AS (anna); dies on a refusal.
console() {
  local who=${AS:-anna} answer
  [ -f "$home/operator-$who" ] || hire "$who"
  answer=$(curl -sS --max-time 30 -X "$1" "$LAREK_PUBLIC_ORIGIN/api/admin/$2" -b "console=$(cat "$home/operator-$who")" -H 'X-Console: 1' -H "Origin: $LAREK_PUBLIC_ORIGIN" \
    -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" -H 'Content-Type: application/json' ${3:+-d "$3"} -w '\n%{http_code}')
  if [ "${answer##*$'\n'}" -ge 300 ]; then say "$1 $2: $answer"; return 1; fi
  printf '%s\n' "${answer%$'\n'*}"
}
reason='"reason":{"code":"other","text":"playbook"}'
# row KIND [ORDER]: the number of its row in the queue, or nothing.
row() { console GET "queue/?limit=100&kind=$1" | jq -r "[.results[] | select(${2:-0} == 0 or .order_id == ${2:-0})][0].id // empty"; }
row_comes() { until_true test_row "$@"; say "sign  row $1 in the queue"; }
test_row() { [ -n "$(row "$@")" ]; }
row_goes() { until_true no_row "$@"; say "over  no row $1 in the queue"; }
no_row() { [ -z "$(row "$@")" ]; }
# press KIND WAY [MORE] [ORDER]: takes the row and ends it in a way.
press() {
  local id; id=$(row "$1" ${4:+"$4"})
  [ -n "$id" ] || die "no row $1 in the queue"
  console POST "queue/$1/$id/take/" >/dev/null
  until_true console POST "queue/$1/$id/resolve/" "{\"way\":\"$2\",$reason${3:+,$3}}" >/dev/null
  say "press $2 in the row $1"
}

# --- what Prometheus would say ------------------------------------------------

metrics() {
  local job address
  for job in worker:$LAREK_WORKER_ADDR api:$LAREK_METRICS_ADDR; do
    address=${job#*:}
    if curl -fsS --max-time 10 "http://$address/metrics" 2>/dev/null | grep '^larek_'; then echo "up{job=\"larek-${job%%:*}\"} 1"; else echo "up{job=\"larek-${job%%:*}\"} 0"; fi
  done
}
# state_of ALERT: firing if it would fire were all metrics to stay as they are now. BEFORE is a
# file with those of earlier, for what counts what has changed since.
state_of() {
  metrics >"$home/now"
  alert_file "$1" firing 1 >"$home/alert.yml"
  promtool test rules "$home/alert.yml" >"$home/alert.out" 2>&1 && { echo firing; return; }
  alert_file "$1" '' '' >"$home/alert.yml"
  promtool test rules "$home/alert.yml" >"$home/alert.out" 2>&1 && { echo quiet; return; }
  cat "$home/alert.out" >&2
  echo unknown
}
# A series is its value of before for an hour, then what it is now.
alert_file() {
  printf 'rule_files: [%s]\nevaluation_interval: 1m\ntests:\n- interval: 1m\n  input_series:\n' "$root/deploy/prometheus/rules.yml"
  awk -v minutes="${MINUTES:-150}" '
    early { before[$1] = $2; next }
    { old = ($1 in before) ? before[$1] : (counted ? 0 : $2); gsub("\x27", "\x27\x27", $1)
      printf "  - series: \x27%s\x27\n    values: \x27%.6f+0x59 %.6f+0x%d\x27\n", $1, old, $2, minutes }' \
    counted="${BEFORE:+1}" early=1 "${BEFORE:-/dev/null}" early= "$home/now"
  printf "  promql_expr_test:\n  - expr: 'clamp_max(count(ALERTS{alertname=\"%s\",alertstate=\"firing\"}), 1)'\n    eval_time: %sm\n    exp_samples: [%s]\n" \
    "$1" "${AT:-75}" "${2:+{labels: '{\}', value: 1\}}"
}
fires() { is "alert $1" "$(state_of "$1")" firing; }
quiet() { is "alert $1" "$(state_of "$1")" quiet; }
