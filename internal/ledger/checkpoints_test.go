package ledger

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/seal"
)

// chained is a shop with books, a chain over them and a clock that tests move.
type chained struct {
	*Chain
	t    *testing.T
	pool *pgxpool.Pool
	now  time.Time
	n    int
}

func newChained(t *testing.T) *chained {
	t.Helper()
	s, pool := newBooks(t)
	c := &chained{t: t, pool: pool, now: time.Date(2026, 11, 1, 0, 10, 0, 0, Moscow)}
	c.Chain = NewChain(s, seal.Succession{seal.NewKey()}, func() time.Time { return c.now })
	return c
}

// post posts entries of a payment, a delivery and a refund to a buyer.
func (c *chained) post(times int) {
	c.t.Helper()
	for range times {
		c.n++
		ref := strconv.Itoa(c.n)
		for _, e := range []Entry{
			PaymentReceived{Provider: "tbank", Charge: money.Of(100_00, "RUB"), Total: 100_00}.Entry(ref, 1),
			Delivered{Net: 60_00}.Entry(ref, 1), RefundedFromOrder{To: Customer(int64(c.n)), Amount: money.Of(40_00, "RUB"), Net: 40_00}.Entry(ref, 1),
		} {
			if err := post(c.t, c.books, e); err != nil {
				c.t.Fatal(err)
			}
		}
	}
}

// day lets a day pass and makes its checkpoint.
func (c *chained) day() Checkpoint {
	c.t.Helper()
	c.now = c.now.AddDate(0, 0, 1)
	x, made, err := c.Extend(c.t.Context())
	if err != nil || !made {
		c.t.Fatalf("a checkpoint of %s: got %t, %v", c.now, made, err)
	}
	return x
}

func (c *chained) prove(from time.Time) Proof {
	c.t.Helper()
	p, err := c.Prove(c.t.Context(), from)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

func TestCheckpointsFollowEachOther(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	if x, made, err := c.Extend(t.Context()); err != nil || made {
		t.Errorf("of empty books: got %+v, %t, %v, want none", x, made, err)
	}
	c.post(2)
	if x := c.day(); x.Number != 1 || x.FromID != 1 || x.ToID != 6 || x.Entries != 6 || x.Postings != 12 || x.Day.Format(time.DateOnly) != "2026-11-02" {
		t.Errorf("got %+v, want the first one with six entries", x)
	}
	c.post(1)
	if x, made, err := c.Extend(t.Context()); err != nil || made {
		t.Errorf("a second one of a day: got %+v, %t, %v, want none", x, made, err)
	}
	if x := c.day(); x.Number != 2 || x.FromID != 7 || x.ToID != 9 {
		t.Errorf("got %+v, want the second with three entries", x)
	}
	c.now = c.now.AddDate(0, 0, 1)
	if x, made, err := c.Extend(t.Context()); err != nil || made {
		t.Errorf("with nothing posted: got %+v, %t, %v, want none", x, made, err)
	}
	got := pgtest.All[string](t, c.pool, `select concat_ws(' ', account, debit::int, credit::int, balance::int) from ledger_checkpoint_sums where checkpoint_id = 2 order by account`)
	if want := "customer 0 40 -120, orders 100 100 0, provider:tbank 100 0 300, revenue 0 60 -180"; strings.Join(got, ", ") != want {
		t.Errorf("sums: got %v, want %s", got, want)
	}
	c.post(1)
	if p := c.prove(time.Time{}); p.Err() != nil || p.Checkpoints != 2 || p.Entries != 9 || p.Postings != 18 || p.Last.Number != 2 || p.Since.Sums["RUB"] != 0 {
		t.Errorf("got %+v, want two whole checkpoints and balanced books", p)
	}
	if p := c.prove(time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)); p.Err() != nil || p.Checkpoints != 1 || p.Entries != 3 {
		t.Errorf("from the second day: got %+v, want one checkpoint read again", p)
	}
	if p, err := NewChain(c.books, seal.Succession{seal.NewKey()}, c.clock).Prove(t.Context(), time.Time{}); err != nil || p.Broken == nil || p.Broken.Number != 1 {
		t.Errorf("another key: got %+v, %v, want the first one broken", p, err)
	}
}

// TestASecretIsReplaced: what the old key proved stays proved, and it proves nothing new.
func TestASecretIsReplaced(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	old, now := c.keys, seal.NewKey()
	c.post(1)
	c.day()
	c.keys = seal.Succession{now, old[0]}
	c.post(1)
	c.day()
	if p := c.prove(time.Time{}); p.Err() != nil || p.Checkpoints != 2 {
		t.Errorf("with both keys: got %+v, want two whole checkpoints", p)
	}
	c.keys = seal.Succession{now}
	if p := c.prove(time.Time{}); p.Broken == nil || p.Broken.Number != 1 {
		t.Errorf("without the old key: got %+v, want the first one broken", p)
	}
	c.keys = old
	c.post(1)
	c.day()
	c.keys = seal.Succession{now, old[0]}
	if p := c.prove(time.Time{}); p.Broken == nil || p.Broken.Number != 3 {
		t.Errorf("a checkpoint by the old key after the new one: got %+v, want the third one broken", p)
	}
}

// TestChangedPastIsFound does, with the triggers off, what only the owner of the database
// can, to the second of three days.
func TestChangedPastIsFound(t *testing.T) {
	t.Parallel()
	const off = `alter table ledger_postings disable trigger user; alter table ledger_groups disable trigger user;
		alter table ledger_checkpoints disable trigger user; alter table ledger_checkpoint_sums disable trigger user; `
	for name, change := range map[string]struct {
		sql string
		why string
	}{
		"another amount":         {`update ledger_postings set amount = amount * 2 where group_id = 11`, "6 entries with 12 postings were there, 6 with 12 are"},
		"another account":        {`update ledger_postings set account = 'fees' where group_id = 11 and account = 'revenue'`, "6 with 12 are"},
		"another time":           {`update ledger_groups set at = at - interval '1 day' where id = 12`, "6 with 12 are"},
		"another order":          {`update ledger_groups set order_id = null where id = 10`, "6 with 12 are"},
		"a deleted entry":        {`delete from ledger_postings where group_id = 12; delete from ledger_groups where id = 12`, "5 with 10 are"},
		"a deleted posting":      {`delete from ledger_postings where group_id = 12 and account = 'orders'`, "6 with 11 are"},
		"an entry of the past":   {`insert into ledger_groups (id, reason, ref) overriding system value values (13, 'x', '1'); insert into ledger_postings values (13, 'fees', 'RUB', -1), (13, 'orders', 'RUB', 1)`, "7 with 14 are"},
		"a posting of the past":  {`insert into ledger_postings values (12, 'fees', 'RUB', -1), (12, 'bank', 'RUB', 1)`, "6 with 14 are"},
		"a changed sum":          {`update ledger_checkpoint_sums set balance = balance + 1 where checkpoint_id = 2 and account = 'customer'`, "its sums were changed"},
		"a rewritten checkpoint": {`update ledger_checkpoints set content = sha256('x') where id = 2`, "it or its sums were changed"},
		"a shortened checkpoint": {`update ledger_checkpoints set from_id = from_id + 1 where id = 2`, "it does not follow checkpoint 1"},
		"a deleted checkpoint":   {`delete from ledger_checkpoint_sums where checkpoint_id = 2; delete from ledger_checkpoints where id = 2`, "it does not follow checkpoint 1"},
		"another time of making": {`update ledger_checkpoints set at = at + interval '1 second' where id = 2`, "it or its sums were changed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newChained(t)
			c.post(3)
			c.day()
			c.post(1)
			// A number without an entry: its transaction is rolled back.
			pgtest.Exec(t, c.pool, `begin; insert into ledger_groups (reason, ref) values ('x', 'y'); rollback`)
			c.post(1)
			c.day()
			c.post(1)
			c.day()
			if p := c.prove(time.Time{}); p.Err() != nil || p.Checkpoints != 3 {
				t.Fatalf("before: got %+v, %v, want three whole checkpoints", p, p.Err())
			}
			pgtest.Exec(t, pgtest.Owner(t, c.pool), off+change.sql)
			p := c.prove(time.Time{})
			want := int64(2)
			if name == "a deleted checkpoint" {
				want = 3
			}
			if p.Broken == nil || p.Broken.Number != want || !strings.Contains(p.Err().Error(), change.why) {
				t.Errorf("got %v, want checkpoint %d: %s", p.Err(), want, change.why)
			}
		})
	}
}

// TestCheckpointWaitsForOpenTransactions posts an entry whose transaction ends after that of
// a later number.
func TestCheckpointWaitsForOpenTransactions(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	tx, err := c.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.books.Post(t.Context(), tx, SurplusReceived{Provider: "tbank", Amount: money.Of(100, "RUB")}.Entry("slow", 1)); err != nil {
		t.Fatal(err)
	}
	c.post(1)
	if x, made, err := c.Extend(t.Context()); err == nil {
		t.Fatalf("got %+v, %t while a smaller number could still appear", x, made)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if x := c.day(); x.Entries != 4 || x.FromID != 1 || x.ToID != 4 {
		t.Errorf("got %+v, want all four entries", x)
	}
	if p := c.prove(time.Time{}); p.Err() != nil {
		t.Error(p.Err())
	}
}

// TestOneCheckpointADay has eight workers make it at once.
func TestOneCheckpointADay(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	c.post(2)
	var wg sync.WaitGroup
	made := make([]bool, 8)
	for i := range made {
		wg.Go(func() {
			var err error
			if _, made[i], err = c.Extend(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	n := 0
	for _, m := range made {
		if m {
			n++
		}
	}
	if n != 1 || pgtest.One[int](t, c.pool, `select count(*) from ledger_checkpoints`) != 1 {
		t.Errorf("%d workers made a checkpoint, want one", n)
	}
	if p := c.prove(time.Time{}); p.Err() != nil {
		t.Error(p.Err())
	}
}

// TestUnbalancedEntryHasNoCheckpoint lets the owner post what does not add up to zero.
func TestUnbalancedEntryHasNoCheckpoint(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	c.post(1)
	pgtest.InTx(t, pgtest.Owner(t, c.pool), func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `alter table ledger_postings disable trigger user; insert into ledger_postings values (2, 'fees', 'RUB', -1); alter table ledger_postings enable trigger user`)
		return err
	})
	if x, made, err := c.Extend(t.Context()); err == nil || !strings.Contains(err.Error(), "entries [2] do not add up to zero") {
		t.Errorf("got %+v, %t, %v, want entry 2 named", x, made, err)
	}
	if p := c.prove(time.Time{}); p.Err() == nil || !strings.Contains(p.Err().Error(), "unbalanced entries [2]") {
		t.Errorf("got %v, want entry 2 named", p.Err())
	}
}

func TestCheckpointsAreNeverChanged(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	c.post(1)
	c.day()
	pgtest.Refused(t, c.pool, `update ledger_checkpoints set entries = 1`, `delete from ledger_checkpoints`, `truncate ledger_checkpoints cascade`,
		`update ledger_checkpoint_sums set balance = 0`, `delete from ledger_checkpoint_sums`, `truncate ledger_checkpoint_sums`)
}
