package ordersearch

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"larek/internal/delivery"
	"larek/internal/money"
)

// Proof returns a signed text for a bank: what was ordered, paid, delivered and returned, and the facts that show it.
// It names the buyer, so callers must be allowed to read personal data, and the pictures
// attached to the order by their digests.
func (s *Service) Proof(ctx context.Context, id int64, pictures []delivery.ProofPicture) (string, error) {
	o, err := s.Order(ctx, id, OrderOptions{})
	if err != nil {
		return "", err
	}
	facts, err := s.Facts(ctx, id, []Source{FromOrder, FromPayment, FromDelivery, FromLetters}, nil)
	if err != nil {
		return "", err
	}
	text := &strings.Builder{}
	fmt.Fprintf(text, "%s подтверждает сведения о заказе № %d", s.Brand.Now(ctx).Name, o.ID)
	fmt.Fprintf(text, "\nСоздан: %s", o.Created.In(moscow).Format(proofTime))
	if o.Email != nil {
		fmt.Fprintf(text, "\nПочта покупателя: %s", *o.Email)
	}
	if player := o.player(); player != "" {
		fmt.Fprintf(text, "\nКуда: %s, %s", o.Goods, player)
	}
	for _, l := range o.Lines {
		fmt.Fprintf(text, "\n%s × %d", l.Title, l.Quantity)
	}
	for _, sum := range []struct {
		name string
		of   []money.Money
	}{{"Оплачено", o.Receipt.Paid}, {"Доставлено на", o.Receipt.Delivered}, {"Возвращено", o.Receipt.Returned}} {
		for _, amount := range sum.of {
			fmt.Fprintf(text, "\n%s: %s", sum.name, amount)
		}
	}
	for _, p := range pictures {
		fmt.Fprintf(text, "\nСнимок доставки от %s: SHA-256 %x", p.At.In(moscow).Format(proofTime), p.Digest)
	}
	writeFacts(text, facts)
	fmt.Fprintf(text, "\nВыдано: %s", s.Clock().In(moscow).Format(proofTime))
	return s.Sign(text.String()), nil
}

const proofTime = "02.01.2006 15:04:05 МСК"

// writeFacts lists facts, oldest first.
func writeFacts(text *strings.Builder, list *Facts) {
	fmt.Fprintf(text, "\nЧто записано, по порядку:")
	if list.Older != nil {
		fmt.Fprintf(text, " (последние %d записей)", len(list.Facts))
	}
	for _, f := range slices.Backward(list.Facts) {
		fmt.Fprintf(text, "\n%s %s", f.At.In(moscow).Format(proofTime), f.Title)
		if f.Amount != nil {
			fmt.Fprintf(text, ", %s", *f.Amount)
		}
		if f.Text != "" {
			fmt.Fprintf(text, " (%s)", f.Text)
		}
		if f.Times > 1 {
			fmt.Fprintf(text, ", повторов %d", f.Times)
		}
	}
}
