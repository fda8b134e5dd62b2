package payin

import (
	"context"

	"larek/internal/partner"
	"larek/internal/payment"
)

// Probe implements partner.Prober: it asks for the number of an invoice, which nobody is told.
// The protocol cancels none.
func (p *Provider) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	in := payment.NewProbe(terminalMethod)
	return payment.Try(ctx, func(ctx context.Context) (string, error) {
		fields, err := p.fields(in)
		if err != nil {
			return "", partner.Sentence("Номер агента состоит из одних цифр.")
		}
		if _, err := p.terminal(ctx, in, fields); err != nil {
			return "", err
		}
		return "Подпись принята, счёт на 10 ₽ создан. Он закроется сам через пять минут", nil
	})
}
