package sandbox

import (
	"slices"

	"larek/internal/money"
)

// left is what of a payment can still be given back.
func (p *Payment) left() money.Minor { return p.Amount - p.Refunded - p.ChargedBack }

// refundInCabinet gives back the newest payment that has enough left, without
// the shop having asked: the whole of what is left, or an amount of it. The
// provider tells it the way it tells of any refund.
func (s *Server) refundInCabinet(b *book, inv *Invoice, a act) error {
	p := inv.paymentWith(a.amount)
	if p == nil {
		return refusal("nothing of that size is left to give back")
	}
	webhook := a.webhook
	_, err := s.refund(b, p, Entry{Amount: pick(a.amount, p.left()), Outside: true, Webhook: &webhook})
	return err
}

// chargeBack is the buyer's bank taking money back. No protocol here has a
// message for it: Payselection shows less remaining, the others show nothing.
func (s *Server) chargeBack(b *book, inv *Invoice, a act) error {
	p := inv.paymentWith(a.amount)
	if p == nil {
		return refusal("nothing of that size is left to take back")
	}
	b.write(s, Entry{What: ChargedBack, Payment: p.ID, Amount: pick(a.amount, p.left()), Currency: p.Currency}, inv)
	return nil
}

// paymentWith is the newest payment of which the amount is left; of which
// anything is left when the amount is zero.
func (i *Invoice) paymentWith(amount money.Minor) *Payment {
	for _, p := range slices.Backward(i.Payments) {
		if !p.Declined && p.left() > 0 && p.left() >= amount {
			return p
		}
	}
	return nil
}

// keepRefundKey remembers the shop's own name for a refund.
func (b *book) keepRefundKey(e Entry) {
	if e.RefundKey != "" {
		b.refunds[e.RefundKey] = e
	}
}

// refundKey is the bank's memory of a refund: the shop's name for it, within
// one payment.
func (c tbankCall) refundKey() string {
	if c.ExternalRequestID == "" {
		return ""
	}
	return c.id() + "/" + c.ExternalRequestID
}

// ChargedBack is all that buyers' banks took back of an invoice.
func (i *Invoice) ChargedBack() (sum money.Minor) {
	for _, p := range i.Payments {
		sum += p.ChargedBack
	}
	return sum
}

// AccountTotal is what a provider holds for the shop by the record: Taken less
// Refunded less ChargedBack.
type AccountTotal struct {
	Provider    string      `json:"provider"`
	Currency    string      `json:"currency"`
	Taken       money.Minor `json:"taken"`
	Refunded    money.Minor `json:"refunded"`
	ChargedBack money.Minor `json:"charged_back"`
	Held        money.Minor `json:"held"`
}

func accountTotals(all []Total) []AccountTotal {
	list := []AccountTotal{}
	for _, t := range all {
		i := slices.IndexFunc(list, func(a AccountTotal) bool { return a.Provider == t.Provider && a.Currency == t.Currency })
		if i < 0 {
			i = len(list)
			list = append(list, AccountTotal{Provider: t.Provider, Currency: t.Currency})
		}
		a := &list[i]
		a.Taken, a.Refunded, a.ChargedBack = a.Taken+t.Taken, a.Refunded+t.Refunded, a.ChargedBack+t.ChargedBack
		a.Held = a.Taken - a.Refunded - a.ChargedBack
	}
	return list
}
