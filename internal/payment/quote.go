package payment

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/problem"
)

// InvoiceTTL is how long a started payment can be paid.
const InvoiceTTL = 30 * time.Minute

// Errors of quotes.
var (
	ErrMethodUnavailable = problem.New(problem.Conflict, "payment.method_unavailable", "Этот способ сейчас недоступен. Выберите другой.")
	ErrCurrency          = problem.New(problem.Invalid, "payment.currency", "Этим способом нельзя заплатить в такой валюте.")
	ErrFree              = problem.New(problem.Conflict, "payment.free", "Этот заказ бесплатный: платить не нужно.")
	ErrNotFree           = problem.New(problem.Conflict, "payment.not_free", "Этот заказ не бесплатный. Выберите способ оплаты.")
	ErrBelowMinimum      = problem.New(problem.Conflict, "payment.below_minimum", "Сумма меньше той, что принимает этот способ.")
)

// Quote is the locked price of an attempt: the amount charged and its parts.
type Quote struct {
	Total  money.RUB // goods after the promo code
	Fee    money.RUB
	Rate   money.Rate
	Amount money.Money
}

// NewQuote prices a payment by a method in a currency at the rate of that currency.
// It is pure: the attempt stores its result, and exactly that is charged.
func NewQuote(toPay money.RUB, m *Method, currency money.Currency, rate money.Rate) (Quote, error) {
	switch {
	case !m.IsActive:
		return Quote{}, ErrMethodUnavailable
	case !slices.Contains(m.Currencies, currency):
		return Quote{}, ErrCurrency
	case m.Name == Free && toPay > 0:
		return Quote{}, ErrNotFree
	case m.Name != Free && toPay <= 0:
		return Quote{}, ErrFree
	case toPay < m.MinAmount:
		e := *ErrBelowMinimum
		e.Detail = fmt.Sprintf("Этим способом можно заплатить от %s ₽.", m.MinAmount)
		return Quote{}, &e
	}
	fee := toPay.Percent(m.Fee) + m.FixFee
	return Quote{Total: toPay, Fee: fee, Rate: rate, Amount: (toPay + fee).In(currency, rate).Charged()}, nil
}

// Change replaces what operators decide about payments.
type Change = paymentdb.ChangeSettingsParams

// ChangeSettings reports whether the settings still had the version and are replaced.
func ChangeSettings(ctx context.Context, tx pgx.Tx, c Change) (bool, error) {
	n, err := paymentdb.New(tx).ChangeSettings(ctx, c)
	if err != nil {
		return false, fmt.Errorf("settings of payments: %w", err)
	}
	return n == 1, nil
}

// LateWindow returns how long after the expiry of its invoice a payment is still accepted.
func LateWindow(ctx context.Context, tx pgx.Tx) (time.Duration, error) {
	hours, err := paymentdb.New(tx).LateHours(ctx)
	if err != nil {
		return 0, fmt.Errorf("settings of payments: %w", err)
	}
	return time.Duration(hours) * time.Hour, nil
}

// Free is the method, and the provider, of an order that costs nothing.
const Free = "free"

// Balance is the method, and the provider, of payments from the balance in our own
// ledger.
const Balance = "balance"
