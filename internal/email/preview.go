package email

import (
	"context"
	"slices"
	"time"

	"larek/internal/publicid"
)

// Sample is an email about an invented order, for editors.
type Sample struct {
	Name string // usual, partial or to_balance: the cases with different texts
	Message
}

// Preview renders an email about a made-up order, with the default texts.
func Preview(kind Kind, look Look) (Message, error) {
	samples, err := samples(kind, nil, look)
	if err != nil {
		return Message{}, err
	}
	return samples[0].Message, nil
}

// Samples renders the emails of a kind with what an editor has written but not saved.
func (s *Service) Samples(ctx context.Context, kind Kind, given Texts) ([]Sample, error) {
	texts, err := checked(kind, given)
	if err != nil {
		return nil, err
	}
	return samples(kind, texts, s.look(ctx))
}

// SendSample sends a sample to the person who edits it. It says that it is one.
func (s *Service) SendSample(ctx context.Context, to string, m Message) error {
	m.ID, m.To, m.Subject = "sample."+publicid.New().String()+"@"+host(s.origin), to, "[Проба] "+m.Subject
	return s.send(ctx, m)
}

// sampleNames are the cases of a kind that has several.
var sampleNames = map[Kind][]string{Delivered: {"usual", "partial"}, Refunded: {"usual", "to_balance"}}

func samples(kind Kind, texts Texts, look Look) ([]Sample, error) {
	names := sampleNames[kind]
	if names == nil {
		names = []string{"usual"}
	}
	list := make([]Sample, len(names))
	for i, name := range names {
		m, err := sample(kind, name, texts, look)
		if err != nil {
			return nil, err
		}
		list[i] = Sample{Name: name, Message: m}
	}
	return list, nil
}

func sample(kind Kind, name string, texts Texts, look Look) (Message, error) {
	if slices.Contains(Kinds, kind) {
		return Compose(sampleOrder(kind, name), kind, texts, look)
	}
	words := map[string]string{wordAddress: "new@example.test", wordCode: "482913", wordOrder: "4001"}
	m, err := composeAddress(kind, texts, words, look.origin+"/ru", look)
	m.To = "buyer@example.test"
	return m, err
}

func sampleOrder(kind Kind, name string) *Order {
	deadline := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	o := &Order{
		ID: 4001, Hash: publicid.ID{0x7a, 0x4d, 0x2c}, Email: "buyer@example.test", Game: "Genshin Impact",
		Lines: []Line{
			{Title: "980 Кристаллов сотворения", Quantity: 2, Sum: 2_638_00, Status: "completed"},
			{Title: "Благословение полой луны", Quantity: 1, Sum: 730_55, Status: "completed"},
		},
		Fee: 107_79, Paid: Sum{3_476_34, "RUB"}, CorrectBy: &deadline,
	}
	if kind == DetailsNeeded || kind == DetailsReminder {
		o.Lines[1].Status = "incorrect-details"
	}
	if kind == Refunded || name == "partial" {
		o.Lines[1].Status = "refunded"
		o.Refunds = []Refund{{Sum: Sum{730_55, "RUB"}, To: "method"}}
		if name == "to_balance" {
			o.Refunds[0].To = "balance"
		}
	}
	if kind == Short || kind == Late {
		o.Unneeded = []Sum{{300_00, "RUB"}}
	}
	if kind == OrderLink {
		o.IsGuests, o.Proof = true, "the-proof-of-the-letter"
	}
	return o
}
