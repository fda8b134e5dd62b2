// Package providers lists the payment providers. It is the only package that imports
// their adapters.
package providers

import (
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
