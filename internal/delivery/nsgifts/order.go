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
	"larek/internal/delivery/exchange"
	"larek/internal/money"
	"larek/internal/wire"
)

// What they top up at a time, in cents.
const (
	least = 13
	most  = 500_00
)

type field struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
}

type creating struct {
	ServiceID json.Number `json:"service_id"`
	CustomID  string      `json:"custom_id"`
	Fields    []field     `json:"fields"`
}

// customID is our key as the UUID they want, the same each time. They ask for
// version 4, so it says so.
func customID(key string) string {
	sum := sha256.Sum256([]byte("larek order " + key))
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// dollars is what must be sent for the promised rubles to arrive: rounded up to
// a cent, so the buyer may get up to a cent more, and never less.
func dollars(promised money.RUB, rate wire.Text) (money.Minor, error) {
	r, err := money.ParseRate(string(rate))
	if err != nil {
		return 0, exchange.BeforeOrdering(exchange.Unreadable("not a rate"))
	}
	return promised.In(currency, r).Minor, nil
}

// rejected is a refusal before anything was paid: an unpaid order comes to nothing.
func rejected(why delivery.Reason, seen delivery.Exchange) delivery.Outcome {
	return delivery.Outcome{State: delivery.Rejected, Reason: why, Exchange: seen, Unsent: true}
}

// Place makes an order and pays it. Nothing is delivered before it is paid, so
// whatever goes wrong until then has not happened.
func (s *Supplier) Place(ctx context.Context, o delivery.Placing) (delivery.Outcome, error) {
	if !login.MatchString(o.Account.SteamLogin) {
		return rejected(delivery.WrongDetails, delivery.Exchange{}), nil
	}
	rate, err := s.rubles(ctx)
	if err != nil {
		return delivery.Outcome{}, err
	}
	amount, err := dollars(o.Amount, rate)
	if err != nil {
		return delivery.Outcome{}, err
	}
	if amount < least || amount > most {
		return rejected(delivery.Refused, delivery.Exchange{}), nil
	}
	out, created, err := s.create(ctx, o, amount)
	if err != nil || !created {
		return out, err
	}
	return s.pay(ctx, o, out)
}

type made struct {
	CustomID string    `json:"custom_id"`
	Total    wire.Text `json:"total_to_pay"`
	Status   string    `json:"status"`
}

// create makes the order, or finds it made and unpaid.
func (s *Supplier) create(ctx context.Context, o delivery.Placing, amount money.Minor) (out delivery.Outcome, created bool, err error) {
	id := customID(o.Key)
	a, seen, err := s.send(ctx, http.MethodPost, "/create_order", creating{
		ServiceID: json.Number(o.Account.SKU), CustomID: id,
		Fields: []field{{"account", o.Account.SteamLogin}, {"amount", json.Number(amount.String())}},
	}, o.Account.SteamLogin)
	out = delivery.Outcome{Ref: id, Exchange: seen}
	switch {
	case err != nil:
		return out, false, exchange.BeforeOrdering(err)
	case a.Status == http.StatusConflict: // made before
		out, err = s.Find(ctx, delivery.Finding{Key: o.Key})
		return out, err == nil && out.State == delivery.Absent, err
	case !a.OK():
		return rejected(refusal(a), seen), false, nil
	}
	var m made
	if err := a.JSON(&m); err != nil || m.CustomID != id {
		return out, false, fmt.Errorf("nsgifts: order: %w", exchange.BeforeOrdering(exchange.Unreadable("not our order")))
	}
	if out.Cost, err = exchange.Cost(string(m.Total), currency); err != nil {
		return out, false, fmt.Errorf("nsgifts: order: %w", exchange.BeforeOrdering(err))
	}
	if dearer(out.Cost, max(o.Cost.TenThousandths, o.Limit.TenThousandths), amount) {
		return rejected(delivery.PriceChanged, seen), false, nil
	}
	return out, true, nil
}

// dearer compares with the most a dollar may cost, in ten-thousandths, rounded up
// to a cent. Without a known cost there is nothing to compare with.
func dearer(total delivery.Cost, perDollar int64, amount money.Minor) bool {
	const cent = 100 // ten-thousandths
	limit := (perDollar*int64(amount) + 100*cent - 1) / (100 * cent) * cent
	return perDollar > 0 && total.TenThousandths > limit
}

func (s *Supplier) pay(ctx context.Context, o delivery.Placing, out delivery.Outcome) (delivery.Outcome, error) {
	id := customID(o.Key)
	a, seen, err := s.send(ctx, http.MethodPost, "/pay_order", map[string]string{"custom_id": id}, o.Account.SteamLogin)
	out.Ref, out.Exchange = id, seen
	switch {
	case err != nil:
		return out, err
	case a.Status == http.StatusConflict: // paid before; the first answer is not repeated
		return s.Find(ctx, delivery.Finding{Key: o.Key})
	case !a.OK():
		out.State, out.Reason = delivery.Rejected, refusal(a)
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
		out.State, out.Codes = delivery.Delivered, paid.Pins
	case "in_progress":
		out.State = delivery.Pending
	case "refunded": // why is told to those who ask
		return s.Find(ctx, delivery.Finding{Key: o.Key})
	case "insufficient":
		out.State, out.Reason = delivery.Rejected, delivery.NoFunds
	default:
		return out, fmt.Errorf("nsgifts: %w", exchange.Unreadable("a payment without a known status"))
	}
	return out, nil
}

// The states of an order there.
const (
	infoCreated   = "0"
	infoProgress  = "10"
	infoDone      = "2"
	infoRefunded  = "7"
	infoCancelled = "5"
)

// Find asks by the id made of our key. An order that waits for its payment is
// Absent: nothing will come of it, and placing goes on by paying it.
func (s *Supplier) Find(ctx context.Context, f delivery.Finding) (delivery.Outcome, error) {
	id := customID(f.Key)
	a, seen, err := s.send(ctx, http.MethodGet, "/order_info/"+id, nil, "")
	out := delivery.Outcome{Ref: id, Exchange: seen}
	switch {
	case err != nil:
		return out, exchange.Asking(err)
	case a.Status == http.StatusNotFound:
		out.State = delivery.Absent
		return out, nil
	case !a.OK():
		return out, fmt.Errorf("nsgifts: order: %w", exchange.Unreadable(fmt.Sprintf("status %d", a.Status)))
	}
	var info struct {
		CustomID string    `json:"custom_id"`
		Status   wire.Text `json:"status"`
		Total    wire.Text `json:"total_to_pay"`
		Message  string    `json:"status_message"`
		Pins     []string  `json:"pins"`
	}
	if err := a.JSON(&info); err != nil {
		return out, fmt.Errorf("nsgifts: order: %w", err)
	}
	if info.CustomID != "" && info.CustomID != id {
		return out, fmt.Errorf("nsgifts: %w", exchange.Unreadable("another order"))
	}
	if cost, err := exchange.Cost(string(info.Total), currency); err == nil {
		out.Cost = cost
	}
	switch info.Status {
	case infoCreated:
		out.State = delivery.Absent
	case infoProgress:
		out.State = delivery.Pending
	case infoDone:
		out.State, out.Codes = delivery.Delivered, info.Pins
	case infoRefunded, infoCancelled:
		out.State, out.Reason = delivery.Rejected, reason(info.Message)
	default:
		return out, fmt.Errorf("nsgifts: %w", exchange.Unreadable("an order without a known status"))
	}
	return out, nil
}

// refusal is why a call was not carried out.
func refusal(a wire.Answer) delivery.Reason {
	var p struct {
		Detail wire.Text `json:"detail"`
	}
	if a.Status == http.StatusNotFound { // the service is not sold any more
		return delivery.OutOfStock
	}
	_ = json.Unmarshal(a.Body, &p) // without words it is refused just so
	return reason(string(p.Detail))
}

// reason reads the words: there are no codes.
func reason(words string) delivery.Reason {
	words = strings.ToLower(words)
	switch {
	case strings.Contains(words, "account"):
		return delivery.WrongDetails
	case strings.Contains(words, "stock"):
		return delivery.OutOfStock
	case strings.Contains(words, "insufficient"), strings.Contains(words, "balance"):
		return delivery.NoFunds
	}
	return delivery.Refused
}
