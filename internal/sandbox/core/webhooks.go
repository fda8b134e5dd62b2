package core

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// WebhookRequest is a signed message ready to be sent.
type WebhookRequest struct {
	URL       string
	Header    http.Header
	Body      []byte
	Signature string
}

// SignedAs returns the same request with another signature.
func (h WebhookRequest) SignedAs(signature string) WebhookRequest {
	h.Body = bytes.ReplaceAll(h.Body, []byte(h.Signature), []byte(signature))
	h.Header = h.Header.Clone()
	for name, values := range h.Header {
		for i := range values {
			h.Header[name][i] = strings.ReplaceAll(values[i], h.Signature, signature)
		}
	}
	h.Signature = signature
	return h
}

// Notice is one webhook that is being sent.
type Notice struct {
	Index  int         `json:"index"`
	Event  string      `json:"event"`
	State  NoticeState `json:"state"`
	Tries  int         `json:"tries"`
	Answer int         `json:"answer,omitempty"` // HTTP status of the last try

	invoice   *Invoice
	order     *SupplierOrder // instead of an invoice
	tried     chan struct{}  // closed after the first try to report an order
	message   Message
	notBefore time.Time
	giveUp    time.Time
}

// Message returns what the notice reports.
func (n *Notice) Message() Message { return n.message }

// NoticeState is the state of a notice.
type NoticeState string

// The states.
const (
	Pending      NoticeState = "pending"
	Acknowledged NoticeState = "acknowledged"
	Lost         NoticeState = "lost"
	GivenUp      NoticeState = "given_up"
)

const (
	webhookRetryWindow = 3 * time.Minute
	steadyRetryDelay   = 10 * time.Second
	webhookTimeout     = 10 * time.Second
	maxWebhookResponse = 64 << 10
)

var retryDelays = []time.Duration{200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second}

// queueWebhooks adds the notices that an entry causes.
func (st *State) queueWebhooks(inv *Invoice, e JournalEntry) {
	w := Webhook{}
	if e.Webhook != nil {
		w = *e.Webhook
	}
	copies := 1
	if w.Mode == Twice {
		copies = 2
	}
	for range copies {
		for _, m := range st.providers[inv.Provider].Messages(inv, e) {
			if m.URL == "" {
				m.URL = inv.WebhookURL
			}
			n := &Notice{Index: len(inv.Notices), Event: m.Event, State: Pending, invoice: inv, message: m, notBefore: e.At}
			if w.Mode == Delay {
				n.notBefore = e.At.Add(time.Duration(w.DelayMS) * time.Millisecond)
			}
			n.giveUp = n.notBefore.Add(webhookRetryWindow)
			if w.Mode == Lose || m.URL == "" {
				n.State = Lost
			}
			inv.Notices = append(inv.Notices, n)
			st.notices = append(st.notices, n)
		}
	}
}

// queueCallbacks adds the notices that the end of an order causes.
func (st *State) queueCallbacks(o *SupplierOrder, e JournalEntry) {
	if e.NotifyURL == "" || e.Webhook == nil {
		return
	}
	copies := 1
	if e.Webhook.Mode == Twice {
		copies = 2
	}
	for range copies {
		n := &Notice{
			Index: len(o.Notices), Event: string(o.State), State: Pending, order: o, tried: make(chan struct{}),
			message: Message{URL: e.NotifyURL}, notBefore: e.At, giveUp: e.At.Add(webhookRetryWindow),
		}
		if e.Webhook.Mode == Lose {
			n.State = Lost
		}
		o.Notices = append(o.Notices, n)
		st.notices = append(st.notices, n)
	}
}

// deliver sends a notice until it is acknowledged or given up.
func (s *Server) deliver(life context.Context, n *Notice) {
	s.mu.Lock()
	state := n.State
	s.mu.Unlock()
	if state != Pending || !pause(life, n.notBefore.Sub(s.now())) {
		return
	}
	for try := 0; ; try++ {
		status, body, err := s.SendWebhook(life, s.compose(n))
		if life.Err() != nil {
			return
		}
		if err != nil {
			s.log.Warn("send a webhook", "provider", n.service(), "event", n.Event, "error", err)
		}
		end := NoticeState("")
		switch {
		case err == nil && s.acknowledged(n, status, body):
			end = Acknowledged
		case s.now().After(n.giveUp):
			end = GivenUp
		}
		if s.recordTry(life, n, status, end) != nil || end != "" {
			return
		}
		delay := steadyRetryDelay
		if try < len(retryDelays) {
			delay = retryDelays[try]
		}
		if !pause(life, delay) {
			return
		}
	}
}

func (n *Notice) service() string {
	if n.order != nil {
		return n.order.Supplier
	}
	return n.invoice.Provider
}

func (s *Server) compose(n *Notice) WebhookRequest {
	if n.order == nil {
		return s.providers[n.invoice.Provider].Compose(n.message)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	supplier, _ := s.Suppliers.Named(n.order.Supplier)
	return supplier.Callback(n.message.URL, n.order, s.now())
}

func (s *Server) acknowledged(n *Notice, status int, body []byte) bool {
	if n.order == nil {
		return s.providers[n.invoice.Provider].Acknowledged(status, body)
	}
	supplier, _ := s.Suppliers.Named(n.order.Supplier)
	return supplier.Acknowledged(status, body)
}

// recordTry counts a try. Only an end is written to the journal, and nothing
// waits for that.
func (s *Server) recordTry(life context.Context, n *Notice, status int, end NoticeState) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if life.Err() != nil {
		return life.Err()
	}
	n.Tries++
	n.Answer = status
	ended := JournalEntry{What: WebhookEnded, Notice: n.Index, Reason: string(end)}
	switch {
	case n.order != nil && end != "":
		s.Suppliers.writeOrder(s.state, ended, n.order)
	case end != "":
		s.Payments.write(s.state, ended, n.invoice)
	}
	if n.order != nil && n.Tries == 1 {
		close(n.tried)
	}
	return nil
}

// SendWebhook sends one request and returns the status and body of the
// response.
func (s *Server) SendWebhook(ctx context.Context, h WebhookRequest) (int, []byte, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return 0, nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, webhookTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(h.Body))
	if err != nil {
		return 0, nil, err
	}
	req.Header = h.Header.Clone()
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxWebhookResponse))
	return resp.StatusCode, body, err
}

// webhookClient follows no redirects: providers treat one as a failure.
func webhookClient() *http.Client {
	return &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: 256, IdleConnTimeout: time.Minute},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}
