package getpay

import (
	"context"

	"larek/internal/partner"
	"larek/internal/payment"
)

// Probe implements partner.Prober: it opens a page, which nobody is shown. The protocol closes
// none.
func (p *Provider) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	in := payment.NewProbe("")
	return payment.Try(ctx, func(ctx context.Context) (string, error) {
		if _, err := p.CreateInvoice(ctx, in); err != nil {
			return "", err
		}
		return "Кошелёк принят, счёт на 10 ₽ создан. Отменять счета этот сервис не умеет, но его никто не увидит", nil
	})
}
