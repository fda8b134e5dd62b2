package payselection

import (
	"encoding/json"
	"fmt"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
)

type receiptData struct {
	Timestamp  string  `json:"timestamp"`
	ExternalID string  `json:"external_id"`
	Receipt    receipt `json:"receipt"`
}

type receipt struct {
	Client   client      `json:"client"`
	Company  company     `json:"company"`
	Items    []item      `json:"items"`
	Payments []paid      `json:"payments"`
	Total    json.Number `json:"total"`
}

type client struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

type company struct {
	INN     string `json:"inn"`
	Address string `json:"payment_address"`
	System  string `json:"sno"`
	Email   string `json:"email,omitempty"`
}

type item struct {
	Name     string      `json:"name"`
	Price    json.Number `json:"price"`
	Quantity int         `json:"quantity"`
	Sum      json.Number `json:"sum"`
	Method   string      `json:"payment_method"`
	Object   string      `json:"payment_object"`
	VAT      vat         `json:"vat"`
}

type vat struct {
	Type string `json:"type"`
}

// paid is one means of payment; type 1 is "electronic".
type paid struct {
	Type int         `json:"type"`
	Sum  json.Number `json:"sum"`
}

// moscow is the time zone of receipts.
var moscow = time.FixedZone("MSK", 3*60*60)

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
	out := receiptData{Timestamp: r.At.In(moscow).Format("02.01.2006 15:04:05"), ExternalID: r.Reference, Receipt: receipt{
		Client:   client{Email: r.Email, Phone: r.Phone},
		Company:  company{INN: r.INN, Address: r.Address, System: r.System, Email: r.FiscalSettings.Email},
		Payments: []paid{{Type: 1, Sum: number(r.Total)}}, Total: number(r.Total),
	}}
	for _, i := range r.Items {
		out.Receipt.Items = append(out.Receipt.Items, item{
			Name: i.Name, Price: number(i.Price), Quantity: i.Quantity, Sum: number(i.Sum),
			Method: payment.PaidInFull, Object: payment.ItemSubject, VAT: vat{r.VATRate},
		})
	}
	body, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("payselection: receipt: %w", err)
	}
	return body, nil
}

// number encodes rubles with two decimals, without a float.
func number(m money.RUB) json.Number { return json.Number(m.String()) }
