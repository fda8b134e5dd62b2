package gamesdrop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

type customer struct {
	UserID   string `json:"gameUserId,omitempty"`
	ServerID string `json:"gameServerId,omitempty"`
	Email    string `json:"email,omitempty"`
}

type placing struct {
	OfferID       int64       `json:"offerId"` // a number: strings are refused
	Price         json.Number `json:"price"`
	TransactionID string      `json:"transactionId"`
	Customer      customer    `json:"customer"`
}

type order struct {
	OrderID       wire.Text `json:"orderId"`
	TransactionID wire.Text `json:"transactionId"`
	Status        string    `json:"status"`
	Price         wire.Text `json:"price"`
	Currency      string    `json:"currency"`
	Key           wire.Text `json:"key"`
}

// wrongPrice is their word for a price other than today's.
const wrongPrice = "WRONG_PRICE"

// reasons of refusals that need no further question.
var reasons = map[string]delivery.Reason{
	wrongPrice:             delivery.PriceChanged,
	"OFFER_NOT_FOUND":      delivery.OutOfStock,
	"INSUFFICIENT_BALANCE": delivery.NoFunds,
}

// Place sends the price we know along: the supplier refuses if it is another,
// so a rise cannot slip through; one we can afford is agreed to. It asks for the player first, because a
// cancelled order does not say that the details were to blame.
func (s *Supplier) Place(ctx context.Context, o delivery.Placing) (delivery.Outcome, error) {
	offer, err := strconv.ParseInt(o.Account.SKU, 10, 64)
	if err != nil { // not one of its goods
		return delivery.Outcome{State: delivery.Rejected, Reason: delivery.OutOfStock, Unsent: true}, nil
	}
	switch c, seen, err := s.check(ctx, o.Account); {
	case errors.Is(err, delivery.ErrCannotCheck):
	case err != nil:
		return delivery.Outcome{Exchange: seen}, err
	case !c.Exists:
		return delivery.Outcome{State: delivery.Rejected, Reason: delivery.WrongDetails, Exchange: seen, Unsent: true}, nil
	}
	a, seen, err := s.order(ctx, o, offer, o.Cost)
	if err == nil && refusal(a) == wrongPrice {
		// Nothing was ordered. What it costs now may still leave us enough.
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
		return s.Find(ctx, delivery.Finding{Key: o.Key})
	case code != "" || !a.OK():
		out.State, out.Reason = delivery.Rejected, reasons[code]
		if out.Reason == "" {
			out.Reason = delivery.Refused
		}
		return out, nil
	}
	return s.read(a, o.Key, out)
}

func (s *Supplier) order(ctx context.Context, o delivery.Placing, offer int64, price delivery.Cost) (wire.Answer, delivery.Exchange, error) {
	return s.post(ctx, "/offers/create-order", placing{
		OfferID: offer, Price: json.Number(exchange.Decimal(price)), TransactionID: o.Key,
		Customer: customer{UserID: o.Account.PlayerID, ServerID: o.Account.ServerID, Email: o.Account.Email},
	}, o.Account)
}

// priceNow asks what an offer costs at this moment.
func (s *Supplier) priceNow(ctx context.Context, offer int64) (delivery.Cost, bool) {
	a, _, err := s.post(ctx, "/offers/find-one", map[string]int64{"offerId": offer}, delivery.Account{})
	if err != nil || !a.OK() {
		return delivery.Cost{}, false
	}
	var found struct {
		Price    wire.Text `json:"price"`
		Currency string    `json:"currency"`
	}
	if err := a.JSON(&found); err != nil {
		return delivery.Cost{}, false
	}
	price, err := exchange.Cost(string(found.Price), found.Currency)
	return price, err == nil && found.Currency != ""
}

// Find asks by our own key: it is known even when no answer ever came.
func (s *Supplier) Find(ctx context.Context, f delivery.Finding) (delivery.Outcome, error) {
	a, seen, err := s.post(ctx, "/offers/order-status", map[string]string{"transactionId": f.Key}, delivery.Account{})
	out := delivery.Outcome{Exchange: seen}
	if err != nil {
		return out, exchange.Asking(err)
	}
	switch code := refusal(a); {
	case code == "ORDER_NOT_FOUND":
		out.State = delivery.Absent
		return out, nil
	case code != "" || !a.OK():
		return out, fmt.Errorf("gamesdrop: order status: %w", exchange.Unreadable("refused: "+code))
	}
	return s.read(a, f.Key, out)
}

// read understands an order. Whatever it cannot is unknown, never «no».
func (s *Supplier) read(a wire.Answer, key string, out delivery.Outcome) (delivery.Outcome, error) {
	var o order
	if err := a.JSON(&o); err != nil {
		return out, fmt.Errorf("gamesdrop: order: %w", err)
	}
	if o.TransactionID != "" && string(o.TransactionID) != key {
		return out, fmt.Errorf("gamesdrop: %w", exchange.Unreadable("another order"))
	}
	out.Ref = string(o.OrderID)
	if cost, err := exchange.Cost(string(o.Price), o.Currency); err == nil {
		out.Cost = cost
	}
	switch o.Status {
	case "SUBMITTED", "PROCESSING":
		out.State = delivery.Pending
	case "COMPLETED":
		out.State = delivery.Delivered
		if o.Key != "" {
			out.Codes = []string{string(o.Key)}
		}
	case "CANCELED", "REFUND":
		out.State, out.Reason = delivery.Rejected, delivery.Refused
	default:
		return out, fmt.Errorf("gamesdrop: %w", exchange.Unreadable("an order without a known status"))
	}
	return out, nil
}
