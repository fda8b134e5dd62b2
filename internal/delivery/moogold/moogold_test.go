package moogold

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
)

func shop(address string) *Supplier {
	return New(Settings{BaseURL: address, PartnerID: "p", SecretKey: "moo-secret", HookToken: "unguessable", Categories: []int{50}},
		&http.Client{Transport: new(http.Transport)}, clock.Fixed(time.Unix(1700000000, 0)))
}

// answers serves one body per path.
func answers(t testing.TB, bodies map[string]string) *Supplier {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		path := strings.TrimPrefix(r.URL.Path, "/")
		if r.Header.Get("auth") != sign("moo-secret", body, "1700000000", path) {
			t.Error("signature")
		}
		_, _ = io.WriteString(w, bodies[path])
	}))
	t.Cleanup(s.Close)
	return shop(s.URL)
}

func TestSignatureKnownAnswer(t *testing.T) {
	t.Parallel()
	got := sign("moo-secret", []byte(`{"path":"user/balance"}`), "1700000000", "user/balance")
	if got != "d3fe7ce6fe30d03052076a77eb18e0b495b768cbd8068ee872a821458c2cb985" {
		t.Error(got)
	}
}

func TestDetailsFollowTheLabels(t *testing.T) {
	t.Parallel()
	a := delivery.Account{SKU: "7", PlayerID: "512", ServerID: "asia", Email: "a@b.c"}
	got, ok := fieldValues([]string{"Player ID", "Zone ID", "E-mail"}, a)
	want := map[string]any{"product-id": "7", "Player ID": "512", "Zone ID": "asia", "E-mail": "a@b.c"}
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if _, ok := fieldValues([]string{"User ID", "Server"}, delivery.Account{PlayerID: "512"}); ok {
		t.Error("a field without a value passed")
	}
}

const detail = `{"Product_Name":"G","Variation":[{"variation_name":"60","variation_id":7,"variation_price":"1.50"}],"fields":["User ID"]}`

func TestPlaceReadsEveryShape(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answer string
		found  string
		state  delivery.OutcomeState
		reason delivery.RejectReason
		err    error
	}{
		"made":               {answer: `{"status":true,"account_details":{"order_id":"91"}}`, state: delivery.OutcomePending},
		"made, older":        {answer: `{"status":"true","order_id":91}`, state: delivery.OutcomePending},
		"refused by message": {answer: `{"status":false,"message":"Insufficient Balance"}`, state: delivery.OutcomeRejected, reason: delivery.NoFunds},
		"refused by code":    {answer: `{"err_code":"110","err_message":"Out of stock"}`, state: delivery.OutcomeRejected, reason: delivery.OutOfStock},
		"refused somehow":    {answer: `{"err_code":500,"err_message":"?"}`, state: delivery.OutcomeRejected, reason: delivery.RejectOther},
		"known": {answer: `{"err_code":409,"err_message":"partnerOrderId exists"}`,
			found: `{"order_id":91,"partner_order_id":"k","order_status":"completed","item":[{"voucher_code":["A"]}],"total":"1.50"}`, state: delivery.OutcomeDelivered},
		"known, of others": {answer: `{"err_code":409}`,
			found: `{"order_id":91,"partner_order_id":"x","order_status":"completed"}`, err: delivery.ErrOutcomeUnknown},
		"no number": {answer: `{"status":true}`, err: delivery.ErrOutcomeUnknown},
		"nonsense":  {answer: `<html>`, err: delivery.ErrOutcomeUnknown},
	}
	for name, tt := range tests {
		s := answers(t, map[string]string{
			"product/product_detail": detail, "order/create_order": tt.answer, "order/order_detail_partner_id": tt.found,
		})
		out, err := s.PlaceOrder(t.Context(), delivery.PlaceRequest{Key: "k", Account: delivery.Account{SKU: "7", PlayerID: "512345"},
			Cost: delivery.Cost{TenThousandths: 15000, Currency: "USD"}})
		if !errors.Is(err, tt.err) || out.State != tt.state || out.Reason != tt.reason || err == nil && out.State != delivery.OutcomeRejected && out.Ref != "91" {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
	}
}

func TestFindReadsEveryStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]delivery.Outcome{
		"processing":        {State: delivery.OutcomePending},
		"pending":           {State: delivery.OutcomePending},
		"completed":         {State: delivery.OutcomeDelivered},
		"refunded":          {State: delivery.OutcomeRejected, Reason: delivery.RejectOther},
		"failed":            {State: delivery.OutcomeRejected, Reason: delivery.RejectOther},
		"incorrect-details": {State: delivery.OutcomeRejected, Reason: delivery.WrongDetails},
	} {
		s := answers(t, map[string]string{"order/order_detail": `{"order_id":91,"order_status":"` + status + `"}`})
		out, err := s.QueryOrder(t.Context(), delivery.OrderRef{Ref: "91"})
		if err != nil || out.State != want.State || out.Reason != want.Reason {
			t.Errorf("%s: %+v, %v", status, out, err)
		}
	}
}

func TestCallbackNeedsItsAddress(t *testing.T) {
	t.Parallel()
	body := []byte(`{"status":"completed","order_id":91,"account_details":{"partnerOrderId":"k"}}`)
	f, err := shop("").ParseCallback(delivery.Callback{Path: "unguessable/", Body: body})
	if err != nil || f != (delivery.OrderRef{Key: "k", Ref: "91"}) {
		t.Errorf("%+v, %v", f, err)
	}
	open := New(Settings{}, &http.Client{Transport: new(http.Transport)}, clock.System)
	if _, err := open.ParseCallback(delivery.Callback{Body: body}); !errors.Is(err, delivery.ErrInvalidCallback) {
		t.Errorf("without a token: %v", err)
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(detail))
	f.Add([]byte(`{"order_id":91,"partner_order_id":"k","order_status":"completed","item":[{"voucher_code":["A"]}]}`))
	f.Add([]byte(`{"err_code":"404","err_message":"Order not found"}`))
	f.Add([]byte(`{"status":"false"}`))
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
	f.Cleanup(server.Close)
	s := shop(server.URL)
	f.Fuzz(func(t *testing.T, b []byte) {
		body = b
		out, err := s.QueryOrder(t.Context(), delivery.OrderRef{Key: "k"})
		if err == nil && out.State == delivery.OutcomeDelivered && !strings.Contains(string(b), "completed") {
			t.Fatalf("%q read as %+v", b, out)
		}
		if err == nil && out.State == "" || err != nil && !errors.Is(err, delivery.ErrOutcomeUnknown) {
			t.Fatalf("%q: %+v, %v", b, out, err)
		}
		_, _ = s.ParseCallback(delivery.Callback{Path: "unguessable", Body: b})
		_, _ = s.ListOffers(t.Context())
	})
}
