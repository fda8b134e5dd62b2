package dataversion_test

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"larek/internal/dataversion"
	"larek/internal/pg/pgtest"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func TestVersionMovesWithTheWritersTransaction(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	w := dataversion.NewWatcher(pool, time.Hour, nil, quiet)
	if got := w.Version(dataversion.Content); got != 0 {
		t.Fatalf("version before the first reading: got %d, want 0", got)
	}
	refresh := func() {
		t.Helper()
		if err := w.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	refresh()
	content, catalog := w.Version(dataversion.Content), w.Version(dataversion.Catalog)
	if content == 0 || catalog == 0 || w.Version(dataversion.Payment) == 0 || w.Version(dataversion.Feedback) == 0 {
		t.Fatal("a scope has no version")
	}
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `insert into articles (slug, header, text) values ('a', 'b', 'c')`); err != nil {
		t.Fatal(err)
	}
	refresh()
	if got := w.Version(dataversion.Content); got != content {
		t.Errorf("version before the commit: got %d, want it unchanged", got)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	refresh()
	if got := w.Version(dataversion.Content); got != content+1 {
		t.Errorf("version after one change of %[2]d: got %[1]d", got, content)
	}
	if got := w.Version(dataversion.Catalog); got != catalog {
		t.Errorf("version of another scope: got %d, want it unchanged", got)
	}
	if got := w.Version("no such scope"); got != 0 {
		t.Errorf("an unknown scope has version %d", got)
	}
}

func TestHintMakesTheWatcherLookAtOnce(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	hints := make(chan struct{})
	w := dataversion.NewWatcher(pool, time.Hour, hints, quiet)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { w.Run(ctx); close(ended) }()
	hints <- struct{}{} // taken after the reading at the start
	before := w.Version(dataversion.Content)
	pgtest.Exec(t, pool, `insert into articles (slug, header, text) values ('a', 'b', 'c')`)
	hints <- struct{}{} // taken after the reading of the first hint
	hints <- struct{}{} // taken after the reading of the second
	if got := w.Version(dataversion.Content); got != before+1 {
		t.Errorf("version %d after %d", got, before)
	}
	cancel()
	<-ended
}

func TestOnChangeReportsChangedScopes(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	w := dataversion.NewWatcher(pool, time.Hour, nil, quiet)
	var changes [][]dataversion.Scope
	w.OnChange(func(s ...dataversion.Scope) {
		for _, scope := range s {
			if w.Version(scope) == 0 {
				t.Errorf("OnChange called for %s before Version returns the new version", scope)
			}
		}
		changes = append(changes, s)
	})
	refresh := func() {
		t.Helper()
		if err := w.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	refresh()
	refresh()
	pgtest.Exec(t, pool, `insert into articles (slug, header, text) values ('a', 'b', 'c')`)
	refresh()
	if len(changes) != 2 || len(changes[0]) != 6 || len(changes[1]) != 1 || changes[1][0] != dataversion.Content {
		t.Errorf("got changes %v, want all scopes, then content", changes)
	}
}

func TestVersionsSurviveAnOutageOfTheDatabase(t *testing.T) {
	t.Parallel()
	w := dataversion.NewWatcher(pgtest.New(t), time.Hour, nil, quiet)
	if err := w.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := w.Version(dataversion.Catalog)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.Refresh(cancelled); err == nil {
		t.Fatal("Refresh succeeded without a database")
	}
	if got := w.Version(dataversion.Catalog); got != before || got == 0 {
		t.Errorf("version %d instead of %d", got, before)
	}
}
