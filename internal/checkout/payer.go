package checkout

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
)

// lockForPayer locks an order for the caller who pays it. With an external
// method that may be anyone who knows the hash; the balance and free orders are
// for the owner only.
func (s *Service) lockForPayer(ctx context.Context, tx pgx.Tx, who order.Owner, in *PaymentRequest) (*order.Order, error) {
	if !payment.IsOutside(in.Method) {
		in.byLink = false
		o, err := order.LockForOwner(ctx, tx, in.OrderID, who)
		if err == nil && in.Method == payment.Balance && o.UserID == nil {
			return nil, errSignIn
		}
		return o, err
	}
	o, viewer, err := order.LockPayable(ctx, tx, in.OrderID, who)
	in.byLink = !viewer.IsOwner()
	return o, err
}

// requireContact checks that the request has the contact data the method and
// the fiscal receipt need. An account's order without an address gets the
// account's. Only the owner's address is saved in the order; the
// address of a payer by link is used for that payment only.
func (s *Service) requireContact(ctx context.Context, tx pgx.Tx, o *order.Order, method *payment.Method, in PaymentRequest) error {
	if !in.byLink && o.Email == nil {
		address, err := in.Email, error(nil)
		if address == "" && o.UserID != nil {
			address, err = order.AccountEmail(ctx, tx, o)
		}
		if err == nil && address != "" {
			err = order.SetEmail(ctx, tx, o, address)
		}
		if err != nil {
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

// receiptEmail returns the address for the fiscal receipt of this payment, or
// nil. The owner's address is never sent to a provider whose page another
// person sees.
func (p PaymentRequest) receiptEmail(o *order.Order) *string {
	switch {
	case !p.byLink:
		return o.Email
	case p.Email != "":
		return &p.Email
	}
	return nil
}

// payer identifies who the invoice is issued to.
func (p PaymentRequest) payer() payment.Payer {
	if !p.byLink {
		return nil
	}
	return payment.PayerByLink(p.Email, p.Phone)
}

// openAttempt returns the order's open attempt. An attempt of another payer is
// superseded, because its page would show that payer's contact data.
func (s *Service) openAttempt(ctx context.Context, tx pgx.Tx, o *order.Order, in PaymentRequest) (*payment.Attempt, error) {
	if o.Status == order.Created {
		return nil, payment.ErrNoAttempt // the first attempt changes the status with it
	}
	open, err := payment.OpenAttempt(ctx, tx, o.ID)
	if err != nil {
		return nil, err
	}
	same, err := payment.IsPayer(ctx, tx, open.ID, in.payer())
	if err != nil || same {
		return open, err
	}
	if err := s.attempts.SupersedeOpenAttempt(ctx, tx, o.ID); err != nil {
		return nil, err
	}
	return nil, payment.ErrNoAttempt
}

// OpenPage returns the open attempt whose provider page the caller may resume:
// owners resume their own, a caller who only knows the hash one that was
// started by link. Otherwise it returns payment.ErrNoAttempt.
func (s *Service) OpenPage(ctx context.Context, who order.Owner, orderID int64) (*payment.Attempt, error) {
	if _, err := s.orders.Readable(ctx, orderID, who); err != nil {
		return nil, err
	}
	viewer, err := s.orders.Viewer(ctx, orderID, who)
	if err != nil {
		return nil, err
	}
	open, err := payment.OpenAttempt(ctx, s.pool, orderID)
	if err != nil {
		return nil, err
	}
	byLink, err := payment.IsByLink(ctx, s.pool, open.ID)
	if err != nil {
		return nil, err
	}
	if byLink == viewer.IsOwner() {
		return nil, payment.ErrNoAttempt
	}
	return open, nil
}
