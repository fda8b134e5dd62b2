package orderflow_test

import (
	"testing"

	enumspb "go.temporal.io/api/enums/v1"

	"larek/e2e/shoptest"
	"larek/internal/publicid"
)

// cost is what one order asks of the shop's database and of the engine.
type cost struct{ statements, trips, commits, events int }

func (c cost) exceeds(most cost) bool {
	return c.statements > most.statements || c.trips > most.trips || c.commits > most.commits || c.events > most.events
}

// An order of one code, from its creation to its delivery, costs this much at most. A commit
// that adds a statement changes the numbers here and says why each order needs it.
func TestWhatAPaidOrderCosts(t *testing.T) {
	t.Parallel()
	s, asked := shoptest.OpenCounted(t)
	s.StartWorkerWithoutSweeper()
	pack := shoptest.One[int64](s, `select id from products where kind = 'pubg' and title = '660 UC'`)
	if _, _, err := s.Services().Stock.Load(t.Context(), pack, []string{publicid.New().String(), publicid.New().String()}); err != nil {
		t.Fatal(err)
	}
	playOrder(s, asked, pack) // caches are filled
	created, paid := playOrder(s, asked, pack)
	t.Logf("created %+v, from «pay» to delivered %+v: %s", created, paid, asked)
	if most := (cost{2, 2, 2, 0}); created.exceeds(most) {
		t.Errorf("creating an order costs %+v, want at most %+v", created, most)
	}
	// Blocked buyers are looked up when a payment is started and when its money has come. The
	// fiscal receipt, without which it was 30, 34 and 9, is saved before the bank is called.
	if most := (cost{31, 35, 10, 6}); paid.exceeds(most) {
		t.Errorf("an order from «pay» to delivered costs %+v, want at most %+v: %s", paid, most, asked)
	}
}

// playOrder buys one code by card and returns what that cost.
func playOrder(s *shoptest.Shop, asked *shoptest.Statements, pack int64) (created, paid cost) {
	s.T.Helper()
	asked.Reset()
	b := s.Order("pubg", "", fields{"products": []fields{{"product_id": pack, "quantity": 1}}})
	created.statements, created.trips, created.commits = asked.Counts()
	asked.Reset()
	a := b.StartPayment("payselection")
	s.Sandbox.Pay(a)
	s.Eventually(func() string {
		status := statusOf(s, b.ID)
		return shoptest.FailUnless(status == enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, "the workflow is %s, want completed", status)
	})
	paid.statements, paid.trips, paid.commits = asked.Counts()
	paid.events = int(historyLength(s, b.ID))
	return created, paid
}
