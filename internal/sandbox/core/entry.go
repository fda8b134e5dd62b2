package core

import (
	"time"

	"larek/internal/money"
)

// EventType is what an entry of the journal records. The strings are stored.
type EventType string

// The events of invoices.
const (
	Opened    EventType = "opened"
	Scheduled EventType = "promised" // the buyer will pay later
	Paid      EventType = "paid"     // money was collected
	Declined  EventType = "declined"
	Refunded  EventType = "refunded"
	// ChargedBack is money that the buyer's bank took back.
	ChargedBack EventType = "charged_back"
	Closed      EventType = "closed" // cancelled or expired: no more payments
	// WebhookEnded records that a webhook was acknowledged or given up.
	WebhookEnded EventType = "told"
)

// The events of orders at suppliers.
const (
	Ordered   EventType = "ordered"
	Planned   EventType = "planned" // an order placed before is now paid and in progress
	Delivered EventType = "handed"
	// NotDelivered ends an order without goods; its price is refunded.
	NotDelivered EventType = "not_handed"
	// RuleChanged records how a supplier behaves from here on.
	RuleChanged EventType = "behaves"
)

// EmailReceived is the event of a Letter.
const EmailReceived EventType = "letter"

// JournalEntry is one line of the journal.
type JournalEntry struct {
	N         int64     `json:"n"`
	At        time.Time `json:"at"`
	What      EventType `json:"what"`
	Provider  string    `json:"provider"`
	Reference string    `json:"reference"`
	Invoice   string    `json:"invoice"`
	Terms     *Terms    `json:"terms,omitempty"`
	Payment   string    `json:"payment,omitempty"`
	Refund    string    `json:"refund,omitempty"`
	// RefundKey is the shop's idempotency key of a refund.
	RefundKey string `json:"refund_key,omitempty"`
	// Outside marks a refund that the shop did not request.
	Outside bool `json:"outside,omitempty"`
	// Voided marks a refund that made its payment void.
	Voided   bool        `json:"voided,omitempty"`
	Amount   money.Minor `json:"amount,omitempty"`
	Currency string      `json:"currency,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Partial  bool        `json:"partial,omitempty"`
	// NotifyURL replaces the webhook URL of the invoice for this event.
	NotifyURL string     `json:"notify_url,omitempty"`
	Webhook   *Webhook   `json:"webhook,omitempty"`
	Due       *time.Time `json:"due,omitempty"`
	Notice    int        `json:"notice,omitempty"`
	Goods     *Goods     `json:"goods,omitempty"`
	Plan      *Plan      `json:"plan,omitempty"`
	Letter    *Letter    `json:"letter,omitempty"`
	// Rule is how a supplier behaves from this entry on.
	Rule *RuleCommand `json:"rule,omitempty"`
}

// Terms is what an invoice was opened with.
type Terms struct {
	Kind        string            `json:"kind"`
	Amount      money.Minor       `json:"amount"`
	Currency    string            `json:"currency"`
	Description string            `json:"description,omitempty"`
	Email       string            `json:"email,omitempty"`
	Phone       string            `json:"phone,omitempty"`
	ReturnURL   string            `json:"return_url,omitempty"`
	FailURL     string            `json:"fail_url,omitempty"`
	WebhookURL  string            `json:"webhook_url,omitempty"`
	ExpiresAt   time.Time         `json:"expires_at,omitzero"`
	Extra       map[string]string `json:"extra,omitempty"`
}

// Webhook is how the webhooks of an event are sent.
type Webhook struct {
	Mode    Mode  `json:"mode,omitempty"`
	DelayMS int64 `json:"delay_ms,omitempty"`
}

// Mode is one way to send a webhook.
type Mode string

// The modes; empty means Send.
const (
	Send  Mode = "send"
	Lose  Mode = "lose"
	Twice Mode = "twice"
	Delay Mode = "delay"
	// Early sends the callback of a supplier before the response to the order.
	Early Mode = "early"
)

// Goods is what an order at a supplier is about.
type Goods struct {
	SKU      string `json:"sku"`
	Title    string `json:"title,omitempty"`
	Account  string `json:"account,omitempty"`
	Server   string `json:"server,omitempty"`
	Quantity int    `json:"quantity"`
	Price    USD    `json:"price"`            // of the whole order
	Amount   USD    `json:"amount,omitempty"` // added to a Steam wallet
}

// Letter is one email that reached the sandbox.
type Letter struct {
	N         int64     `json:"n"`
	At        time.Time `json:"at"`
	From      string    `json:"from"` // of the envelope, like To
	To        []string  `json:"to"`
	Subject   string    `json:"subject"`
	MessageID string    `json:"message_id"`
	// Header is the header of the whole message, decoded.
	Header map[string]string `json:"header"`
	Text   string            `json:"text"`
	HTML   string            `json:"html"`
}
