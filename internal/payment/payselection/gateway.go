package payselection

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

type transaction struct {
	TransactionID    string `json:"TransactionId"`
	OrderID          string `json:"OrderId"`
	TransactionState string `json:"TransactionState"`
	StateDetails     struct {
		Amount          outbound.Scalar `json:"Amount"`
		Currency        string          `json:"Currency"`
		RemainingAmount outbound.Scalar `json:"RemainingAmount"`
		Code            outbound.Scalar `json:"Code"`
	} `json:"StateDetails"`
}

// voided is the state of a transaction that is as if it had never been made. If it was paid
// before, all that was left of it has gone back.
const voided = "voided"

// underWay are the states of a transaction that is being authorised.
var underWay = []string{"pending", "preauthorized", "wait_for_3ds", "redirect"}

// QueryAttempt reports the transactions with the reference. Each success is a
// separate payment: a buyer may pay one page twice.
func (p *Provider) QueryAttempt(ctx context.Context, a payment.AttemptRef) (payment.AttemptReport, error) {
	resp, err := p.gateway(ctx, http.MethodGet, "/orders/"+url.PathEscape(a.Reference), freshID(), nil)
	if err != nil {
		return payment.AttemptReport{}, fmt.Errorf("payselection: order: %w", err)
	}
	if resp.Status == http.StatusNotFound { // no payment was tried yet
		return payment.AttemptReport{}, nil
	}
	if !resp.OK() {
		return payment.AttemptReport{}, fmt.Errorf("payselection: order: %w", refusal(resp))
	}
	var list []transaction
	if err := resp.JSON(&list); err != nil {
		return payment.AttemptReport{}, fmt.Errorf("payselection: order: %w", err)
	}
	var out payment.AttemptReport
	for _, t := range list {
		kind, known := map[string]payment.NoticeKind{
			"success": payment.NoticePaid, "declined": payment.NoticeDeclined, voided: payment.NoticeDeclined,
		}[t.TransactionState]
		if !known {
			out.UnderWay = out.UnderWay || slices.Contains(underWay, t.TransactionState)
			continue
		}
		sum, err := amount(t.StateDetails.Amount)
		if err != nil || t.OrderID != a.Reference || t.TransactionID == "" {
			return payment.AttemptReport{}, fmt.Errorf("payselection: order: %w: not about our order", payment.ErrOutcomeUnknown)
		}
		n := payment.Notice{
			DedupeKey: payment.DedupeKey(t.TransactionID, kind), Kind: kind, Reference: t.OrderID, ProviderID: t.TransactionID,
			Amount: money.Of(sum, money.Currency(t.StateDetails.Currency)),
		}
		if kind == payment.NoticeDeclined {
			n.Reason = string(t.StateDetails.Code)
		}
		out.Notices = append(out.Notices, n)
		if t.TransactionState == voided {
			out.Notices = append(out.Notices, payment.RefundNotice(t.OrderID, t.TransactionID, 0, n.Amount.Currency))
		}
		if left, err := amount(t.StateDetails.RemainingAmount); err == nil && kind == payment.NoticePaid && left < sum {
			out.Notices = append(out.Notices, payment.RefundNotice(t.OrderID, t.TransactionID, left, n.Amount.Currency))
		}
	}
	return out, nil
}

func (p *Provider) gateway(ctx context.Context, method, path, id string, body []byte) (outbound.Response, error) {
	signature := sign(p.cfg.SecretKey, method, path, p.cfg.SiteID, id, string(body))
	return p.client.Send(ctx, method, outbound.Join(p.cfg.GatewayURL, path), p.headers(id, signature), body)
}
