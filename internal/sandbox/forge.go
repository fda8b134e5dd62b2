package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

type forgeCommand struct {
	Provider  string `json:"provider"`
	Reference string `json:"reference"`
	What      string `json:"what"`
	// URL is where it goes, if not where the invoice says; it is signed too.
	URL string `json:"url"`
	// Signed: an altered amount or currency is signed as if it were true.
	Signed bool `json:"signed"`
	// Only shows the webhook, for tests that hand it to a decoder themselves.
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

// controlForge sends a webhook that the shop must not believe (or, for a
// replay, must not believe twice) and tells how the shop answered.
func (s *Server) controlForge(w http.ResponseWriter, r *http.Request) {
	var c forgeCommand
	if !readCommand(w, r, &c) {
		return
	}
	if _, known := s.wire[c.Provider]; !known {
		controlError(w, http.StatusBadRequest, fmt.Errorf("unknown provider %q", c.Provider))
		return
	}
	answer, err := s.sendForged(r.Context(), c)
	var no refusal
	switch {
	case errors.Is(err, errNoInvoice):
		controlError(w, http.StatusNotFound, err)
	case errors.As(err, &no):
		controlError(w, http.StatusConflict, err)
	case err != nil:
		controlError(w, http.StatusBadGateway, err)
	default:
		answerJSON(w, http.StatusOK, answer)
	}
}

func (s *Server) sendForged(ctx context.Context, c forgeCommand) (forged, error) {
	wire := s.wire[c.Provider]
	var m message
	err := s.do(func(b *book) error {
		inv := b.find(c.Provider, c.Reference)
		if inv == nil {
			return errNoInvoice
		}
		m = claim(wire, inv, b.n)
		return nil
	})
	if err != nil {
		return forged{}, err
	}
	if c.URL != "" {
		m.url = c.URL
	}
	h, err := forge(wire, m, c)
	if err != nil {
		return forged{}, err
	}
	answer := forged{URL: h.url, Header: h.header, Body: string(h.body)}
	if !c.Dry {
		status, body, err := s.send(ctx, h)
		if err != nil {
			return forged{}, err
		}
		answer.Status, answer.Answer, answer.Acknowledged = status, string(body), wire.acknowledged(status, body)
	}
	return answer, nil
}

// claim is the newest true message about an invoice; while there is none, a
// claim that it was paid.
func claim(wire protocol, inv *Invoice, n int64) message {
	if last := len(inv.Notices) - 1; last >= 0 {
		return inv.Notices[last].message
	}
	e := Entry{What: Paid, At: inv.Opened, Payment: wire.paymentID(inv, n+1), Amount: inv.Amount, Currency: inv.Currency}
	all := wire.messages(inv, e)
	m := all[len(all)-1]
	m.amount = inv.Amount
	m.url = pickText(m.url, inv.WebhookURL)
	return m
}

func forge(wire protocol, m message, c forgeCommand) (hook, error) {
	genuine := wire.compose(m)
	switch c.What {
	case "replay":
		return genuine, nil
	case "bad_signature":
		return genuine.signedAs(flipped(genuine.signature)), nil
	case "altered_amount":
		m.amount += 100
	case "other_currency":
		if !wire.namesCurrency() {
			return hook{}, refusal("the protocol's messages name no currency")
		}
		if m.currency == "RUB" {
			m.currency = "USD"
		} else {
			m.currency = "RUB"
		}
	case "other_shop":
		m.shop = "31415"
		return wire.compose(m), nil
	case "unknown_order":
		m.reference += "-unknown"
		return wire.compose(m), nil
	default:
		return hook{}, refusal("unknown forgery " + c.What)
	}
	h := wire.compose(m)
	if !c.Signed {
		h = h.signedAs(genuine.signature)
	}
	return h, nil
}

// flipped is a signature of the right shape that fits nothing.
func flipped(signature string) string {
	b := []byte(signature)
	for i, c := range b {
		b[i] = '0'
		if c == '0' {
			b[i] = '1'
		}
	}
	return string(b)
}
