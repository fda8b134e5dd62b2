package conformance

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/sandbox"
)

func TestSupplierCallbackNamesTheOrder(t *testing.T) {
	everySource(t, callsBack, func(c *counter) {
		c.rule(`"callbacks":"twice"`)
		key := c.key()
		if out, err := c.place(c.Context(), key, c.account); err != nil {
			c.Fatalf("%+v, %v", out, err)
		}
		for range 2 {
			f, err := c.supplier.Told(c.callback())
			if err != nil || f.Key != key {
				c.Fatalf("%+v, %v", f, err)
			}
			out, err := c.supplier.Find(c.Context(), f)
			if err != nil || out.State != delivery.Delivered {
				c.Fatalf("%+v, %v", out, err)
			}
			if f.Ref != "" {
				if out, err := c.supplier.Find(c.Context(), delivery.Finding{Ref: f.Ref}); err != nil || out.State != delivery.Delivered {
					c.Fatalf("by their number: %+v, %v", out, err)
				}
			}
		}
		c.handed(1, 1)
	})
}

func TestSupplierCallbackBeforeTheAnswer(t *testing.T) {
	everySource(t, callsBack, func(c *counter) {
		c.rule(`"callbacks":"early"`)
		key, early := c.key(), make(chan delivery.Outcome, 8)
		told := func(h delivery.Hook) {
			f, err := c.supplier.Told(h)
			if err != nil || f.Key != key {
				c.Errorf("%+v, %v", f, err)
			}
			out, err := c.supplier.Find(c.Context(), f)
			if err != nil {
				c.Error(err)
			}
			early <- out
		}
		c.onCall.Store(&told)
		out, err := c.place(c.Context(), key, c.account)
		if err != nil || out.State == delivery.Rejected {
			c.Fatalf("%+v, %v", out, err)
		}
		select {
		case out := <-early:
			if out.State != delivery.Delivered {
				c.Fatalf("%+v", out)
			}
		default:
			c.Fatal("the answer came first")
		}
		c.handed(1, 1)
	})
}

func TestSupplierCallbackNeverComes(t *testing.T) {
	everySource(t, anySource, func(c *counter) {
		if c.calls {
			c.rule(`"callbacks":"lose"`)
		}
		key := c.key()
		if out, err := c.place(c.Context(), key, c.account); err != nil {
			c.Fatalf("%+v, %v", out, err)
		}
		if out := c.end(key); out.State != delivery.Delivered {
			c.Fatalf("%+v", out)
		}
		select {
		case h := <-c.heard:
			c.Fatalf("heard %s", h.Body)
		case <-time.After(100 * time.Millisecond):
		}
	})
}

func TestSupplierForgedCallback(t *testing.T) {
	everySource(t, callsBack, func(c *counter) {
		key := c.key()
		if out, err := c.place(c.Context(), key, c.account); err != nil {
			c.Fatalf("%+v, %v", out, err)
		}
		genuine := c.callback()
		if _, err := c.supplier.Told(genuine); err != nil {
			c.Fatal(err)
		}
		forged := map[string]func(h *delivery.Hook){
			"nonsense": func(h *delivery.Hook) { h.Body = []byte("<html>") },
			"no order": func(h *delivery.Hook) { h.Body = []byte(`{"status":"completed"}`) },
		}
		if c.name == sandbox.MooGold {
			forged["no address"] = func(h *delivery.Hook) { h.Path = "" }
			forged["other address"] = func(h *delivery.Hook) { h.Path = "guess/" }
		} else {
			forged["another order"] = func(h *delivery.Hook) {
				h.Body = []byte(strings.Replace(string(h.Body), key, "line-999", 1))
			}
			forged["no signature"] = func(h *delivery.Hook) { h.Header.Del("X-Signature") }
			forged["old"] = func(h *delivery.Hook) { h.Header.Set("X-Timestamp", "1700000000") }
		}
		for name, change := range forged {
			h := delivery.Hook{Path: genuine.Path, Header: http.Header.Clone(genuine.Header), Body: genuine.Body}
			change(&h)
			if f, err := c.supplier.Told(h); !errors.Is(err, delivery.ErrForged) || f != (delivery.Finding{}) {
				c.Errorf("%s: %+v, %v", name, f, err)
			}
		}
		if c.name != sandbox.MooGold {
			return
		}
		// Unsigned ones may name any order: asking about it is all that follows.
		h := genuine
		h.Body = []byte(`{"status":"completed","order_id":"999999","account_details":{"partnerOrderId":"line-999"}}`)
		f, err := c.supplier.Told(h)
		if err != nil {
			c.Fatal(err)
		}
		if out, err := c.supplier.Find(c.Context(), f); err != nil || out.State != delivery.Absent {
			c.Fatalf("%+v, %v", out, err)
		}
	})
}

func TestSupplierWithoutCallbacks(t *testing.T) {
	everySource(t, func(s source) bool { return !s.calls }, func(c *counter) {
		if f, err := c.supplier.Told(delivery.Hook{Body: []byte(`{"order_id":1}`)}); !errors.Is(err, delivery.ErrNoCallbacks) {
			c.Fatalf("%+v, %v", f, err)
		}
	})
}
