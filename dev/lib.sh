# Shared by the scripts in dev/: where things are, whose processes they are,
# how each service starts and stops. Sourced, never run.
# Must work with bash 3.2 (macOS), hence no associative arrays, no wait -n.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# A drill has servers of its own beside those of the clone.
state=${LAREK_STATE:-$root/.dev}
envfile=$state/env
pgdata=$state/pg
redisdir=$state/redis
tls_cert=$state/tls/localhost.crt
tls_key=$state/tls/localhost.key

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# recorded NAME: the value an earlier `make up` wrote down, if any.
recorded() {
  [ -f "$envfile" ] || return 0
  (set +u; unset "$1"; . "$envfile"; eval "printf %s \"\${$1:-}\"")
}

mode() { recorded LAREK_DEV_MODE; }
port_busy() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port WANTED TAKEN...: the first port from WANTED up that no process listens on
# and that this run has not assigned already.
free_port() {
  local port=$1; shift
  while port_busy "$port" || [[ " $* " == *" $port "* ]]; do port=$((port + 1)); done
  echo "$port"
}

# free_ports FROM COUNT: that many different free ports, from FROM up.
free_ports() {
  local port=$1 ports=()
  while [ ${#ports[@]} -lt "$2" ]; do
    port=$(free_port "$port") && ports+=("$port")
    port=$((port + 1))
  done
  echo "${ports[*]}"
}

# args_of PID: its command line. A minimal Debian has no ps.
args_of() {
  if [ -d /proc/self ]; then tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" || true; else ps -o args= -p "$1" 2>/dev/null || true; fi
} 2>/dev/null

# --- PostgreSQL -------------------------------------------------------------

# pg_bin: the folder of server binaries; an existing cluster decides the version.
pg_bin() {
  local version='' dir
  [ -e "$pgdata" ] && version=$(as_pg cat "$(pg_real)/PG_VERSION" 2>/dev/null || true)
  for dir in $(ls -d /usr/lib/postgresql/${version:-*}/bin 2>/dev/null | sort -rV) \
    "$(pg_config --bindir 2>/dev/null || true)" /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin; do
    [ -x "$dir/initdb" ] && { echo "$dir"; return; }
  done
  return 1
}

# as_pg: PostgreSQL refuses to run as root, so root lends it the postgres user.
# The subshell leaves folders that user may not enter.
as_pg() {
  if [ "$(id -u)" = 0 ]; then (cd / && exec runuser -u postgres -- "$@"); else "$@"; fi
}

pg_pid() { as_pg head -n 1 "$(pg_real)/postmaster.pid" 2>/dev/null || true; }

# pg_ours PID: is that process the postmaster of this very cluster? A pid file
# may outlive its process, and the number may belong to another process by then.
pg_ours() {
  [ -n "$1" ] && [[ "$(args_of "$1")" == *"postgres -D $(pg_real) "* ]]
}

pg_real() { if [ -L "$pgdata" ]; then readlink "$pgdata"; else echo "$pgdata"; fi; }

pg_running() { pg_ours "$(pg_pid)"; }

# pg_place: a folder the postgres user can reach. A clone under /root or a
# private home is closed to it; then the data lives in /var/tmp and .dev/pg
# points there.
pg_place() {
  [ -e "$pgdata" ] && return
  rm -f "$pgdata" # a pointer whose target somebody cleaned away
  if [ "$(id -u)" != 0 ]; then mkdir -p "$pgdata"; chmod 700 "$pgdata"; return; fi
  mkdir -p "$pgdata"; chown postgres "$pgdata"; chmod 700 "$pgdata"
  as_pg test -w "$pgdata" 2>/dev/null && return
  rmdir "$pgdata"
  local elsewhere=/var/tmp/larek-$(printf %s "${LAREK_STATE:-$root}" | cksum | cut -d' ' -f1)/pg
  mkdir -p "$elsewhere"; chmod 755 "${elsewhere%/pg}"; chown postgres "$elsewhere"; chmod 700 "$elsewhere"
  ln -s "$elsewhere" "$pgdata"
}

pg_init() {
  local bin=$1 locale=C.UTF-8
  as_pg test -f "$(pg_real)/larek.conf" && return
  [ "$(uname)" = Darwin ] && locale=en_US.UTF-8
  say "creating a PostgreSQL cluster in .dev/pg"
  # An initdb cut short leaves a folder it would then refuse to fill.
  as_pg find "$(pg_real)" -mindepth 1 -delete
  as_pg "$bin/initdb" -D "$(pg_real)" -U postgres --encoding=UTF8 --locale=$locale \
    --auth=trust >/dev/null
  echo 'host all all 127.0.0.1/32 scram-sha-256' | as_pg tee "$(pg_real)/pg_hba.conf" >/dev/null
  # Single-user mode: the superuser has no password, so it cannot be used to sign in.
  # larek is the engine's role; those of the shop follow in pg_roles.
  as_pg "$bin/postgres" --single -c log_checkpoints=off -D "$(pg_real)" postgres >/dev/null <<'SQL'
CREATE ROLE larek LOGIN CREATEDB PASSWORD 'larek'
CREATE DATABASE larek OWNER larek
CREATE EXTENSION pg_stat_statements
SQL
  as_pg sh -c 'echo "include_if_exists = '\''larek.conf'\''" >> "$1/postgresql.conf"; : > "$1/larek.conf"' - "$(pg_real)"
}

# roles_sql: what the shop's roles are made by, and what only a developer's may do: make
# databases for tests and drop those of the role before, with a password that is known.
roles_sql() {
  cat "$root/db/roles.sql"
  printf '\n%s\n' "alter role larek_migrate createdb password 'larek';" "alter role larek_app password 'larek';" 'grant pg_monitor, larek to larek_migrate;' ''
}

# A cluster of an earlier time has no roles, or other ones.
pg_roles_made() { [ "$(as_pg cat "$(pg_real)/larek.roles" 2>/dev/null)" = "$(roles_sql | cksum)" ]; }

pg_roles() {
  ! pg_roles_made || return 0
  roles_sql | as_pg "$1/postgres" --single -j -c log_checkpoints=off -D "$(pg_real)" larek >/dev/null
  roles_sql | cksum | as_pg tee "$(pg_real)/larek.roles" >/dev/null
}

pg_start() {
  local port=$1 bin pid attempt
  bin=$(pg_bin) || die "PostgreSQL server binaries are missing; run dev/install"
  pg_place
  pg_init "$bin"
  cat "$root/dev/postgresql.conf" $(ls "$state/postgresql.conf" 2>/dev/null) | as_pg tee "$(pg_real)/larek.conf" >/dev/null
  # A pid file naming another live process would make the server refuse to start.
  pid=$(pg_pid)
  [ -n "$pid" ] && ! pg_ours "$pid" && as_pg rm -f "$(pg_real)/postmaster.pid"
  pg_roles "$bin"
  # After kill -9 the orphaned backends hold the shared memory for a moment.
  for attempt in 1 2 3 4 5 6; do
    as_pg "$bin/pg_ctl" -D "$(pg_real)" -l "$(pg_real)/server.log" -o "-p $port" -w -t 60 start \
      >/dev/null 2>&1 9>&- && { pg_pid >"$state/postgres.pid"; return; }
    sleep 1
  done
  as_pg tail -n 20 "$(pg_real)/server.log" >&2 || true
  die "PostgreSQL did not start on port $port"
}

pg_stop() {
  pg_running && as_pg "$(pg_bin)/pg_ctl" -D "$(pg_real)" -m fast -w stop >/dev/null
  rm -f "$state/postgres.pid"
}

# use_database NAME: the settings of a shop whose database is of that name. Who runs a
# script signs in as the owner of tables, the shop does not.
use_database() {
  export LAREK_DATABASE_URL LAREK_MIGRATE_DATABASE_URL=${LAREK_TEST_DATABASE_URL/\/postgres\?/\/$1\?}
  LAREK_DATABASE_URL=${LAREK_MIGRATE_DATABASE_URL/larek_migrate:/larek_app:}
}

# --- Redis ------------------------------------------------------------------

redis_bin() { command -v redis-server || command -v valkey-server; }
redis_pid() { cat "$state/redis.pid" 2>/dev/null || true; }

# Redis names its port in its title; its working folder distinguishes clones.
redis_ours() {
  [ -n "$1" ] && [[ "$(args_of "$1")" == *-server*:"$(recorded LAREK_REDIS_PORT)"* ]] || return 1
  [ ! -e "/proc/$1/cwd" ] || [ "$(readlink "/proc/$1/cwd")" = "$redisdir" ]
}

redis_running() { redis_ours "$(redis_pid)"; }

redis_start() {
  local port=$1 bin tries=0
  bin=$(redis_bin) || die "redis-server is missing; run dev/install"
  mkdir -p "$redisdir"
  "$bin" --bind 127.0.0.1 --port "$port" --dir "$redisdir" --daemonize yes --pidfile "$state/redis.pid" \
    --logfile "$redisdir/server.log" --appendonly no --save '' >/dev/null 9>&-
  until redis_running && port_busy "$port"; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { tail -n 20 "$redisdir/server.log" >&2; die "Redis did not start on port $port"; }
    sleep 0.1
  done
}

redis_stop() {
  local pid; pid=$(redis_pid)
  if redis_ours "$pid"; then
    kill "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
  fi
  rm -f "$state/redis.pid"
}

# --- nginx and Varnish, run in the foreground by dev/run --------------------

nginx_bin() { command -v nginx || ls /usr/sbin/nginx 2>/dev/null; }
chromium_bin() { command -v chromium || command -v google-chrome; }
varnish_bin() { command -v varnishd || ls /usr/sbin/varnishd 2>/dev/null; }

# edge_stop: ends those whose runner was killed before it could.
edge_stop() {
  local name pid
  for name in nginx varnish; do
    pid=$(cat "$state/edge/$name.pid" 2>/dev/null || true)
    if [ -n "$pid" ] && [[ "$(args_of "$pid")" == *"$state/edge/"* ]]; then kill "$pid"; fi
    rm -f "$state/edge/$name.pid"
  done
}

# tls_make: a certificate of this clone alone for the address of its edge. It is its
# own authority, so a tool that is given the file trusts it.
tls_make() {
  command -v openssl >/dev/null || die "openssl is missing; the edge needs a certificate"
  mkdir -p "$state/tls"
  if [ -f "$tls_cert" ] && openssl x509 -in "$tls_cert" -noout -checkend 2592000 >/dev/null; then return; fi
  (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 825 -subj '/CN=Larek, this clone' \
    -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -keyout "$tls_key" -out "$tls_cert" 2>/dev/null)
}

# --- containers -------------------------------------------------------------

compose() (
  export COMPOSE_PROJECT_NAME LAREK_PG_PORT LAREK_REDIS_PORT LAREK_TEMPORAL_PORT LAREK_TEMPORAL_HTTP_PORT
  COMPOSE_PROJECT_NAME=larek-$(printf %s "$root" | cksum | cut -d' ' -f1)
  LAREK_PG_PORT=$(recorded LAREK_PG_PORT) LAREK_REDIS_PORT=$(recorded LAREK_REDIS_PORT)
  read -r LAREK_TEMPORAL_PORT LAREK_TEMPORAL_HTTP_PORT _ <<<"$(recorded LAREK_TEMPORAL_PORTS)" || true
  docker compose -f "$root/compose.yaml" "$@"
)

. "$root/dev/temporal.sh"
