package audit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/audit"
	"larek/internal/pg/pgtest"
	"larek/internal/seal"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func newService(t *testing.T, pool *pgxpool.Pool, key seal.Key) *audit.Service {
	t.Helper()
	return audit.NewService(pool, seal.Succession{key}, func() time.Time { return noon })
}

func record(t *testing.T, pool *pgxpool.Pool, s *audit.Service, n int) {
	t.Helper()
	for i := range n {
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := s.Record(t.Context(), tx, audit.Entry{
				Actor: "Марина", Permission: "order.note", Action: "order.note", Object: audit.Object{Kind: "order", ID: fmt.Sprint(i + 1)},
				OrderID: int64(i + 1), Reason: audit.Reason{Code: "other", Text: "проверка"}, After: map[string]any{"n": i},
			})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func sealNew(t *testing.T, s *audit.Service, want bool) {
	t.Helper()
	if _, sealed, err := s.SealNew(t.Context()); err != nil || sealed != want {
		t.Fatalf("seal: got %t, %v, want %t", sealed, err, want)
	}
}

func TestRowsAreNeverChanged(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	s := newService(t, pool, seal.NewKey())
	record(t, pool, s, 1)
	sealNew(t, s, true)
	pgtest.Refused(t, pool, `update audit set actor = 'Другой'`, `delete from audit`, `truncate audit`, `update audit_seals set rows_count = 1`, `delete from audit_seals`)
}

// TestTamperingBreaksTheChain does, with the triggers off, what only the owner of the
// database can.
func TestTamperingBreaksTheChain(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"a changed value":   `update audit set after = '{"n": 7}' where id = 4`,
		"a changed reason":  `update audit set reason_text = 'так надо' where id = 2`,
		"another time":      `update audit set at = at + interval '1 microsecond' where id = 5`,
		"a removed row":     `delete from audit where id = 3`,
		"an added row":      `delete from audit where id = 5; insert into audit overriding system value select 5, at, staff_id, 'Другой', session, permission, action, object_kind, object_id, order_id, reason_code, reason_text, before, after, batch, request_id, address from audit where id = 4`,
		"a removed link":    `delete from audit_seals where id = 1`,
		"a rewritten link":  `update audit_seals set digest = sha256('x') where id = 2`,
		"a link of another": `update audit_seals set to_id = 5, rows_count = 5 where id = 1; delete from audit_seals where id = 2`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := pgtest.New(t)
			s := newService(t, pool, seal.NewKey())
			record(t, pool, s, 3)
			sealNew(t, s, true)
			record(t, pool, s, 3)
			sealNew(t, s, true)
			sealNew(t, s, false)
			if v, err := s.Verify(t.Context()); err != nil || v.Broken != nil || v.Rows != 6 || v.Last.Number != 2 {
				t.Fatalf("before: got %+v, %v, want six rows in two whole links", v, err)
			}
			sql := `alter table audit disable trigger user; alter table audit_seals disable trigger user; ` + sql
			pgtest.Exec(t, pgtest.Owner(t, pool), sql)
			if v, err := s.Verify(t.Context()); err != nil || v.Broken == nil {
				t.Errorf("got %+v, %v, want a broken link", v, err)
			}
		})
	}
}

func TestChainNeedsItsKey(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	s := newService(t, pool, seal.NewKey())
	record(t, pool, s, 2)
	sealNew(t, s, true)
	if v, err := newService(t, pool, seal.NewKey()).Verify(t.Context()); err != nil || v.Broken == nil {
		t.Errorf("another key: got %+v, %v, want a broken link", v, err)
	}
}

// What was sealed before LAREK_SECRET was replaced stays proved, and the old key seals
// nothing new.
func TestASecretIsReplaced(t *testing.T) {
	t.Parallel()
	pool, old, now := pgtest.New(t), seal.NewKey(), seal.NewKey()
	both := audit.NewService(pool, seal.Succession{now, old}, func() time.Time { return noon })
	for _, s := range []*audit.Service{newService(t, pool, old), both} {
		record(t, pool, s, 2)
		sealNew(t, s, true)
	}
	if v, err := both.Verify(t.Context()); err != nil || v.Broken != nil || v.Rows != 4 {
		t.Errorf("with both keys: got %+v, %v, want four rows", v, err)
	}
	forged := newService(t, pool, old)
	record(t, pool, forged, 1)
	sealNew(t, forged, true)
	if v, err := both.Verify(t.Context()); err != nil || v.Broken == nil || v.Broken.Number != 3 {
		t.Errorf("a seal by the old key after the new one: got %+v, %v, want the third one broken", v, err)
	}
}

// TestSealWaitsForOpenTransactions adds a row whose transaction ends after a later one.
func TestSealWaitsForOpenTransactions(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	s := newService(t, pool, seal.NewKey())
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	entry := audit.Entry{Actor: "Марина", Permission: "self", Action: "order.note", Object: audit.Object{Kind: "order", ID: "9"}}
	if _, err := s.Record(t.Context(), tx, entry); err != nil {
		t.Fatal(err)
	}
	record(t, pool, s, 1)
	if _, _, err := s.SealNew(t.Context()); err == nil {
		t.Fatal("got a seal while a smaller number could still appear")
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	sealNew(t, s, true)
	if v, err := s.Verify(t.Context()); err != nil || v.Broken != nil || v.Rows != 2 {
		t.Errorf("got %+v, %v, want both rows", v, err)
	}
}

func TestSecretsAreRefused(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	s := newService(t, pool, seal.NewKey())
	for _, name := range []string{"password", "totp_secret", "access_token", "code", "codes", "email", "player_id"} {
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := s.Record(t.Context(), tx, audit.Entry{
				Actor: "Марина", Permission: "self", Action: "order.note", Object: audit.Object{Kind: "order", ID: "1"},
				After: map[string]any{"lines": []any{map[string]any{name: "x"}}},
			})
			return err
		})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v, want it refused", name, err)
		}
	}
	var n int
	if err := pool.QueryRow(t.Context(), `select count(*) from audit`).Scan(&n); err != nil || n != 0 {
		t.Errorf("got %d rows, %v, want none", n, err)
	}
}
