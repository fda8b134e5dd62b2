# The repository cannot be written, then the passphrase is another one, then segments are dropped.
# PostgreSQL of its own, laid out as Debian does: settings in etc, no secret in the environment.
dev/install backup
store=$(mktemp -d /var/tmp/larek-backup.XXXXXX)
read -r port check_port <<<"$(free_ports 18740 2)"
pg=$(pg_bin) prom=$store/metrics/larek_backup.prom
server() { as_pg "$pg/pg_ctl" -D "$store/etc" -s -w -t 60 "$@"; }
# pgBackRest may still write for a moment.
finish() { server -m immediate stop || true; WAIT=10 until_true rm -rf "$store"; }
trap finish EXIT

mkdir -p "$store"/{data,etc/conf.d,repo,log,lock,spool,socket,metrics,opt/deploy}
cp -r deploy/backup "$store/opt/deploy/"
cp .dev/bin/larek "$store/opt/"
cp deploy/backup/pgbackrest.conf "$store/etc/"
printf '[global]\nrepo1-cipher-pass=%s\n' "$RANDOM$RANDOM$RANDOM" >"$store/etc/conf.d/secrets.conf"
cat >"$store/etc/check.env" <<ENV
CHECK_DIR=$store/check
CHECK_PORT=$check_port
CHECK_METRICS=$prom
CHECK_LAREK=env LAREK_DATABASE_URL=postgres://larek_app:larek@127.0.0.1:$check_port/larek?sslmode=disable $store/opt/larek
ENV
chmod 700 "$store/data" "$store/etc/conf.d"
chmod 600 "$store/etc/conf.d/secrets.conf"
[ "$(id -u)" != 0 ] || chown -R postgres: "$store"
# The files of production with other paths, which the environment puts over them.
export PGBACKREST_CONFIG=$store/etc/pgbackrest.conf PGBACKREST_CONFIG_INCLUDE_PATH=$store/etc/conf.d PGBACKREST_REPO1_PATH=$store/repo \
  PGBACKREST_PG1_PATH=$store/data PGBACKREST_PG1_SOCKET_PATH=$store/socket PGBACKREST_PG1_PORT=$port PGBACKREST_LOG_PATH=$store/log \
  PGBACKREST_LOCK_PATH=$store/lock PGBACKREST_SPOOL_PATH=$store/spool PGBACKREST_ARCHIVE_TIMEOUT=10
as_pg "$pg/initdb" -D "$store/data" -U postgres --encoding=UTF8 --locale=C.UTF-8 --auth-local=trust --auth-host=scram-sha-256 >/dev/null
as_pg mv "$store/data/postgresql.conf" "$store/data/pg_hba.conf" "$store/data/pg_ident.conf" "$store/etc/"
as_pg tee -a "$store/etc/postgresql.conf" >/dev/null <<CONF
data_directory = '$store/data'
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = '$store/socket'
shared_buffers = 64MB
include '$store/opt/deploy/backup/postgresql.conf'
CONF
server -l "$store/log/server.log" start

# What the page types. systemctl starts what the unit starts, as the unit says.
sudo() { shift 2; as_pg env "PGHOST=$store/socket" "PGPORT=$port" "$@"; }
of_unit() { sed -n "s/^$2=//p" "deploy/backup/$1.service"; }
systemctl() {
  is "user of $2" "$(of_unit "$2" User)" postgres
  local command settings=() file
  command=$(of_unit "$2" ExecStart) file=$(of_unit "$2" EnvironmentFile)
  [ -n "$command" ] || die "$2 starts nothing"
  [ -z "$file" ] || mapfile -t settings <"${file/#-\/etc\/pgbackrest/$store/etc}"
  # shellcheck disable=SC2086 # a command and its arguments
  as_pg env ${settings[@]+"${settings[@]}"} ${command/#\/opt\/larek/$store/opt} >"$store/$2.log" 2>&1 || { cat "$store/$2.log"; return 1; }
  cat "$store/$2.log"
  echo "$2 is done"
}
fails() { if systemctl start "$1" >/dev/null; then die "$1 did not fail"; fi; }
journalctl() { cat "$store/larek-backup-diff.log" "$store/larek-backup-check.log"; }
super() { sudo -u postgres psql -XAtqc "$1" "${2:-postgres}"; }
archiver='extract(epoch from now() - last_archived_time)' # as postgres_exporter asks
# metrics: what the node exporter reads from the file and postgres_exporter asks, LATER seconds
# from now; in a test of rules time begins at zero.
metrics() {
  promtool check metrics <"$prom" >&2 || die "the node exporter refuses $prom"
  awk -v zero=$(($(date +%s) + ${LATER:-0} - ${AT:-75} * 60)) '/^larek/ { if ($1 ~ /_timestamp_/) $2 -= zero; print }' "$prom"
  super "select 'pg_stat_archiver_failed_count ' || failed_count || e'\npg_stat_archiver_last_archive_age ' || $archiver + ${LATER:-0} from pg_stat_archiver"
}
later() { LATER=$((3600 * $1)) state_of "$2"; }
archive_state() { AT=65 LATER=600 BEFORE=$home/before state_of ArchiveFails; }
failing() { [ "$(super 'select failed_count from pg_stat_archiver')" -gt "$(awk '/failed_count/ { print int($2) }' "$home/before")" ]; }
wal() { super 'select pg_create_restore_point($$playbook$$); select pg_switch_wal()' >/dev/null; }
# closed MODE: of the folders that segments are written into.
closed() { chmod "$1" "$store"/repo/archive/larek/* "$store"/repo/archive/larek/*/*; }
# The archiver is woken by the next segment.
caught_up() { wal; [ "$(super "select last_archived_time > coalesce(last_failed_time, '-infinity') and last_archived_wal >= '$1' from pg_stat_archiver")" = t ]; }

# A shop with an order in it, backed up as docs/operate.md says.
codes_of_pack 1
buy pubg "$(uc 1)"; delivered
larek books checkpoint
super 'create role larek login'
super 'create database larek'
sudo -u postgres psql -Xqd larek <db/roles.sql
super "alter role larek_app password 'larek'"
pg_dump "$LAREK_MIGRATE_DATABASE_URL" | sudo -u postgres psql -Xq -v ON_ERROR_STOP=1 -d larek >/dev/null
sudo -u postgres pgbackrest --stanza=larek stanza-create
systemctl start larek-backup-full
has "$(systemctl start larek-backup-check)" 'the newest backup restores'
quiet BackupOld
quiet BackupNotChecked
is 'BackupOld 27 hours later' "$(later 27 BackupOld)" firing
is 'BackupNotChecked 27 hours later' "$(later 27 BackupNotChecked)" firing

# The repository cannot be written.
metrics >"$home/before"
is 'ArchiveFails before' "$(archive_state)" quiet
closed 500
wal
until_true failing
is ArchiveFails "$(archive_state)" firing
# page: systemctl list-timers 'larek-backup*': needs systemd.
fails larek-backup-diff
has "$(play 'journalctl -u larek-backup-diff -u larek-backup-check -n 50')" 'was not archived before'
has "$(play 'tail -n 20 /var/log/pgbackrest/larek-archive-push-async.log' "/var/log/pgbackrest=$store/log")" 'Permission denied'
has "$(play 'sudo -u postgres pgbackrest --stanza=larek info')" 'full backup'
has "$(play 'sudo -u postgres pgbackrest --stanza=larek check')" 'ERROR'
has "$(play "sudo -u postgres psql -xc 'select * from pg_stat_archiver'")" 'last_failed_wal'
segment=$(super 'select last_failed_wal from pg_stat_archiver')
closed 700
until_true caught_up "$segment"
metrics >"$home/before"
is 'ArchiveFails with the repository writable' "$(archive_state)" quiet
has "$(play 'systemctl start larek-backup-diff')" 'larek-backup-diff is done'
has "$(play 'systemctl start larek-backup-check')" 'the newest backup restores'
fresh=$(awk '/^larek_backup_timestamp/ { print $2 }' "$prom")
is 'the differential backup is newer than the full one' $((fresh > $(awk '/^larek_backup_full/ { print $2 }' "$prom"))) 1
quiet BackupOld
quiet BackupNotChecked

# The passphrase is another one: nothing can be read, and the file of metrics says so.
as_pg sed -i 's/=/=x/' "$store/etc/conf.d/secrets.conf"
wal
until_true failing
is ArchiveFails "$(archive_state)" firing
has "$(play 'sudo -u postgres pgbackrest --stanza=larek info')" 'error'
fails larek-backup-check
has "$(journalctl)" 'unable to'
is 'BackupOld with a passphrase that opens nothing' "$(state_of BackupOld)" firing
as_pg sed -i 's/=x/=/' "$store/etc/conf.d/secrets.conf"
until_true caught_up "$(super 'select last_failed_wal from pg_stat_archiver')"

# Too much waits: segments are dropped, which PostgreSQL takes for archived.
as_pg sed -i 's/^archive-push-queue-max=.*/archive-push-queue-max=16MB/' "$PGBACKREST_CONFIG"
closed 500
for _ in 1 2 3 4; do wal; done
dropped() { grep -q 'dropped WAL file' "$store/log/larek-archive-push-async.log"; }
until_true dropped
eventually "super 'select last_archived_wal > last_failed_wal from pg_stat_archiver'" t
closed 700
as_pg sed -i 's/^archive-push-queue-max=.*/archive-push-queue-max=20GB/' "$PGBACKREST_CONFIG"
has "$(play 'systemctl start larek-backup-full')" 'larek-backup-full is done'
has "$(systemctl start larek-backup-check)" 'the newest backup restores'

# What may be damaged: the primary is read, and nothing old is deleted.
is 'damage in the primary' "$(play 'sudo -u postgres /usr/lib/postgresql/15/bin/pg_amcheck -a --install-missing')" ''
fulls() { sudo -u postgres pgbackrest --stanza=larek info | grep -c 'full backup'; }
is 'full backups' "$(fulls)" 2
as_pg tee -a "$PGBACKREST_CONFIG" >/dev/null <<<'expire-auto=n' # as the page says
PGBACKREST_REPO1_RETENTION_FULL=1 systemctl start larek-backup-full
is 'full backups, of which one would be kept' "$(fulls)" 3
quiet BackupOld
quiet BackupNotChecked
