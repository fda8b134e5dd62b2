package email

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"strings"
	texttemplate "text/template"
	"time"

	"larek/internal/money"
	"larek/internal/publicid"
)

// Order is the data of an order shown in emails. It has no codes: mail can be
// read by others and is stored for ever.
type Order struct {
	ID      int64
	Hash    publicid.ID
	Email   string
	Game    string // empty for gifts
	Lines   []Line
	Fee     money.RUB
	Paid    Sum
	Refunds []Refund
	// Unneeded are payments that came too late or too short and go back.
	Unneeded []Sum
	// IsGuests is true for an order without an account. Its emails contain
	// Proof, which shows that the bearer of the link reads the order's emails.
	IsGuests bool
	Proof    string
	// CorrectBy is the deadline for correcting the details.
	CorrectBy *time.Time
}

// Line is one line of the order.
type Line struct {
	Title    string
	Quantity int32
	Sum      money.RUB
	Status   string
}

// Refund is a completed refund.
type Refund struct {
	Sum
	To string // method, balance or other, as the refunds have it
}

// Message is a rendered email.
type Message struct {
	Shop    string // shown as the sender
	ID      string // stable for the same email
	To      string
	Subject string
	Text    string
	HTML    string
}

// page is the data of both templates.
type page struct {
	Look
	Subject string
	Lead    []string
	Game    string
	Rows    []row
	Total   row // Name is empty if there is no total
	Button  string
	Link    string
	Host    string
	Foot    string // security note
}

type row struct{ Name, Note, Sum string }

//go:embed templates
var templates embed.FS

var (
	htmlTemplate = template.Must(template.ParseFS(templates, "templates/letter.html"))
	textTemplate = texttemplate.Must(texttemplate.ParseFS(templates, "templates/letter.txt"))
)

// Compose renders the email of a kind with these texts. Places without a text have the
// default one.
func Compose(o *Order, kind Kind, texts Texts, look Look) (Message, error) {
	origin := look.origin
	content, ok := pages[kind]
	if !ok {
		return Message{}, fmt.Errorf("compose e-mail: unknown kind %q", kind)
	}
	if kind == Refunded && len(o.Refunds) == 0 {
		return Message{}, fmt.Errorf("compose e-mail: order %d has no completed refund", o.ID)
	}
	p := content(o, renderedText{merged(kind, texts), o.words()})
	p.Game = o.Game
	p.Link, p.Foot = o.link(origin), footOfAccount
	if o.IsGuests {
		p.Foot = footOfGuest
	}
	m, err := p.message(look)
	if err != nil {
		return Message{}, fmt.Errorf("compose %s e-mail: %w", kind, err)
	}
	m.ID, m.To = messageID(o, kind, host(origin)), o.Email
	return m, nil
}

// Security notes of emails about orders.
const (
	footOfGuest   = "По этой ссылке заказ откроется один раз, вместе с кодами. Не пересылайте письмо."
	footOfAccount = "Коды видны и данные меняются после входа в аккаунт, в котором сделан заказ."
)

// link returns the address of the order's page, or of the page that accepts the
// proof.
func (o *Order) link(origin string) string {
	page := origin + "/ru/orders/" + o.Hash.String()
	if o.Proof == "" {
		return page + "/details"
	}
	return page + "/prove?proof=" + o.Proof
}

// message renders the HTML and the plain text.
func (p page) message(look Look) (Message, error) {
	p.Look, p.Host = look, host(look.origin)
	var html, text strings.Builder
	if err := htmlTemplate.Execute(&html, p); err != nil {
		return Message{}, err
	}
	if err := textTemplate.Execute(&text, p); err != nil {
		return Message{}, err
	}
	return Message{Shop: look.Shop, Subject: p.Subject, HTML: html.String(), Text: text.String()}, nil
}

// messageID is stable for the same email, so that mail servers can recognise
// duplicates. It does not reveal the order's hash. Each OrderLink is a new
// email.
func messageID(o *Order, kind Kind, host string) string {
	name := o.Hash.String() + " " + string(kind)
	if kind == OrderLink {
		name += " " + o.Proof
	}
	sum := sha256.Sum256([]byte(name))
	return fmt.Sprintf("%d.%s.%s@%s", o.ID, kind, hex.EncodeToString(sum[:10]), host)
}

// Sum is an amount in some currency, formatted for emails.
type Sum money.Money

// String formats the amount as "1 461,10 ₽" with no-break spaces.
func (s Sum) String() string {
	return money.Grouped(s.Minor.String()) + "\u00a0" + s.Currency.Symbol()
}

func rub(m money.RUB) string { return Sum(m.Money()).String() }

var months = [...]string{"января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря"}

// moscow has no daylight saving time, so no time zone database is needed.
var moscow = time.FixedZone("МСК", 3*60*60)

// formatTime formats a time as "18 ноября, 15:00 по Москве".
func formatTime(t time.Time) string {
	t = t.In(moscow)
	return fmt.Sprintf("%d\u00a0%s, %s по\u00a0Москве", t.Day(), months[t.Month()-1], t.Format("15:04"))
}
