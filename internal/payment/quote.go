package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/problem"
)

// InvoiceLife is how long a started payment can be paid.
const InvoiceLife = 30 * time.Minute

// Why a quote cannot be made.
var (
	ErrMethodUnavailable = problem.New(problem.Conflict, "payment.method_unavailable", "Этот способ сейчас недоступен. Выберите другой.")
	ErrCurrency          = problem.New(problem.Invalid, "payment.currency", "Этим способом нельзя заплатить в такой валюте.")
	ErrFree              = problem.New(problem.Conflict, "payment.free", "Этот заказ бесплатный: платить не нужно.")
	ErrNotFree           = problem.New(problem.Conflict, "payment.not_free", "Этот заказ не бесплатный. Выберите способ оплаты.")
	ErrBelowMinimum      = problem.New(problem.Conflict, "payment.below_minimum", "Сумма меньше той, что принимает этот способ.")
)

// Quote is the one number a buyer is charged, with all that makes it.
type Quote struct {
	Total  money.RUB // goods after the promo code
	Fee    money.RUB
	Rate   money.Rate
	Amount money.Money
}

// MakeQuote prices a payment by a method in a currency, at the rate of that
// currency. It is pure: what it returns is what the attempt keeps and what is
// charged.
func MakeQuote(toPay money.RUB, m *Method, currency money.Currency, rate money.Rate) (Quote, error) {
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
	return Quote{Total: toPay, Fee: fee, Rate: rate, Amount: (toPay + fee).In(currency, rate)}, nil
}

// Rate returns how many rubles one unit of the currency costs now, and
// ErrCurrency when the shop does not sell in it.
func (s *Service) Rate(ctx context.Context, tx pgx.Tx, currency money.Currency) (money.Rate, error) {
	if currency == money.Ruble {
		return money.OneToOne, nil
	}
	text, err := paymentdb.New(tx).RateOf(ctx, string(currency))
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrCurrency
	}
	if err != nil {
		return 0, fmt.Errorf("rate of %s: %w", currency, err)
	}
	return money.ParseRate(text)
}

// Method finds a way to pay by its name.
func (m *Market) Method(name string) (*Method, error) {
	if name == Free {
		return freeMethod, nil
	}
	for i := range m.Groups {
		for j := range m.Groups[i].Methods {
			if m.Groups[i].Methods[j].Name == name {
				return &m.Groups[i].Methods[j], nil
			}
		}
	}
	return nil, ErrMethodUnavailable
}

// methodProviders says who serves a method of ours.
var methodProviders = map[string]string{
	"payselection":   "payselection",
	"tbank_sbp":      "tbank",
	"tbank_qr":       "tbank",
	"payin_p2p":      "payin",
	"payin_form":     "payin",
	"payin_external": "payin",
	"getpay":         "getpay",
	"balance":        Balance,
	Free:             Free,
}

// Free is the method, and the provider, of an order that costs nothing.
const Free = "free"

// freeMethod is how a free order is taken, in every market.
var freeMethod = &Method{Name: Free, Title: "Бесплатно", Currencies: []money.Currency{money.Ruble}, IsActive: true}

// Balance is the provider that is our own ledger.
const Balance = "balance"

// ProviderOf names who serves a method.
func ProviderOf(method string) (string, error) {
	p, ok := methodProviders[method]
	if !ok {
		return "", ErrMethodUnavailable
	}
	return p, nil
}
