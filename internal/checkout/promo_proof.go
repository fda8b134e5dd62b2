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

// proofText has no letters that look like digits.
var proofText = base32.NewEncoding("ABCDEFGHJKMNPQRSTVWXYZ0123456789").WithPadding(base32.NoPadding)

func buyerOf(o *order.Order) promo.Buyer { return promo.BuyerOf(o.UserID, o.Guest, o.Email) }

// proofCode is what the letter to an order's address says. It is derived, so
// that nothing has to be kept, and long enough not to be guessed.
func (s *Service) proofCode(o *order.Order) string {
	mac := s.ProofKey.Mac(fmt.Appendf(nil, "%d %s", o.ID, strings.ToLower(strings.TrimSpace(*o.Email))))
	text := proofText.EncodeToString(mac[:5])
	return text[:4] + "-" + text[4:]
}

// needsProof reports whether the order's code is for a proven address only and
// the buyer is a guest who has not proved theirs.
func (s *Service) needsProof(ctx context.Context, tx pgx.Tx, o *order.Order) (bool, error) {
	if o.PromoCodeID == nil || o.Discount == 0 {
		return false, nil
	}
	return s.Promos.NeedsProof(ctx, tx, *o.PromoCodeID, o.ID, buyerOf(o))
}

// askProof sends the code that proves a guest's address and says that it is
// wanted. Every address is answered alike: whether it has bought before is told
// to nobody but its reader.
func (s *Service) askProof(ctx context.Context, o *order.Order) error {
	if o.Email == nil {
		return errProofEmail
	}
	send, err := s.Promos.AskProof(ctx, o.ID, buyerOf(o), s.Clock())
	if err != nil {
		return err
	}
	if send {
		// A letter that did not go out can be asked for again; saying so would
		// tell which addresses our mail server refuses.
		_ = s.Letters.PromoProof(ctx, *o.Email, o.ID, s.proofCode(o), s.Origin+"/ru/orders/"+o.Hash.String()+"/pay")
	}
	return promo.ErrProofRequired
}

// ProveEmail takes the code of the letter to an order's address.
func (s *Service) ProveEmail(ctx context.Context, who order.Owner, orderID int64, code string) error {
	o, err := s.Orders.Owned(ctx, orderID, who)
	if err != nil {
		return err
	}
	if o.UserID != nil || o.Email == nil {
		return errProofCode
	}
	given := strings.ToUpper(strings.TrimSpace(code))
	if subtle.ConstantTimeCompare([]byte(given), []byte(s.proofCode(o))) != 1 {
		return errProofCode
	}
	return s.Promos.Prove(ctx, o.ID, buyerOf(o), s.Clock())
}
