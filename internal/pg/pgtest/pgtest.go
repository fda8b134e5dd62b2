// Package pgtest creates a PostgreSQL database for each test by cloning a
// template, which takes some tens of milliseconds.
package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/db"
	"larek/internal/pg"
)

// Template describes a database to clone. Fill runs once per Stamp and server;
// test binaries that run in parallel share the result.
type Template struct {
	Name  string
	Stamp string // must change whenever the result of Fill changes
	Fill  func(ctx context.Context, url string) error
}

// Empty returns the template with the newest schema and no data.
func Empty() Template { return Template{Name: "empty"} }

var templates sync.Map // template database name → func() error that prepares it once

// New clones the empty template and opens it read-write.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return OpenPool(t, Clone(t, Empty()), pg.ReadWrite)
}

// OpenPool opens url and closes the pool when the test ends.
func OpenPool(t testing.TB, url string, mode pg.Mode) *pgxpool.Pool {
	t.Helper()
	pool, err := pg.Open(t.Context(), url, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// Owner opens the database of a pool as the role that owns its tables, for what a running
// shop may not do.
func Owner(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	return OpenPool(t, OwnerURL(t, pool.Config().ConnConfig.Database), pg.ReadWrite)
}

// OwnerURL returns the URL of a database for the role that owns its tables.
func OwnerURL(t testing.TB, database string) string {
	t.Helper()
	return withDatabase(adminURL(t), database)
}

// Clone clones the template and returns the URL of the clone as a running shop has it:
// for a role that owns nothing. The clone is dropped when the test ends.
func Clone(t testing.TB, tpl Template) string {
	t.Helper()
	admin := adminURL(t)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	name := tpl.database()
	once, _ := templates.LoadOrStore(name, sync.OnceValue(func() error { return prepare(ctx, admin, name, tpl) }))
	if err := once.(func() error)(); err != nil {
		t.Fatalf("template %s: %v", tpl.Name, err)
	}
	clone := fmt.Sprintf("t_%d_%d", os.Getpid(), nextClone())
	// A clone does not inherit what Migrate revoked.
	exec(ctx, t, admin, `create database `+clone+` template `+name, `revoke temporary on database `+clone+` from public`)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		// Without "with (force)": only a superuser may end an autovacuum that way.
		exec(ctx, t, admin, `drop database if exists `+clone)
	})
	return asApp(withDatabase(admin, clone))
}

// asApp returns a URL for the role of a running shop, which has the owner's password in
// development.
func asApp(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		panic(err) // it was made by withDatabase
	}
	password, _ := u.User.Password()
	u.User = url.UserPassword("larek_app", password)
	return u.String()
}

func adminURL(t testing.TB) string {
	t.Helper()
	admin := os.Getenv("LAREK_TEST_DATABASE_URL")
	if admin == "" {
		t.Fatal("LAREK_TEST_DATABASE_URL is not set: run `make up`, then `make test`")
	}
	if !strings.Contains(admin, "//larek_migrate:") {
		t.Fatal("LAREK_TEST_DATABASE_URL does not sign in as larek_migrate: the settings of this clone are older than its roles, run `make up` again")
	}
	return admin
}

// database returns the name of the template database. It includes a hash of the
// migrations and the stamp, so that a changed migration gets a new template.
func (tpl Template) database() string {
	h := sha256.New()
	fmt.Fprintln(h, tpl.Name, tpl.Stamp)
	_ = fs.WalkDir(db.Migrations, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := fs.ReadFile(db.Migrations, path)
			_, _ = h.Write(b)
		}
		return err
	})
	return "tpl_" + tpl.Name + "_" + hex.EncodeToString(h.Sum(nil))[:12]
}

func prepare(ctx context.Context, admin, name string, tpl Template) error {
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	// Test binaries of several packages start at once: only one builds.
	if _, err := conn.Exec(ctx, `select pg_advisory_lock(hashtext($1))`, name); err != nil {
		return err
	}
	var ready bool
	if err := conn.QueryRow(ctx, `select exists (select from pg_database where datname = $1)`, name).Scan(&ready); err != nil || ready {
		return err
	}
	building := name + "_new"
	for _, sql := range []string{`drop database if exists ` + building, `create database ` + building} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	target := withDatabase(admin, building)
	migrations, err := fs.Sub(db.Migrations, "migrations")
	if err != nil {
		return err
	}
	if _, err := pg.Migrate(ctx, target, migrations); err != nil {
		return err
	}
	if tpl.Fill != nil {
		if err := tpl.Fill(ctx, target); err != nil {
			return err
		}
	}
	// The template gets its final name only when it is complete.
	_, err = conn.Exec(ctx, `alter database `+building+` rename to `+name)
	return err
}

func exec(ctx context.Context, t testing.TB, admin string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		t.Errorf("connect: %v", err)
		return
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func withDatabase(admin, name string) string {
	u, err := url.Parse(admin)
	if err != nil {
		panic(err) // adminURL has been used to connect before
	}
	u.Path = "/" + name
	// Cloning keeps the server's disk busy, so connecting may take longer than the
	// shop's own connect timeout.
	q := u.Query()
	q.Set("connect_timeout", "30")
	u.RawQuery = q.Encode()
	return u.String()
}

var (
	lastCloneMu sync.Mutex
	lastClone   int
)

func nextClone() int {
	lastCloneMu.Lock()
	defer lastCloneMu.Unlock()
	lastClone++
	return lastClone
}
