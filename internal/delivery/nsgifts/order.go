package nsgifts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/money"
	"larek/internal/outbound"
)

// Bounds of one top-up, in cents.
const (
	minAmount = 13
	maxAmount = 500_00
)

type field struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
}

type createRequest struct {
	ServiceID json.Number `json:"service_id"`
	CustomID  string      `json:"custom_id"`
	Fields    []field     `json:"fields"`
}

// customID derives the UUID the supplier requires from our key. It is marked as version
// 4, which they require. Persisted at the supplier: do not change its format.
func customID(key string) string {
	sum := sha256.Sum256([]byte("larek order " + key))
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// dollars returns the amount to send so that at least the promised rubles arrive,
// rounded up to a cent.
func dollars(promised money.RUB, rate outbound.Scalar) (money.Minor, error) {
	r, err := money.ParseRate(string(rate))
	if err != nil {
		return 0, supplierhttp.AsUnreachable(supplierhttp.Unreadable("invalid rate"))
	}
	return promised.In(currency, r).Minor, nil
}

// rejected returns the outcome of a unit rejected before it was paid: an unpaid order is
// never delivered.
func rejected(why delivery.RejectReason, seen delivery.Exchange) delivery.Outcome {
	return delivery.Outcome{State: delivery.OutcomeRejected, Reason: why, Exchange: seen, Unsent: true}
}

// PlaceOrder creates an order and pays it. Nothing is delivered before the payment, so
// errors before it are ErrUnreachable.
func (s *Supplier) PlaceOrder(ctx context.Context, o delivery.PlaceRequest) (delivery.Outcome, error) {
	if !login.MatchString(o.Account.SteamLogin) {
		return rejected(delivery.WrongDetails, delivery.Exchange{}), nil
	}
	rate, err := s.exchangeRate(ctx)
	if err != nil {
		return delivery.Outcome{}, err
	}
	amount, err := dollars(o.Amount, rate)
	if err != nil {
		return delivery.Outcome{}, err
	}
	if amount < minAmount || amount > maxAmount {
		return rejected(delivery.RejectOther, delivery.Exchange{}), nil
	}
	out, created, err := s.create(ctx, o, amount)
	if err != nil || !created {
		return out, err
	}
	return s.pay(ctx, o, out)
}

type createResponse struct {
	CustomID string          `json:"custom_id"`
	Total    outbound.Scalar `json:"total_to_pay"`
	Status   string          `json:"status"`
}

// create creates the order, or finds it created and unpaid.
func (s *Supplier) create(ctx context.Context, o delivery.PlaceRequest, amount money.Minor) (out delivery.Outcome, created bool, err error) {
	id := customID(o.Key)
	a, seen, err := s.send(ctx, http.MethodPost, "/create_order", createRequest{
		ServiceID: json.Number(o.Account.SKU), CustomID: id,
		Fields: []field{{"account", o.Account.SteamLogin}, {"amount", json.Number(amount.String())}},
	}, o.Account.SteamLogin)
	out = delivery.Outcome{Ref: id, Exchange: seen}
	switch {
	case err != nil:
		return out, false, supplierhttp.AsUnreachable(err)
	case a.Status == http.StatusConflict: // created before
		out, err = s.QueryOrder(ctx, delivery.OrderRef{Key: o.Key})
		return out, err == nil && out.State == delivery.OutcomeNotFound, err
	case !a.OK():
		return rejected(refusal(a), seen), false, nil
	}
	var m createResponse
	if err := a.JSON(&m); err != nil || m.CustomID != id {
		return out, false, fmt.Errorf("nsgifts: order: %w", supplierhttp.AsUnreachable(supplierhttp.Unreadable("not our order")))
	}
	if out.Cost, err = supplierhttp.Cost(string(m.Total), currency); err != nil {
		return out, false, fmt.Errorf("nsgifts: order: %w", supplierhttp.AsUnreachable(err))
	}
	if costsMore(out.Cost, max(o.Cost.TenThousandths, o.Limit.TenThousandths), amount) {
		return rejected(delivery.PriceChanged, seen), false, nil
	}
	return out, true, nil
}

// costsMore reports whether total exceeds perDollar, in ten-thousandths, for the amount,
// rounded up to a cent. Without a known cost nothing is compared.
func costsMore(total delivery.Cost, perDollar int64, amount money.Minor) bool {
	const cent = 100 // ten-thousandths
	limit := (perDollar*int64(amount) + 100*cent - 1) / (100 * cent) * cent
	return perDollar > 0 && total.TenThousandths > limit
}

func (s *Supplier) pay(ctx context.Context, o delivery.PlaceRequest, out delivery.Outcome) (delivery.Outcome, error) {
	id := customID(o.Key)
	a, seen, err := s.send(ctx, http.MethodPost, "/pay_order", map[string]string{"custom_id": id}, o.Account.SteamLogin)
	out.Ref, out.Exchange = id, seen
	switch {
	case err != nil:
		return out, err
	case a.Status == http.StatusConflict: // paid before; the first response is not repeated
		return s.QueryOrder(ctx, delivery.OrderRef{Key: o.Key})
	case !a.OK():
		out.State, out.Reason = delivery.OutcomeRejected, refusal(a)
		return out, nil
	}
	var paid struct {
		Status string   `json:"status"`
		Pins   []string `json:"pins"`
	}
	if err := a.JSON(&paid); err != nil {
		return out, fmt.Errorf("nsgifts: payment: %w", err)
	}
	switch paid.Status {
	case "completed":
		out.State, out.Codes = delivery.OutcomeDelivered, paid.Pins
	case "in_progress":
		out.State = delivery.OutcomePending
	case "refunded": // only QueryOrder returns the reason
		return s.QueryOrder(ctx, delivery.OrderRef{Key: o.Key})
	case "insufficient":
		out.State, out.Reason = delivery.OutcomeRejected, delivery.NoFunds
	default:
		return out, fmt.Errorf("nsgifts: %w", supplierhttp.Unreadable("unknown payment status"))
	}
	return out, nil
}

// Order statuses of the supplier.
const (
	infoCreated   = "0"
	infoProgress  = "10"
	infoDone      = "2"
	infoRefunded  = "7"
	infoCancelled = "5"
)

// QueryOrder queries by the ID derived from our key. An order that is created but not
// paid is OutcomeNotFound: it will not be delivered, and PlaceOrder continues by
// paying it.
func (s *Supplier) QueryOrder(ctx context.Context, f delivery.OrderRef) (delivery.Outcome, error) {
	id := customID(f.Key)
	a, seen, err := s.send(ctx, http.MethodGet, "/order_info/"+id, nil, "")
	out := delivery.Outcome{Ref: id, Exchange: seen}
	switch {
	case err != nil:
		return out, supplierhttp.AsUnknown(err)
	case a.Status == http.StatusNotFound:
		out.State = delivery.OutcomeNotFound
		return out, nil
	case !a.OK():
		return out, fmt.Errorf("nsgifts: order: %w", supplierhttp.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	var info struct {
		CustomID string          `json:"custom_id"`
		Status   outbound.Scalar `json:"status"`
		Total    outbound.Scalar `json:"total_to_pay"`
		Message  string          `json:"status_message"`
		Pins     []string        `json:"pins"`
	}
	if err := a.JSON(&info); err != nil {
		return out, fmt.Errorf("nsgifts: order: %w", err)
	}
	if info.CustomID != "" && info.CustomID != id {
		return out, fmt.Errorf("nsgifts: %w", supplierhttp.Unreadable("another order"))
	}
	if cost, err := supplierhttp.Cost(string(info.Total), currency); err == nil {
		out.Cost = cost
	}
	switch info.Status {
	case infoCreated:
		out.State = delivery.OutcomeNotFound
	case infoProgress:
		out.State = delivery.OutcomePending
	case infoDone:
		out.State, out.Codes = delivery.OutcomeDelivered, info.Pins
	case infoRefunded, infoCancelled:
		out.State, out.Reason = delivery.OutcomeRejected, reason(info.Message)
	default:
		return out, fmt.Errorf("nsgifts: %w", supplierhttp.Unreadable("unknown order status"))
	}
	return out, nil
}

// refusal returns the reject reason of a failed call.
func refusal(a outbound.Response) delivery.RejectReason {
	var p struct {
		Detail outbound.Scalar `json:"detail"`
	}
	if a.Status == http.StatusNotFound { // the service is no longer sold
		return delivery.OutOfStock
	}
	_ = json.Unmarshal(a.Body, &p) // without a text the reason is RejectOther
	return reason(string(p.Detail))
}

// reason derives the reject reason from the text: there are no codes.
func reason(words string) delivery.RejectReason {
	words = strings.ToLower(words)
	switch {
	case strings.Contains(words, "account"):
		return delivery.WrongDetails
	case strings.Contains(words, "stock"):
		return delivery.OutOfStock
	case strings.Contains(words, "insufficient"), strings.Contains(words, "balance"):
		return delivery.NoFunds
	}
	return delivery.RejectOther
}
