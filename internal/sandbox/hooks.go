package sandbox

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"larek/internal/money"
)

// protocol is what differs between providers once an invoice is open.
type protocol interface {
	// paymentID names the buyer's next payment; n is a number nobody has yet.
	paymentID(inv *Invoice, n int64) string
	// manyPayments: one invoice may really be paid more than once.
	manyPayments() bool
	// partialPayments: less than the whole is told as such.
	partialPayments() bool
	// payableAtOnce: an automatic buyer may pay as soon as the invoice is open.
	payableAtOnce() bool
	// afterDecline: whether the buyer may try again on the same invoice.
	afterDecline() Status
	// messages is what the provider tells about an entry, at the same time.
	messages(inv *Invoice, e Entry) []message
	// compose signs a message and puts it into the provider's shape.
	compose(m message) hook
	acknowledged(status int, body []byte) bool
	// namesCurrency: the messages say which currency was paid.
	namesCurrency() bool
	// refuse is a clear «no» in the provider's words.
	refuse(w http.ResponseWriter)
}

// message is one fact told to the shop.
type message struct {
	url       string
	shop      string // whose payment it is; empty means ours
	reference string
	payment   string
	event     string
	amount    money.Minor
	rest      money.Minor // what is left of it after refunds
	currency  string
	at        time.Time
	reason    string
	terms     Terms
}

// hook is a message ready to be sent.
type hook struct {
	url       string
	header    http.Header
	body      []byte
	signature string
}

// signedAs returns the same hook under another signature.
func (h hook) signedAs(signature string) hook {
	h.body = bytes.ReplaceAll(h.body, []byte(h.signature), []byte(signature))
	h.header = h.header.Clone()
	for name, values := range h.header {
		for i := range values {
			h.header[name][i] = strings.ReplaceAll(values[i], h.signature, signature)
		}
	}
	h.signature = signature
	return h
}

// Notice is one message on its way.
type Notice struct {
	Index  int         `json:"index"`
	Event  string      `json:"event"`
	State  NoticeState `json:"state"`
	Tries  int         `json:"tries"`
	Answer int         `json:"answer,omitempty"` // HTTP status of the last try

	invoice   *Invoice
	supply    *Supply       // instead of an invoice
	tried     chan struct{} // closed after the first try to call about a supply
	message   message
	notBefore time.Time
	giveUp    time.Time
}

// NoticeState is how far a notice got.
type NoticeState string

// The states.
const (
	Pending      NoticeState = "pending"
	Acknowledged NoticeState = "acknowledged"
	Lost         NoticeState = "lost"
	GivenUp      NoticeState = "given_up"
)

const (
	patience      = 3 * time.Minute
	steadyRetry   = 10 * time.Second
	answerTimeout = 10 * time.Second
	maxAnswer     = 64 << 10
)

var retries = []time.Duration{200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second}

// tell adds the notices an entry gives rise to.
func (b *book) tell(inv *Invoice, e Entry) {
	w := Webhook{}
	if e.Webhook != nil {
		w = *e.Webhook
	}
	copies := 1
	if w.Mode == Twice {
		copies = 2
	}
	for range copies {
		for _, m := range b.wire[inv.Provider].messages(inv, e) {
			if m.url == "" {
				m.url = inv.WebhookURL
			}
			n := &Notice{Index: len(inv.Notices), Event: m.event, State: Pending, invoice: inv, message: m, notBefore: e.At}
			if w.Mode == Delay {
				n.notBefore = e.At.Add(time.Duration(w.DelayMS) * time.Millisecond)
			}
			n.giveUp = n.notBefore.Add(patience)
			if w.Mode == Lose || m.url == "" {
				n.State = Lost
			}
			inv.Notices = append(inv.Notices, n)
			b.fresh = append(b.fresh, n)
		}
	}
}

// deliver sends a notice until it is acknowledged.
func (s *Server) deliver(life context.Context, n *Notice) {
	s.mu.Lock()
	state := n.State
	s.mu.Unlock()
	if state != Pending || !pause(life, n.notBefore.Sub(s.now())) {
		return
	}
	for try := 0; ; try++ {
		status, body, err := s.send(life, s.compose(n))
		if life.Err() != nil {
			return
		}
		if err != nil {
			s.log.Warn("webhook not delivered", "provider", n.provider(), "event", n.Event, "error", err)
		}
		end := NoticeState("")
		switch {
		case err == nil && s.acknowledged(n, status, body):
			end = Acknowledged
		case s.now().After(n.giveUp):
			end = GivenUp
		}
		if s.noteTry(life, n, status, end) != nil || end != "" {
			return
		}
		wait := steadyRetry
		if try < len(retries) {
			wait = retries[try]
		}
		if !pause(life, wait) {
			return
		}
	}
}

func (n *Notice) provider() string {
	if n.supply != nil {
		return n.supply.Supplier
	}
	return n.invoice.Provider
}

func (s *Server) compose(n *Notice) hook {
	if n.supply == nil {
		return s.wire[n.invoice.Provider].compose(n.message)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if n.supply.Supplier == Rokky {
		return s.rokkyHook(n.message.url, n.supply)
	}
	return mooCallback(n.message.url, n.supply)
}

func (s *Server) acknowledged(n *Notice, status int, body []byte) bool {
	switch {
	case n.supply == nil:
		return s.wire[n.invoice.Provider].acknowledged(status, body)
	case n.supply.Supplier == MooGold:
		return status == http.StatusOK && mooAcknowledged(body)
	}
	return status == http.StatusOK
}

// noteTry remembers a try; only an end goes on record, and nobody waits for it.
func (s *Server) noteTry(life context.Context, n *Notice, status int, end NoticeState) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if life.Err() != nil {
		return life.Err()
	}
	n.Tries++
	n.Answer = status
	told := Entry{What: Told, Notice: n.Index, Reason: string(end)}
	switch {
	case n.supply != nil && end != "":
		s.book.writeSupply(s, told, n.supply)
	case end != "":
		s.book.write(s, told, n.invoice)
	}
	if n.supply != nil && n.Tries == 1 {
		close(n.tried)
	}
	return nil
}

func (s *Server) send(ctx context.Context, h hook) (int, []byte, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return 0, nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(h.body))
	if err != nil {
		return 0, nil, err
	}
	req.Header = h.header.Clone()
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	return resp.StatusCode, body, err
}

// webhookClient follows no redirects: providers take one for a failure.
func webhookClient() *http.Client {
	return &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: 256, IdleConnTimeout: time.Minute},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}
