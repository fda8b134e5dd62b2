package notify

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"strings"
	texttemplate "text/template"
	"time"

	"larek/internal/ident"
	"larek/internal/money"
)

// Order is what letters tell of an order. Codes are not among it: mail is
// read by others and kept for ever.
type Order struct {
	ID      int64
	Hash    ident.Hash
	Email   string
	Game    string // empty for gifts
	Lines   []Line
	Fee     money.RUB
	Paid    Sum
	Refunds []Refund
	// IsGuests is true for an order without an account. Its letters carry Proof,
	// which shows that whoever follows the link reads the order's letters.
	IsGuests bool
	Proof    string
	// CorrectBy is until when the buyer may correct the details.
	CorrectBy *time.Time
}

// Line is one thing bought.
type Line struct {
	Title    string
	Quantity int32
	Sum      money.RUB
	Status   string
}

// Refund is money that went back.
type Refund struct {
	Sum
	ToBalance bool
}

// Message is a letter ready to be sent.
type Message struct {
	ID      string // the same whenever this letter is made
	To      string
	Subject string
	Text    string
	HTML    string
}

// page is what both templates show.
type page struct {
	Subject string
	Lead    []string
	Game    string
	Rows    []row
	Total   row // Name is empty when there is none
	Button  string
	Link    string
	Host    string
	Foot    string // what to be careful about
}

type row struct{ Name, Note, Sum string }

//go:embed templates
var templates embed.FS

var (
	htmlLetter = template.Must(template.ParseFS(templates, "templates/letter.html"))
	textLetter = texttemplate.Must(texttemplate.ParseFS(templates, "templates/letter.txt"))
)

// Compose writes the letter about an event.
func Compose(o *Order, event Event, origin string) (Message, error) {
	origin = strings.TrimSuffix(origin, "/")
	words, ok := texts[event]
	if !ok {
		return Message{}, fmt.Errorf("no letter about %q", event)
	}
	if event == Refunded && len(o.Refunds) == 0 {
		return Message{}, fmt.Errorf("order %d: nothing went back yet", o.ID)
	}
	p := words(o)
	p.Game = o.Game
	p.Link, p.Foot = o.link(origin), footOfAccount
	if o.IsGuests {
		p.Foot = footOfGuest
	}
	p.Host = host(origin)
	m, err := p.message()
	if err != nil {
		return Message{}, fmt.Errorf("%s letter: %w", event, err)
	}
	m.ID, m.To = messageID(o, event, p.Host), o.Email
	return m, nil
}

// What to be careful about in a letter about an order.
const (
	footOfGuest   = "По этой ссылке заказ откроется один раз, вместе с кодами. Не пересылайте письмо."
	footOfAccount = "Коды видны и данные меняются после входа в аккаунт, в котором сделан заказ."
)

// link is the order's page, or the page that takes the proof.
func (o *Order) link(origin string) string {
	page := origin + "/ru/orders/" + o.Hash.String()
	if o.Proof == "" {
		return page + "/details"
	}
	return page + "/prove?proof=" + o.Proof
}

// message writes both forms.
func (p page) message() (Message, error) {
	var html, text strings.Builder
	if err := htmlLetter.Execute(&html, p); err != nil {
		return Message{}, err
	}
	if err := textLetter.Execute(&text, p); err != nil {
		return Message{}, err
	}
	return Message{Subject: p.Subject, HTML: html.String(), Text: text.String()}, nil
}

// messageID is the same for the same letter, so that mail servers can tell a
// second copy. It does not show the order's hash, which opens the order. A
// link that is asked for again is another letter each time.
func messageID(o *Order, event Event, host string) string {
	name := o.Hash.String() + " " + string(event)
	if event == OrderLink {
		name += " " + o.Proof
	}
	sum := sha256.Sum256([]byte(name))
	return fmt.Sprintf("%d.%s.%s@%s", o.ID, event, hex.EncodeToString(sum[:10]), host)
}

// Sum is an amount of some currency.
type Sum money.Money

var signs = map[money.Currency]string{"RUB": "₽", "USD": "$", "EUR": "€", "KZT": "₸", "TRY": "₺", "UAH": "₴", "GEL": "₾", "AMD": "֏"}

// String writes «1 461,10 ₽», with spaces that do not break.
func (s Sum) String() string {
	const space = "\u00a0"
	whole, frac, _ := strings.Cut(s.Minor.String(), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + space + whole[i:]
	}
	sign, ok := signs[s.Currency]
	if !ok {
		sign = string(s.Currency)
	}
	return whole + "," + frac + space + sign
}

func rub(m money.RUB) string { return Sum(m.Money()).String() }

var months = [...]string{"января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря"}

// moscow does not change its clocks, and needs no table of zones.
var moscow = time.FixedZone("МСК", 3*60*60)

// moment writes «18 ноября, 15:00 по Москве».
func moment(t time.Time) string {
	t = t.In(moscow)
	return fmt.Sprintf("%d\u00a0%s, %s по\u00a0Москве", t.Day(), months[t.Month()-1], t.Format("15:04"))
}
