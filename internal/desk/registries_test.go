package desk_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/queue"
	"larek/internal/ledger"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/seal"
	"larek/internal/settlement"
)

// bank is a provider with a status query.
type bank struct{ payment.Provider }

func (bank) Name() string   { return "tbank" }
func (bank) CanQuery() bool { return true }

const registryHeader = "Дата и время операции;Идентификатор платежа;Номер заказа;Тип операции;Сумма операции;Сумма комиссии;Валюта\n"

// registryServer answers with one line that we do not have, or with a status.
type registryServer struct {
	*finance.Registries
	asked  atomic.Int32
	status int
	empty  bool
	now    time.Time
}

func newRegistryServer(o *office) *registryServer {
	s := &registryServer{status: http.StatusOK, now: noon}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		w.WriteHeader(s.status)
		day, _ := time.Parse(time.DateOnly, r.URL.Query().Get("day"))
		_, _ = fmt.Fprint(w, registryHeader)
		if r.URL.Path == "/tbank" && r.Header.Get("Authorization") == "Bearer key" && !s.empty {
			_, _ = fmt.Fprintf(w, "%s 12:00:00;%d;x;Оплата;100,00;0,70;RUB\n", day.Format("02.01.2006"), day.Unix())
		}
	}))
	o.t.Cleanup(server.Close)
	clock := func() time.Time { return s.now }
	payments := payment.New(payment.Config{Write: o.pool, Connected: []payment.Provider{bank{}}, Clock: clock})
	books := &finance.Service{Desk: desk.New(o.pool, audit.NewService(o.pool, seal.Succession{seal.NewKey()}, clock), clock), Books: ledger.NewService(o.pool), Settlement: o.do.Finance.Settlement,
		Inbox: payments.Inbox, Poller: payments.Poller, Tasks: payments.Tasks,
	}
	s.Registries = &finance.Registries{
		Finance: books, HTTP: server.Client(), URL: server.URL + "/{party}?day={day}", Token: "key", Parties: func() []string { return []string{"tbank"} }, Log: slog.New(slog.DiscardHandler),
	}
	return s
}

// fetchAll fetches what is due, as four workers.
func (s *registryServer) fetchAll(t *testing.T) {
	t.Helper()
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for {
				more, err := s.FetchNext(t.Context())
				if err != nil {
					t.Error(err)
				}
				if err != nil || !more {
					return
				}
			}
		})
	}
	workers.Wait()
}

const fetches = `select coalesce(string_agg(concat_ws(' ', party, day, state, tries), ', ' order by day), '') from registry_fetches`

func TestRegistryIsFetchedOnceADay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	s := newRegistryServer(o)
	for day := range 2 {
		s.now = noon.AddDate(0, 0, day)
		s.fetchAll(t)
		s.fetchAll(t)
	}
	if n := s.asked.Load(); n != 2 {
		t.Errorf("asked %d times for two days", n)
	}
	yesterday := noon.AddDate(0, 0, -1).Format(time.DateOnly)
	if got, want := pgtest.One[string](t, o.pool, fetches), fmt.Sprintf("tbank %s done 1, tbank %s done 1", yesterday, noon.Format(time.DateOnly)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const kept = `select concat_ws(' ', count(*), count(loaded_by), min(day)) from settlement_imports`
	if got, want := pgtest.One[string](t, o.pool, kept), "2 0 "+yesterday; got != want {
		t.Errorf("files: got %s, want %s", got, want)
	}
	const booked = `select string_agg(concat_ws(' ', g.reason, p.account, p.amount::numeric(14, 2)), ', ' order by g.id, p.account) from ledger_groups g join ledger_postings p on p.group_id = g.id`
	if got := pgtest.One[string](t, o.pool, booked); got != "commission acquiring 0.70, commission provider:tbank -0.70, commission acquiring 0.70, commission provider:tbank -0.70" {
		t.Errorf("booked: %s", got)
	}
	if items := o.queueOf(desk.KindDifference); len(items) != 2 {
		t.Errorf("differences: %+v", items)
	}
}

// The provider is queried about a payment that only the registry has, because its webhook was lost, before
// differences are made; so it is about one that was paid twice.
func TestARegistryIsAReasonToAskFirst(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	s := newRegistryServer(o)
	order := factory.Order(t, o.pool, factory.With{"kind": "steam", "status": "done", "game_id": factory.Game(t, o.pool, factory.With{"kind": "steam"})})
	attempt := factory.PaymentAttempt(t, o.pool, order, factory.With{"reference": "x", "status": "paid"})
	s.fetchAll(t)
	const asked = `select coalesce(string_agg(concat_ws(' ', attempt_id, due_at <= $1), ','), '') from attempt_checks`
	if got, want := pgtest.One[string](t, o.pool, asked, s.now), fmt.Sprintf("%d t", attempt); got != want {
		t.Errorf("asked about %q, want %q", got, want)
	}
	const loaded = `select count(*)::int from settlement_imports`
	if n := pgtest.One[int](t, o.pool, loaded); n != 0 {
		t.Errorf("%d files are loaded before the answer, want none", n)
	}
	s.now = s.now.Add(21 * time.Minute)
	s.fetchAll(t)
	if n := pgtest.One[int](t, o.pool, loaded); n != 1 {
		t.Errorf("%d files are loaded after the answer, want 1", n)
	}
	if items := o.queueOf(desk.KindDifference); len(items) != 1 {
		t.Errorf("differences: %+v", items)
	}
}

func TestRegistryThatDoesNotComeWaitsForAPerson(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	s := newRegistryServer(o)
	s.status = http.StatusServiceUnavailable
	for try := range settlement.MaxFetches {
		if items := o.queueOf(desk.KindRegistry); len(items) != 0 {
			t.Fatalf("in the queue after %d tries: %+v", try, items)
		}
		s.fetchAll(t)
		s.now = s.now.Add(2*time.Hour - 1) // six tries are within a day
	}
	s.fetchAll(t)
	if n := s.asked.Load(); n != settlement.MaxFetches {
		t.Errorf("asked %d times", n)
	}
	items := o.queueOf(desk.KindRegistry)
	if len(items) != 1 || items[0].Reason != "Не получили сами: сервер реестров ответил 503" {
		t.Fatalf("%+v", items)
	}
	before := pgtest.One[string](t, o.pool, fetches)
	if _, err := o.resolve(o.hire("operator"), desk.KindRegistry, items[0].ID, queue.Decision{Resolution: queue.ResolveFetch}); err == nil {
		t.Error("an operator was not refused")
	}
	if got := pgtest.One[string](t, o.pool, fetches); got != before {
		t.Errorf("refused, but it is %s", got)
	}
	if _, err := o.resolve(o.admin, desk.KindRegistry, items[0].ID, queue.Decision{Resolution: queue.ResolveFetch}); err != nil {
		t.Fatal(err)
	}
	s.status = http.StatusOK
	s.fetchAll(t)
	if got, want := pgtest.One[string](t, o.pool, fetches), fmt.Sprintf("tbank %s done 1", noon.AddDate(0, 0, -1).Format(time.DateOnly)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	o.expectNothingUnseen()
}

// TestEmptyRegistryOfAnIdleDay ends without a file; so does a day whose file a person loads.
func TestEmptyRegistryOfAnIdleDay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	s := newRegistryServer(o)
	s.empty = true
	s.fetchAll(t)
	if got := pgtest.One[string](t, o.pool, `select concat_ws(' ', state, tries, (select count(*) from settlement_imports)) from registry_fetches`); got != "done 1 0" {
		t.Errorf("got %s", got)
	}
	s.status, s.now = http.StatusNotFound, noon.AddDate(0, 0, 1)
	s.fetchAll(t)
	file := settlement.File{Party: "tbank", Day: noon, Name: "f", Body: []byte(registryHeader + noon.Format("02.01.2006") + " 12:00:00;1;x;Оплата;100,00;0,70;RUB\n")}
	if _, err := s.Finance.LoadFile(t.Context(), desk.Command{Actor: o.admin, Key: newKey()}, file); err != nil {
		t.Fatal(err)
	}
	s.now = s.now.Add(time.Hour)
	s.fetchAll(t)
	if n := s.asked.Load(); n != 2 {
		t.Errorf("asked %d times", n)
	}
}
