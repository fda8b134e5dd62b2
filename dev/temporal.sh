# The workflow engine of this clone: its programs, tables, start and stop.
# Sourced by dev/lib.sh. Not ours to start or stop when another user's server
# is used (then LAREK_TEMPORAL_PORTS is empty).

temporal_config=$root/dev/temporal.yaml
temporal_log=$state/temporal.log
temporal_version=$(sed -n 's|.*go.temporal.io/server v\([0-9.]*\).*|\1|p' "$root/tools/temporal/go.mod")

# temporal_store: where it keeps its tables. The server itself makes those of its SQLite
# file; PostgreSQL, as in production, takes another tool.
temporal_store() { local store; store=$(recorded LAREK_TEMPORAL_STORE); echo "${store:-postgres}"; } # a clone of before this setting has postgres

# temporal_program {server|sql-tool}: the path of one of its programs, which is built if it
# is not installed. It is outside the clone because it takes minutes to build and is the
# same for all.
temporal_program() {
  local home
  command -v "temporal-$1" && return
  home=${LAREK_CACHE:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/larek}/temporal-$temporal_version
  mkdir -p "$home" 2>/dev/null && [ -w "$home" ] || home=$state/temporal-$temporal_version
  mkdir -p "$home"
  [ -x "$home/temporal-$1" ] || temporal_build "$home" "$1"
  echo "$home/temporal-$1"
}

# temporal_build HOME PROGRAM: a second clone waits for the first instead of compiling the
# same packages; without flock both build, so a program is moved into place when complete.
temporal_build() {
  if command -v flock >/dev/null; then
    exec 8>"$1/lock"
    flock 8
    [ ! -x "$1/temporal-$2" ] || { exec 8>&-; return 0; }
  fi
  say "building temporal-$2 $temporal_version, once for this machine (minutes)"
  local tmp=$1/build.$$ package=server
  [ "$2" = server ] || package=tools/sql
  mkdir -p "$tmp/source"
  { "$root/tools/temporal/lean/source" "$tmp/source" &&
    CGO_ENABLED=0 go -C "$root/tools/temporal" build -trimpath -modfile="$tmp/source/go.mod" -ldflags='-s -w' -o "$tmp/program" "go.temporal.io/server/cmd/$package"; } ||
    { rm -rf "$tmp"; die "Temporal does not build"; }
  mv "$tmp/program" "$1/temporal-$2"
  rm -r "$tmp"
  exec 8>&-
}

# temporal_ports_for RECORDED TAKEN...: nine free ports, the frontend's first; the
# recorded ones as far as they are still free. All lie below the range of outgoing
# connections: one of those may sit on a port while its server is being restarted.
# They follow the frontend's, so that clones with different frontends share none.
temporal_ports_for() {
  local old port all=; old=($1); shift
  local i wanted=${LAREK_TEMPORAL_PORT:-27233}
  for i in 0 1 2 3 4 5 6 7 8; do
    port=$(free_port "${old[$i]:-$wanted}" $all "$@")
    all="$all $port" wanted=$((port + 1))
  done
  echo $all
}

temporal_pid() { cat "$state/temporal.pid" 2>/dev/null || true; }

# Its configuration's path, which is in its command line, distinguishes clones.
temporal_ours() { [ -n "$1" ] && [[ "$(args_of "$1")" == *"--config-file $temporal_config "* ]]; }
temporal_running() { temporal_ours "$(temporal_pid)"; }

# temporal_answers PORTS: asks over HTTP, since the shell does not speak gRPC.
temporal_answers() {
  set -- $1
  port_busy "$1" && curl -fsS -o /dev/null --max-time 5 "http://127.0.0.1:$2/api/v1/system-info" 2>/dev/null
}

temporal_start() {
  local ports server postgres pid tries
  ports=$(recorded LAREK_TEMPORAL_PORTS)
  [ -n "$ports" ] || die "Temporal at $(recorded LAREK_TEMPORAL_ADDR) is not ours to start"
  server=$(temporal_program server)
  if [ "$(temporal_store)" = postgres ]; then
    postgres=127.0.0.1:$(recorded LAREK_PG_PORT)
    TEMPORAL_SQL_TOOL=$(temporal_program sql-tool) "$root/dev/temporal-schema" "${postgres%:*}" "${postgres#*:}" >"$temporal_log" 2>&1 ||
      { tail -n 20 "$temporal_log" >&2; die "Temporal's tables could not be made"; }
  fi
  # Job control gives it a process group of its own, so that the terminal's Ctrl-C does not reach it.
  set -m
  LAREK_TEMPORAL_PORTS=$ports TEMPORAL_POSTGRES=${postgres:-} TEMPORAL_FILE=$state/temporal.db LAREK_TEMPORAL_DYNAMIC=$root/dev/temporal-dynamic.yaml \
    nohup "$server" --allow-no-auth --config-file "$temporal_config" start >"$temporal_log" 2>&1 </dev/null 9>&- &
  pid=$!
  set +m
  echo "$pid" >"$state/temporal.pid"
  for ((tries = 0; tries < 600; tries++)); do
    kill -0 "$pid" 2>/dev/null || break
    ! temporal_answers "$ports" || return 0
    sleep 0.1
  done
  tail -n 20 "$temporal_log" >&2
  temporal_stop
  die "Temporal did not start on ports $ports"
}

temporal_stop() {
  local pid tries; pid=$(temporal_pid)
  if temporal_ours "$pid"; then
    kill "$pid"
    for ((tries = 0; tries < 600; tries++)); do kill -0 "$pid" 2>/dev/null || break; sleep 0.05; done
    # A hard end hurts neither of its stores.
    ! temporal_ours "$pid" || kill -9 "$pid"
  fi
  rm -f "$state/temporal.pid"
}
