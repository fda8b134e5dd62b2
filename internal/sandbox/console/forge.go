package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"larek/internal/sandbox/core"
)

type forgeCommand struct {
	Provider  string `json:"provider"`
	Reference string `json:"reference"`
	What      string `json:"what"`
	// URL replaces that of the invoice; it is signed too.
	URL string `json:"url"`
	// Signed makes an altered amount or currency be signed as if it were true.
	Signed bool `json:"signed"`
	// Dry only returns the webhook, for tests that decode it themselves.
	Dry bool `json:"dry"`
}

type forged struct {
	URL          string      `json:"url"`
	Header       http.Header `json:"header"`
	Body         string      `json:"body"`
	Status       int         `json:"status,omitempty"`
	Answer       string      `json:"answer,omitempty"`
	Acknowledged bool        `json:"acknowledged"`
}

// forge sends a webhook that the shop must reject (or, for a replay, must not
// process twice) and returns the response of the shop.
func (c *console) forge(w http.ResponseWriter, r *http.Request) {
	var command forgeCommand
	if !core.ReadCommand(w, r, &command) {
		return
	}
	if _, known := c.core.Provider(command.Provider); !known {
		core.ControlError(w, http.StatusBadRequest, fmt.Errorf("unknown provider %q", command.Provider))
		return
	}
	response, err := c.sendForged(r.Context(), command)
	var refusal core.Refusal
	switch {
	case err != nil && !errors.Is(err, core.ErrNoInvoice) && !errors.As(err, &refusal):
		core.ControlError(w, http.StatusBadGateway, err)
	default:
		c.core.ControlResult(w, response, err)
	}
}

func (c *console) sendForged(ctx context.Context, command forgeCommand) (forged, error) {
	provider, _ := c.core.Provider(command.Provider)
	var m core.Message
	err := c.core.Do(func(st *core.State) error {
		inv := st.Find(command.Provider, command.Reference)
		if inv == nil {
			return core.ErrNoInvoice
		}
		m = newestMessage(provider, inv, st.Next())
		return nil
	})
	if err != nil {
		return forged{}, err
	}
	if command.URL != "" {
		m.URL = command.URL
	}
	h, err := forgeWebhook(provider, m, command)
	if err != nil {
		return forged{}, err
	}
	response := forged{URL: h.URL, Header: h.Header, Body: string(h.Body)}
	if !command.Dry {
		status, body, err := c.core.SendWebhook(ctx, h)
		if err != nil {
			return forged{}, err
		}
		response.Status, response.Answer, response.Acknowledged = status, string(body), provider.Acknowledged(status, body)
	}
	return response, nil
}

// newestMessage returns the newest genuine message about an invoice, or one
// that it was paid if there is none. The payment id is made of n.
func newestMessage(provider core.PaymentProtocol, inv *core.Invoice, n int64) core.Message {
	if last := len(inv.Notices) - 1; last >= 0 {
		return inv.Notices[last].Message()
	}
	e := core.JournalEntry{
		What: core.Paid, At: inv.Opened, Payment: provider.PaymentID(inv, n), Amount: inv.Amount, Currency: inv.Currency,
	}
	all := provider.Messages(inv, e)
	m := all[len(all)-1]
	m.Amount = inv.Amount
	m.URL = cmp.Or(m.URL, inv.WebhookURL)
	return m
}

func forgeWebhook(provider core.PaymentProtocol, m core.Message, command forgeCommand) (core.WebhookRequest, error) {
	genuine := provider.Compose(m)
	switch command.What {
	case "replay":
		return genuine, nil
	case "bad_signature":
		return genuine.SignedAs(otherSignature(genuine.Signature)), nil
	case "altered_amount":
		m.Amount += 100
	case "other_currency":
		if !provider.Traits().NamesCurrency {
			return core.WebhookRequest{}, core.Refusal("the protocol's messages name no currency")
		}
		if m.Currency == "RUB" {
			m.Currency = "USD"
		} else {
			m.Currency = "RUB"
		}
	case "other_shop":
		m.Shop = "31415"
		return provider.Compose(m), nil
	case "unknown_order":
		m.Reference += "-unknown"
		return provider.Compose(m), nil
	default:
		return core.WebhookRequest{}, core.Refusal("unknown forgery " + command.What)
	}
	h := provider.Compose(m)
	if !command.Signed {
		h = h.SignedAs(genuine.Signature)
	}
	return h, nil
}

// otherSignature returns a signature of the same form that does not match.
func otherSignature(signature string) string {
	b := []byte(signature)
	for i, c := range b {
		b[i] = '0'
		if c == '0' {
			b[i] = '1'
		}
	}
	return string(b)
}
