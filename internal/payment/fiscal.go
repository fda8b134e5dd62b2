package payment

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// FiscalSettings are the shop's data on fiscal receipts.
type FiscalSettings struct {
	System  string `env:"LAREK_TAX_SYSTEM" need:"together" example:"usn_income" doc:"Tax system of the shop: osn, usn_income and so on. Without it no receipts are sent."`
	VAT     string `env:"LAREK_TAX_VAT" default:"none" check:"oneof none general reduced zero usn5 usn7" doc:"Which value added tax the shop pays: none, general, reduced, zero, usn5 or usn7. The rate is that of the day (table vat_rates), in receipts and in the books."`
	INN     string `env:"LAREK_TAX_INN" need:"also" doc:"The shop's number at the tax office."`
	Email   string `env:"LAREK_TAX_EMAIL" need:"also" doc:"The shop's address, as the sender of the receipt."`
	Address string // the place of payment: the shop's address
}

// FiscalProvider is a provider that sends receipts to the tax office for us. Its
// methods are pure; they return nil if no receipt is to be sent.
type FiscalProvider interface {
	SaleReceipt(in InvoiceRequest) (json.RawMessage, error)
	RefundReceipt(r RefundRequest) (json.RawMessage, error)
}

// Values common to all items. Goods are delivered within minutes, so one receipt
// covers the sale.
const (
	PaidInFull  = "full_payment"
	ItemSubject = "service"
	maxItemName = 120 // characters accepted by providers
)

// FiscalReceipt is the content of a receipt, independent of a provider's format.
type FiscalReceipt struct {
	FiscalSettings
	Items        []FiscalItem
	Total        money.RUB
	Email, Phone string // one of them is set
	At           time.Time
	Reference    string
	VATRate      string // as providers call it: none, vat22
}

// FiscalItem is a line of a receipt: Price times Quantity is Sum.
type FiscalItem struct {
	Name       string
	Price, Sum money.RUB
	Quantity   int
}

// SaleReceipt returns the receipt of an invoice. It returns nil if none is needed:
// for another currency than rubles, if the shop sends no receipts, or if the buyer
// left no contact.
func (t FiscalSettings) SaleReceipt(in InvoiceRequest) (*FiscalReceipt, error) {
	total, foreign := in.Amount.RUB()
	if t.System == "" || foreign != nil || len(in.Lines) == 0 || in.Email+in.Phone == "" {
		return nil, nil //nolint:nilnil,nilerr // no receipt is a valid result
	}
	items, err := receiptItems(total, in.Lines)
	if err != nil {
		return nil, err
	}
	r := &FiscalReceipt{FiscalSettings: t, Items: items, Total: total, Email: in.Email, At: in.Created, Reference: in.Reference, VATRate: cmp.Or(in.VATRate, "none")}
	if r.Email == "" {
		r.Phone = in.Phone
	}
	return r, nil
}

// RefundReceipt returns the receipt of a refund, or nil like SaleReceipt.
func (t FiscalSettings) RefundReceipt(r RefundRequest) (*FiscalReceipt, error) {
	return t.SaleReceipt(InvoiceRequest{
		Reference: r.Key, Amount: r.Amount, Lines: r.Lines, Email: r.Email, Created: r.Created, VATRate: r.VATRate,
	})
}

// receiptItems returns items that add up to amount exactly. A sum that is not
// divisible by its quantity becomes one piece.
func receiptItems(amount money.RUB, lines []InvoiceLine) ([]FiscalItem, error) {
	var items []FiscalItem
	var total money.RUB
	for _, l := range lines {
		total += l.Sum
		if l.Sum < 0 || l.Quantity < 1 {
			return nil, fmt.Errorf("payment: a receipt line of %d for %s", l.Quantity, l.Sum)
		}
		if l.Sum == 0 { // free by a promo code
			continue
		}
		item := FiscalItem{Name: l.Title, Price: l.Sum, Sum: l.Sum, Quantity: 1}
		if n := money.RUB(l.Quantity); l.Sum%n == 0 {
			item.Price, item.Quantity = l.Sum/n, l.Quantity
		} else {
			item.Name = fmt.Sprintf("%s × %d", l.Title, l.Quantity)
		}
		if r := []rune(item.Name); len(r) > maxItemName {
			item.Name = string(r[:maxItemName])
		}
		items = append(items, item)
	}
	if total != amount {
		return nil, fmt.Errorf("payment: receipt lines sum up to %s instead of %s", total, amount)
	}
	return items, nil
}

// receipts saves receipts before they are sent.
type receipts struct {
	q     *paymentdb.Queries
	vat   string // the kind of rate (of vat_rates) that receipts have
	clock clock.Clock
}

// vatRateOn returns what providers call the rate of the shop on a day.
func (s *receipts) vatRateOn(ctx context.Context, at time.Time) (string, error) {
	if s.vat == "" || s.vat == "none" {
		return "none", nil
	}
	rate, err := s.q.VATRateOn(ctx, paymentdb.VATRateOnParams{Kind: s.vat, At: at})
	if err != nil {
		return "", fmt.Errorf("rate of VAT: %w", err)
	}
	return rate, nil
}

// saveSale fills in the rate of the day the attempt was made on and saves the
// receipt that is about to be sent to the provider.
func (s *receipts) saveSale(ctx context.Context, p Provider, in *InvoiceRequest) error {
	f, ok := p.(FiscalProvider)
	if !ok {
		return nil
	}
	rate, err := s.vatRateOn(ctx, in.Created)
	if err != nil {
		return err
	}
	in.VATRate = rate
	body, err := f.SaleReceipt(*in)
	if err != nil || body == nil {
		return err
	}
	err = s.q.SaveSaleReceipt(ctx, paymentdb.SaveSaleReceiptParams{Reference: in.Reference, Body: body, Vat: rate, Created: s.clock()})
	if err != nil {
		return fmt.Errorf("save sale receipt: %w", err)
	}
	return nil
}

// saveRefund fills in the goods of the refund request and saves the receipt
// that is about to be sent.
func (s *receipts) saveRefund(ctx context.Context, p Provider, r *Refund) error {
	f, ok := p.(FiscalProvider)
	if !ok {
		return nil
	}
	rows, err := s.q.RefundedGoods(ctx, r.ID)
	if err != nil {
		return fmt.Errorf("goods of refund %d: %w", r.ID, err)
	}
	if len(rows) == 0 {
		return nil
	}
	r.request.Email, r.request.Created, r.request.VATRate = rows[0].Email, rows[0].Created, rows[0].VatRate
	if r.request.VATRate == "" { // no receipt of the sale, or an old one
		if r.request.VATRate, err = s.vatRateOn(ctx, rows[0].Sold); err != nil {
			return err
		}
	}
	if sent, err := r.request.Amount.RUB(); err == nil { // there is no receipt of another currency
		r.request.Lines = refundedLines(r.OrderID, money.RUB(r.Amount.Minor), sent, rows)
	}
	body, err := f.RefundReceipt(r.request)
	if err != nil || body == nil {
		return err
	}
	err = s.q.SaveRefundReceipt(ctx, paymentdb.SaveRefundReceiptParams{RefundID: r.ID, Body: body, Vat: r.request.VATRate, Created: s.clock()})
	if err != nil {
		return fmt.Errorf("save receipt of refund %d: %w", r.ID, err)
	}
	return nil
}

// refundedLines returns the receipt lines of a refund, which add up to sent: amount
// less what was refunded outside. They are the goods as sold if all of them are
// refunded now; else the refunded line, or one line for an overpayment or a rest.
func refundedLines(orderID int64, amount, sent money.RUB, rows []paymentdb.RefundedGoodsRow) []InvoiceLine {
	switch {
	case rows[0].IsLine:
		return []InvoiceLine{{Title: rows[0].Title, Quantity: 1, Sum: sent}}
	case amount != money.RUB(rows[0].Charged):
		return []InvoiceLine{{Title: fmt.Sprintf("Лишнее по заказу %d", orderID), Quantity: 1, Sum: sent}}
	case sent != amount:
		return []InvoiceLine{{Title: fmt.Sprintf("Остаток по заказу %d", orderID), Quantity: 1, Sum: sent}}
	}
	lines := make([]InvoiceLine, len(rows))
	for i, g := range rows {
		lines[i] = InvoiceLine{Title: g.Title, Quantity: int(g.Quantity), Sum: g.Net}
	}
	return spreadFee(sent, lines)
}

// spreadFee adds the fee of the payment method to the last line, so that the lines
// add up to what is charged.
func spreadFee(charged money.RUB, lines []InvoiceLine) []InvoiceLine {
	lines = slices.Clone(lines)
	for _, l := range lines {
		charged -= l.Sum
	}
	if len(lines) > 0 {
		lines[len(lines)-1].Sum += charged
	}
	return lines
}
