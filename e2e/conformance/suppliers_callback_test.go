package conformance

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/delivery"
)

func TestSupplierCallbackNamesTheOrder(t *testing.T) {
	eachSupplier(t, callsBack, func(c *supplierSuite) {
		c.rule(`"callbacks":"twice"`)
		key := c.key()
		if out, err := c.place(c.Context(), key, c.account); err != nil {
			c.Fatalf("%+v, %v", out, err)
		}
		for range 2 {
			f, err := c.supplier.ParseCallback(c.callback())
			if err != nil || f.Key != key {
				c.Fatalf("%+v, %v", f, err)
			}
			out, err := c.supplier.QueryOrder(c.Context(), f)
			if err != nil || out.State != delivery.OutcomeDelivered {
				c.Fatalf("%+v, %v", out, err)
			}
			if f.Ref != "" {
				if out, err := c.supplier.QueryOrder(c.Context(), delivery.OrderRef{Ref: f.Ref}); err != nil || out.State != delivery.OutcomeDelivered {
					c.Fatalf("by their number: %+v, %v", out, err)
				}
			}
		}
		c.wantDelivered(1, 1)
	})
}

func TestSupplierCallbackBeforeTheAnswer(t *testing.T) {
	eachSupplier(t, callsBack, func(c *supplierSuite) {
		c.rule(`"callbacks":"early"`)
		key, early := c.key(), make(chan delivery.Outcome, 8)
		onCall := func(h delivery.Callback) {
			f, err := c.supplier.ParseCallback(h)
			if err != nil || f.Key != key {
				c.Errorf("%+v, %v", f, err)
			}
			out, err := c.supplier.QueryOrder(c.Context(), f)
			if err != nil {
				c.Error(err)
			}
			early <- out
		}
		c.onCall.Store(&onCall)
		out, err := c.place(c.Context(), key, c.account)
		if err != nil || out.State == delivery.OutcomeRejected {
			c.Fatalf("%+v, %v", out, err)
		}
		select {
		case out := <-early:
			if out.State != delivery.OutcomeDelivered {
				c.Fatalf("%+v", out)
			}
		default:
			c.Fatal("the answer came first")
		}
		c.wantDelivered(1, 1)
	})
}

func TestSupplierCallbackNeverComes(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		if c.calls {
			c.rule(`"callbacks":"lose"`)
		}
		key := c.key()
		if out, err := c.place(c.Context(), key, c.account); err != nil {
			c.Fatalf("%+v, %v", out, err)
		}
		if out := c.end(key); out.State != delivery.OutcomeDelivered {
			c.Fatalf("%+v", out)
		}
		select {
		case h := <-c.received:
			c.Fatalf("received %s", h.Body)
		case <-time.After(100 * time.Millisecond):
		}
	})
}

func TestSupplierForgedCallback(t *testing.T) {
	eachSupplier(t, callsBack, func(c *supplierSuite) {
		key := c.key()
		if out, err := c.place(c.Context(), key, c.account); err != nil {
			c.Fatalf("%+v, %v", out, err)
		}
		genuine := c.callback()
		if _, err := c.supplier.ParseCallback(genuine); err != nil {
			c.Fatal(err)
		}
		forged := map[string]func(h *delivery.Callback){
			"nonsense": func(h *delivery.Callback) { h.Body = []byte("<html>") },
			"no order": func(h *delivery.Callback) { h.Body = []byte(`{"status":"completed"}`) },
		}
		if c.unsignedCallbacks {
			forged["no address"] = func(h *delivery.Callback) { h.Path = "" }
			forged["other address"] = func(h *delivery.Callback) { h.Path = "guess/" }
		} else {
			forged["another order"] = func(h *delivery.Callback) {
				h.Body = []byte(strings.Replace(string(h.Body), key, "line-999", 1))
			}
			forged["no signature"] = func(h *delivery.Callback) { h.Header.Del("X-Signature") }
			forged["old"] = func(h *delivery.Callback) { h.Header.Set("X-Timestamp", "1700000000") }
		}
		for name, change := range forged {
			h := delivery.Callback{Path: genuine.Path, Header: http.Header.Clone(genuine.Header), Body: genuine.Body}
			change(&h)
			if f, err := c.supplier.ParseCallback(h); !errors.Is(err, delivery.ErrInvalidCallback) || f != (delivery.OrderRef{}) {
				c.Errorf("%s: %+v, %v", name, f, err)
			}
		}
		if !c.unsignedCallbacks {
			return
		}
		// Unsigned ones may name any order: asking about it is all that follows.
		h := genuine
		h.Body = []byte(`{"status":"completed","order_id":"999999","account_details":{"partnerOrderId":"line-999"}}`)
		f, err := c.supplier.ParseCallback(h)
		if err != nil {
			c.Fatal(err)
		}
		if out, err := c.supplier.QueryOrder(c.Context(), f); err != nil || out.State != delivery.OutcomeNotFound {
			c.Fatalf("%+v, %v", out, err)
		}
	})
}

func TestSupplierWithoutCallbacks(t *testing.T) {
	eachSupplier(t, func(s supplierCase) bool { return !s.calls }, func(c *supplierSuite) {
		if f, err := c.supplier.ParseCallback(delivery.Callback{Body: []byte(`{"order_id":1}`)}); !errors.Is(err, delivery.ErrCallbacksUnsupported) {
			c.Fatalf("%+v, %v", f, err)
		}
	})
}
