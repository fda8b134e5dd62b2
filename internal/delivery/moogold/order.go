package moogold

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/wire"
)

// direct is the delivery type of goods that go to an account.
const direct = 1

// rejected is a refusal before any order was sent.
func rejected(why delivery.Reason, seen delivery.Exchange) delivery.Outcome {
	return delivery.Outcome{State: delivery.Rejected, Reason: why, Exchange: seen, Unsent: true}
}

// Place looks at the product first: the labels of its fields differ from game
// to game, and an order carries no price that could be refused.
func (s *Supplier) Place(ctx context.Context, o delivery.Placing) (delivery.Outcome, error) {
	p, seen, err := s.detail(ctx, s.productOf(o.Account.SKU))
	if errors.Is(err, errNotSold) {
		return rejected(delivery.OutOfStock, seen), nil
	}
	if err != nil {
		return delivery.Outcome{Exchange: seen}, err
	}
	v, sold := p.find(o.Account.SKU)
	if !sold {
		return rejected(delivery.OutOfStock, seen), nil
	}
	price, err := exchange.Cost(string(v.Price), currency)
	if err != nil || !o.Affordable(price) {
		return rejected(delivery.PriceChanged, seen), nil
	}
	data, complete := details(p.Fields, o.Account)
	if !complete {
		return rejected(delivery.WrongDetails, seen), nil
	}
	data["category"], data["quantity"] = direct, 1
	a, seen, err := s.post(ctx, "order/create_order", map[string]any{"data": data, "partnerOrderId": o.Key}, o.Account)
	out := delivery.Outcome{Cost: price, Exchange: seen}
	if err != nil {
		return out, err
	}
	if no, refused := refusal(a); refused {
		if no.code == "409" || no.says("duplicate", "partnerorderid exists") {
			return s.Find(ctx, delivery.Finding{Key: o.Key})
		}
		out.State, out.Reason = delivery.Rejected, no.reason()
		return out, nil
	}
	var made struct {
		OrderID wire.Text `json:"order_id"` // as older accounts get it
		Details struct {
			OrderID wire.Text `json:"order_id"`
		} `json:"account_details"`
	}
	if err := a.JSON(&made); err != nil {
		return out, fmt.Errorf("moogold: order: %w", err)
	}
	if out.Ref = string(made.Details.OrderID); out.Ref == "" {
		out.Ref = string(made.OrderID)
	}
	if out.Ref == "" {
		return out, fmt.Errorf("moogold: %w", exchange.Unreadable("an order without a number"))
	}
	out.State = delivery.Pending
	return out, nil
}

// details fills the product's labelled fields; false when one has no value.
func details(labels []string, a delivery.Account) (data map[string]any, complete bool) {
	data = map[string]any{"product-id": a.SKU}
	for _, label := range labels {
		value := a.PlayerID
		switch l := strings.ToLower(label); {
		case strings.Contains(l, "server"), strings.Contains(l, "zone"), strings.Contains(l, "region"):
			value = a.ServerID
		case strings.Contains(l, "mail"):
			value = a.Email
		}
		if value == "" {
			return nil, false
		}
		data[label] = value
	}
	return data, true
}

// reason guesses by code and words why an order was refused; the codes are not
// documented, so words decide where they can.
func (n no) reason() delivery.Reason {
	switch {
	case n.code == "402", n.says("insufficient", "balance"):
		return delivery.NoFunds
	case n.code == "410", n.code == "404", n.says("stock", "unknown product", "unknown variation"):
		return delivery.OutOfStock
	case n.says("unknown server", "user id", "player", "missing field"):
		return delivery.WrongDetails
	}
	return delivery.Refused
}

type order struct {
	OrderID wire.Text `json:"order_id"`
	Partner wire.Text `json:"partner_order_id"`
	Status  string    `json:"order_status"`
	Total   wire.Text `json:"total"`
	Items   []struct {
		Codes []string `json:"voucher_code"`
	} `json:"item"`
}

// Find asks by our key, or by theirs when a callback told no other.
func (s *Supplier) Find(ctx context.Context, f delivery.Finding) (delivery.Outcome, error) {
	path, fields := "order/order_detail_partner_id", map[string]any{"partner_order_id": f.Key}
	if f.Key == "" {
		path, fields = "order/order_detail", map[string]any{"order_id": f.Ref}
	}
	a, seen, err := s.post(ctx, path, fields, delivery.Account{})
	out := delivery.Outcome{Exchange: seen}
	if err != nil {
		return out, exchange.Asking(err)
	}
	if no, refused := refusal(a); refused {
		if no.code == "404" || no.says("not found") {
			out.State = delivery.Absent
			return out, nil
		}
		return out, fmt.Errorf("moogold: order: %w", exchange.Unreadable("refused: "+no.code))
	}
	var o order
	if err := a.JSON(&o); err != nil {
		return out, fmt.Errorf("moogold: order: %w", err)
	}
	if f.Key != "" && string(o.Partner) != f.Key || f.Key == "" && string(o.OrderID) != f.Ref {
		return out, fmt.Errorf("moogold: %w", exchange.Unreadable("another order"))
	}
	return o.outcome(out)
}

func (o order) outcome(out delivery.Outcome) (delivery.Outcome, error) {
	out.Ref = string(o.OrderID)
	if cost, err := exchange.Cost(string(o.Total), currency); err == nil {
		out.Cost = cost
	}
	switch o.Status {
	case "processing", "pending":
		out.State = delivery.Pending
	case "completed":
		out.State = delivery.Delivered
		for _, item := range o.Items {
			out.Codes = append(out.Codes, item.Codes...)
		}
	case "incorrect-details":
		out.State, out.Reason = delivery.Rejected, delivery.WrongDetails
	case "refunded", "failed", "cancelled":
		out.State, out.Reason = delivery.Rejected, delivery.Refused
	default:
		return out, fmt.Errorf("moogold: %w", exchange.Unreadable("an order without a known status"))
	}
	return out, nil
}

// Check asks for the player. Some games and accounts have no such call.
func (s *Supplier) Check(ctx context.Context, a delivery.Account) (delivery.Checked, error) {
	if a.PlayerID == "" {
		return delivery.Checked{}, delivery.ErrCannotCheck
	}
	p, _, err := s.detail(ctx, s.productOf(a.SKU))
	if errors.Is(err, errNotSold) {
		return delivery.Checked{}, delivery.ErrCannotCheck
	}
	if err != nil {
		return delivery.Checked{}, err
	}
	data, complete := details(p.Fields, a)
	if !complete {
		return delivery.Checked{}, nil
	}
	answer, _, err := s.post(ctx, "product/validate", map[string]any{"data": data}, a)
	if err != nil {
		return delivery.Checked{}, exchange.BeforeOrdering(err)
	}
	if no, refused := refusal(answer); refused {
		if no.code == "" && no.message != "" || no.reason() == delivery.WrongDetails {
			return delivery.Checked{}, nil
		}
		return delivery.Checked{}, delivery.ErrCannotCheck
	}
	var said struct {
		Status wire.Text `json:"status"`
		Name   string    `json:"username"`
	}
	if err := answer.JSON(&said); err != nil || said.Status != "true" {
		return delivery.Checked{}, fmt.Errorf("moogold: check: %w", exchange.BeforeOrdering(exchange.Unreadable("neither valid nor not")))
	}
	return delivery.Checked{Exists: true, Name: said.Name}, nil
}
