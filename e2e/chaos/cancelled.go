package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
)

// limitedCode is a promo code of prepare.sh with fewer uses than buyers who want it.
const limitedCode = "LIMITED"

// oldInvoice is how a buyer comes to pay an invoice that is not the order's any more.
type oldInvoice struct {
	isReplaced bool // by an invoice of another method; cancelled otherwise
	isTooLate  bool // the payment comes after the time in which late payments are accepted
}

// planOld draws what becomes of the old invoice. Those who buy codes want the limited promo
// code with it.
func (b *buyer) planOld(rng *rand.Rand) {
	b.old = oldInvoice{isReplaced: rng.IntN(2) == 0, isTooLate: rng.IntN(3) == 0}
	if b.scenario == paysOldOne && b.plan.kind == pubg {
		b.promo = limitedCode
	}
}

// payOld ends an invoice and pays it later.
func (b *buyer) payOld(ctx context.Context, inv invoice) error {
	if b.old.isReplaced {
		if _, err := b.start(ctx, b.otherMethod()); err != nil {
			return err
		}
	} else if err := b.shop.cancel(ctx, b.order); err != nil {
		return fmt.Errorf("cancel: %w", err)
	}
	if b.old.isTooLate {
		if err := b.shop.endLateWindow(ctx, inv.paymentID); err != nil {
			return err
		}
	}
	pause(ctx, b.think[3])
	return b.control.act(ctx, inv, "pay", b.hooks[0])
}

// endOfOld returns how the order of an old invoice that was paid must have ended, and whether
// it may also wait for another payment. Then nothing was delivered, and the money is back.
func (b *buyer) endOfOld(v *report, pg page, came []*moneyOf, got share, wanted string) (status string, again bool) {
	if b.old.isTooLate {
		if got.delivered > 0 {
			v.wrong("order %d was delivered for a payment of a day too late", b.order.ID)
		}
		wanted = "failed"
	}
	for _, p := range came {
		if p.left() != 0 {
			return wanted, false
		}
	}
	// The use of its code was given to another buyer, or T-Bank cancelled the invoice while it
	// was being paid.
	return wanted, got.delivered == 0 && pg.Status == "waiting_for_payment" && (b.promo == limitedCode || b.invoices[0].provider == "tbank")
}

// usePromo enters the buyer's promo code. Others may have used it up.
func (b *buyer) usePromo(ctx context.Context) error {
	if b.promo == "" {
		return nil
	}
	err := b.shop.usePromo(ctx, b.order, b.promo)
	var no *refusal
	if errors.As(err, &no) && no.Code == "promo.limit" && b.promo == limitedCode {
		b.promo = ""
		return nil
	}
	if err != nil {
		return fmt.Errorf("promo code: %w", err)
	}
	return nil
}

// dropPromo takes the promo code off an order.
func (s *shop) dropPromo(ctx context.Context, p placed) error {
	return retry(ctx, func() error {
		return call(ctx, s.client, http.MethodPost, s.base+"/api/orders/"+strconv.FormatInt(p.ID, 10)+"/deactivate_promo_code/", p, map[string]any{}, nil)
	})
}

// cancel ends the payment of an order as its page does.
func (s *shop) cancel(ctx context.Context, p placed) error {
	return retry(ctx, func() error {
		return call(ctx, s.client, http.MethodPost, s.base+"/api/payments/payselection/term/"+strconv.FormatInt(p.ID, 10)+"/", p, map[string]any{}, nil)
	})
}

// endLateWindow makes the day pass in which a late payment is accepted.
func (s *shop) endLateWindow(ctx context.Context, paymentID int64) error {
	return retry(ctx, func() error {
		_, err := s.pool.Exec(ctx, `update payment_attempts set expires_at = now() - interval '25 hours' where id = $1`, paymentID)
		return err
	})
}
