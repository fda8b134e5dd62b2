package email

import (
	"time"

	"larek/internal/publicid"
)

// Preview renders an e-mail about a made-up order.
func Preview(kind Kind, origin string) (Message, error) {
	deadline := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	o := &Order{
		ID: 4001, Hash: publicid.ID{0x7a, 0x4d, 0x2c}, Email: "buyer@example.test", Game: "Genshin Impact",
		Lines: []Line{
			{Title: "980 Кристаллов сотворения", Quantity: 2, Sum: 2_638_00, Status: "completed"},
			{Title: "Благословение полой луны", Quantity: 1, Sum: 730_55, Status: "completed"},
		},
		Fee: 107_79, Paid: Sum{3_476_34, "RUB"}, CorrectBy: &deadline,
	}
	switch kind {
	case DetailsNeeded, DetailsReminder:
		o.Lines[1].Status = "incorrect-details"
	case Refunded:
		o.Lines[1].Status = "refunded"
		o.Refunds = []Refund{{Sum: Sum{730_55, "RUB"}}}
	case OrderLink:
		o.IsGuests, o.Proof = true, "the-proof-of-the-letter"
	case Paid, Delivered:
	}
	return Compose(o, kind, origin)
}
