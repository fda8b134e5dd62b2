package gamesdrop

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"larek/internal/delivery"
)

// answers serves the documented bodies, with a status where it is not 200.
func answers(t testing.TB, bodies map[string]string, status map[string]int) *Supplier {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "token" {
			t.Error("token")
		}
		if code := status[r.URL.Path]; code != 0 {
			w.WriteHeader(code)
		}
		_, _ = io.WriteString(w, bodies[r.URL.Path])
	}))
	t.Cleanup(s.Close)
	return New(Settings{BaseURL: s.URL, Token: "token"}, &http.Client{Transport: new(http.Transport)})
}

const valid = `{"status":"VALID","gameUserLogin":"JJJ"}`

func TestPlaceReadsEveryShape(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answer string
		status int
		want   delivery.Outcome
		err    error
	}{
		"key at once":    {answer: `{"orderId":10222502,"price":560.10,"currency":"RUB","status":"COMPLETED","key":"001434249936"}`, want: delivery.Outcome{State: delivery.OutcomeDelivered}},
		"accepted":       {answer: `{"orderId":1,"status":"SUBMITTED"}`, want: delivery.Outcome{State: delivery.OutcomePending}},
		"returned":       {answer: `{"orderId":1,"status":"REFUND"}`, want: delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.RejectOther}},
		"price, nested":  {answer: `{"error":{"code":"WRONG_PRICE"}}`, status: 400, want: delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.PriceChanged}},
		"price, as text": {answer: `{"error":"WRONG_PRICE"}`, status: 400, want: delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.PriceChanged}},
		"price, on top":  {answer: `{"code":"WRONG_PRICE"}`, status: 200, want: delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.PriceChanged}},
		"closed":         {answer: `{"code":"SERVICE_UNAVAILABLE"}`, status: 400, err: delivery.ErrUnreachable},
		"not our token":  {answer: `{"code":"INVALID_TOKEN"}`, status: 401, err: delivery.ErrUnreachable},
		"mute refusal":   {answer: `<html>`, status: 404, want: delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.RejectOther}},
		"another's":      {answer: `{"transactionId":"x","status":"COMPLETED"}`, err: delivery.ErrOutcomeUnknown},
		"nonsense":       {answer: `[]`, err: delivery.ErrOutcomeUnknown},
		"strange status": {answer: `{"orderId":1,"status":"DREAMING"}`, err: delivery.ErrOutcomeUnknown},
	}
	for name, tt := range tests {
		s := answers(t, map[string]string{"/offers/create-order": tt.answer, "/offers/check-game-data": valid},
			map[string]int{"/offers/create-order": tt.status})
		out, err := s.PlaceOrder(t.Context(), delivery.PlaceRequest{Key: "k", Account: delivery.Account{SKU: "1001", PlayerID: "512345"}})
		if !errors.Is(err, tt.err) || out.State != tt.want.State || out.Reason != tt.want.Reason {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
	}
}

func TestDocumentedLists(t *testing.T) {
	t.Parallel()
	s := answers(t, map[string]string{
		"/offers/sync":            `{"count":2,"rows":[{"offerId":1001,"productName":"Game","offerName":"60","price":560.10,"currency":"RUB"},{"offerId":1002,"price":"?","currency":"RUB"}]}`,
		"/offers/check-game-data": valid,
		"/balance":                `{"currency":"RUB","balance":689240.32}`,
	}, nil)
	list, err := s.ListOffers(t.Context())
	if err != nil || len(list) != 1 || list[0] != (delivery.SupplierOffer{
		SKU: "1001", Title: "Game: 60", Cost: delivery.Cost{TenThousandths: 5601000, Currency: "RUB"}, InStock: true,
	}) {
		t.Errorf("%+v, %v", list, err)
	}
	c, err := s.CheckAccount(t.Context(), delivery.Account{SKU: "1001", PlayerID: "512345"})
	if err != nil || c != (delivery.AccountCheck{Exists: true, Name: "JJJ"}) {
		t.Errorf("%+v, %v", c, err)
	}
	if left, err := s.Balance(t.Context()); err != nil || left.TenThousandths != 6892403200 {
		t.Errorf("%+v, %v", left, err)
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"orderId":1,"transactionId":"k","status":"COMPLETED","key":"001","price":1.5,"currency":"USD"}`))
	f.Add([]byte(`{"error":{"code":"ORDER_NOT_FOUND"}}`))
	f.Add([]byte(`{"count":1,"rows":[{"offerId":1,"price":1,"currency":"USD"}]}`))
	f.Add([]byte(valid))
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
	f.Cleanup(server.Close)
	s := New(Settings{BaseURL: server.URL, Token: "token"}, &http.Client{Transport: new(http.Transport)})
	f.Fuzz(func(t *testing.T, b []byte) {
		body = b
		out, err := s.QueryOrder(t.Context(), delivery.OrderRef{Key: "k"})
		if err == nil && out.State == "" || err != nil && !errors.Is(err, delivery.ErrOutcomeUnknown) {
			t.Fatalf("%q: %+v, %v", b, out, err)
		}
		_, _ = s.ListOffers(t.Context())
		_, _ = s.ListServers(t.Context(), "1")
		_, _ = s.CheckAccount(t.Context(), delivery.Account{SKU: "1", PlayerID: "5"})
	})
}
