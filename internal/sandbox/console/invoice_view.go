package console

import (
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// defaultLateMinutes is suggested for invoices that never expire.
const defaultLateMinutes = 30

// invoiceView is an invoice as the pages show it.
type invoiceView struct {
	Title, Provider, Reference, Path, Description, Card string
	Amount, Rest, Taken, Refunded                       string
	OtherAmount, HalfAmount                             string
	Expires, Promise, ReturnURL, Status, StatusText     string
	LateMinutes                                         int
	Payable, CanTwice, CanPartial, CanLate              bool
	Bank                                                bankView
}

// viewInvoice describes an invoice. The state is locked.
func (c *console) viewInvoice(inv *core.Invoice) invoiceView {
	now := c.core.Now()
	provider, _ := c.core.Provider(inv.Provider)
	status, rest := inv.StatusAt(now), inv.Amount-inv.Taken()
	v := invoiceView{
		Title: "Оплата " + inv.Reference, Provider: provider.Traits().Title, Reference: inv.Reference,
		Path: core.PayPath(inv.Provider, inv.Reference), Description: inv.Description,
		Amount: price(inv.Amount, inv.Currency), Rest: price(rest, inv.Currency),
		OtherAmount: core.ReducedAmount(rest).String(), HalfAmount: max(1, rest/2).String(),
		ReturnURL: inv.ReturnURL, Status: string(status), StatusText: statusText(status, inv),
		Payable:  status == core.StatusOpen || status == core.StatusPartial,
		CanTwice: provider.Traits().ManyPayments, CanPartial: provider.Traits().PartialPayments,
		CanLate: inv.CanPayLate(), LateMinutes: defaultLateMinutes, Bank: viewBank(provider, inv),
	}
	if inv.Kind == "p2p" {
		v.Card = grouped(inv.Extra["cardNumber"])
	}
	if taken := inv.Taken(); taken > 0 {
		v.Taken = price(taken, inv.Currency)
	}
	if back := inv.Refunded(); back > 0 {
		v.Refunded = price(back, inv.Currency)
	}
	if !inv.ExpiresAt.IsZero() {
		v.Expires = core.PageTime(inv.ExpiresAt)
		v.LateMinutes = max(0, int(inv.ExpiresAt.Sub(now)/time.Minute)+1)
	}
	if inv.ScheduledAt != nil {
		v.Promise = core.PageTime(*inv.ScheduledAt)
	}
	return v
}

func statusText(status core.Status, inv *core.Invoice) string {
	switch status {
	case core.StatusPartial:
		return "Оплачено частично"
	case core.StatusPaid:
		if inv.Refunded() > 0 {
			return "Оплачено, есть возврат"
		}
		return "Оплачено"
	case core.StatusDeclined:
		return "Отклонено"
	case core.StatusClosed:
		return "Отменено магазином"
	case core.StatusExpired:
		return "Срок оплаты вышел"
	}
	return "Ждёт оплаты"
}

// price formats money the Russian way, with spaces that do not break.
func price(m money.Minor, currency string) string {
	if currency == "RUB" {
		currency = "₽"
	}
	return money.Grouped(m.String()) + "\u00a0" + currency
}

// grouped formats a card number in groups of four.
func grouped(card string) string {
	var out []string
	for ; len(card) > 4; card = card[4:] {
		out = append(out, card[:4])
	}
	return strings.Join(append(out, card), "\u00a0")
}
