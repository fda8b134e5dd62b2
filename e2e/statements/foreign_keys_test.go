package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/pg/pgtest"
)

var deletion = regexp.MustCompile(`delete from ([a-z_]+)`)

// deletedTables returns the tables that statements of the shop delete from.
func deletedTables(t *testing.T) map[string]bool {
	t.Helper()
	sources, err := readSources("../../internal")
	if err != nil {
		t.Fatal(err)
	}
	deleted := map[string]bool{}
	for _, texts := range sources {
		for _, text := range texts {
			for _, m := range deletion.FindAllStringSubmatch(text, -1) {
				deleted[m[1]] = true
			}
		}
	}
	if !deleted["order_lines"] {
		t.Fatal("lines are deleted by no statement: they are not read right")
	}
	return deleted
}

// The shop may delete from no table that its statements do not delete from.
func TestDeletionsAreGrantedWhereStatementsDelete(t *testing.T) {
	t.Parallel()
	deleted := deletedTables(t)
	for _, table := range pgtest.All[string](t, pgtest.New(t), `select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'delete')`) {
		if !deleted[table] && table != "periodic_leases" { // of internal/pg
			t.Errorf("the shop may delete from %s, and does so by no statement", table)
		}
	}
}

// PostgreSQL looks for a deleted row in every table that may refer to it. The plan of the
// statement does not show that.
func TestEveryDeletionHasIndexesForItsForeignKeys(t *testing.T) {
	t.Parallel()
	deleted := deletedTables(t)
	conn, err := pgtest.New(t).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	type key struct {
		Name, Parent, Child string
		Columns             []string
	}
	rows, _ := conn.Query(t.Context(), `select c.conname::text as name, c.confrelid::regclass::text as parent, c.conrelid::regclass::text as child,
		array(select a.attname::text from unnest(c.conkey) with ordinality k (n, i) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.i) as columns
		from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1`)
	keys, err := pgx.CollectRows(rows, pgx.RowToStructByName[key])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `set enable_seqscan = off`); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, k := range keys {
		if !deleted[k.Parent] {
			continue
		}
		checked++
		equal := make([]string, len(k.Columns))
		for i, column := range k.Columns {
			equal[i] = column + " = $" + string(rune('1'+i))
		}
		scanned, err := scans(t.Context(), conn.Conn(), "select from only "+k.Child+" where "+strings.Join(equal, " and "), []string{k.Child})
		if err != nil {
			t.Fatal(err)
		}
		if len(scanned) > 0 {
			t.Errorf("%s: to delete from %s is to read %s from end to end: it has no index for %s", k.Name, k.Parent, k.Child, strings.Join(k.Columns, ", "))
		}
	}
	if checked < 7 {
		t.Errorf("%d foreign keys were checked: the list is not whole", checked)
	}
}
