package tbank

import (
	"encoding/json"
	"fmt"

	"larek/internal/payment"
)

type receipt struct {
	Email    string `json:",omitempty"`
	Phone    string `json:",omitempty"`
	Taxation string
	Items    []item
}

// item has its amounts in kopecks.
type item struct {
	Name          string
	Price         int64
	Quantity      int
	Amount        int64
	Tax           string
	PaymentMethod string
	PaymentObject string
}

// SaleReceipt implements payment.FiscalProvider.
func (p *Provider) SaleReceipt(in payment.InvoiceRequest) (json.RawMessage, error) {
	return encode(p.cfg.Taxes.SaleReceipt(in))
}

// RefundReceipt implements payment.FiscalProvider.
func (p *Provider) RefundReceipt(r payment.RefundRequest) (json.RawMessage, error) {
	return encode(p.cfg.Taxes.RefundReceipt(r))
}

func encode(r *payment.FiscalReceipt, err error) (json.RawMessage, error) {
	if err != nil || r == nil {
		return nil, err
	}
	out := receipt{Email: r.Email, Phone: r.Phone, Taxation: r.System}
	for _, i := range r.Items {
		out.Items = append(out.Items, item{
			Name: i.Name, Price: int64(i.Price), Quantity: i.Quantity, Amount: int64(i.Sum),
			Tax: r.VATRate, PaymentMethod: payment.PaidInFull, PaymentObject: payment.ItemSubject,
		})
	}
	body, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("tbank: receipt: %w", err)
	}
	return body, nil
}
