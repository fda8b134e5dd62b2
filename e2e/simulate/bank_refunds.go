package simulate

import (
	"context"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
)

func (b *bank) capture(id string) *capture {
	for _, c := range b.captures {
		if c.id == id {
			return c
		}
	}
	return nil
}

// Remaining implements payment.RemainingReporter.
func (b *bank) Remaining(_ context.Context, id string, paid money.Money) (money.Minor, error) {
	c := b.capture(id)
	switch {
	case b.w.chance(10, "a status call fails") || c == nil:
		return 0, payment.ErrOutcomeUnknown
	case b.isOncePerKey && c.left() > 0 && c.left() < paid.Minor:
		return 0, payment.ErrRemainingUnknown // as T-Bank: its status has no amount
	}
	return c.left(), nil
}

// Refund implements payment.Provider.
func (b *bank) Refund(_ context.Context, r payment.RefundRequest) (payment.RefundResult, error) {
	if !b.refunds {
		return payment.RefundResult{}, payment.ErrRefundUnsupported
	}
	c := b.capture(r.ProviderID)
	if c == nil {
		b.w.violation("a refund of a payment that %s does not know: %s", b.name, r.ProviderID)
		return payment.RefundResult{}, payment.ErrRefused
	}
	isKnown := b.keys[r.Key] && b.isOncePerKey
	switch {
	case !isKnown && r.Amount.Minor > c.amount-c.ours:
		b.w.violation("the shop asks %s to return %s of %s, of which it had %s returned", b.name, r.Amount.Minor, c.amount, c.ours)
		return payment.RefundResult{}, payment.ErrRefused
	case !isKnown && r.Amount.Minor > c.left():
		return payment.RefundResult{}, payment.ErrRefused
	case !b.isOncePerKey && c.left()-r.Amount.Minor != r.RemainingAfter:
		return payment.RefundResult{}, payment.ErrNotSent // as the adapter of Payselection: it looks before it calls
	case b.w.chance(8, "a refund is refused"):
		return payment.RefundResult{}, payment.ErrRefused
	case b.w.chance(6, "a bank cannot be reached"):
		return payment.RefundResult{}, payment.ErrNotSent
	case b.w.chance(6, "a call for a refund is lost"):
		return payment.RefundResult{}, payment.ErrOutcomeUnknown
	case !isKnown && b.w.chance(6, "a refund is made after we hung up"):
		b.keep(r.Key)
		b.w.after(b.w.between(time.Second, 3*time.Hour), b.name+" makes a refund after all", func() { b.makeRefund(c, r.Amount.Minor) })
		return payment.RefundResult{}, payment.ErrOutcomeUnknown
	}
	if !isKnown {
		b.keep(r.Key)
		b.makeRefund(c, r.Amount.Minor)
	}
	if b.w.chance(3, "the process is killed after a refund was made") {
		b.w.kill()
	}
	if b.w.chance(6, "a refund is made and its answer lost") || c.left() > r.RemainingAfter {
		return payment.RefundResult{}, payment.ErrOutcomeUnknown
	}
	return payment.RefundResult{ProviderID: r.ProviderID}, nil
}

func (b *bank) keep(key string) {
	if b.keys == nil {
		b.keys = map[string]bool{}
	}
	b.keys[key] = true
}

// makeRefund returns money because the shop asked for it. A bank returns no more than it
// has.
func (b *bank) makeRefund(c *capture, amount money.Minor) {
	if amount > c.left() {
		b.w.note("%s: %s cannot be returned, %s are left", b.name, amount, c.left())
		return
	}
	c.ours += amount
	b.w.note("%s: %s returned to the buyer, %s left", b.name, amount, c.left())
	b.tellLeft(c)
}

func (b *bank) tellLeft(c *capture) {
	if b.isQueryable {
		b.tell(payment.RefundNotice(c.invoice.reference, c.id, c.left(), c.invoice.amount.Currency), false)
	}
}

// returnOutside returns money without the shop, and says so or leaves it to its registry.
// It reports how much.
func (b *bank) returnOutside(c *capture, amount money.Minor, isSpoken bool) money.Minor {
	amount = min(amount, c.left())
	if amount == 0 {
		return 0
	}
	c.outside += amount
	if isSpoken {
		b.tellLeft(c)
	}
	return amount
}
