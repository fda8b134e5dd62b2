package payselection

import (
	"context"
	"net/http"
	"net/url"

	"larek/internal/partner"
	"larek/internal/payment"
)

// Probe implements partner.Prober: it looks for an order that does not exist. It opens no page:
// the protocol closes none.
func (p *Provider) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	in := payment.NewProbe("")
	return payment.Try(ctx, func(ctx context.Context) (string, error) {
		a, err := p.gateway(ctx, http.MethodGet, "/orders/"+url.PathEscape(in.Reference), freshID(), nil)
		if err == nil && !a.OK() && a.Status != http.StatusNotFound {
			err = refusal(a)
		}
		switch {
		case err != nil && (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden):
			return "", partner.Sentence("Подпись не принята: номер сайта или секретный ключ не подходит.")
		case err != nil:
			return "", err
		}
		return "Подпись принята, сайт рабочий", nil
	})
}
