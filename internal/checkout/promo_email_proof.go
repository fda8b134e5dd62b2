package checkout

import (
	"context"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/problem"
	"larek/internal/promo"
)

var (
	errProofCode  = problem.InvalidFields(problem.Field{Name: "code", Code: "wrong_value", Detail: "Код не подошёл. Проверьте, из того ли он письма."})
	errProofEmail = problem.InvalidFields(problem.Field{Name: "email", Code: "required", Detail: "Укажите почту: скидка на первый заказ — для подтверждённой."})
)

// proofText is an alphabet without letters that look like digits.
var proofText = base32.NewEncoding("ABCDEFGHJKMNPQRSTVWXYZ0123456789").WithPadding(base32.NoPadding)

func buyerOf(o *order.Order) promo.Buyer { return promo.BuyerOf(o.UserID, o.Guest, o.Email) }

// proofCode returns the code in the email to an order's address. It is derived
// from the order, so nothing is stored, and it is too long to guess.
func (s *PromoCodes) proofCode(o *order.Order) string {
	mac := s.proofKey.MAC(fmt.Appendf(nil, "%d %s", o.ID, strings.ToLower(strings.TrimSpace(*o.Email))))
	text := proofText.EncodeToString(mac[:5])
	return text[:4] + "-" + text[4:]
}

// needsProof reports whether the order's promo code requires a proven address
// and the buyer is a guest who has not proved theirs.
func (s *PromoCodes) needsProof(ctx context.Context, tx pgx.Tx, o *order.Order) (bool, error) {
	if o.PromoCodeID == nil || o.Discount == 0 {
		return false, nil
	}
	return s.promos.NeedsProof(ctx, tx, *o.PromoCodeID, o.ID, buyerOf(o))
}

// requestProof sends the code that proves a guest's address and returns
// promo.ErrProofRequired. The response is the same for every address, so it
// does not reveal whether the address has bought before.
func (s *PromoCodes) requestProof(ctx context.Context, o *order.Order) error {
	if o.Email == nil {
		return errProofEmail
	}
	send, err := s.promos.RequestProof(ctx, o.ID, buyerOf(o), s.clock())
	if err != nil {
		return err
	}
	if send {
		// A failed email can be requested again; an error would reveal which
		// addresses our mail server refuses.
		_ = s.emails.PromoProof(ctx, *o.Email, o.ID, s.proofCode(o), s.origin+"/ru/orders/"+o.Hash.String()+"/pay")
	}
	return promo.ErrProofRequired
}

// ProveEmail checks the code from the email to an order's address and records
// the proof.
func (s *PromoCodes) ProveEmail(ctx context.Context, who order.Owner, orderID int64, code string) error {
	o, err := s.orders.GetForOwner(ctx, orderID, who)
	if err != nil {
		return err
	}
	if o.UserID != nil || o.Email == nil {
		return errProofCode
	}
	entered := strings.ToUpper(strings.TrimSpace(code))
	if subtle.ConstantTimeCompare([]byte(entered), []byte(s.proofCode(o))) != 1 {
		return errProofCode
	}
	return s.promos.Prove(ctx, o.ID, buyerOf(o), s.clock())
}
