package payment

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Taxes say how the shop's receipts are filled in. They are settings: rates
// change by law.
type Taxes struct {
	System  string // osn, usn_income…; empty: the shop sends no receipts
	VAT     string // none, vat22…; empty means none
	INN     string
	Address string // the shop's, where payments are taken
	Email   string // of the shop, as the sender of the receipt
}

// Fiscal is a provider that sends receipts to the tax office for us. The same
// question gives the same receipt, and nil where there is none to send.
type Fiscal interface {
	SaleReceipt(in Invoice) (json.RawMessage, error)
	RefundReceipt(r RefundRequest) (json.RawMessage, error)
}

// What every item of ours is. Goods are handed over within minutes, so a sale
// is settled by one receipt.
const (
	PaidInFull  = "full_payment"
	ItemSubject = "service"
	receiptName = 120 // characters a provider takes
)

// Receipt is what one says, in no provider's format yet.
type Receipt struct {
	Taxes
	Items        []ReceiptItem
	Total        money.RUB
	Email, Phone string // one of them is filled
	At           time.Time
	Reference    string
}

// ReceiptItem is a line whose price times quantity is its sum.
type ReceiptItem struct {
	Name       string
	Price, Sum money.RUB
	Quantity   int
}

// ReceiptFor is the receipt of an invoice, or nil when the law wants none of
// us: another currency, a shop that sends none, a buyer who cannot be reached.
func (t Taxes) ReceiptFor(in Invoice) (*Receipt, error) {
	total, foreign := in.Amount.RUB()
	if t.System == "" || foreign != nil || len(in.Lines) == 0 || in.Email+in.Phone == "" {
		return nil, nil //nolint:nilnil,nilerr // no receipt is an answer
	}
	items, err := receiptItems(total, in.Lines)
	if err != nil {
		return nil, err
	}
	r := &Receipt{Taxes: t, Items: items, Total: total, Email: in.Email, At: in.Created, Reference: in.Reference}
	if r.VAT == "" {
		r.VAT = "none"
	}
	if r.Email == "" {
		r.Phone = in.Phone
	}
	return r, nil
}

// RefundReceiptFor is the same for money that goes back.
func (t Taxes) RefundReceiptFor(r RefundRequest) (*Receipt, error) {
	return t.ReceiptFor(Invoice{
		Reference: r.Key, Amount: r.Amount, Lines: r.Lines, Email: r.Email, Created: r.Created,
	})
}

// receiptItems sum up to the amount to the kopeck. A sum that its quantity
// does not divide is sold as one piece.
func receiptItems(amount money.RUB, lines []ReceiptLine) ([]ReceiptItem, error) {
	var items []ReceiptItem
	var total money.RUB
	for _, l := range lines {
		total += l.Sum
		if l.Sum < 0 || l.Quantity < 1 {
			return nil, fmt.Errorf("payment: a receipt line of %d for %s", l.Quantity, l.Sum)
		}
		if l.Sum == 0 { // a gift of the promo code
			continue
		}
		item := ReceiptItem{Name: l.Title, Price: l.Sum, Sum: l.Sum, Quantity: 1}
		if n := money.RUB(l.Quantity); l.Sum%n == 0 {
			item.Price, item.Quantity = l.Sum/n, l.Quantity
		} else {
			item.Name = fmt.Sprintf("%s × %d", l.Title, l.Quantity)
		}
		if r := []rune(item.Name); len(r) > receiptName {
			item.Name = string(r[:receiptName])
		}
		items = append(items, item)
	}
	if total != amount {
		return nil, fmt.Errorf("payment: receipt lines sum up to %s instead of %s", total, amount)
	}
	return items, nil
}

// keepSaleReceipt writes down what the provider is about to be handed.
func (s *Service) keepSaleReceipt(ctx context.Context, p Provider, in Invoice) error {
	f, ok := p.(Fiscal)
	if !ok {
		return nil
	}
	body, err := f.SaleReceipt(in)
	if err != nil || body == nil {
		return err
	}
	err = s.w.KeepSaleReceipt(ctx, paymentdb.KeepSaleReceiptParams{Reference: in.Reference, Body: body, Created: s.clock()})
	if err != nil {
		return fmt.Errorf("keep a receipt: %w", err)
	}
	return nil
}

// keepRefundReceipt finds out what the refund is for, and writes the receipt down.
func (s *Service) keepRefundReceipt(ctx context.Context, p Provider, r *Refund) error {
	f, ok := p.(Fiscal)
	if !ok {
		return nil
	}
	rows, err := s.w.RefundedGoods(ctx, r.ID)
	if err != nil {
		return fmt.Errorf("goods of refund %d: %w", r.ID, err)
	}
	if len(rows) == 0 {
		return nil
	}
	r.request.Email, r.request.Created = rows[0].Email, rows[0].Created
	if rubles, err := r.Amount.RUB(); err == nil { // there is no receipt of another currency
		r.request.Lines = refundedLines(r.OrderID, rubles, rows)
	}
	body, err := f.RefundReceipt(r.request)
	if err != nil || body == nil {
		return err
	}
	err = s.w.KeepRefundReceipt(ctx, paymentdb.KeepRefundReceiptParams{RefundID: r.ID, Body: body, Created: s.clock()})
	if err != nil {
		return fmt.Errorf("keep the receipt of refund %d: %w", r.ID, err)
	}
	return nil
}

// refundedLines are the goods as they were sold, when all of them come back;
// else the one line, or the money nobody asked for.
func refundedLines(orderID int64, amount money.RUB, rows []paymentdb.RefundedGoodsRow) []ReceiptLine {
	switch {
	case rows[0].IsLine:
		return []ReceiptLine{{Title: rows[0].Title, Quantity: 1, Sum: amount}}
	case amount != money.RUB(rows[0].Charged):
		return []ReceiptLine{{Title: fmt.Sprintf("Лишнее по заказу %d", orderID), Quantity: 1, Sum: amount}}
	}
	lines := make([]ReceiptLine, len(rows))
	for i, g := range rows {
		lines[i] = ReceiptLine{Title: g.Title, Quantity: int(g.Quantity), Sum: g.Net}
	}
	return spreadFee(amount, lines)
}

// spreadFee makes lines sum up to what is charged: the fee of the payment
// method is part of the price of the last thing.
func spreadFee(charged money.RUB, lines []ReceiptLine) []ReceiptLine {
	lines = slices.Clone(lines)
	for _, l := range lines {
		charged -= l.Sum
	}
	if len(lines) > 0 {
		lines[len(lines)-1].Sum += charged
	}
	return lines
}
