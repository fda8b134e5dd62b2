package payment

import (
	"context"
	"errors"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/partner"
	"larek/internal/publicid"
)

// ProbeReference begins the references of invoices that only try our keys.
const ProbeReference = "probe-"

// probeAmount is that of an invoice which only tries our keys; nobody is shown it.
const probeAmount = 10_00

// NewProbe returns an invoice that tests the keys and expires soon.
func NewProbe(method string) InvoiceRequest {
	now := time.Now()
	return InvoiceRequest{
		Reference: ProbeReference + strings.ToLower(publicid.New().String()[:12]), Method: method, Amount: money.Of(probeAmount, money.Ruble),
		Description: "Проверка ключей магазина", Created: now, ExpiresAt: now.Add(5 * time.Minute),
	}
}

// Try runs the steps of a probe of a provider.
func Try(ctx context.Context, steps ...partner.Step) ([]partner.ProbeStep, error) {
	return partner.Try(ctx, explainProbe, steps...)
}

func explainProbe(err error) string {
	switch {
	case errors.Is(err, ErrNotSent):
		return "Нет связи: адрес провайдера не отвечает."
	case errors.Is(err, ErrOutcomeUnknown):
		return "Провайдер не ответил или ответил непонятно. Повторите через минуту."
	case errors.Is(err, ErrRefused):
		return "Провайдер отказал: ключи не подходят."
	}
	return "Проверить не вышло."
}
