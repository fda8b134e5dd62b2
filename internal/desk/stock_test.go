package desk_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/supply"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/staff"
)

const codesFile = "код;до\nAAAA-BBBB-0001;31.12.2027\nAAAA-BBBB-0002\n\naaaa bbbb\nAAAA-BBBB-0001\nAAAA-BBBB-0003;2020-01-01\nAAAA-BBBB-0004,2027-06-30\r\n"

func (o *office) loadCodes(who staff.Actor, text string, expected int) (supply.StockDone, error) {
	a := desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "purchase", Text: "накладная 7"}}
	return o.do.Supply.LoadCodes(o.t.Context(), a, delivery.NewBatch{ProductID: o.coded, Text: []byte(text), Expected: expected, Source: "Дистрибьютор"})
}

func (o *office) stockRows() string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select concat_ws(' ', (select count(*) from code_batches), (select count(*) from codes), (select count(*) from audit), (select count(*) from desk_requests))`)
}

func faults(lines []delivery.FileLine) string {
	var all []string
	for _, l := range lines {
		if l.Fault != "" {
			all = append(all, string(l.Fault)+" "+l.Masked)
		}
	}
	return strings.Join(all, ", ")
}

func TestFileOfCodesIsJudgedWithoutStoringIt(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	lines, err := o.shop.Stock.Preview(t.Context(), o.coded, []byte(codesFile), noon)
	if err != nil || len(lines) != 6 {
		t.Fatalf("got %d lines, %v", len(lines), err)
	}
	if got := faults(lines); got != "format ••••bb, repeated ••••01, expiry ••••03" {
		t.Errorf("got %s", got)
	}
	if want := time.Date(2027, 12, 31, 21, 0, 0, 0, time.UTC); !lines[0].ExpiresAt.Equal(want) || lines[0].Line != 2 {
		t.Errorf("got %+v, want the end of the day in Moscow", lines[0])
	}
	if _, err := o.shop.Stock.Preview(t.Context(), o.coded, []byte("код\x00"), noon); code(err) != "stock.file" {
		t.Errorf("got %v, want what is not text refused", err)
	}
	if _, err := o.shop.Stock.Preview(t.Context(), o.product, []byte(codesFile), noon); code(err) != "stock.product" {
		t.Errorf("got %v, want a product without stock refused", err)
	}
	if got := o.stockRows(); got != "0 0 0 0" {
		t.Errorf("rows %s: a preview wrote", got)
	}
}

func TestCodesAreLoadedOnceAsOneBatch(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	if _, err := o.loadCodes(clerk, codesFile, 4); code(err) != "stock.changed" || o.stockRows() != "0 0 0 0" {
		t.Fatalf("got %v, rows %s; want another number than the preview's refused", err, o.stockRows())
	}
	var wait sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wait.Go(func() { _, errs[i] = o.loadCodes(clerk, codesFile, 3) })
	}
	wait.Wait()
	refused := 0
	for _, err := range errs {
		if c := code(err); c == "stock.changed" || c == "stock.nothing_new" {
			refused++
		} else if err != nil {
			t.Error(err)
		}
	}
	if got := o.stockRows(); refused != 3 || got != "1 3 1 1" {
		t.Errorf("%d were refused, rows %s; want one batch of three codes and one audit row", refused, got)
	}
	lines, err := o.shop.Stock.Preview(t.Context(), o.coded, []byte(codesFile), noon)
	if err != nil || strings.Count(faults(lines), "known") != 3 {
		t.Errorf("got %s, %v; want the loaded codes known", faults(lines), err)
	}
	written := pgtest.One[string](t, o.pool, `select concat((select string_agg(t::text, '') from audit t), (select string_agg(t::text, '') from desk_requests t), (select string_agg(t::text, '') from code_batches t))`)
	if strings.Contains(written, "BBBB") || !strings.Contains(written, "Дистрибьютор") {
		t.Errorf("a code was written down: %s", written)
	}
}

func TestExpiredCodesAreNotSold(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	if _, err := o.loadCodes(o.admin, "AAAA-0001\nAAAA-0002;2027-01-01\n", 2); err != nil {
		t.Fatal(err)
	}
	pgtest.One[int64](t, o.pool, `update codes set expires_at = now() - interval '1 minute' where expires_at is not null returning id`)
	if n, err := o.shop.Stock.Available(t.Context(), o.coded); err != nil || n != 1 {
		t.Errorf("%d codes can be sold, %v; want one", n, err)
	}
}

func TestOnlyFreeCodesAreVoided(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	done, err := o.loadCodes(o.admin, "AAAA-0001\nAAAA-0002\nAAAA-0003\n", 3)
	if err != nil {
		t.Fatal(err)
	}
	_, held, _ := o.complained(0)
	pgtest.One[int64](t, o.pool, `update codes set batch_id = $2 where id = $1 returning id`, held, done.ID)
	act := func() desk.Command {
		return desk.Command{Actor: o.hire("catalog"), Key: newKey(), Reason: audit.Reason{Code: "stolen", Text: "утечка"}}
	}
	before := o.stockRows()
	if _, err := o.do.Supply.VoidCode(t.Context(), act(), held); code(err) != "stock.not_free" || o.stockRows() != before {
		t.Errorf("got %v, want a delivered code left alone", err)
	}
	voided, err := o.do.Supply.VoidBatch(t.Context(), act(), done.ID)
	if err != nil || voided.Codes != 3 {
		t.Fatalf("got %+v, %v, want three", voided, err)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(distinct state || ' ' || coalesce(void_reason, ''), ', ' order by state || ' ' || coalesce(void_reason, '')) from codes where batch_id = $1`, done.ID); got != "given , void утечка" {
		t.Errorf("got %s", got)
	}
}

// TestDearerCodesAreLoadedByTwo: codes that cost more than they are sold for are a loss, by
// selling them and by voiding them.
func TestDearerCodesAreLoadedByTwo(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	price := rubles(pgtest.One[int64](t, o.pool, `select (final_price * 100)::bigint from products where id = $1`, o.coded))
	load := func(who staff.Actor, cost money.RUB) (supply.StockDone, error) {
		a := desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "purchase", Text: "накладная 8"}}
		return o.do.Supply.LoadCodes(t.Context(), a, delivery.NewBatch{
			ProductID: o.coded, Text: []byte("DEAR-0001\nDEAR-0002\nDEAR-0003\n"), Expected: 3, Source: "Дистрибьютор", UnitCost: &cost,
		})
	}
	clerk := o.hire("catalog")
	before := o.stockRows()
	if _, err := load(clerk, price+1); problemCode(err) != "price.below_cost" || o.stockRows() != before {
		t.Fatalf("codes dearer by a kopeck: %v, rows %s; want price.below_cost and %s", err, o.stockRows(), before)
	}
	anna := o.hire("admin")
	anna.Grants[staff.PriceBelowCost] = rubles(100_00)
	const codes = `select count(*) from codes where batch_id is not null`
	if _, err := load(anna, price+rubles(50_00)); problemCode(err) != "desk.second_person" || pgtest.One[int64](t, o.pool, codes) != 0 {
		t.Fatalf("a loss of 150.00 alone: %v, want desk.second_person and no codes", err)
	}
	if err := o.approve(o.hire("admin")); err != nil {
		t.Fatal(err)
	}
	done, err := load(anna, price+rubles(50_00))
	if err != nil {
		t.Fatalf("approved by another person: %v", err)
	}
	if _, err := o.do.Supply.VoidBatch(t.Context(), desk.Command{Actor: clerk, Key: newKey(), Reason: audit.Reason{Code: "stolen", Text: "утечка"}}, done.ID); err != nil {
		t.Fatal(err)
	}
	const lost = `select concat_ws(' ', (select sum(rubles) from staff_takings where door = 'offer'), (select sum(amount)::numeric(14, 2) from ledger_postings where account = 'writeoff'))`
	if got, want := pgtest.One[string](t, o.pool, lost), "150.00 "+(3*(price+rubles(50_00))).String(); got != want {
		t.Errorf("counted as a loss, and written off: %s, want %s", got, want)
	}
}

// TestVoidedCodesCountAgainstTheLimitOfADay voids codes of 100 rubles that somebody loaded for a
// kopeck each, one by one and by the batch.
func TestVoidedCodesCountAgainstTheLimitOfADay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	first, second := o.freeCodes(4, "0.01"), o.freeCodes(3, "0.01")
	clerk := o.hire("catalog")
	clerk.Grants[staff.CodeWriteOff] = rubles(250_00)
	act := func() desk.Command {
		return desk.Command{Actor: clerk, Key: newKey(), Reason: audit.Reason{Code: "stolen", Text: "утечка"}}
	}
	voidOne := func() error {
		id := pgtest.One[int64](t, o.pool, `select min(id) from codes where batch_id = $1 and state = 'free'`, first)
		_, err := o.do.Supply.VoidCode(t.Context(), act(), id)
		return err
	}
	for range 2 {
		if err := voidOne(); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want string) {
		t.Helper()
		const rows = `select concat_ws(', ', (select count(*) || ' void' from codes where state = 'void'), (select sum(rubles) || ' counted' from staff_takings where door = 'void' and permission = 'code.write_off' and staff_id = $1),
			(select sum(amount)::numeric(14, 2) || ' written off' from ledger_postings where account = 'writeoff'))`
		if got := pgtest.One[string](t, o.pool, rows, clerk.ID); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	expect("2 void, 200.00 counted, 0.02 written off")
	if err := voidOne(); problemCode(err) != "desk.second_person" {
		t.Errorf("the third code of 100.00 with a limit of 250.00: %v, want desk.second_person", err)
	}
	if err := o.approve(o.hire("finance")); err != nil {
		t.Fatal(err)
	}
	if _, err := o.do.Supply.VoidBatch(t.Context(), act(), second); problemCode(err) != "desk.second_person" {
		t.Errorf("a batch above the limit: %v, want desk.second_person", err)
	}
	expect("2 void, 200.00 counted, 0.02 written off")
	if err := o.approve(o.hire("admin")); err != nil {
		t.Fatal(err)
	}
	if err := voidOne(); err != nil {
		t.Errorf("a code approved by another person: %v", err)
	}
	if _, err := o.do.Supply.VoidBatch(t.Context(), act(), second); err != nil {
		t.Errorf("a batch approved by another person: %v", err)
	}
	expect("6 void, 600.00 counted, 0.06 written off")
	if err := voidOne(); problemCode(err) != "desk.second_person" {
		t.Errorf("the last code: %v, want desk.second_person", err)
	}
}

func TestCodeIsShownToThoseWhoSayWhy(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	if _, err := o.loadCodes(o.admin, "SECRET-0001\n", 1); err != nil {
		t.Fatal(err)
	}
	id := pgtest.One[int64](t, o.pool, `select id from codes where batch_id is not null`)
	a := desk.Command{Actor: o.hire("senior"), Key: newKey(), Reason: audit.Reason{Code: "complaint", Text: "покупатель спрашивает"}}
	text, err := o.do.Supply.RevealCode(t.Context(), a, id)
	if err != nil || text != "SECRET-0001" {
		t.Fatalf("got %s, %v", text, err)
	}
	if got := pgtest.One[string](t, o.pool, `select viewer || ' ' || (staff_id = $1) || ' ' || reason from code_reveals`, a.Actor.ID); got != "staff true покупатель спрашивает" {
		t.Errorf("got %s", got)
	}
	written := pgtest.One[string](t, o.pool, `select concat((select string_agg(t::text, '') from audit t), (select string_agg(t::text, '') from desk_requests t), (select string_agg(t::text, '') from code_reveals t))`)
	if strings.Contains(written, "SECRET") {
		t.Errorf("the code was written down: %s", written)
	}
	before := o.stockRows()
	if _, err := o.do.Supply.RevealCode(t.Context(), desk.Command{Actor: o.hire("catalog"), Key: newKey()}, id); code(err) != "console.forbidden" || o.stockRows() != before {
		t.Errorf("got %v, want it refused without the permission", err)
	}
}

// TestLookAtACodeThatIsNotSoldCountsAsTaken: the person who saw a code can use it.
func TestLookAtACodeThatIsNotSoldCountsAsTaken(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	if _, err := o.loadCodes(o.admin, "UNSOLD-0001\nUNSOLD-0002\nUNSOLD-0003\n", 3); err != nil {
		t.Fatal(err)
	}
	ids := pgtest.All[int64](t, o.pool, `select id from codes where batch_id is not null order by id`)
	anna := o.hire("senior")
	anna.Grants[staff.GoodwillGive] = rubles(150_00)
	look := func(id int64) (string, error) {
		a := desk.Command{Actor: anna, Key: newKey(), Reason: audit.Reason{Code: "check", Text: "поставщик просит"}}
		return o.do.Supply.RevealCode(t.Context(), a, id)
	}
	const taken = `select concat_ws(' ', (select sum(rubles) from staff_takings where door = 'reveal' and permission = 'goodwill.give'), (select count(*) from code_reveals))`
	if text, err := look(ids[0]); err != nil || text != "UNSOLD-0001" {
		t.Fatalf("got %q, %v", text, err)
	}
	if text, err := look(ids[1]); problemCode(err) != "desk.second_person" || text != "" {
		t.Errorf("the second code of 100.00 with a limit of 150.00: %q, %v, want desk.second_person", text, err)
	}
	if got := pgtest.One[string](t, o.pool, taken); got != "100.00 1" {
		t.Errorf("counted, and looks recorded: %s, want 100.00 1", got)
	}
	// What was voided or delivered is counted there.
	pgtest.Exec(t, o.pool, `update codes set state = 'void', voided_at = $2, voided_by = $3, void_reason = '' where id = $1`, ids[2], noon, o.admin.ID)
	_, given, _ := o.complained(0)
	for _, id := range []int64{ids[2], given} {
		if _, err := look(id); problemCode(err) != "" {
			t.Errorf("code %d: %v", id, err)
		}
	}
	if got := pgtest.One[string](t, o.pool, taken); got != "100.00 3" {
		t.Errorf("counted, and looks recorded: %s, want 100.00 3", got)
	}
}
