package payselection

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

type transaction struct {
	TransactionID    string `json:"TransactionId"`
	OrderID          string `json:"OrderId"`
	TransactionState string `json:"TransactionState"`
	StateDetails     struct {
		Amount          wire.Text `json:"Amount"`
		Currency        string    `json:"Currency"`
		RemainingAmount wire.Text `json:"RemainingAmount"`
		Code            wire.Text `json:"Code"`
	} `json:"StateDetails"`
}

// underWay are the states of a transaction that is being authorised.
var underWay = []string{"pending", "preauthorized", "wait_for_3ds", "redirect"}

// Ask lists the transactions of one reference. Each success is money of its
// own: a buyer who pays the same page twice has paid twice.
func (p *Provider) Ask(ctx context.Context, a payment.Asked) (payment.Answer, error) {
	answer, err := p.gateway(ctx, http.MethodGet, "/orders/"+url.PathEscape(a.Reference), freshID(), nil)
	if err != nil {
		return payment.Answer{}, fmt.Errorf("payselection: order: %w", err)
	}
	if answer.Status == http.StatusNotFound { // nobody has tried to pay yet
		return payment.Answer{}, nil
	}
	if !answer.OK() {
		return payment.Answer{}, fmt.Errorf("payselection: order: %w", refusal(answer))
	}
	var list []transaction
	if err := answer.JSON(&list); err != nil {
		return payment.Answer{}, fmt.Errorf("payselection: order: %w", err)
	}
	var out payment.Answer
	for _, t := range list {
		kind, known := map[string]payment.Kind{
			"success": payment.Paid, "declined": payment.Declined, "voided": payment.Declined,
		}[t.TransactionState]
		if !known {
			out.UnderWay = out.UnderWay || slices.Contains(underWay, t.TransactionState)
			continue
		}
		sum, err := amount(t.StateDetails.Amount)
		if err != nil || t.OrderID != a.Reference || t.TransactionID == "" {
			return payment.Answer{}, fmt.Errorf("payselection: order: %w: not about our order", payment.ErrUnknown)
		}
		n := payment.Notice{
			Fact: fact(t.TransactionID, kind), Kind: kind, Reference: t.OrderID, ProviderID: t.TransactionID,
			Amount: money.Of(sum, money.Currency(t.StateDetails.Currency)),
		}
		if kind == payment.Declined {
			n.Reason = string(t.StateDetails.Code)
		}
		out.Notices = append(out.Notices, n)
	}
	return out, nil
}

// fact is one per transaction and outcome.
func fact(transaction string, kind payment.Kind) string { return transaction + ":" + string(kind) }

type refund struct {
	TransactionID string          `json:"TransactionId"`
	Amount        money.Minor     `json:"Amount"`
	Currency      money.Currency  `json:"Currency"`
	ReceiptData   json.RawMessage `json:"ReceiptData,omitempty"`
}

// Refund looks first at what remains of the payment, because the provider
// would carry out a repeated refund again.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (payment.Refunded, error) {
	left, err := p.remaining(ctx, r.ProviderID)
	if err != nil {
		return payment.Refunded{}, fmt.Errorf("payselection: before the refund: %w", err)
	}
	switch {
	case left <= r.Left:
		return payment.Refunded{ProviderID: r.ProviderID}, nil
	case left < r.Left+r.Amount.Minor:
		return payment.Refunded{}, fmt.Errorf("payselection: refund: %w", payment.Refused("less remains than is to be given back"))
	}
	receipt, err := p.RefundReceipt(r)
	if err != nil {
		return payment.Refunded{}, err
	}
	body, err := json.Marshal(refund{TransactionID: r.ProviderID, Amount: r.Amount.Minor, Currency: r.Amount.Currency, ReceiptData: receipt})
	if err != nil {
		return payment.Refunded{}, fmt.Errorf("payselection: refund: %w", err)
	}
	a, err := p.gateway(ctx, http.MethodPost, "/payments/refund", requestID("refund", r.Key), body)
	if err == nil && !a.OK() {
		err = refusal(a)
	}
	var done struct {
		TransactionID string `json:"TransactionId"`
	}
	if err == nil {
		err = a.JSON(&done)
	}
	if err != nil {
		return payment.Refunded{}, fmt.Errorf("payselection: refund: %w", err)
	}
	return payment.Refunded{ProviderID: done.TransactionID}, nil
}

func (p *Provider) remaining(ctx context.Context, id string) (money.Minor, error) {
	a, err := p.gateway(ctx, http.MethodGet, "/transactions/"+url.PathEscape(id), freshID(), nil)
	if err != nil {
		return 0, err
	}
	if !a.OK() {
		return 0, refusal(a)
	}
	var t transaction
	if err := a.JSON(&t); err != nil {
		return 0, err
	}
	left, err := amount(t.StateDetails.RemainingAmount)
	if err != nil || t.TransactionID != id {
		return 0, fmt.Errorf("%w: the remaining amount is not told", payment.ErrUnknown)
	}
	return left, nil
}

func (p *Provider) gateway(ctx context.Context, method, path, id string, body []byte) (wire.Answer, error) {
	signature := sign(p.cfg.SecretKey, method, path, p.cfg.SiteID, id, string(body))
	return p.wire.Send(ctx, method, wire.Join(p.cfg.GatewayURL, path), p.headers(id, signature), body)
}
