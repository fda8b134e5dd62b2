package payment_test

import (
	"errors"
	"testing"

	"larek/internal/money"
	"larek/internal/payment"
)

func TestChooseOutflow(t *testing.T) {
	t.Parallel()
	rub := func(n money.Minor) money.Money { return money.Of(n, money.Ruble) }
	tbank := payment.Outflow{PaymentID: 1, Provider: "tbank", ProviderID: "t1", Paid: rub(100_00), Known: 40_00}
	card := payment.Outflow{PaymentID: 2, Provider: "payselection", ProviderID: "p1", Paid: rub(100_00)}
	again := payment.Outflow{PaymentID: 3, Provider: "payselection", ProviderID: "p2", Paid: rub(100_00)}
	ours := payment.Outflow{PaymentID: 4, Provider: payment.Balance, Paid: rub(100_00)}
	which := func(all ...payment.Outflow) error { return &payment.WhichPaymentError{Among: all} }
	for name, c := range map[string]struct {
		all  []payment.Outflow
		left payment.Outside
		want int64
		err  error
	}{
		"the only one":             {all: []payment.Outflow{tbank, ours}, left: payment.Outside{Amount: rub(60_00)}, want: 1},
		"one has enough":           {all: []payment.Outflow{tbank, card}, left: payment.Outside{Amount: rub(60_01)}, want: 2},
		"two have enough":          {all: []payment.Outflow{tbank, card}, left: payment.Outside{Amount: rub(60_00)}, err: which(tbank, card)},
		"the provider is named":    {all: []payment.Outflow{tbank, card}, left: payment.Outside{Amount: rub(60_00), Provider: "payselection"}, want: 2},
		"the named has too little": {all: []payment.Outflow{tbank, card}, left: payment.Outside{Amount: rub(60_01), Provider: "tbank"}, err: payment.ErrTooMuch},
		"twice at the named":       {all: []payment.Outflow{tbank, card, again}, left: payment.Outside{Amount: rub(1), Provider: "payselection"}, err: which(card, again)},
		"the payment is named":     {all: []payment.Outflow{tbank, card, again}, left: payment.Outside{Amount: rub(1), ProviderID: "p2"}, want: 3},
		"of another order":         {all: []payment.Outflow{tbank, card}, left: payment.Outside{Amount: rub(1), ProviderID: "p2"}, err: payment.ErrNotPaid},
		"not at this provider":     {all: []payment.Outflow{card}, left: payment.Outside{Amount: rub(1), Provider: "tbank"}, err: payment.ErrNotPaid},
		"another currency":         {all: []payment.Outflow{card}, left: payment.Outside{Amount: money.Of(1, "KZT")}, err: payment.ErrTooMuch},
		"the balance is ours":      {all: []payment.Outflow{ours}, left: payment.Outside{Amount: rub(1)}, err: payment.ErrNotPaid},
		"not paid":                 {left: payment.Outside{Amount: rub(1)}, err: payment.ErrNotPaid},
	} {
		got, err := payment.ChooseOutflow(c.all, &c.left)
		if got.PaymentID != c.want || !sameError(err, c.err) {
			t.Errorf("%s: got payment %d and %v, want %d and %v", name, got.PaymentID, err, c.want, c.err)
		}
	}
}

// sameError compares the words of a choice, and everything else by identity.
func sameError(got, want error) bool {
	if which, ok := errors.AsType[*payment.WhichPaymentError](want); ok {
		return got != nil && got.Error() == which.Error()
	}
	return errors.Is(got, want)
}
