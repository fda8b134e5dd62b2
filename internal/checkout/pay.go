package checkout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Why a payment cannot be started.
var (
	errPaid     = problem.New(problem.Conflict, "order.paid", "Этот заказ уже оплачен.")
	errExpired  = problem.New(problem.Conflict, "order.expired", "Время на оплату вышло. Оформите заказ ещё раз.")
	errRepriced = problem.New(problem.Conflict, "order.repriced", "Цена изменилась. Проверьте сумму и нажмите «Оплатить» ещё раз.")
	errSilent   = problem.New(problem.Unavailable, "payment.silent", "Платёжная система не ответила. Деньги не списаны. Попробуйте ещё раз.")
	errRefused  = problem.New(problem.Conflict, "payment.refused", "Этот способ сейчас недоступен. Деньги не списаны. Выберите другой.")
	errSignIn   = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы платить с баланса.")
	errBalance  = problem.New(problem.Conflict, "balance.too_small", "На балансе меньше, чем нужно.")
)

// invoiceLimit bounds the wait for a provider while a buyer looks on.
const invoiceLimit = 12 * time.Second

// Pay is a wish to pay an order.
type Pay struct {
	OrderID  int64
	Method   string
	Currency money.Currency
	Email    string
	Phone    string
	Market   payment.Market // of the buyer
	From     string         // the buyer's address; empty if unknown

	byLink bool // by whoever holds the order's link; see payer.go
}

// StartPayment opens an invoice and says what the buyer does next. Asking
// again for the same gives the same invoice. In three steps: keep the quote
// and the reservations; ask the provider, with no transaction open; keep its
// answer and tell the flow.
func (s *Service) StartPayment(ctx context.Context, who order.Owner, in Pay) (*payment.Attempt, error) {
	a, o, err := s.begin(ctx, who, &in)
	if err != nil {
		return nil, err
	}
	if a.Scenario == nil {
		if err := s.openInvoice(ctx, a, o, in); err != nil {
			return nil, err
		}
	}
	s.Announce(ctx, o.ID)
	// The flow may be away: selling goes on, and its sweeper finds the order.
	_ = s.Flow.Tell(ctx, o.ID)
	return a, nil
}

// begin is the first step, under the order's lock.
func (s *Service) begin(ctx context.Context, who order.Owner, in *Pay) (*payment.Attempt, *order.Order, error) {
	method, err := in.Market.Method(in.Method)
	if err != nil {
		return nil, nil, err
	}
	var a *payment.Attempt
	var o *order.Order
	repriced, unproven := false, false
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		repriced, unproven = false, false
		if o, err = s.lockForPayer(ctx, tx, who, in); err != nil {
			return err
		}
		switch now := s.Clock(); {
		case !o.Status.Unpaid() && o.Status != order.Failed:
			return errPaid
		case !o.Payable(now):
			return errExpired
		}
		if err := s.contact(ctx, tx, o, method, *in); err != nil {
			return err
		}
		before := o.ToPay()
		if err := s.today(ctx, tx, o); err != nil {
			return err
		}
		if o.ToPay() != before {
			repriced = true // kept, so that the buyer sees the new sum before paying it
			return s.Orders.Note(ctx, tx, o.ID, order.EventChanged, nil)
		}
		if unproven, err = s.needsProof(ctx, tx, o); unproven || err != nil {
			return err // the address just given is kept: the code goes to it
		}
		a, err = s.attempt(ctx, tx, o, method, *in)
		return err
	})
	switch {
	case err != nil:
		return nil, nil, err
	case unproven:
		return nil, nil, s.askProof(ctx, o)
	case repriced:
		s.Announce(ctx, o.ID)
		return nil, nil, errRepriced
	}
	return a, o, nil
}

// today prices the order as of now. Goods get their price for good when the
// first payment starts: one that was given up may still be paid.
func (s *Service) today(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.Status == order.Created {
		if err := s.Orders.Refresh(ctx, tx, o); err != nil {
			return err
		}
	}
	return s.Reprice(ctx, tx, o)
}

// attempt is the open one if it is what the buyer asks for, else a new one
// with everything reserved for it.
func (s *Service) attempt(ctx context.Context, tx pgx.Tx, o *order.Order, method *payment.Method, in Pay) (*payment.Attempt, error) {
	rate, err := s.Payments.Rate(ctx, tx, in.Currency)
	if err != nil {
		return nil, err
	}
	quote, err := payment.MakeQuote(o.ToPay(), method, in.Currency, rate)
	if err != nil {
		return nil, err
	}
	open, err := s.openOf(ctx, tx, o.ID, in)
	switch {
	case err == nil && open.Method == in.Method && open.Total == quote.Total && open.Amount.Currency == quote.Amount.Currency && s.Clock().Before(open.ExpiresAt):
		return open, nil
	case err == nil:
		if err := s.Payments.Supersede(ctx, tx, o.ID); err != nil {
			return nil, err
		}
	case !errors.Is(err, payment.ErrNoAttempt):
		return nil, err
	}
	if err := s.onSale(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.HoldPromo(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.HoldGoods(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.boundHolds(ctx, tx, o, in.From); err != nil {
		return nil, err
	}
	a, err := s.Payments.Begin(ctx, tx, o.ID, in.Method, quote)
	if err != nil {
		return nil, err
	}
	if in.byLink {
		if err := s.Payments.SetPayer(ctx, tx, a.ID, in.payer()); err != nil {
			return nil, err
		}
	}
	if err := s.waiting(ctx, tx, o, method, a); err != nil {
		return nil, err
	}
	switch a.Provider {
	case payment.Balance:
		return a, s.spendBalance(ctx, tx, o, a)
	case payment.Free:
		return a, s.takeFree(ctx, tx, a)
	}
	return a, nil
}

// waiting writes into the order that a payment was started.
func (s *Service) waiting(ctx context.Context, tx pgx.Tx, o *order.Order, method *payment.Method, a *payment.Attempt) error {
	facts := map[string]any{"method": method.Title, "amount": a.Amount.Minor, "currency": a.Amount.Currency}
	if o.Status == order.WaitingForPayment {
		return s.Orders.Note(ctx, tx, o.ID, order.EventPaymentStarted, facts)
	}
	return s.Orders.Move(ctx, tx, o, order.WaitingForPayment, order.Change{
		Event: order.EventPaymentStarted, Facts: facts, Next: order.ActPay, Due: *o.DueAt,
	})
}

// HoldPromo keeps a use of the promo code for the order while it is paid.
// Holding twice holds once.
func (s *Service) HoldPromo(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.PromoCodeID == nil || o.Discount == 0 {
		return nil
	}
	return s.Promos.Reserve(ctx, tx, *o.PromoCodeID, o.ID, buyerOf(o))
}

// HoldGoods keeps codes of the stock for the order while it is paid. Other
// kinds of goods cannot run out.
func (s *Service) HoldGoods(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.Kind != order.PUBG {
		return nil
	}
	for _, l := range o.Lines {
		if err := s.Stock.Reserve(ctx, tx, l.ID, *l.ProductID, int(l.Quantity)); err != nil {
			return err
		}
	}
	return nil
}

// Release gives goods and promo code back to everybody.
func (s *Service) Release(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if err := s.Promos.Release(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.Stock.Release(ctx, tx, o.ID)
}

// openInvoice is the second and third step.
func (s *Service) openInvoice(ctx context.Context, a *payment.Attempt, o *order.Order, in Pay) error {
	asking, cancel := context.WithTimeout(ctx, invoiceLimit)
	defer cancel()
	opened, err := s.Payments.Invoice(asking, a.Provider, s.invoice(a, o, in))
	switch {
	case errors.Is(err, payment.ErrUnknown):
		// It may exist. The same attempt is asked for again by the buyer or by
		// the reconciler; no second invoice is made for it.
		return s.unlessPaid(ctx, a, errSilent)
	case err != nil:
		if e := s.abandon(ctx, a, o.ID); e != nil {
			return e
		}
		return s.unlessPaid(ctx, a, errRefused)
	}
	var live bool
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		var err error
		live, err = s.Payments.StoreOpened(ctx, tx, a, opened)
		return err
	})
	if err != nil {
		return err
	}
	if !live {
		return s.unlessPaid(ctx, a, errSilent) // another tab chose another method meanwhile
	}
	return nil
}

// unlessPaid is why a payment cannot go on, unless its money came before the
// provider's answer did: then there is nothing left to do but wait.
func (s *Service) unlessPaid(ctx context.Context, a *payment.Attempt, why error) error {
	id, status, err := s.Payments.LastAttempt(ctx, a.OrderID)
	if err != nil {
		return err
	}
	if id != a.ID || status != payment.AttemptPaid {
		return why
	}
	a.Scenario = &payment.Scenario{Type: payment.Wait}
	return nil
}

// abandon gives up an attempt the provider refused.
func (s *Service) abandon(ctx context.Context, a *payment.Attempt, orderID int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		o, err := s.Orders.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		closed, err := s.Payments.Close(ctx, tx, a.ID, payment.AttemptFailed)
		if err != nil || !closed {
			return err
		}
		if err := s.Orders.Note(ctx, tx, o.ID, order.EventPaymentDeclined, nil); err != nil {
			return err
		}
		return s.Release(ctx, tx, o)
	})
}

// invoice is what the provider is told. Titles of goods go with it, because
// the fiscal receipt needs them; accounts and codes never do.
func (s *Service) invoice(a *payment.Attempt, o *order.Order, in Pay) payment.Invoice {
	inv := payment.Invoice{
		Reference: a.Reference, Method: a.Method, Amount: a.Amount,
		Description: fmt.Sprintf("Заказ %d в «Ларьке»", o.ID), Phone: in.Phone,
		ReturnURL:  s.Origin + "/ru/orders/" + o.Hash.String() + "/details",
		WebhookURL: s.Origin + "/hooks/" + a.Provider + "/",
		Created:    a.Created, ExpiresAt: a.ExpiresAt,
	}
	if email := in.receiptEmail(o); email != nil {
		inv.Email = *email
	}
	left, err := a.Amount.RUB()
	if err != nil {
		return inv // receipts are in rubles
	}
	for i, l := range o.Lines {
		sum := l.Net()
		if i == len(o.Lines)-1 {
			sum = left // the fee is part of the price of the last line
		}
		left -= sum
		inv.Lines = append(inv.Lines, payment.ReceiptLine{Title: l.Title, Quantity: int(l.Quantity), Sum: sum})
	}
	return inv
}

// spendBalance pays from what we owe the buyer. The ledger is the judge of how
// much that is; the buyer's row is locked, so two orders cannot spend it twice.
func (s *Service) spendBalance(ctx context.Context, tx pgx.Tx, o *order.Order, a *payment.Attempt) error {
	if o.UserID == nil {
		return errSignIn
	}
	has, err := s.Ledger.HoldCustomer(ctx, tx, *o.UserID)
	if err != nil {
		return err
	}
	if has < a.Total+a.Fee {
		return errBalance
	}
	spent := ledger.BalanceSpent{UserID: *o.UserID, Total: a.Total, Fee: a.Fee}
	if err := s.Ledger.Post(ctx, tx, spent.Entry(a.Reference, o.ID)); err != nil {
		return err
	}
	_, err = s.Payments.StoreOpened(ctx, tx, a, payment.Opened{Scenario: payment.Scenario{Type: payment.Wait}})
	if err != nil {
		return err
	}
	_, err = s.Payments.KeepIn(ctx, tx, payment.Balance, payment.ByBalance, payment.Notice{
		Fact: a.Reference, Kind: payment.Paid, Reference: a.Reference, ProviderID: a.Reference, Amount: a.Amount,
	})
	return err
}

// StopPayment gives up the open attempt so that another may begin.
func (s *Service) StopPayment(ctx context.Context, who order.Owner, orderID int64) error {
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		o, err := s.Orders.LockOwned(ctx, tx, orderID, who)
		if err != nil {
			return err
		}
		if !o.Status.Unpaid() {
			return errPaid
		}
		a, err := s.Payments.Open(ctx, tx, o.ID)
		if errors.Is(err, payment.ErrNoAttempt) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := s.Payments.Close(ctx, tx, a.ID, payment.AttemptSuperseded); err != nil {
			return err
		}
		return s.Release(ctx, tx, o)
	})
	if err == nil {
		s.Announce(ctx, orderID)
	}
	return err
}

// AskProvider asks how the open payment stands, now instead of on schedule.
func (s *Service) AskProvider(ctx context.Context, who order.Owner, orderID int64) error {
	if _, err := s.Orders.Readable(ctx, orderID, who); err != nil {
		return err
	}
	news, err := s.Payments.AskOpen(ctx, orderID)
	if err != nil {
		return errSilent
	}
	if news {
		_ = s.Flow.Tell(ctx, orderID)
	}
	return nil
}
