package finance

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// Problems of lines that only a registry has.
var (
	errNotLeft = problem.New(problem.Conflict, "recon.not_left", "От этого платежа столько не осталось: часть уже записана. Объясните строку проводкой.")
	errDecided = problem.New(problem.Conflict, "recon.decided", "Об этих деньгах уже решили: их вернули или оставили неразнесёнными.")
	// ErrGivenAgain is the problem of booking money that an order is about to record.
	ErrGivenAgain = problem.New(problem.Conflict, "recon.given", "Эти деньги уже отданы заказу: строка закроется, как только он их запишет.")
)

// registryLine is a line that only a provider's registry has, while a person resolves it. It
// is recorded as the fact that a webhook or the provider's status would have reported.
type registryLine struct {
	finance *Service
	line    settlement.Difference
	reason  string
	who     staff.Actor
}

// recordOutflow records money that left a payment of ours, once in its order, its refunds and the books.
func (r registryLine) recordOutflow(ctx context.Context, tx pgx.Tx) error {
	x := r.line
	o, err := order.Lock(ctx, tx, x.PaidOrder)
	if err != nil {
		return err
	}
	left := payment.Outside{
		OrderID: o.ID, Kind: payment.OutsideRefund, Amount: hundredths(-x.Gap(), x.Currency), Provider: x.Party, ProviderID: x.Name,
		Request: "registry:" + desk.FormatID(x.LineID), FoundAt: x.At,
	}
	if _, kind := x.Of(); kind == settlement.Chargeback {
		left.Kind = payment.Chargeback
	}
	err = r.finance.RefundSteps.RecordReported(ctx, tx, o, &left)
	if errors.Is(err, payment.ErrTooMuch) || errors.Is(err, payment.ErrNotPaid) {
		return errNotLeft
	}
	if err == nil {
		err = r.finance.Settlement.Resolve(ctx, tx, x, settlement.Book, nil, r.reason, r.who.ID, r.finance.Desk.Now())
	}
	if err != nil {
		return err
	}
	return r.finance.Settlement.Recorded(ctx, tx, x, r.finance.Desk.Now())
}

// found returns the sums of all lines of the number, and the notice about it.
func (r registryLine) found(ctx context.Context, tx pgx.Tx) (settlement.Lines, *payment.UnmatchedNotice, error) {
	lines, err := r.finance.Settlement.LinesOf(ctx, tx, r.line.Number())
	if err != nil {
		return lines, nil, err
	}
	n, err := r.finance.Inbox.LockFound(ctx, tx, payment.Found{
		Provider: r.line.Party, ProviderID: r.line.Name, Reference: lines.Reference, Amount: lines.Amount, At: lines.At,
	})
	if err == nil && n.IsGiven() {
		err = ErrGivenAgain
	}
	return lines, n, err
}

// give gives money to the order whose attempt it pays, as a webhook of the provider would.
func (r registryLine) give(ctx context.Context, tx pgx.Tx) error {
	x := r.line
	lines, err := r.finance.Settlement.LinesOf(ctx, tx, x.Number())
	if err != nil {
		return err
	}
	if _, err := order.Lock(ctx, tx, x.TriedOrder); err != nil {
		return err
	}
	found := payment.Found{Provider: x.Party, ProviderID: x.Name, Reference: x.Reference, Amount: lines.Amount, At: lines.At}
	err = r.finance.Inbox.GiveFound(ctx, tx, found, r.who.ID, r.reason)
	if errors.Is(err, payment.ErrNotUnmatched) {
		return errDecided
	}
	if err != nil {
		return err
	}
	return r.finance.Settlement.ResolveLines(ctx, tx, x.Number(), settlement.Give, r.reason, r.who.ID, r.finance.Desk.Now())
}

// keepUnmatched keeps money that matches no order, like an operator does with money that a webhook reported.
func (r registryLine) keepUnmatched(ctx context.Context, tx pgx.Tx) error {
	lines, n, err := r.found(ctx, tx)
	if err != nil {
		return err
	}
	if n.IsDecided() {
		// The notice is decided already: book only the excess of the registry over it.
		more := hundredths(int64(lines.Amount.Minor-n.Amount.Minor)*100, r.line.Currency)
		if more.Sign() != 0 {
			e := ledger.FoundAtProvider{Provider: n.Provider, Amount: more}.Entry("difference-" + desk.FormatID(r.line.ID))
			err = r.finance.Books.Post(ctx, tx, e)
		}
	} else {
		err = r.finance.KeepTx(ctx, tx, n, payment.DecisionKept, r.who.ID, r.reason)
	}
	if err != nil {
		return err
	}
	return r.finance.Settlement.ResolveLines(ctx, tx, r.line.Number(), settlement.Book, r.reason, r.who.ID, r.finance.Desk.Now())
}

// returnUnmatched books that money which matches no order was returned.
func (r registryLine) returnUnmatched(ctx context.Context, tx pgx.Tx) error {
	n, err := payment.LockKept(ctx, tx, r.line.NoticeID)
	if err != nil {
		return err
	}
	if err := r.finance.GiveBackTx(ctx, tx, n, r.who.ID, r.reason); err != nil {
		return err
	}
	if err := r.finance.Settlement.Resolve(ctx, tx, r.line, settlement.Book, nil, r.reason, r.who.ID, r.finance.Desk.Now()); err != nil {
		return err
	}
	return r.finance.Settlement.Decided(ctx, tx, r.line.Party, r.finance.Desk.Now())
}

// KeepTx books the part of unmatched money that is not in the books yet, under the number of its notice, and marks
// the notice as decided.
func (f *Service) KeepTx(ctx context.Context, tx pgx.Tx, n *payment.UnmatchedNotice, as payment.Decision, who int64, note string) error {
	if n.Fresh.Sign() > 0 {
		if err := f.Books.Post(ctx, tx, ledger.UnmatchedReceived{Provider: n.Provider, Amount: n.Fresh}.Entry(desk.FormatID(n.ID))); err != nil {
			return err
		}
	}
	return f.Inbox.DecideNotice(ctx, tx, n, as, who, note)
}

// GiveBackTx books the return of unmatched money at its provider. Money that was kept is in
// the books already.
func (f *Service) GiveBackTx(ctx context.Context, tx pgx.Tx, n *payment.UnmatchedNotice, who int64, note string) error {
	if !n.IsDecided() && n.Fresh != n.Amount {
		return desk.Refused("Эти деньги уже учтены как платёж заказа: верните их возвратом по заказу.")
	}
	var err error
	if n.IsDecided() {
		err = f.Inbox.DecideNotice(ctx, tx, n, payment.DecisionReturned, who, note)
	} else {
		err = f.KeepTx(ctx, tx, n, payment.DecisionReturned, who, note)
	}
	if err != nil {
		return err
	}
	return f.Books.Post(ctx, tx, ledger.UnmatchedReturned{Provider: n.Provider, Amount: n.Amount}.Entry(desk.FormatID(n.ID)))
}
