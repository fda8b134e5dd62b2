package moogold

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
)

// direct is the delivery type of goods that are delivered to an account.
const direct = 1

// rejected returns the outcome of a unit rejected before any order was sent.
func rejected(why delivery.RejectReason, seen delivery.Exchange) delivery.Outcome {
	return delivery.Outcome{State: delivery.OutcomeRejected, Reason: why, Exchange: seen, Unsent: true}
}

// PlaceOrder fetches the product first: the labels of its fields differ between games,
// and an order has no price that could be rejected.
func (s *Supplier) PlaceOrder(ctx context.Context, o delivery.PlaceRequest) (delivery.Outcome, error) {
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
	price, err := supplierhttp.Cost(string(v.Price), currency)
	if err != nil || !o.Affordable(price) {
		return rejected(delivery.PriceChanged, seen), nil
	}
	data, complete := fieldValues(p.Fields, o.Account)
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
		if no.code == "409" || no.mentions("duplicate", "partnerorderid exists") {
			return s.QueryOrder(ctx, delivery.OrderRef{Key: o.Key})
		}
		out.State, out.Reason = delivery.OutcomeRejected, no.reason()
		return out, nil
	}
	var made struct {
		OrderID outbound.Scalar `json:"order_id"` // used for older accounts
		Details struct {
			OrderID outbound.Scalar `json:"order_id"`
		} `json:"account_details"`
	}
	if err := a.JSON(&made); err != nil {
		return out, fmt.Errorf("moogold: order: %w", err)
	}
	if out.Ref = string(made.Details.OrderID); out.Ref == "" {
		out.Ref = string(made.OrderID)
	}
	if out.Ref == "" {
		return out, fmt.Errorf("moogold: %w", supplierhttp.Unreadable("no order number"))
	}
	out.State = delivery.OutcomePending
	return out, nil
}

// fieldValues fills the product's labelled fields. complete is false if one has no
// value.
func fieldValues(labels []string, a delivery.Account) (data map[string]any, complete bool) {
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

// reason derives the reject reason from the code and the message; the codes are not
// documented.
func (n apiError) reason() delivery.RejectReason {
	switch {
	case n.code == "402", n.mentions("insufficient", "balance"):
		return delivery.NoFunds
	case n.code == "410", n.code == "404", n.mentions("stock", "unknown product", "unknown variation"):
		return delivery.OutOfStock
	case n.mentions("unknown server", "user id", "player", "missing field"):
		return delivery.WrongDetails
	}
	return delivery.RejectOther
}

type order struct {
	OrderID outbound.Scalar `json:"order_id"`
	Partner outbound.Scalar `json:"partner_order_id"`
	Status  string          `json:"order_status"`
	Total   outbound.Scalar `json:"total"`
	Items   []struct {
		Codes []string `json:"voucher_code"`
	} `json:"item"`
}

// QueryOrder queries by our key, or by the supplier's ID if a callback had no key.
func (s *Supplier) QueryOrder(ctx context.Context, f delivery.OrderRef) (delivery.Outcome, error) {
	path, fields := "order/order_detail_partner_id", map[string]any{"partner_order_id": f.Key}
	if f.Key == "" {
		path, fields = "order/order_detail", map[string]any{"order_id": f.Ref}
	}
	a, seen, err := s.post(ctx, path, fields, delivery.Account{})
	out := delivery.Outcome{Exchange: seen}
	if err != nil {
		return out, supplierhttp.AsUnknown(err)
	}
	if no, refused := refusal(a); refused {
		if no.code == "404" || no.mentions("not found") {
			out.State = delivery.OutcomeNotFound
			return out, nil
		}
		return out, fmt.Errorf("moogold: order: %w", supplierhttp.Unreadable("refused: "+no.code))
	}
	var o order
	if err := a.JSON(&o); err != nil {
		return out, fmt.Errorf("moogold: order: %w", err)
	}
	if f.Key != "" && string(o.Partner) != f.Key || f.Key == "" && string(o.OrderID) != f.Ref {
		return out, fmt.Errorf("moogold: %w", supplierhttp.Unreadable("another order"))
	}
	return o.outcome(out)
}

func (o order) outcome(out delivery.Outcome) (delivery.Outcome, error) {
	out.Ref = string(o.OrderID)
	if cost, err := supplierhttp.Cost(string(o.Total), currency); err == nil {
		out.Cost = cost
	}
	switch o.Status {
	case "processing", "pending":
		out.State = delivery.OutcomePending
	case "completed":
		out.State = delivery.OutcomeDelivered
		for _, item := range o.Items {
			out.Codes = append(out.Codes, item.Codes...)
		}
	case "incorrect-details":
		out.State, out.Reason = delivery.OutcomeRejected, delivery.WrongDetails
	case "refunded", "failed", "cancelled":
		out.State, out.Reason = delivery.OutcomeRejected, delivery.RejectOther
	default:
		return out, fmt.Errorf("moogold: %w", supplierhttp.Unreadable("unknown order status"))
	}
	return out, nil
}

// CheckAccount checks the player. Some games and accounts have no such call.
func (s *Supplier) CheckAccount(ctx context.Context, a delivery.Account) (delivery.AccountCheck, error) {
	if a.PlayerID == "" {
		return delivery.AccountCheck{}, delivery.ErrCheckUnsupported
	}
	p, _, err := s.detail(ctx, s.productOf(a.SKU))
	if errors.Is(err, errNotSold) {
		return delivery.AccountCheck{}, delivery.ErrCheckUnsupported
	}
	if err != nil {
		return delivery.AccountCheck{}, err
	}
	data, complete := fieldValues(p.Fields, a)
	if !complete {
		return delivery.AccountCheck{}, nil
	}
	answer, _, err := s.post(ctx, "product/validate", map[string]any{"data": data}, a)
	if err != nil {
		return delivery.AccountCheck{}, supplierhttp.AsUnreachable(err)
	}
	if no, refused := refusal(answer); refused {
		if no.code == "" && no.message != "" || no.reason() == delivery.WrongDetails {
			return delivery.AccountCheck{}, nil
		}
		return delivery.AccountCheck{}, delivery.ErrCheckUnsupported
	}
	var said struct {
		Status outbound.Scalar `json:"status"`
		Name   string          `json:"username"`
	}
	if err := answer.JSON(&said); err != nil || said.Status != "true" {
		return delivery.AccountCheck{}, fmt.Errorf("moogold: check: %w", supplierhttp.AsUnreachable(supplierhttp.Unreadable("no validation result")))
	}
	return delivery.AccountCheck{Exists: true, Name: said.Name}, nil
}
