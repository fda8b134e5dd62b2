package payselection

import (
	"context"
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
		if left, err := amount(t.StateDetails.RemainingAmount); err == nil && kind == payment.Paid && left < sum {
			out.Notices = append(out.Notices, payment.RefundNotice(t.OrderID, t.TransactionID, left, n.Amount.Currency))
		}
	}
	return out, nil
}

// fact is one per transaction and outcome.
func fact(transaction string, kind payment.Kind) string { return transaction + ":" + string(kind) }

func (p *Provider) gateway(ctx context.Context, method, path, id string, body []byte) (wire.Answer, error) {
	signature := sign(p.cfg.SecretKey, method, path, p.cfg.SiteID, id, string(body))
	return p.wire.Send(ctx, method, wire.Join(p.cfg.GatewayURL, path), p.headers(id, signature), body)
}
