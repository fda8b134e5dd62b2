package payment

import (
	"fmt"
	"slices"
	"time"

	"larek/internal/money"
	"larek/internal/problem"
)

// InvoiceLife is how long a started payment can be paid.
const InvoiceLife = 30 * time.Minute

// Why a quote cannot be made.
var (
	ErrMethodUnavailable = problem.New(problem.Conflict, "payment.method_unavailable", "Этот способ сейчас недоступен. Выберите другой.")
	ErrCurrency          = problem.New(problem.Invalid, "payment.currency", "Этим способом нельзя заплатить в такой валюте.")
	ErrBelowMinimum      = problem.New(problem.Conflict, "payment.below_minimum", "Сумма меньше той, что принимает этот способ.")
)

// Quote is the one number a buyer is charged, with all that makes it.
type Quote struct {
	Total    money.RUB // goods after the promo code
	Fee      money.RUB
	Currency string
	Rate     money.Rate
	Amount   money.RUB // hundredths of Currency
}

// MakeQuote prices a payment by a method. It is pure: what it returns is what
// the attempt keeps and what is charged.
func MakeQuote(toPay money.RUB, m *Method, currency string, rate money.Rate) (Quote, error) {
	switch {
	case !m.IsActive:
		return Quote{}, ErrMethodUnavailable
	case !slices.Contains(m.Currencies, currency):
		return Quote{}, ErrCurrency
	case toPay < m.MinAmount:
		e := *ErrBelowMinimum
		e.Detail = fmt.Sprintf("Этим способом можно заплатить от %s ₽.", m.MinAmount)
		return Quote{}, &e
	}
	if currency == "RUB" {
		rate = money.OneToOne
	}
	fee := toPay.Hundredths(int64(m.Fee)) + m.FixFee
	return Quote{Total: toPay, Fee: fee, Currency: currency, Rate: rate, Amount: (toPay + fee).At(rate)}, nil
}

// Method finds a way to pay by its name.
func (m *Market) Method(name string) (*Method, error) {
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
}

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
