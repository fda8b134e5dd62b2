package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"larek/internal/money"
)

// Provider is a company that collects money for us. Every call may time out after
// it succeeded: it then returns ErrOutcomeUnknown, and QueryAttempt finds out what
// happened.
type Provider interface {
	// Name returns the name used in attempts, notices and the ledger.
	Name() string
	// CreateInvoice opens an invoice. The reference is the idempotency key: two calls
	// with one reference open one invoice.
	CreateInvoice(ctx context.Context, in InvoiceRequest) (OpenedInvoice, error)
	// CanQuery reports whether QueryAttempt is supported. If it is, a webhook only
	// triggers a query and is not trusted alone.
	CanQuery() bool
	// QueryAttempt returns the state of an attempt, or ErrQueryUnsupported.
	QueryAttempt(ctx context.Context, a AttemptRef) (AttemptReport, error)
	// Refund makes one refund call, which the caller has recorded before. It returns
	// ErrRefundUnsupported if refunds can only be made manually.
	Refund(ctx context.Context, r RefundRequest) (RefundResult, error)
	// ParseWebhook verifies the signature over the raw body and parses a webhook. It
	// returns ErrInvalidSignature or ErrIgnoredEvent.
	ParseWebhook(hook Webhook) (Notice, error)
	// Acknowledge writes the response that the provider accepts as "received".
	Acknowledge(w http.ResponseWriter)
}

// A Canceller is a provider that can close an invoice nobody has paid yet.
type Canceller interface {
	// CancelInvoice closes what is still open of an attempt, if anything. If that refunds a
	// payment made a moment before, it returns both: the status of a provider may lag.
	CancelInvoice(ctx context.Context, a AttemptRef) ([]Notice, error)
}

// Errors of provider calls.
var (
	// ErrOutcomeUnknown means that there was no usable response: the call may have
	// been carried out.
	ErrOutcomeUnknown = errors.New("payment: outcome unknown")
	// ErrRefused means that the provider refused the call, so nothing happened.
	ErrRefused = errors.New("payment: refused by the provider")
	// ErrNotSent means that the call was not made, so nothing happened either. A refund
	// may be sent again, and keeps its key.
	ErrNotSent = fmt.Errorf("%w: not sent", ErrRefused)
	// ErrInvalidSignature means that a webhook was not sent by the provider.
	ErrInvalidSignature = errors.New("payment: invalid webhook signature")
	// ErrIgnoredEvent means that a valid webhook needs no action.
	ErrIgnoredEvent      = errors.New("payment: ignored webhook event")
	ErrQueryUnsupported  = errors.New("payment: the provider has no status query")
	ErrRefundUnsupported = errors.New("payment: the provider has no refund call")
)

// InvoiceRequest describes an invoice to open.
type InvoiceRequest struct {
	Reference   string // unique per attempt
	Method      string // name of our payment method; a provider may serve several
	Amount      money.Money
	Description string
	Shop        string // shown to payers; the same in every call for a reference
	Email       string // empty when unknown
	Phone       string // with +, empty when unknown
	ReturnURL   string // the order's page, to which the buyer returns
	WebhookURL  string
	Created     time.Time
	ExpiresAt   time.Time
	Lines       []InvoiceLine
	VATRate     string // of the fiscal receipt
}

// InvoiceLine is one line of the fiscal receipt. The lines add up to the amount.
type InvoiceLine struct {
	Title    string
	Quantity int
	Sum      money.RUB
}

// OpenedInvoice is an invoice the buyer can pay.
type OpenedInvoice struct {
	ProviderID string
	Scenario   Scenario
	// Amount is the amount to pay if the provider changed it, else zero. It is in the
	// currency of the request.
	Amount money.Minor
	// ExpiresAt is the provider's deadline if it is earlier than ours, else zero.
	ExpiresAt time.Time
}

// Scenario is what the buyer does next. Type decides which fields are set.
type Scenario struct {
	Type       ScenarioType `json:"type"`
	URL        string       `json:"url,omitempty"`
	QR         string       `json:"qr,omitempty"`
	CardNumber string       `json:"card_number,omitempty"`
	CardName   string       `json:"card_name,omitempty"`
	HelpText   string       `json:"help_text,omitempty"`
	Method     string       `json:"method,omitempty"`
	Fields     []FormField  `json:"fields,omitempty"`
}

// Page returns the address at which the buyer can continue the payment in any
// browser, or "" if there is none. Methods with such a page have
// CanRetrievePaymentData set.
func (s *Scenario) Page() string {
	if s == nil {
		return ""
	}
	switch s.Type {
	case Redirect, P2PRedirect, External:
		return s.URL
	case InvoiceQR:
		// The scanned text is a link that opens the bank's app or page.
		if strings.HasPrefix(s.QR, "https://") || strings.HasPrefix(s.QR, "http://") {
			return s.QR
		}
	}
	return "" // a form must be posted; an image and a card number have no page
}

// FormField is one hidden field of a form the browser posts.
type FormField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ScenarioType is the kind of a scenario, as named in the contract.
type ScenarioType string

// Scenario types.
const (
	External    ScenarioType = "external"
	Form        ScenarioType = "form"
	InvoiceQR   ScenarioType = "invoice_qr"
	P2P         ScenarioType = "p2p"
	P2PRedirect ScenarioType = "p2p_redirect"
	Redirect    ScenarioType = "redirect"
	QR          ScenarioType = "qr"
	Wait        ScenarioType = "wait_order_state"
)

// AttemptRef identifies an attempt in a query to its provider.
type AttemptRef struct {
	Reference  string
	ProviderID string // empty if the response to CreateInvoice was lost
	Method     string
	Amount     money.Money
	Created    time.Time
}

// AttemptReport is the state of an attempt: the notices its webhooks would have
// carried, and what is in progress.
type AttemptReport struct {
	Notices []Notice
	// Opened is the invoice if it can still be paid, else nil. It is used after a
	// CreateInvoice call whose response was lost.
	Opened *OpenedInvoice
	// CanBePaid reports that an invoice is open and nobody is paying it.
	CanBePaid bool
	// UnderWay reports that a payment is in progress: the bank is authorising it or
	// waits for the buyer's confirmation code.
	UnderWay bool
	// PartRefunded are the provider's numbers of payments of which a part was refunded that the
	// status does not name.
	PartRefunded []string
}

// NoticeKind is what a notice reports.
type NoticeKind string

// Kinds of notices.
const (
	NoticePaid     NoticeKind = "paid"
	NoticePartial  NoticeKind = "partial" // Amount is the total received so far
	NoticeDeclined NoticeKind = "declined"
	NoticeRefunded NoticeKind = "refunded" // by us or outside; Left is what remains
)

// Notice is one statement of a provider about an attempt.
type Notice struct {
	// DedupeKey is equal for the same event, whether it arrived by webhook or by
	// polling, and different for different events.
	DedupeKey  string
	Kind       NoticeKind
	Reference  string
	ProviderID string
	Amount     money.Money
	// Reason is the provider's text for a decline, for operators.
	Reason string
	// Left is what remains of the payment; set for NoticeRefunded.
	Left *money.Minor
}

// DedupeKey returns the dedupe key of a payment or a decline: one fact for each number that the
// provider has given it.
func DedupeKey(providerID string, kind NoticeKind) string { return providerID + ":" + string(kind) }

// Webhook is a webhook request as received.
type Webhook struct {
	// URL is the address registered with the provider, not the one requested:
	// some sign it.
	URL    string
	Header http.Header
	Body   []byte
}

// RefundRequest asks a provider to refund a payment or a part of it.
type RefundRequest struct {
	Key        string // idempotency key
	Reference  string
	ProviderID string
	Amount     money.Money
	// PaidAmount is the amount of the payment and RemainingAfter what of it must remain
	// after this refund, so that an adapter can detect that it was already made. Both
	// are in the currency of Amount.
	PaidAmount, RemainingAfter money.Minor
	// Lines, Email, Created and VATRate are for the fiscal receipt.
	Lines   []InvoiceLine
	Email   string
	Created time.Time
	VATRate string
}

// RefundResult is a refund accepted by the provider.
type RefundResult struct{ ProviderID string }
