package httpapitest

import (
	"github.com/jackc/pgx/v5"

	"larek/internal/pg/pgtest"
	"larek/internal/picture"
)

// RefreshVersions makes the server notice what the test wrote, as its watcher would.
func (s *Shop) RefreshVersions() {
	s.T.Helper()
	if err := s.versions.Refresh(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
}

// Exec changes the database and makes the server notice.
func (s *Shop) Exec(sql string, args ...any) {
	s.T.Helper()
	if _, err := s.Pool.Exec(s.T.Context(), sql, args...); err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
	s.RefreshVersions()
}

// AsOwner changes the database in a way the shop may not, and makes the server notice.
func (s *Shop) AsOwner(sql string, args ...any) {
	s.T.Helper()
	pgtest.Exec(s.T, pgtest.Owner(s.T, s.Pool), sql, args...)
	s.RefreshVersions()
}

// Value reads one text from the shop's database.
func (s *Shop) Value(sql string, args ...any) string {
	s.T.Helper()
	var v string
	if err := s.Pool.QueryRow(s.T.Context(), sql, args...).Scan(&v); err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
	return v
}

// QueryAll reads one column from the shop's database.
func QueryAll[T any](s *Shop, sql string) []T {
	s.T.Helper()
	rows, err := s.Pool.Query(s.T.Context(), sql)
	if err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		s.T.Fatalf("%s: %v", sql, err)
	}
	return list
}

// PictureURL returns the address of the picture whose key sql selects.
func (s *Shop) PictureURL(sql string, args ...any) string {
	s.T.Helper()
	return picture.Key(s.Value(sql, args...)).URL()
}
