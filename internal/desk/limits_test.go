package desk_test

import (
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// deliveredOrder inserts an order of 100 rubles of a buyer with an account, paid and
// delivered.
func (o *office) deliveredOrder() int64 {
	o.t.Helper()
	id := factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "status": "done", "user_id": factory.User(o.t, o.pool, nil)})
	factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product, "quantity": 2, "unit_price": 50, "status": "completed"})
	factory.Payment(o.t, o.pool, factory.PaymentAttempt(o.t, o.pool, id, factory.With{"status": "paid"}))
	return id
}

// problemCode returns the code of a problem, and an empty text for any other error.
func problemCode(err error) string {
	if p, is := errors.AsType[*problem.Error](err); is {
		return p.Code
	}
	return ""
}

func (o *office) expectGoodwill(want string) {
	o.t.Helper()
	if sum := pgtest.One[string](o.t, o.pool, `select coalesce(sum(amount), 0)::numeric(14,2)::text from ledger_postings where account = 'goodwill'`); sum != want {
		o.t.Errorf("%s was given, want %s", sum, want)
	}
}

func (o *office) apologise(who staff.Actor, orderID int64, amount money.RUB) error {
	a := desk.Command{Actor: who, Key: newKey(), OrderID: orderID, Reason: audit.Reason{Code: "other", Text: "извинились"}}
	_, err := o.do.OrderActions.GiveGoodwill(o.t.Context(), a, amount)
	return err
}

func (o *office) credit(who staff.Actor, userID int64, amount money.RUB) error {
	a := desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "извинились"}}
	_, err := o.do.Customers.CreditCustomer(o.t.Context(), a, userID, amount)
	return err
}

// finance returns what the people of finance do in the office.
func (o *office) finance() *finance.Service {
	return o.do.Finance
}

// approve lets a person approve the only request that is open.
func (o *office) approve(who staff.Actor) error {
	o.t.Helper()
	id := pgtest.One[int64](o.t, o.pool, `select id from ledger_requests where state = 'open'`)
	_, err := o.finance().Decide(o.t.Context(), desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "check"}}, id, true)
	return err
}

// freeCodes inserts a batch of free codes, which are sold for 100 rubles each.
func (o *office) freeCodes(n int, cost string) (batch int64) {
	o.t.Helper()
	batch = pgtest.One[int64](o.t, o.pool, `insert into code_batches (product_id, source, codes, created_by, created, unit_cost) values ($1, 'test', $2, $3, $4, $5::numeric) returning id`, o.coded, n, o.admin.ID, noon, cost)
	for range n {
		pgtest.Exec(o.t, o.pool, `insert into codes (product_id, sealed, key_id, fingerprint, state, batch_id) values ($1, 'x', 't', $2, 'free', $3)`, o.coded, publicid.New().String(), batch)
	}
	return batch
}

func TestApologyNeedsAPaidOrderAndIsNoMoreThanWasPaid(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("admin")
	unpaid := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "created", "user_id": factory.User(t, o.pool, nil)})
	factory.Line(t, o.pool, unpaid, factory.With{"product_id": o.product})
	if err := o.apologise(anna, unpaid, rubles(1_00)); problemCode(err) != "desk.refused" {
		t.Errorf("an apology for an unpaid order ended with %v, want desk.refused", err)
	}
	paid := o.deliveredOrder()
	if err := o.apologise(anna, paid, rubles(100_01)); problemCode(err) != "invalid" {
		t.Errorf("100.01 for an order of 100.00 ended with %v, want invalid", err)
	}
	o.expectGoodwill("0.00")
	if err := o.apologise(anna, paid, rubles(100_00)); err != nil {
		t.Fatal(err)
	}
	if err := o.apologise(anna, paid, rubles(1)); problemCode(err) != "desk.refused" {
		t.Errorf("a kopeck more ended with %v, want desk.refused", err)
	}
	o.expectGoodwill("100.00")
}

// TestOnePersonGivesUpToTheLimitInADay gives apologies for orders of many buyers, and to
// buyers for no order in particular.
func TestOnePersonGivesUpToTheLimitInADay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("operator")
	anna.Grants[staff.GoodwillGive] = rubles(150_00)
	if err := o.apologise(anna, o.deliveredOrder(), rubles(100_00)); err != nil {
		t.Fatal(err)
	}
	if err := o.credit(anna, factory.User(t, o.pool, nil), rubles(50_00)); err != nil {
		t.Fatal(err)
	}
	if err := o.apologise(anna, o.deliveredOrder(), rubles(1)); problemCode(err) != "desk.second_person" {
		t.Errorf("a kopeck above the day's limit ended with %v, want desk.second_person", err)
	}
	if err := o.credit(anna, factory.User(t, o.pool, nil), rubles(1)); problemCode(err) != "desk.second_person" {
		t.Errorf("a credit above the day's limit ended with %v, want desk.second_person", err)
	}
	o.expectGoodwill("150.00")
	if n := pgtest.One[int64](t, o.pool, `select count(*) from ledger_requests where kind = 'taking' and state = 'open' and asked_by = $1`, anna.ID); n != 2 {
		t.Errorf("%d requests for a second person, want 2", n)
	}
}

func TestTwoTakingsAtOnceDoNotPassTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("operator")
	anna.Grants[staff.GoodwillGive] = rubles(100_00)
	orders := []int64{o.deliveredOrder(), o.deliveredOrder(), o.deliveredOrder(), o.deliveredOrder()}
	var wg sync.WaitGroup
	for _, id := range orders {
		wg.Go(func() { _ = o.apologise(anna, id, rubles(60_00)) })
	}
	wg.Wait()
	o.expectGoodwill("60.00")
}

// TestBuyerIsGivenUpToTheLimitInAMonth gives one buyer apologies by two people and both
// ways: for an order, and for none in particular.
func TestBuyerIsGivenUpToTheLimitInAMonth(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna, boris := o.hire("senior"), o.hire("senior")
	id := o.deliveredOrder()
	buyer := pgtest.One[int64](t, o.pool, `select user_id from orders where id = $1`, id)
	anna.Grants[staff.GoodwillGive], boris.Grants[staff.GoodwillGive] = rubles(120_00), rubles(120_00)
	if err := o.apologise(anna, id, rubles(90_00)); err != nil {
		t.Fatal(err)
	}
	if err := o.credit(boris, buyer, rubles(30_01)); problemCode(err) != "desk.second_person" {
		t.Errorf("30.01 more for the buyer ended with %v, want desk.second_person", err)
	}
	o.expectGoodwill("90.00")
	if err := o.credit(boris, buyer, rubles(30_00)); err != nil {
		t.Error(err)
	}
	o.expectGoodwill("120.00")
}

func TestSecondPersonApprovesOneTaking(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("finance")
	anna.Grants[staff.GoodwillGive] = rubles(50_00)
	id, other := o.deliveredOrder(), o.deliveredOrder()
	if err := o.apologise(anna, id, rubles(60_00)); problemCode(err) != "desk.second_person" {
		t.Fatalf("got %v, want desk.second_person", err)
	}
	row := pgtest.One[string](t, o.pool, `select concat_ws('|', door, subject, rubles, reason) from ledger_requests`)
	if want := "goodwill|Заказ " + strconv.FormatInt(id, 10) + "|60.00|извинились"; row != want {
		t.Errorf("the second person reads %q, want %q", row, want)
	}
	if err := o.approve(anna); !errors.Is(err, ledger.ErrOwnRequest) {
		t.Errorf("approved by the author: %v", err)
	}
	if err := o.approve(o.hire("finance")); err != nil {
		t.Fatal(err)
	}
	if err := o.apologise(anna, other, rubles(60_00)); problemCode(err) != "desk.second_person" {
		t.Errorf("the approval was used for another order: %v", err)
	}
	if err := o.apologise(anna, id, rubles(60_01)); problemCode(err) != "desk.second_person" {
		t.Errorf("the approval was used for more: %v", err)
	}
	o.expectGoodwill("0.00")
	if err := o.apologise(anna, id, rubles(60_00)); err != nil {
		t.Fatal(err)
	}
	if err := o.apologise(anna, id, rubles(30_00)); err != nil {
		t.Errorf("what was approved counted against the person's own limit: %v", err)
	}
	o.expectGoodwill("90.00")
}

func TestNobodyApprovesWhatTheyCouldNotDo(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna, boris := o.hire("operator"), o.hire("finance")
	delete(boris.Grants, staff.GoodwillGive)
	if err := o.credit(anna, factory.User(t, o.pool, nil), rubles(10_000_00)); problemCode(err) != "desk.second_person" {
		t.Fatalf("got %v, want desk.second_person", err)
	}
	if err := o.approve(boris); problemCode(err) != "console.forbidden" {
		t.Errorf("approved without the permission: %v", err)
	}
	if state := pgtest.One[string](t, o.pool, `select state from ledger_requests`); state != "open" {
		t.Errorf("the request is %s, want open", state)
	}
}

// TestReplacedCodesCountAtTheirPriceWhateverCostIsTyped replaces the code of an order again and
// again, by codes that somebody loaded for a kopeck each.
func TestReplacedCodesCountAtTheirPriceWhateverCostIsTyped(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := factory.Order(t, o.pool, factory.With{"game_id": o.game, "kind": "pubg", "status": "done", "user_id": factory.User(t, o.pool, nil)})
	factory.Payment(t, o.pool, factory.PaymentAttempt(t, o.pool, id, factory.With{"status": "paid"}))
	line := factory.Line(t, o.pool, id, factory.With{"product_id": o.coded, "title": "60 UC", "quantity": 1, "unit_price": 100, "status": "completed"})
	code := pgtest.One[int64](t, o.pool, `insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at) values ($1, 'x', 't', $2, 'given', $3, $4) returning id`,
		o.coded, publicid.New().String(), line, noon)
	o.freeCodes(5, "0.01")
	anna := o.hire("senior")
	anna.Grants[staff.GoodwillGive] = rubles(250_00)
	replace := func() error {
		a := desk.Command{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "other", Text: "не подошёл"}}
		done, err := o.do.OrderActions.ReplaceCode(t.Context(), a, orders.Replacement{CodeID: code})
		if err == nil {
			code = *done.ID
		}
		return err
	}
	for range 2 {
		if err := replace(); err != nil {
			t.Fatal(err)
		}
	}
	if err := replace(); problemCode(err) != "desk.second_person" {
		t.Errorf("the third code of 100.00 with a limit of 250.00: %v, want desk.second_person", err)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(state || ' ' || n, ', ' order by state) from (select state, count(*) n from codes group by 1) x`); got != "free 3, given 1, void 2" {
		t.Errorf("the stock is %s, want free 3, given 1, void 2", got)
	}
	if err := o.approve(o.hire("finance")); err != nil {
		t.Fatal(err)
	}
	if err := replace(); err != nil {
		t.Errorf("approved by another person: %v", err)
	}
}

// TestLossIsWrittenOffByWhateverName looks at differences that only the other side has.
func TestLossIsWrittenOffByWhateverName(t *testing.T) {
	t.Parallel()
	who := staff.Actor{ID: 1, Grants: staff.Grants{staff.ReconWrite: 0, staff.ReconWriteOff: rubles(100_00)}}
	for kind, isLoss := range map[settlement.Kind]bool{settlement.Refund: true, settlement.Chargeback: true, settlement.Charge: true, settlement.Payment: false} {
		for theirs, isAbove := range map[int64]bool{100_0000: false, 100_0100: true} {
			d := settlement.Difference{ID: 1, Party: "tbank", Kind: string(settlement.TheirsOnly), RowKind: string(kind), Theirs: theirs, Currency: "RUB"}
			for _, w := range finance.ResolutionsOf(d, who) {
				if w.Resolution == settlement.Book && (w.Refusal != "") != (isLoss && isAbove) {
					t.Errorf("%s of %s: %q", kind, ledger.Format(theirs), w.Refusal)
				}
			}
		}
	}
}

// TestDifferencesOfADayAddUpToTheLimit books two losses, each within the limit.
func TestDifferencesOfADayAddUpToTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	f, anna := o.finance(), o.hire("finance")
	anna.Grants[staff.ReconWriteOff] = rubles(100_00)
	act := func() desk.Command {
		return desk.Command{Actor: anna, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "сверка"}}
	}
	body := "Тип операции;Идентификатор платежа;Номер заказа;Дата и время операции;Сумма операции;Сумма комиссии;Валюта\n" +
		"Чарджбэк;901;1-1-x;14.11.2026 12:20:00;60,00;0,00;RUB\nЧарджбэк;902;1-1-y;14.11.2026 12:21:00;60,00;0,00;RUB\n"
	file := settlement.File{Party: "tbank", Day: time.Date(2026, 11, 14, 0, 0, 0, 0, time.UTC), Name: "r.csv", Body: []byte(body)}
	if _, err := f.LoadFile(t.Context(), act(), file); err != nil {
		t.Fatal(err)
	}
	found := pgtest.All[int64](t, o.pool, `select id from settlement_differences where kind = 'theirs_only' and state = 'open' order by id`)
	if len(found) != 2 {
		t.Fatalf("%d differences, want 2", len(found))
	}
	if _, err := f.ResolveDifference(t.Context(), act(), found[0], settlement.Book, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := f.ResolveDifference(t.Context(), act(), found[1], settlement.Book, nil); problemCode(err) != "desk.second_person" {
		t.Errorf("the second of 60.00 with a limit of 100.00: %v, want desk.second_person", err)
	}
	if got := pgtest.One[string](t, o.pool, `select sum(amount)::numeric(14,2)::text from ledger_postings where account = 'chargebacks'`); got != "60.00" {
		t.Errorf("%s was booked, want 60.00", got)
	}
}

func TestTopUpIsOfAKnownSupplierAndItsLossWithinTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("finance")
	anna.Grants[staff.ReconWriteOff] = rubles(100_00)
	pgtest.Exec(t, o.pool, `insert into currency_rates (currency, set_at, rate, source) values ('USD', $1, 90, 'central_bank')`, noon.Add(-time.Hour))
	topUp := func(supplier string, u finance.TopUp) error {
		act := desk.Command{Actor: anna, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "пополнили"}}
		_, err := o.finance().RecordTopUp(t.Context(), act, supplier, u)
		return err
	}
	for name, c := range map[string]struct {
		supplier string
		topUp    finance.TopUp
		want     string
	}{
		"a stranger":             {"zzzz", finance.TopUp{Number: "T-1", Paid: rubles(100_00), TenThousandths: 100_0000, Currency: "RUB"}, "recon.no_supplier"},
		"a provider":             {"tbank", finance.TopUp{Number: "T-1", Paid: rubles(100_00), TenThousandths: 100_0000, Currency: "RUB"}, "recon.no_supplier"},
		"no number":              {"moogold", finance.TopUp{Number: " ", Paid: rubles(100_00), TenThousandths: 100_0000, Currency: "RUB"}, "invalid"},
		"a loss in rubles":       {"moogold", finance.TopUp{Number: "T-1", Paid: rubles(1_000_000_00), TenThousandths: 1_0000, Currency: "RUB"}, "desk.second_person"},
		"a loss by the rate":     {"moogold", finance.TopUp{Number: "T-2", Paid: rubles(1_000_000_00), TenThousandths: 1_0000, Currency: "USD"}, "desk.second_person"},
		"a currency without one": {"moogold", finance.TopUp{Number: "T-3", Paid: rubles(1_000_00), TenThousandths: 1_0000, Currency: "KZT"}, "desk.second_person"},
	} {
		if err := topUp(c.supplier, c.topUp); problemCode(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from ledger_groups`); n != 0 {
		t.Fatalf("%d entries of refused top-ups", n)
	}
	if err := topUp("moogold", finance.TopUp{Number: "T-4", Paid: rubles(9_270_00), TenThousandths: 100_0000, Currency: "USD"}); err != nil {
		t.Errorf("3 %% above our rate: %v", err)
	}
	if err := topUp("moogold", finance.TopUp{Number: "T-5", Paid: rubles(150_00), TenThousandths: 100_0000, Currency: "RUB"}); err != nil {
		t.Errorf("a loss within the limit: %v", err)
	}
	if err := topUp("moogold", finance.TopUp{Number: "T-6", Paid: rubles(150_01), TenThousandths: 100_0000, Currency: "RUB"}); problemCode(err) != "desk.second_person" {
		t.Errorf("the second loss of the day: %v, want desk.second_person", err)
	}
}

// TestNamedCostIsComparedWithOfferAndPrice delivers orders of 100.00 whose offer costs
// 50.00.
func TestNamedCostIsComparedWithOfferAndPrice(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	pgtest.Exec(t, o.pool, `update offers set cost = 50, cost_currency = 'RUB' where id = $1`, o.offer)
	anna := o.hire("operator")
	anna.Grants[staff.GoodwillGive] = rubles(60_00)
	deliver := func(cost delivery.Cost) (int64, error) {
		id, _ := o.heldOrder()
		a := desk.Command{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "other", Text: "доставили"}}
		_, err := o.do.OrderActions.Deliver(t.Context(), a, orders.Delivery{Proof: "пополнил вручную", Cost: &cost})
		return id, err
	}
	for _, c := range []struct {
		name string
		cost delivery.Cost
		want string
	}{
		{"a million", delivery.Cost{TenThousandths: 1_000_000_0000, Currency: "RUB"}, "desk.second_person"},
		{"a kopeck above the price", delivery.Cost{TenThousandths: 100_0100, Currency: "RUB"}, "desk.second_person"},
		{"another currency", delivery.Cost{TenThousandths: 1_0000, Currency: "USD"}, "invalid"},
		{"forty above the offer", delivery.Cost{TenThousandths: 90_0000}, ""},
		{"as the offer", delivery.Cost{TenThousandths: 50_0000, Currency: "RUB"}, ""},
		{"forty above the offer again", delivery.Cost{TenThousandths: 90_0000, Currency: "RUB"}, "desk.second_person"},
	} {
		id, err := deliver(c.cost)
		if problemCode(err) != c.want || c.want == "" && err != nil {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		delivered := pgtest.One[int64](t, o.pool, `select count(*) from delivery_units where order_id = $1 and state = 'delivered'`, id)
		if (delivered > 0) != (c.want == "") {
			t.Errorf("%s: %d units are delivered", c.name, delivered)
		}
	}
}

// TestInvitedPersonDoesNotDecideForTheirInviter approves requests and sends refunds of
// people who were invited by one another.
func TestInvitedPersonDoesNotDecideForTheirInviter(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		asks, decides string
		days          int
		want          string
	}{
		"whom one has invited":        {"boss", "new", 13, "desk.newcomer"},
		"who has invited one":         {"new", "boss", 13, "desk.newcomer"},
		"invited by whom one invited": {"boss", "newer", 13, "desk.newcomer"},
		"invited by the same person":  {"new", "other", 13, "desk.newcomer"},
		"after 14 days":               {"boss", "new", 15, ""},
		"invited on the command line": {"boss", "first", 1, ""},
		"a stranger to them":          {"new", "first", 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			people := map[string]staff.Actor{}
			for _, p := range []string{"boss", "first", "new", "other", "newer"} {
				people[p] = o.hire("admin")
			}
			at := noon.Add(-time.Duration(c.days) * 24 * time.Hour)
			for who, by := range map[string]any{"boss": nil, "first": nil, "new": people["boss"].ID, "other": people["boss"].ID, "newer": people["new"].ID} {
				pgtest.Exec(t, o.pool, `insert into staff_invitations (email, role_id, digest, created_by, created, expires_at, accepted_at, accepted_by)
					select $1::text, role_id, sha256($1::text::bytea), $2, $3::timestamptz, $3::timestamptz + interval '2 days', $3::timestamptz, id from staff where id = $4`, who, by, at, people[who].ID)
			}
			if err := o.credit(people[c.asks], factory.User(t, o.pool, nil), rubles(50_000_00)); problemCode(err) != "desk.second_person" {
				t.Fatal(err)
			}
			if err := o.approve(people[c.decides]); problemCode(err) != c.want || c.want == "" && err != nil {
				t.Errorf("the request: %v, want %q", err, c.want)
			}
			reason := audit.Reason{Code: "buyer_asked", Text: "просит"}
			granted, err := o.do.Refunds.GrantRefund(t.Context(), desk.Command{Actor: people[c.asks], Key: newKey(), OrderID: o.deliveredOrder(), Reason: reason}, refunds.Request{Destination: "method"})
			if err != nil {
				t.Fatal(err)
			}
			_, err = o.do.Refunds.SendGrant(t.Context(), desk.Command{Actor: people[c.decides], Key: newKey(), Reason: reason}, granted.ID)
			if problemCode(err) != c.want || c.want == "" && err != nil {
				t.Errorf("the refund: %v, want %q", err, c.want)
			}
			if n := pgtest.One[int64](t, o.pool, `select count(*) from refunds`); (n > 0) != (c.want == "") {
				t.Errorf("%d refunds", n)
			}
		})
	}
}
