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
	if got := w.Of(dataversion.Content); got != 0 {
		t.Fatalf("%d before the first reading", got)
	}
	refresh := func() {
		t.Helper()
		if err := w.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	refresh()
	content, catalog := w.Of(dataversion.Content), w.Of(dataversion.Catalog)
	if content == 0 || catalog == 0 || w.Of(dataversion.Payment) == 0 || w.Of(dataversion.Feedback) == 0 {
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
	if got := w.Of(dataversion.Content); got != content {
		t.Errorf("the version moved to %d before the data did", got)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	refresh()
	if got := w.Of(dataversion.Content); got != content+1 {
		t.Errorf("version %d after one change of %d", got, content)
	}
	if got := w.Of(dataversion.Catalog); got != catalog {
		t.Errorf("another scope moved to %d", got)
	}
	if got := w.Of("no such scope"); got != 0 {
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
	before := w.Of(dataversion.Content)
	if _, err := pool.Exec(t.Context(), `insert into articles (slug, header, text) values ('a', 'b', 'c')`); err != nil {
		t.Fatal(err)
	}
	hints <- struct{}{} // taken after the reading of the first hint
	hints <- struct{}{} // taken after the reading of the second
	if got := w.Of(dataversion.Content); got != before+1 {
		t.Errorf("version %d after %d", got, before)
	}
	cancel()
	<-ended
}

func TestWhoeverAskedIsToldWhatMoved(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	w := dataversion.NewWatcher(pool, time.Hour, nil, quiet)
	var told [][]dataversion.Scope
	w.OnMove(func(s ...dataversion.Scope) {
		for _, scope := range s {
			if w.Of(scope) == 0 {
				t.Errorf("told of %s before the new version counts", scope)
			}
		}
		told = append(told, s)
	})
	refresh := func() {
		t.Helper()
		if err := w.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	refresh()
	refresh()
	if _, err := pool.Exec(t.Context(), `insert into articles (slug, header, text) values ('a', 'b', 'c')`); err != nil {
		t.Fatal(err)
	}
	refresh()
	if len(told) != 2 || len(told[0]) != 4 || len(told[1]) != 1 || told[1][0] != dataversion.Content {
		t.Errorf("told %v", told)
	}
}

func TestLastReadingIsKeptWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	w := dataversion.NewWatcher(pgtest.New(t), time.Hour, nil, quiet)
	if err := w.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := w.Of(dataversion.Catalog)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.Refresh(gone); err == nil {
		t.Fatal("a reading succeeded without a database")
	}
	if got := w.Of(dataversion.Catalog); got != before || got == 0 {
		t.Errorf("version %d instead of %d", got, before)
	}
}
