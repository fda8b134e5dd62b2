package checkout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
)

// invoiceTimeout bounds the call that opens an invoice while the buyer waits.
const invoiceTimeout = 12 * time.Second

// openInvoice is the second and third step of StartPayment.
func (s *Service) openInvoice(ctx context.Context, a *payment.Attempt, o *order.Order, in PaymentRequest) error {
	// A bank must get the same words when the call is repeated, whatever the shop is called by then.
	shop, err := s.brand.At(ctx, a.Created)
	if err != nil {
		return err
	}
	callCtx, cancel := context.WithTimeout(ctx, invoiceTimeout)
	defer cancel()
	opened, err := s.attempts.CreateInvoice(callCtx, a, s.invoiceRequest(a, o, shop.Latin, in))
	switch {
	case errors.Is(err, payment.ErrOutcomeUnknown):
		// The invoice may exist. The buyer or the sweeper repeats the call for
		// the same attempt; no second invoice is created.
		return s.waitIfPaid(ctx, a, errProviderTimeout.Because(err))
	case err != nil:
		if e := s.failAttempt(ctx, a, o.ID); e != nil {
			return e
		}
		return s.waitIfPaid(ctx, a, errRefused.Because(err))
	}
	live, err := payment.SaveInvoice(ctx, s.pool, a, opened)
	if err != nil {
		return err
	}
	if !live {
		return s.waitIfPaid(ctx, a, errProviderTimeout) // another tab chose another method meanwhile
	}
	return nil
}

// waitIfPaid returns reason, or nil if the attempt was paid before the
// provider's response arrived: then the buyer only has to wait.
func (s *Service) waitIfPaid(ctx context.Context, a *payment.Attempt, reason error) error {
	id, status, err := s.attempts.LatestAttempt(ctx, a.OrderID)
	if err != nil {
		return err
	}
	if id != a.ID || status != payment.AttemptPaid {
		return reason
	}
	a.Scenario = &payment.Scenario{Type: payment.Wait}
	return nil
}

// failAttempt closes an attempt the provider refused and releases its
// reservations.
func (s *Service) failAttempt(ctx context.Context, a *payment.Attempt, orderID int64) error {
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		o, err := order.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		closed, err := s.attempts.CloseAttempt(ctx, tx, a.ID, payment.AttemptFailed)
		if err != nil || !closed {
			return err
		}
		if err := s.orders.AppendEvent(ctx, tx, o.ID, order.EventPaymentDeclined, nil); err != nil {
			return err
		}
		return s.reservations.Release(ctx, tx, o)
	})
}

// invoiceRequest builds the request to the provider. It contains the titles of
// the goods, which the fiscal receipt needs, but never accounts or codes.
func (s *Service) invoiceRequest(a *payment.Attempt, o *order.Order, shop string, in PaymentRequest) payment.InvoiceRequest {
	inv := payment.InvoiceRequest{
		Reference: a.Reference, Method: a.Method, Amount: a.Amount,
		Description: fmt.Sprintf("Заказ %d, %s", o.ID, shop), Shop: shop, Phone: in.Phone,
		ReturnURL:  s.origin + "/ru/orders/" + o.Hash.String() + "/details",
		WebhookURL: s.origin + "/hooks/" + a.Provider + "/",
		Created:    a.Created, ExpiresAt: a.ExpiresAt,
	}
	if email := in.receiptEmail(o); email != nil {
		inv.Email = *email
	}
	left, err := a.Amount.RUB()
	if err != nil {
		return inv // fiscal receipts are in rubles
	}
	for i, l := range o.Lines {
		sum := l.Net()
		if i == len(o.Lines)-1 {
			sum = left // the fee is part of the price of the last line
		}
		left -= sum
		inv.Lines = append(inv.Lines, payment.InvoiceLine{Title: l.Title, Quantity: int(l.Quantity), Sum: sum})
	}
	return inv
}
