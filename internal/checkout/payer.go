package checkout

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
)

// lockForPayer locks an order for whoever pays it. By an outside method that
// may be anybody who holds its link; what lies within the shop is spent by the
// order's owner alone.
func (s *Service) lockForPayer(ctx context.Context, tx pgx.Tx, who order.Owner, in *Pay) (*order.Order, error) {
	if !payment.IsOutside(in.Method) {
		in.byLink = false
		o, err := s.Orders.LockOwned(ctx, tx, in.OrderID, who)
		if err == nil && in.Method == payment.Balance && o.UserID == nil {
			return nil, errSignIn
		}
		return o, err
	}
	o, err := s.Orders.LockPayable(ctx, tx, in.OrderID, who)
	if err != nil {
		return nil, err
	}
	viewer, err := s.Orders.ViewerIn(ctx, tx, o.ID, who)
	in.byLink = !viewer.IsOwner()
	return o, err
}

// contact makes sure that there is a way to reach the payer, as the method and
// the fiscal receipt need it. Only the owner's address becomes the order's:
// what a payer by link gives serves for that one payment.
func (s *Service) contact(ctx context.Context, tx pgx.Tx, o *order.Order, method *payment.Method, in Pay) error {
	if !in.byLink && o.Email == nil && in.Email != "" {
		if err := s.Orders.SetEmail(ctx, tx, o, in.Email); err != nil {
			return err
		}
	}
	var missing []problem.Field
	isGuestsFree := method.Name == payment.Free && o.UserID == nil
	if in.receiptEmail(o) == nil && (isGuestsFree || slices.Contains(method.RequiredFields, "email")) {
		missing = append(missing, problem.Field{Name: "email", Code: "required", Detail: "Укажите почту: на неё придёт чек."})
	}
	if slices.Contains(method.RequiredFields, "phone") && in.Phone == "" {
		missing = append(missing, problem.Field{Name: "phone", Code: "required", Detail: "Укажите телефон: этого требует способ оплаты."})
	}
	if len(missing) > 0 {
		return problem.InvalidFields(missing...)
	}
	return nil
}

// receiptEmail is where the receipt of this payment goes; nil when nowhere.
// The owner's address is not given to a provider whose page a stranger sees.
func (p Pay) receiptEmail(o *order.Order) *string {
	switch {
	case !p.byLink:
		return o.Email
	case p.Email != "":
		return &p.Email
	}
	return nil
}

// payer is who the invoice is made out to.
func (p Pay) payer() payment.Payer {
	if !p.byLink {
		return nil
	}
	return payment.PayerByLink(p.Email, p.Phone)
}

// openOf is the order's open attempt. One that is made out to another payer is
// given up: its page would show their contact.
func (s *Service) openOf(ctx context.Context, tx pgx.Tx, orderID int64, in Pay) (*payment.Attempt, error) {
	open, err := s.Payments.Open(ctx, tx, orderID)
	if err != nil {
		return nil, err
	}
	same, err := s.Payments.IsOf(ctx, tx, open.ID, in.payer())
	if err != nil || same {
		return open, err
	}
	if err := s.Payments.Supersede(ctx, tx, orderID); err != nil {
		return nil, err
	}
	return nil, payment.ErrNoAttempt
}

// OpenPage returns the open attempt of an order whose provider page the caller
// may go on with: the owner their own, holders of the link one begun by link.
func (s *Service) OpenPage(ctx context.Context, who order.Owner, orderID int64) (*payment.Attempt, error) {
	if _, err := s.Orders.Readable(ctx, orderID, who); err != nil {
		return nil, err
	}
	viewer, err := s.Orders.Viewer(ctx, orderID, who)
	if err != nil {
		return nil, err
	}
	open, err := s.Payments.OpenAttempt(ctx, orderID)
	if err != nil {
		return nil, err
	}
	byLink, err := s.Payments.IsByLink(ctx, open.ID)
	if err != nil {
		return nil, err
	}
	if byLink == viewer.IsOwner() {
		return nil, payment.ErrNoAttempt
	}
	return open, nil
}
