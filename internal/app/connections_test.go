package app_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"larek/internal/pg/pgtest"
)

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func number(t *testing.T, text string) (n int) {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var (
	shopProcess  = regexp.MustCompile(`(?m)^  (api-\d|worker):$`)
	enginePool   = regexp.MustCompile(`maxConns: (\d+)`)
	postgresLine = regexp.MustCompile(`(?m)^([a-z_.]+) = ('[^']*'|\S+)`)
)

// The pools of one host, all of them full, fit into what its PostgreSQL allows.
func TestPostgreSQLHasRoomForEveryPoolOfAHost(t *testing.T) {
	t.Parallel()
	pool := pgtest.Owner(t, pgtest.New(t))                                                                                     // it sees every setting
	wanted := len(shopProcess.FindAllString(readFile(t, "deploy/compose/compose.yaml"), -1)) * int(pool.Config().MaxConns) * 3 // reading, writing, console
	for _, m := range enginePool.FindAllStringSubmatch(readFile(t, "dev/temporal.yaml"), -1) {
		wanted += number(t, m[1]) * 4 // services
	}
	if want := 3*3*16 + 4*(8+2); wanted != want {
		t.Errorf("the pools of a host have %d connections, want %d: docs/operate.md and deploy/compose/postgresql.conf say so", wanted, want)
	}
	allowed := 0
	for _, m := range postgresLine.FindAllStringSubmatch(readFile(t, "deploy/compose/postgresql.conf"), -1) {
		if !pgtest.One[bool](t, pool, `select exists (select from pg_settings where name = $1)`, m[1]) {
			t.Errorf("PostgreSQL has no setting %s", m[1])
		}
		if m[1] == "max_connections" {
			allowed = number(t, m[2])
		}
	}
	if least := wanted + 20; allowed < least { // exporters, backups, a person, those of a superuser
		t.Errorf("max_connections is %d, want %d at least", allowed, least)
	}
}
