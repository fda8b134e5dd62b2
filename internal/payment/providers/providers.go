// Package providers lists the payment providers. It is the only package that imports
// their adapters.
package providers

import (
	"slices"

	"larek/internal/payment"
	"larek/internal/payment/getpay"
	"larek/internal/payment/payin"
	"larek/internal/payment/payselection"
	"larek/internal/payment/tbank"
)

// All lists the providers. A new one is added here.
var All = []payment.Descriptor{
	payselection.Descriptor,
	tbank.Descriptor,
	payin.Descriptor,
	getpay.Descriptor,
}

// Title returns the title of a provider, or its name if it is unknown.
func Title(name string) string {
	switch i := slices.IndexFunc(All, func(d payment.Descriptor) bool { return d.Name == name }); {
	case i >= 0:
		return All[i].Title
	case name == payment.Balance:
		return "баланс"
	case name == payment.Free:
		return "без оплаты"
	}
	return name
}

// MethodTitle returns the title of a payment method, or its name if it is unknown.
func MethodTitle(name string) string {
	for _, d := range All {
		if i := slices.IndexFunc(d.Methods, func(m payment.MethodSpec) bool { return m.Name == name }); i >= 0 {
			return d.Methods[i].Title
		}
	}
	switch name {
	case payment.Balance:
		return "баланс магазина"
	case payment.Free:
		return "без оплаты"
	}
	return name
}
