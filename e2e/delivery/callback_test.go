package delivery_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/checkout"
	"larek/internal/delivery"
	moogoldadapter "larek/internal/delivery/moogold"
	"larek/internal/orderflow"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/rokky"
)

func (s *shop) post(path, body string) int {
	s.T.Helper()
	req, err := http.NewRequestWithContext(s.T.Context(), http.MethodPost, s.URL+path, bytes.NewBufferString(body))
	if err != nil {
		s.T.Fatal(err)
	}
	res, err := (&http.Client{Transport: new(http.Transport)}).Do(req)
	if err != nil {
		s.T.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func TestForgedCallbacksChangeNothing(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b, a, key := s.pending()
	said := fmt.Sprintf(`{"status":"completed","order_id":"1","account_details":{"partnerOrderId":%q}}`, key)
	for path, want := range map[string]int{
		"/hooks/moogold/": http.StatusForbidden, "/hooks/moogold/guess/": http.StatusForbidden, "/hooks/rokky/": http.StatusForbidden,
		"/hooks/gamesdrop/": http.StatusForbidden, "/hooks/nobody/": http.StatusNotFound,
		// A caller who found the address out only causes a query of the supplier.
		"/hooks/moogold/" + moogold.CallbackToken + "/": http.StatusOK,
	} {
		if got := s.post(path, said); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	b.WaitForEvent("delivery.completed", 0)
	s.wantDelivered(moogold.Name, 0)
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": "deliver", "callback": "twice"})
	b.WaitForStatus("done")
	for range 3 {
		s.post("/hooks/moogold/"+moogold.CallbackToken+"/", said)
	}
	b.WaitForEvent("delivery.completed", 1)
	s.wantDelivered(moogold.Name, 1)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

// keyOf waits until the order's only unit is with the supplier.
func (s *shop) keyOf(b *shoptest.Buyer) string {
	s.T.Helper()
	var key string
	s.Eventually(func() string {
		key = shoptest.One[string](s.Shop, `select coalesce(max(a.key), '') from delivery_attempts a join delivery_units u on u.id = a.unit_id
			where u.order_id = $1 and a.state = 'pending'`, b.ID)
		return shoptest.FailUnless(key != "", "order %d is with no supplier", b.ID)
	})
	return key
}

func TestCallbacksEarlyTwiceAndNever(t *testing.T) {
	t.Parallel()
	for _, mode := range []core.Mode{core.Early, core.Twice, core.Lose} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			s := openShop(t)
			for _, name := range []string{moogold.Name, rokky.Name} {
				s.Sandbox.Supplier(name, fields{"callbacks": mode, "processing_ms": 500})
			}
			buyers := []*shoptest.Buyer{s.supply(goodID, 2), s.Order("rokky", "", fields{"gift": s.gift})}
			for _, b := range buyers {
				b.PayByCard()
			}
			for _, b := range buyers {
				b.WaitForStatus("done")
				b.WaitForEvent("delivery.completed", 1)
			}
			s.wantDelivered(moogold.Name, 2)
			s.wantDelivered(rokky.Name, 1)
			s.Audit()
		})
	}
}

func TestACallbackIsHeardAtOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b, _, key := s.pending()
	// Asked so often that the next question is not due for a while.
	s.Eventually(func() string {
		asks := shoptest.One[int](s.Shop, `select asks from delivery_attempts where key = $1`, key)
		if asks < 5 {
			return fmt.Sprintf("asked %d times", asks)
		}
		return ""
	})
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": "deliver"})
	from := time.Now()
	b.WaitForStatus("done")
	if took := time.Since(from); took > 2*time.Second {
		t.Errorf("delivered %s after the callback", took)
	}
	s.Audit()
}

// TestACallbackThatReachedNoWorkflowIsSentAgain checks that a callback is acknowledged
// only once its order was notified: nothing else of it is stored, and the next query of
// the supplier may be an hour away.
func TestACallbackThatReachedNoWorkflowIsSentAgain(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	_, _, key := s.pending()
	unreachable, err := orderflow.Connect("127.0.0.1:1", s.Namespace, s.Queue, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(unreachable.Close)
	supplier := moogoldadapter.New(moogoldadapter.Settings{HookToken: "token"}, &http.Client{Transport: new(http.Transport)}, s.Clock.Now)
	hook := delivery.Callback{Path: "token", Body: fmt.Appendf(nil, `{"account_details":{"partnerOrderId":%q}}`, key)}
	hooks := checkout.NewWebhooks(s.Services().Payments.Inbox, s.Services().Dispatch, unreachable)
	if err := hooks.HandleCallback(t.Context(), supplier, hook); err == nil {
		t.Error("a callback was acknowledged although no workflow heard of it")
	}
}
