// Package pgtest gives every test a database of its own, cloned from a
// template in some tens of milliseconds, on a real PostgreSQL.
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

// Template describes a database to clone. Fill runs once per Stamp on the
// whole machine; test binaries that run side by side share the result.
type Template struct {
	Name  string
	Stamp string // changes whenever Fill would do something else
	Fill  func(ctx context.Context, url string) error
}

// Empty is the newest schema with nothing in it.
func Empty() Template { return Template{Name: "empty"} }

var made sync.Map // template database name → func() error that prepares it once

// New clones an empty shop and opens it for writing.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return OpenPool(t, Clone(t, Empty()), pg.Writing)
}

// OpenPool opens url for the length of the test.
func OpenPool(t testing.TB, url string, use pg.Use) *pgxpool.Pool {
	t.Helper()
	pool, err := pg.Open(t.Context(), url, use)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// Clone makes a copy of the template and returns its address. The copy is
// dropped when the test ends.
func Clone(t testing.TB, tpl Template) string {
	t.Helper()
	admin := adminURL(t)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	name := tpl.database()
	once, _ := made.LoadOrStore(name, sync.OnceValue(func() error { return prepare(ctx, admin, name, tpl) }))
	if err := once.(func() error)(); err != nil {
		t.Fatalf("template %s: %v", tpl.Name, err)
	}
	clone := fmt.Sprintf("t_%d_%d", os.Getpid(), next())
	exec(ctx, t, admin, `create database `+clone+` template `+name)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		// Not «with (force)»: only a superuser may end an autovacuum that way.
		exec(ctx, t, admin, `drop database if exists `+clone)
	})
	return withDatabase(admin, clone)
}

func adminURL(t testing.TB) string {
	t.Helper()
	admin := os.Getenv("LAREK_TEST_DATABASE_URL")
	if admin == "" {
		t.Fatal("LAREK_TEST_DATABASE_URL is not set: run `make up`, then `make test`")
	}
	return admin
}

// database is named after everything that shapes it, so that a changed
// migration makes a new template and never meets an old one.
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
	// Test binaries of several packages start at once: one of them builds.
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
	// The name appears only when the content is whole.
	_, err = conn.Exec(ctx, `alter database `+building+` rename to `+name)
	return err
}

func exec(ctx context.Context, t testing.TB, admin, sql string) {
	t.Helper()
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		t.Errorf("connect: %v", err)
		return
	}
	defer func() { _ = conn.Close(ctx) }()
	// Two clones of one template at once refuse each other; both then wait.
	if strings.HasPrefix(sql, "create database") {
		if _, err := conn.Exec(ctx, `select pg_advisory_lock(7221)`); err != nil {
			t.Errorf("lock: %v", err)
		}
	}
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Errorf("%s: %v", sql, err)
	}
}

func withDatabase(admin, name string) string {
	u, err := url.Parse(admin)
	if err != nil {
		panic(err) // adminURL has been used to connect before
	}
	u.Path = "/" + name
	// Copying databases keeps the server's disk busy: connecting may take longer
	// than a shop would wait.
	q := u.Query()
	q.Set("connect_timeout", "30")
	u.RawQuery = q.Encode()
	return u.String()
}

var (
	counterMu sync.Mutex
	counter   int
)

func next() int {
	counterMu.Lock()
	defer counterMu.Unlock()
	counter++
	return counter
}
