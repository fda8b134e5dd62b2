package dev

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// On a host Temporal's databases are made by a superuser and owned by a role that may make none.
func TestTemporalsTablesAreMadeByARoleWithoutDatabases(t *testing.T) {
	t.Parallel()
	owner := pgtest.Owner(t, pgtest.New(t))
	if pgtest.One[bool](t, owner, `select rolcreatedb from pg_roles where rolname = 'larek_app'`) {
		t.Fatal("larek_app may create databases, so this shows nothing")
	}
	names := map[string]string{}
	for _, name := range []string{"temporal", "temporal_visibility"} {
		names[name] = owner.Config().ConnConfig.Database + "_" + name
		pgtest.Exec(t, owner, `create database `+names[name]+` owner larek_app`)
		t.Cleanup(func() {
			if _, err := owner.Exec(context.Background(), `drop database `+names[name]); err != nil {
				t.Error(err)
			}
		})
	}
	program, err := exec.CommandContext(t.Context(), "bash", "-c", ". ./lib.sh && temporal_program sql-tool").Output()
	if err != nil {
		t.Fatal(err)
	}
	// The tool itself, in the databases of this test.
	tool := filepath.Join(t.TempDir(), "tool")
	script := fmt.Sprintf("#!/bin/bash\nfor a; do case $a in temporal) a=%s ;; temporal_visibility) a=%s ;; esac; args+=(\"$a\"); done\nexec %s \"${args[@]}\"\n",
		names["temporal"], names["temporal_visibility"], strings.TrimSpace(string(program)))
	if err := os.WriteFile(tool, []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	u, err := url.Parse(os.Getenv("LAREK_TEST_DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	password, _ := u.User.Password()
	run := func() {
		cmd := exec.CommandContext(t.Context(), "sh", "./temporal-schema", u.Hostname(), u.Port())
		cmd.Env = append(os.Environ(), "TEMPORAL_SQL_TOOL="+tool, "TEMPORAL_USER=larek_app", "TEMPORAL_PASSWORD="+password)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	run()
	run() // as at every start
	for table, name := range map[string]string{"executions": names["temporal"], "executions_visibility": names["temporal_visibility"]} {
		if !pgtest.One[bool](t, pgtest.OpenPool(t, pgtest.OwnerURL(t, name), pg.ReadWrite), `select to_regclass($1) is not null`, table) {
			t.Errorf("%s has no table %s", name, table)
		}
	}
}
