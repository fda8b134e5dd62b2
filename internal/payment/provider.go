package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"larek/internal/money"
)

// Provider takes money for us. Every call may time out after it succeeded;
// such an outcome is ErrUnknown, and Ask finds out.
type Provider interface {
	// Name is what attempts, notices and the ledger call it.
	Name() string
	// Invoice opens an invoice. The reference is the idempotency key: asking
	// twice gives one invoice.
	Invoice(ctx context.Context, in Invoice) (Opened, error)
	// CanAsk reports whether Ask works. Then a webhook is only a reason to ask.
	CanAsk() bool
	// Ask tells how an attempt stands. ErrCannotAsk: the provider has no such call.
	Ask(ctx context.Context, a Asked) (Answer, error)
	// Refund gives money back by one call, which the caller has written down.
	// ErrCannotRefund: only by hand.
	Refund(ctx context.Context, r RefundRequest) (Refunded, error)
	// Notice reads a webhook. It trusts nothing before the signature over the
	// raw bytes is right; ErrForged otherwise.
	Notice(hook Hook) (Notice, error)
	// Acknowledge writes the exact answer the provider takes for «received».
	Acknowledge(w http.ResponseWriter)
}

// How a call to a provider can end badly.
var (
	// ErrUnknown: no answer, or one that says nothing. It may have happened.
	ErrUnknown = errors.New("payment: outcome unknown")
	// ErrRefused: the provider understood and said no. It has not happened.
	ErrRefused = errors.New("payment: refused by the provider")
	// ErrForged: a webhook that is not the provider's.
	ErrForged = errors.New("payment: forged notice")
	// ErrIrrelevant: a genuine webhook about something we do not act on.
	ErrIrrelevant   = errors.New("payment: notice of no interest")
	ErrCannotAsk    = errors.New("payment: the provider cannot be asked")
	ErrCannotRefund = errors.New("payment: the provider refunds by hand only")
)

// Invoice is what a provider is asked to collect.
type Invoice struct {
	Reference   string // unique per attempt
	Method      string // our method's name: one provider may serve several
	Amount      money.Money
	Description string
	Email       string // empty when unknown
	Phone       string // with +, empty when unknown
	ReturnURL   string // the order's page, where the buyer comes back
	WebhookURL  string
	Created     time.Time
	ExpiresAt   time.Time
	Lines       []ReceiptLine
}

// ReceiptLine is one line of the fiscal receipt; lines sum up to the amount.
type ReceiptLine struct {
	Title    string
	Quantity int
	Sum      money.RUB
}

// Opened is an invoice the buyer can pay.
type Opened struct {
	ProviderID string
	Scenario   Scenario
	// Amount is what must be paid if the provider changed it, else zero. It is
	// of the invoice's currency.
	Amount money.Minor
	// ExpiresAt is the provider's own deadline if it is sooner, else zero.
	ExpiresAt time.Time
}

// Scenario is what the buyer does next; Type decides which fields are filled.
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

// FormField is one hidden field of a form the browser posts.
type FormField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ScenarioType names the kinds of the contract.
type ScenarioType string

// The kinds.
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

// Asked names an attempt the way the provider knows it.
type Asked struct {
	Reference  string
	ProviderID string // empty when the invoice's answer never came
	Method     string
	Amount     money.Money
	Created    time.Time
}

// Answer is how an attempt stands: notices of all that has happened to it (as
// webhooks would have told), and what is happening to it.
type Answer struct {
	Notices []Notice
	// Opened is the invoice if it exists and can still be paid; used after an
	// Invoice call whose answer was lost. Nil when there is none.
	Opened *Opened
	// UnderWay reports that money is being taken this moment: the bank
	// authorises it, or waits for the buyer's code.
	UnderWay bool
}

// Kind is what a notice says.
type Kind string

// The kinds of notices.
const (
	Paid     Kind = "paid"
	Partial  Kind = "partial" // Amount is all that has come so far
	Declined Kind = "declined"
	RefundOK Kind = "refunded" // by us or by anybody; Left is what is left
)

// Notice is one fact told by a provider.
type Notice struct {
	// Fact is the same for the same fact however it was learnt (webhook or
	// question), and differs for different ones.
	Fact       string
	Kind       Kind
	Reference  string
	ProviderID string
	Amount     money.Money
	// Reason is the provider's word for a decline, for operators.
	Reason string
	// Left is what is left of the payment, beside RefundOK.
	Left *money.Minor
}

// Hook is a webhook as it came.
type Hook struct {
	// URL is the address registered with the provider, not the one requested:
	// some sign it.
	URL    string
	Header http.Header
	Body   []byte
}

// RefundRequest gives back some or all of a payment.
type RefundRequest struct {
	Key        string // same key, same refund
	Reference  string
	ProviderID string
	Amount     money.Money
	// Paid is what the payment was; Left what of it should remain after this
	// refund, so that an adapter can tell whether it was already done. Both are
	// of Amount's currency.
	Paid, Left money.Minor
	// For the fiscal receipt: what it is for, whose it is, and when it was decided.
	Lines   []ReceiptLine
	Email   string
	Created time.Time
}

// Refunded is a refund the provider has taken on.
type Refunded struct{ ProviderID string }
