package tbank

import (
	"context"
	"errors"
	"slices"

	"larek/internal/partner"
	"larek/internal/payment"
)

// noTerminal are the bank's codes for a terminal it does not know or has blocked.
var noTerminal = []refusal{"202", "205", "501"}

// wrongToken is its code for a signature that does not match.
const wrongToken = refusal("204")

// Probe implements partner.Prober: it looks for an order that does not exist, then opens an
// invoice and cancels it.
func (p *Provider) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	in := payment.NewProbe("")
	in.Email, in.Lines = p.cfg.Taxes.Email, []payment.InvoiceLine{{Title: in.Description, Quantity: 1, Sum: 10_00}}
	return payment.Try(ctx,
		func(ctx context.Context) (string, error) {
			_, err := p.listPayments(ctx, in.Reference)
			if code, is := errors.AsType[refusal](err); is && code == wrongToken {
				return "", partner.Sentence("Банк знает терминал, но пароль не подходит.")
			} else if is && slices.Contains(noTerminal, code) {
				return "", partner.Sentence("Банк не знает такого терминала.")
			}
			return "Подпись принята, терминал рабочий", err
		},
		func(ctx context.Context) (string, error) {
			fields := p.newInvoice(in)
			delete(fields, "NotificationURL") // the address of the terminal's settings is used
			receipt, err := p.SaleReceipt(in)
			if err != nil {
				return "", err
			}
			if receipt != nil {
				fields["Receipt"] = receipt
			}
			var made paymentState
			if err := p.call(ctx, "Init", fields, &made); err != nil {
				return "", err
			}
			if err := p.call(ctx, "Cancel", map[string]any{"PaymentId": string(made.PaymentID)}, &made); err != nil {
				return "", partner.Sentence("Счёт на 10 ₽ создан, но не отменён. Он закроется сам через пять минут.")
			}
			return "Счёт на 10 ₽ создан и отменён", nil
		})
}
