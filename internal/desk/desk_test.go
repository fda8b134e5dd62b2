package desk_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/pg/pgtest"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/seal"
	"larek/internal/staff"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

type fixture struct {
	t    *testing.T
	pool *pgxpool.Pool
	desk *desk.Desk
	who  staff.Actor
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	pool := pgtest.New(t)
	now := func() time.Time { return noon }
	f := &fixture{t: t, pool: pool, desk: desk.New(pool, audit.NewService(pool, seal.Succession{seal.NewKey()}, now), now)}
	f.who = staff.Actor{Name: "Марина", Session: publicid.New(), Grants: staff.Grants{staff.OrderNote: 0}, RequestID: "request-1", Address: "192.0.2.7"}
	err := pool.QueryRow(t.Context(), `insert into staff (email, name, role_id, password, created, seen_at)
		select 'm@staff.test', 'Марина', id, '', now(), now() from staff_roles where name = 'operator' returning id`).Scan(&f.who.ID)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fixture) action(key string) desk.Action {
	return desk.Action{
		Actor: f.who, Permission: staff.OrderNote, Name: "role.rename", Key: key, Object: audit.Object{Kind: "role", ID: "1"},
		Reason: audit.Reason{Code: "other", Text: "проверка"}, Input: "Ночной оператор",
	}
}

// rename is a change that can be counted.
func rename(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
	_, err := tx.Exec(ctx, `update staff_roles set title = 'Ночной оператор', version = version + 1 where name = 'operator'`)
	return desk.Outcome{Before: map[string]string{"title": "Оператор"}, After: map[string]string{"title": "Ночной оператор"}, Result: map[string]int{"n": 1}}, err
}

const key = "6f1c1a52-7a51-4c0e-9d0c-1f6a3f6b1d11"

// state returns how often the change was made, and how many audit rows there are.
func (f *fixture) state() [2]int {
	f.t.Helper()
	var s [2]int
	err := f.pool.QueryRow(f.t.Context(), `select (select version - 1 from staff_roles where name = 'operator'), (select count(*) from audit)`).Scan(&s[0], &s[1])
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

func TestActionAndItsAuditRowAreOneTransaction(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told := 0
	answer, err := f.desk.Do(t.Context(), f.action(key), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		done, err := rename(ctx, tx)
		done.AfterCommit = func(context.Context) { told++ }
		return done, err
	})
	if err != nil || string(answer.Body) != `{"n":1}` || answer.Replayed || told != 1 {
		t.Fatalf("got %s, replayed %t, told %d, error %v; want the answer, told once", answer.Body, answer.Replayed, told, err)
	}
	if got := f.state(); got != [2]int{1, 1} {
		t.Errorf("got %v, want one change and one audit row", got)
	}
	var row string
	err = f.pool.QueryRow(t.Context(), `select concat_ws('|', staff_id, actor, permission, action, object_kind, object_id, reason_code, reason_text, before, after, request_id, address) from audit`).Scan(&row)
	want := `1|Марина|order.note|role.rename|role|1|other|проверка|{"title": "Оператор"}|{"title": "Ночной оператор"}|request-1|192.0.2.7`
	if err != nil || row != want {
		t.Errorf("got %s, %v, want %s", row, err, want)
	}
}

func TestRefusedActionLeavesNothing(t *testing.T) {
	t.Parallel()
	refused := problem.New(problem.Conflict, "test.refused", "Нельзя.")
	for name, c := range map[string]struct {
		change func(*desk.Action)
		verb   desk.Handler
	}{
		"no permission": {change: func(a *desk.Action) { a.Permission = staff.RefundSend }, verb: rename},
		"nobody":        {change: func(a *desk.Action) { a.Actor.ID = 0 }, verb: rename},
		"bad key":       {change: func(a *desk.Action) { a.Key = "1" }, verb: rename},
		"verb fails": {verb: func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			_, err := rename(ctx, tx)
			return desk.Outcome{}, errors.Join(err, refused)
		}},
		"audit fails after the verb": {verb: func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			done, err := rename(ctx, tx)
			done.After = map[string]any{"new": []any{map[string]string{"password": "x"}}}
			return done, err
		}},
		"answer cannot be stored": {verb: func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			done, err := rename(ctx, tx)
			done.Result = func() {}
			return done, err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			a := f.action(key)
			if c.change != nil {
				c.change(&a)
			}
			if _, err := f.desk.Do(t.Context(), a, c.verb); err == nil {
				t.Fatal("got no error")
			}
			if got := f.state(); got != [2]int{0, 0} {
				t.Errorf("got %v, want no change and no audit row", got)
			}
			if _, err := f.desk.Do(t.Context(), f.action(key), rename); err != nil {
				t.Errorf("the key after a refusal: got %v, want it free", err)
			}
		})
	}
}

func TestOneKeyHasOneEffect(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const n = 8
	answers := make([]desk.Result, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			var err error
			if answers[i], err = f.desk.Do(t.Context(), f.action(key), rename); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	first := 0
	for _, a := range answers {
		if !a.Replayed {
			first++
		}
		var body map[string]int
		if err := json.Unmarshal(a.Body, &body); err != nil || body["n"] != 1 {
			t.Errorf("got %s, %v, want the first answer", a.Body, err)
		}
	}
	if got := f.state(); got != [2]int{1, 1} || first != 1 {
		t.Errorf("got %v and %d first answers, want one change, one audit row, one first answer", got, first)
	}
	other := f.action(key)
	other.Input = "Дневной оператор"
	if _, err := f.desk.Do(t.Context(), other, rename); !errors.Is(err, desk.ErrKeyReused) {
		t.Errorf("the key for something else: got %v, want ErrKeyReused", err)
	}
	if got := f.state(); got != [2]int{1, 1} {
		t.Errorf("got %v, want nothing more", got)
	}
}
