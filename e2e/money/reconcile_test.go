package money_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/settlement"
)

// difference is a difference as the console shows it.
type difference struct {
	ID      int64
	OrderID int64 `json:"order_id"`
	Kind    string
	Name    string
	Gap     string
	State   string
	Ways    []struct{ Name string }
}

func (d difference) wayNames() (names []string) {
	for _, w := range d.Ways {
		names = append(names, w.Name)
	}
	return names
}

// reconDay is a day of a provider as the console shows it.
type reconDay struct {
	State  string
	Totals []struct {
		Currency, Ours, Differences, Theirs, Commission, Due, Rest string
	}
	Differences []difference
}

// TestFivePlantedMistakesOfARegistryAreFound sells through the bank, lets its registry be
// wrong in five ways, and ends with books that equal the registry to the kopeck.
func TestFivePlantedMistakesOfARegistryAreFound(t *testing.T) {
	t.Parallel()
	const orders = 12
	s := openShop(t, orders)
	anna := s.HireOperator("finance")
	shoptest.Every(orders, 4, func(i int) {
		b := s.order(fmt.Sprintf("recon-%d", i), 1)
		s.Sandbox.Pay(b.StartPayment("tbank_sbp"))
		b.WaitForStatus("done")
	})
	day := s.Clock.Now().In(ledger.Moscow)
	file := s.Sandbox.Registry("tbank", day, "missing,extra,amount,day,commission")
	body := fields{"party": "tbank", "day": day.Format(time.DateOnly), "name": "registry.csv", "body": file}
	load := func() (int, string) { return anna.Call(http.MethodPost, "recon/files/", body, nil) }
	if status, code := load(); status != http.StatusOK {
		t.Fatalf("load: %d %s", status, code)
	}
	if status, code := load(); status != http.StatusConflict || code != "recon.loaded_before" {
		t.Errorf("loaded again: %d %s, want 409 recon.loaded_before", status, code)
	}
	d := s.reconDay(anna, "tbank", day)
	kinds := []string{}
	for _, x := range d.Differences {
		kinds = append(kinds, x.Kind+" "+x.Gap)
	}
	slices.Sort(kinds)
	if want := []string{"amount -0.01", "commission 0.01", "day 0.00", "ours_only -741.51", "theirs_only 1490.00"}; !slices.Equal(kinds, want) {
		t.Errorf("got %q, want %q", kinds, want)
	}
	if len(d.Totals) != 1 || d.Totals[0].Rest != "0.00" || d.State != "open" {
		t.Errorf("the bridge does not close: %+v", d)
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from settlement_differences`); n != 5 {
		t.Errorf("%d differences, want 5", n)
	}
	s.resolveAll(anna, d)
	if d = s.reconDay(anna, "tbank", day); d.State != "green" {
		t.Errorf("the day is %s, want green", d.State)
	}
	want, err := money.ParseMinor(d.Totals[0].Due)
	if err != nil {
		t.Fatal(err)
	}
	s.wantBalance(ledger.Provider("tbank"), want)
	s.wantBalance(ledger.WriteOffs(), 741_51+1)
	s.wantBalance(ledger.Unapplied(), -1490_00)
}

// TestCabinetRefundWhileOurCallHasNoAnswer refunds a whole payment in the provider's cabinet
// while our own call for a part of it breaks off: the registry has one line, we have two refunds.
func TestCabinetRefundWhileOurCallHasNoAnswer(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	anna := s.HireOperator("finance")
	s.Sandbox.Command("/faults", fields{"provider": "payselection", "operation": "refund", "kind": "connection_reset", "percent": 100})
	b, a := s.excess("two-hands", "payselection")
	s.refundOf(b, payment.RefundUnknown)
	s.Sandbox.Do("refund", a, nil)
	b.WaitForEvent("refund.done", 1)
	s.outside(b, a.Amount.String())
	s.wantBack(a, money.Minor(a.Amount)+100_00, 1)
	s.sameMoney()
	s.Audit()

	day := s.Clock.Now().In(ledger.Moscow)
	if d := s.loadRegistry(anna, "payselection", day, s.Sandbox.Registry("payselection", day, "")); len(d.Differences) != 0 || d.State != "green" {
		t.Errorf("the day is %s with %+v, want green", d.State, d.Differences)
	}
}

// TestPaymentInPartsIsOneOfOurs pays an invoice by three transfers: the registry has a line for
// each, we have one payment. A part that the registry gets wrong is a difference.
func TestPaymentInPartsIsOneOfOurs(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	anna := s.HireOperator("finance")
	pay := func(name string) {
		b := s.order(name, 1)
		a := b.StartPayment("payin_p2p")
		s.Sandbox.Do("partial", a, fields{"amount": money.Minor(300_00)})
		s.Sandbox.Do("partial", a, fields{"amount": money.Minor(100_00)})
		s.Sandbox.Pay(a) // the rest
		b.WaitForStatus("done")
	}
	pay("parts")
	day := s.Clock.Now().In(ledger.Moscow)
	if d := s.loadRegistry(anna, "payin", day, s.Sandbox.Registry("payin", day, "")); len(d.Differences) != 0 || d.State != "green" || d.Totals[0].Rest != "0.00" {
		t.Errorf("the day is %s with %+v, want green", d.State, d.Differences)
	}

	pay("wrong-part")
	file := string(s.Sandbox.Registry("payin", day, ""))
	at := strings.LastIndex(file, "300.00")
	if at < 0 {
		t.Fatalf("no part of 300.00 in %s", file)
	}
	d := s.loadRegistry(anna, "payin", day, []byte(file[:at]+"299.00"+file[at+len("300.00"):]))
	gaps := money.Minor(0)
	for _, x := range d.Differences {
		if x.Kind == "commission" {
			continue
		}
		gap, err := money.ParseMinor(x.Gap)
		if err != nil {
			t.Fatal(err)
		}
		gaps += gap
	}
	if gaps != -1_00 || d.State != "open" || d.Totals[0].Rest != "0.00" {
		t.Errorf("a part of a ruble less: %s with %+v, want differences of -1.00", d.State, d)
	}
}

// A buyer pays by a provider without a status call, and its webhook is lost. The registry names
// the attempt: the payment is given to its order, which is delivered, and the day is explained.
func TestPaymentOfTheRegistryReachesItsOrder(t *testing.T) {
	t.Parallel()
	s := openShop(t, 3)
	anna := s.HireOperator("finance")
	lines := settlement.NewService(s.Pool)
	for _, c := range []struct{ method, party string }{{"payin_p2p", "payin"}, {"getpay", "getpay"}} {
		b := s.order("lost-"+c.party, 1)
		a := b.StartPayment(c.method)
		s.Sandbox.Do("pay", a, fields{"webhook": "lose"})
		day := s.Clock.Now().In(ledger.Moscow)
		d := s.loadRegistry(anna, c.party, day, s.Sandbox.Registry(c.party, day, ""))
		if len(d.Differences) != 1 || d.Differences[0].Kind != "theirs_only" || d.Differences[0].OrderID != b.ID {
			t.Fatalf("%s: %+v, want a payment of order %d", c.party, d.Differences, b.ID)
		}
		if names := d.Differences[0].wayNames(); !slices.Equal(names, []string{"give", "entry"}) {
			t.Errorf("%s: the console offers %q", c.party, names)
		}
		path := fmt.Sprintf("recon/differences/%d/resolve/", d.Differences[0].ID)
		if status, _ := anna.Call(http.MethodPost, path, fields{"way": "book", "entry_id": nil, "reason": shoptest.Reason}, nil); status != http.StatusBadRequest {
			t.Errorf("%s: booked as nobody's: %d", c.party, status)
		}
		if status, code := anna.Call(http.MethodPost, path, fields{"way": "give", "entry_id": nil, "reason": shoptest.Reason}, nil); status != http.StatusOK {
			t.Fatalf("%s: give: %d %s", c.party, status, code)
		}
		b.WaitForStatus("done")
		b.WantCodes(1)
		if err := lines.MatchAgain(t.Context(), s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		if d = s.reconDay(anna, c.party, day); d.State != "green" || d.Totals[0].Rest != "0.00" || d.Totals[0].Differences != "0.00" {
			t.Errorf("%s: the day is %s: %+v", c.party, d.State, d)
		}
		due, err := money.ParseMinor(d.Totals[0].Due)
		if err != nil {
			t.Fatal(err)
		}
		s.wantBalance(ledger.Provider(c.party), due)
		s.wantBalance(ledger.Unapplied(), 0)
	}
}

// loadRegistry loads the file of a day and returns that day.
func (s *shop) loadRegistry(who *shoptest.Operator, party string, day time.Time, file []byte) reconDay {
	s.T.Helper()
	body := fields{"party": party, "day": day.Format(time.DateOnly), "name": "registry.csv", "body": file}
	if status, code := who.Call(http.MethodPost, "recon/files/", body, nil); status != http.StatusOK {
		s.T.Fatalf("load the file of %s: %d %s", party, status, code)
	}
	return s.reconDay(who, party, day)
}

func (s *shop) reconDay(who *shoptest.Operator, party string, day time.Time) (d reconDay) {
	s.T.Helper()
	if status, code := who.Call(http.MethodGet, "recon/"+party+"/"+day.Format(time.DateOnly)+"/", nil, &d); status != http.StatusOK {
		s.T.Fatalf("day: %d %s", status, code)
	}
	return d
}

// resolveAll ends every difference in its first way; a wrong way is refused.
func (s *shop) resolveAll(who *shoptest.Operator, d reconDay) {
	s.T.Helper()
	for _, x := range d.Differences {
		path := fmt.Sprintf("recon/differences/%d/resolve/", x.ID)
		wrong := "accept"
		if strings.HasPrefix(x.Ways[0].Name, "accept") {
			wrong = "write_off"
		}
		before := shoptest.One[int64](s.Shop, `select count(*) from ledger_groups`)
		if status, _ := who.Call(http.MethodPost, path, fields{"way": wrong, "entry_id": nil, "reason": shoptest.Reason}, nil); status != http.StatusBadRequest {
			s.T.Errorf("%s by %s: %d, want 400", x.Kind, wrong, status)
		}
		if after := shoptest.One[int64](s.Shop, `select count(*) from ledger_groups`); after != before {
			s.T.Error("a refused way has booked something")
		}
		if status, code := who.Call(http.MethodPost, path, fields{"way": x.Ways[0].Name, "entry_id": nil, "reason": shoptest.Reason}, nil); status != http.StatusOK {
			s.T.Errorf("%s: %d %s", x.Kind, status, code)
		}
	}
}
