package conformance

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
)

func TestSupplierDeliversOncePerKey(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		key := c.key()
		for range 2 {
			out, err := c.place(c.Context(), key, c.account)
			if err != nil || out.State != delivery.OutcomeDelivered && out.State != delivery.OutcomePending {
				c.Fatalf("%+v, %v", out, err)
			}
		}
		out := c.end(key)
		if out.State != delivery.OutcomeDelivered || (out.Ref == "") != c.withoutRef || out.Cost.TenThousandths <= 0 || out.Cost.Currency != "USD" {
			c.Fatalf("%+v", out)
		}
		if (len(out.Codes) == 1) != c.givesCodes {
			c.Fatalf("%d codes", len(out.Codes))
		}
		c.wantDelivered(1, 1)
	})
}

func TestSupplierDeliversOnceToManyAtOnce(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		key := c.key()
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if out, err := c.place(c.Context(), key, c.account); err != nil {
					c.Errorf("%+v, %v", out, err)
				}
			})
		}
		all.Wait()
		if out := c.end(key); out.State != delivery.OutcomeDelivered {
			c.Fatalf("%+v", out)
		}
		c.wantDelivered(1, 1)
	})
}

func TestSupplierLostAnswerIsFound(t *testing.T) {
	faults := map[string]struct {
		kind     core.FaultKind
		accepted bool
	}{
		"time-out":              {core.TimeoutAfterAccept, true},
		"unreadable answer":     {core.WrongBody, true},
		"broken connection":     {core.ConnectionReset, true},
		"error after accepting": {core.Error500, true},
		"error":                 {core.Error500, false},
		"broken before":         {core.ConnectionReset, false},
	}
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		delivered := 0
		for name, f := range faults {
			key := c.key()
			c.fault(c.deliveringCall, f.kind, f.accepted)
			ctx, cancel := context.WithTimeout(c.Context(), time.Second)
			out, err := c.place(ctx, key, c.account)
			cancel()
			if !errors.Is(err, delivery.ErrOutcomeUnknown) || errors.Is(err, delivery.ErrUnreachable) {
				c.Fatalf("%s: %+v, %v", name, out, err)
			}
			want := delivery.OutcomeNotFound
			if f.accepted {
				want = delivery.OutcomeDelivered
			}
			if out := c.end(key); out.State != want {
				c.Fatalf("%s: %+v, want %s", name, out, want)
			}
			if out, err := c.place(c.Context(), key, c.account); err != nil {
				c.Fatalf("%s: placed again: %+v, %v", name, out, err)
			}
			if out := c.end(key); out.State != delivery.OutcomeDelivered {
				c.Fatalf("%s: %+v", name, out)
			}
			delivered++
			c.wantDelivered(delivered, delivered)
		}
	})
}

// A failure before goods are ordered must leave the unit free for another supplier.
func TestSupplierFailingBeforeTheOrderIsAway(t *testing.T) {
	eachSupplier(t, func(s supplierCase) bool { return s.callBefore != "" }, func(c *supplierSuite) {
		for _, kind := range []core.FaultKind{core.Error500, core.WrongBody, core.TimeoutAfterAccept, core.ConnectionReset} {
			c.fault(c.callBefore, kind, false)
			ctx, cancel := context.WithTimeout(c.Context(), time.Second)
			out, err := c.place(ctx, c.key(), c.account)
			cancel()
			if !errors.Is(err, delivery.ErrUnreachable) || errors.Is(err, delivery.ErrOutcomeUnknown) {
				c.Fatalf("%s: %+v, %v", kind, out, err)
			}
		}
	})
}

func TestSupplierNobodyListens(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		closed, err := new(net.ListenConfig).Listen(c.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			c.Fatal(err)
		}
		_ = closed.Close()
		c.supplier = supplier(c.T, c.name, "http://"+closed.Addr().String())
		if out, err := c.place(c.Context(), c.key(), c.account); !errors.Is(err, delivery.ErrUnreachable) {
			c.Errorf("place: %+v, %v", out, err)
		}
		// Not being able to ask about an order must never pass for its absence.
		if out, err := c.find(c.key()); !errors.Is(err, delivery.ErrOutcomeUnknown) || errors.Is(err, delivery.ErrUnreachable) {
			c.Errorf("find: %+v, %v", out, err)
		}
	})
}

func TestSupplierDown(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		key := c.key()
		c.rule(`"down":true`)
		if out, err := c.place(c.Context(), key, c.account); !errors.Is(err, delivery.ErrUnreachable) {
			c.Errorf("place: %+v, %v", out, err)
		}
		if out, err := c.find(key); !errors.Is(err, delivery.ErrOutcomeUnknown) || errors.Is(err, delivery.ErrUnreachable) {
			c.Errorf("find: %+v, %v", out, err)
		}
		c.rule(`"down":false`)
		if out, err := c.find(key); err != nil || out.State != delivery.OutcomeNotFound {
			c.Errorf("up again: %+v, %v", out, err)
		}
		c.wantDelivered(0, 0)
	})
}

func (c *supplierSuite) rejects(why delivery.RejectReason, a delivery.Account) {
	c.Helper()
	key := c.key()
	out, err := c.place(c.Context(), key, a)
	if err == nil && out.State == delivery.OutcomePending {
		out = c.end(key)
	}
	if err != nil || out.State != delivery.OutcomeRejected || out.Reason != why {
		c.Errorf("%+v, %v, want %s", out, err, why)
	}
}

func TestSupplierRejects(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		c.rule(`"price_up_percent":20`)
		c.rejects(delivery.PriceChanged, c.account)
		c.rule(`"price_up_percent":0,"out_of_stock":["` + c.sku + `"]`)
		c.rejects(delivery.OutOfStock, c.account)
		c.rule(`"out_of_stock":[],"balance":0`)
		c.rejects(delivery.NoFunds, c.account)
		c.rule(`"balance":1000`)
		c.rejects(delivery.RejectOther, c.refusedAccount)
		if checksAccounts(c.supplierCase) {
			c.rejects(delivery.WrongDetails, c.unknownAccount)
		}
		before := c.sku
		c.sku = "no such goods"
		if !c.sellsOneThing {
			c.rejects(delivery.OutOfStock, c.account)
		}
		c.sku = before
		if out, err := c.place(c.Context(), c.key(), c.account); err != nil || out.State == delivery.OutcomeRejected {
			c.Errorf("after all: %+v, %v", out, err)
		}
	})
}

func TestSupplierChecksAccounts(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		a := c.order("", c.account).Account
		got, err := c.supplier.CheckAccount(c.Context(), a)
		if !checksAccounts(c.supplierCase) {
			if !errors.Is(err, delivery.ErrCheckUnsupported) {
				c.Fatalf("%+v, %v", got, err)
			}
			return
		}
		if err != nil || !got.Exists || (got.Name == "") != c.withoutNames {
			c.Errorf("%+v, %v", got, err)
		}
		got, err = c.supplier.CheckAccount(c.Context(), c.order("", c.unknownAccount).Account)
		if err != nil || got.Exists {
			c.Errorf("%+v, %v", got, err)
		}
		c.fault("check", core.Error500, false)
		if got, err := c.supplier.CheckAccount(c.Context(), a); !errors.Is(err, delivery.ErrUnreachable) {
			c.Errorf("%+v, %v", got, err)
		}
	})
}

func TestSupplierListsWhatItSells(t *testing.T) {
	eachSupplier(t, anySupplier, func(c *supplierSuite) {
		list, err := c.supplier.ListOffers(c.Context())
		if err != nil || len(list) == 0 {
			c.Fatalf("%d offers, %v", len(list), err)
		}
		seen := map[string]bool{}
		for _, o := range list {
			if o.SKU == "" || o.Title == "" || o.Cost.TenThousandths != sandbox.SupplierPrice(c.name, o.SKU) || !o.InStock || seen[o.SKU] {
				c.Fatalf("%+v", o)
			}
			seen[o.SKU] = true
		}
		if money, err := c.supplier.Balance(c.Context()); err != nil || money != (delivery.Cost{TenThousandths: 1_000_000_0000, Currency: "USD"}) {
			c.Errorf("%+v, %v", money, err)
		}
		if _, err := c.supplier.ListServers(c.Context(), list[0].SKU); err != nil {
			c.Error(err)
		}
	})
}
