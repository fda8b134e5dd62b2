package gamesdrop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

type customer struct {
	UserID   string `json:"gameUserId,omitempty"`
	ServerID string `json:"gameServerId,omitempty"`
	Email    string `json:"email,omitempty"`
}

type placeRequest struct {
	OfferID       int64       `json:"offerId"` // a number: strings are refused
	Price         json.Number `json:"price"`
	TransactionID string      `json:"transactionId"`
	Customer      customer    `json:"customer"`
}

type order struct {
	OrderID       outbound.Scalar `json:"orderId"`
	TransactionID outbound.Scalar `json:"transactionId"`
	Status        string          `json:"status"`
	Price         outbound.Scalar `json:"price"`
	Currency      string          `json:"currency"`
	Key           outbound.Scalar `json:"key"`
}

// wrongPrice is the code for a price that is not the current one.
const wrongPrice = "WRONG_PRICE"

// reasons maps error codes to reject reasons.
var reasons = map[string]delivery.RejectReason{
	wrongPrice:             delivery.PriceChanged,
	"OFFER_NOT_FOUND":      delivery.OutOfStock,
	"INSUFFICIENT_BALANCE": delivery.NoFunds,
}

// PlaceOrder sends the known price, which the supplier rejects if it has changed; a new
// price is accepted if it is affordable. PlaceOrder checks the player first, because a
// cancelled order does not report that the details were wrong.
func (s *Supplier) PlaceOrder(ctx context.Context, o delivery.PlaceRequest) (delivery.Outcome, error) {
	offer, err := strconv.ParseInt(o.Account.SKU, 10, 64)
	if err != nil { // not one of its goods
		return delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.OutOfStock, Unsent: true}, nil
	}
	switch c, seen, err := s.check(ctx, o.Account); {
	case errors.Is(err, delivery.ErrCheckUnsupported):
	case err != nil:
		return delivery.Outcome{Exchange: seen}, err
	case !c.Exists:
		return delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.WrongDetails, Exchange: seen, Unsent: true}, nil
	}
	a, seen, err := s.order(ctx, o, offer, o.Cost)
	if err == nil && refusal(a) == wrongPrice {
		// Nothing was ordered. The current price may still be affordable.
		if price, known := s.priceNow(ctx, offer); known && price != o.Cost && o.Affordable(price) {
			a, seen, err = s.order(ctx, o, offer, price)
		}
	}
	out := delivery.Outcome{Exchange: seen}
	if err != nil {
		return out, err
	}
	code := refusal(a)
	switch {
	case code == "TRANSACTION_DUPLICATE":
		return s.QueryOrder(ctx, delivery.OrderRef{Key: o.Key})
	case code != "" || !a.OK():
		out.State, out.Reason = delivery.OutcomeRejected, reasons[code]
		if out.Reason == "" {
			out.Reason = delivery.RejectOther
		}
		return out, nil
	}
	return s.parseOrder(a, o.Key, out)
}

func (s *Supplier) order(ctx context.Context, o delivery.PlaceRequest, offer int64, price delivery.Cost) (outbound.Response, delivery.Exchange, error) {
	return s.post(ctx, "/offers/create-order", placeRequest{
		OfferID: offer, Price: json.Number(supplierhttp.Decimal(price)), TransactionID: o.Key,
		Customer: customer{UserID: o.Account.PlayerID, ServerID: o.Account.ServerID, Email: o.Account.Email},
	}, o.Account)
}

// priceNow returns the current price of an offer.
func (s *Supplier) priceNow(ctx context.Context, offer int64) (delivery.Cost, bool) {
	a, _, err := s.post(ctx, "/offers/find-one", map[string]int64{"offerId": offer}, delivery.Account{})
	if err != nil || !a.OK() {
		return delivery.Cost{}, false
	}
	var found struct {
		Price    outbound.Scalar `json:"price"`
		Currency string          `json:"currency"`
	}
	if err := a.JSON(&found); err != nil {
		return delivery.Cost{}, false
	}
	price, err := supplierhttp.Cost(string(found.Price), found.Currency)
	return price, err == nil && found.Currency != ""
}

// QueryOrder queries by our key, which is known even if no response was received.
func (s *Supplier) QueryOrder(ctx context.Context, f delivery.OrderRef) (delivery.Outcome, error) {
	a, seen, err := s.post(ctx, "/offers/order-status", map[string]string{"transactionId": f.Key}, delivery.Account{})
	out := delivery.Outcome{Exchange: seen}
	if err != nil {
		return out, supplierhttp.AsUnknown(err)
	}
	switch code := refusal(a); {
	case code == "ORDER_NOT_FOUND":
		out.State = delivery.OutcomeNotFound
		return out, nil
	case code != "" || !a.OK():
		return out, fmt.Errorf("gamesdrop: order status: %w", supplierhttp.Unreadable("refused: "+code))
	}
	return s.parseOrder(a, f.Key, out)
}

// parseOrder reads the outcome from an order. What it cannot read is ErrOutcomeUnknown,
// never a rejection.
func (s *Supplier) parseOrder(a outbound.Response, key string, out delivery.Outcome) (delivery.Outcome, error) {
	var o order
	if err := a.JSON(&o); err != nil {
		return out, fmt.Errorf("gamesdrop: order: %w", err)
	}
	if o.TransactionID != "" && string(o.TransactionID) != key {
		return out, fmt.Errorf("gamesdrop: %w", supplierhttp.Unreadable("another order"))
	}
	out.Ref = string(o.OrderID)
	if cost, err := supplierhttp.Cost(string(o.Price), o.Currency); err == nil {
		out.Cost = cost
	}
	switch o.Status {
	case "SUBMITTED", "PROCESSING":
		out.State = delivery.OutcomePending
	case "COMPLETED":
		out.State = delivery.OutcomeDelivered
		if o.Key != "" {
			out.Codes = []string{string(o.Key)}
		}
	case "CANCELED", "REFUND":
		out.State, out.Reason = delivery.OutcomeRejected, delivery.RejectOther
	default:
		return out, fmt.Errorf("gamesdrop: %w", supplierhttp.Unreadable("unknown order status"))
	}
	return out, nil
}
