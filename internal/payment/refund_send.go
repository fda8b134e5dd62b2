package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

const (
	// refundTimeout bounds one refund call.
	refundTimeout = 30 * time.Second
	// RefundStepTimeout is longer than the calls that one try to send a refund makes, with what is
	// recorded before, between and after them.
	RefundStepTimeout = queryTimeout + refundTimeout + 10*time.Second
	// askFor is how long a provider without idempotency keys is queried about a call that
	// got no response. Then a person decides.
	askFor = 6 * time.Hour
	// maxRounds bounds how often a refused refund is retried automatically.
	maxRounds = 5
	// maxTries bounds the calls for a refund that is refused after a call without an answer.
	maxTries = 10
)

// RemainingReporter is a provider that reports what remains of a payment after all
// refunds, ours and others.
type RemainingReporter interface {
	// Remaining returns what remains of a payment. It returns ErrRemainingUnknown if a
	// part was refunded and the provider does not report how much.
	Remaining(ctx context.Context, providerID string, paid money.Money) (money.Minor, error)
	// OncePerKey reports whether two refund calls with one key make one refund.
	OncePerKey() bool
}

// ErrRemainingUnknown is returned by a provider that reports that a part of a payment
// was refunded, but not how much.
var ErrRemainingUnknown = errors.New("payment: partly refunded, remaining amount unknown")

// ErrRefundUnderWay is returned for a refund that cannot be sent now, because a call
// is in progress or its outcome is not known yet.
var ErrRefundUnderWay = errors.New("payment: a refund is under way")

// PollRemaining queries the provider for what remains of a refund's payment and
// records the result in the inbox. It does nothing if the provider does not support
// it.
func (s *Refunds) PollRemaining(ctx context.Context, r *Refund) error {
	t, ok := s.providers.remainingReporter(r.Provider, r.account)
	if !ok {
		return nil
	}
	paid := money.Of(r.request.PaidAmount, r.Amount.Currency)
	asking, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	left, err := t.Remaining(asking, r.request.ProviderID, paid)
	switch {
	case errors.Is(err, ErrRemainingUnknown):
		return nil
	case err != nil:
		return fmt.Errorf("remaining amount of payment %d: %w", r.PaymentID, err)
	case left >= paid.Minor:
		return nil
	}
	_, err = s.inbox.RecordNotice(ctx, r.Provider, SourcePoll, RefundNotice(r.request.Reference, r.request.ProviderID, left, r.Amount.Currency))
	return err
}

// RefundNotice returns the notice that so much is left of a payment. Its dedupe key
// depends only on the payment and the amount left, so that webhooks and polling
// report the same notice.
func RefundNotice(reference, providerID string, left money.Minor, currency money.Currency) Notice {
	return Notice{
		DedupeKey: providerID + ":refunded:" + left.String(), Kind: NoticeRefunded, Reference: reference, ProviderID: providerID,
		Amount: money.Of(0, currency), Left: &left,
	}
}

// ClaimRefund records that a refund is being sent, before the provider is called. It
// returns false if sending it now could refund twice. A provider without idempotency keys
// is never called again while the outcome of a call is not known: after askFor the refund
// is manual. The caller holds the lock of the refund.
func (s *Refunds) ClaimRefund(ctx context.Context, tx pgx.Tx, r *Refund) (bool, error) {
	now := s.clock()
	round := r.Round
	switch r.Status {
	case RefundPending:
	case RefundRefused:
		round++
	case RefundSent, RefundUnknown:
		if s.IsDecidedByPerson(r) {
			r.Status = RefundManual
			return false, s.endRefund(ctx, tx, r.ID, Outcome{Status: RefundManual, Note: "провайдер не ответил, исход неизвестен: посмотрите в его кабинете"})
		}
		isUnderWay := r.Status == RefundSent && r.SentAt != nil && now.Before(r.SentAt.Add(refundTimeout))
		if isUnderWay || s.providers.isKeyless(r.Provider) {
			return false, nil
		}
		r.isRepeat = true
	case RefundManual, RefundDone, RefundCovered:
		return false, fmt.Errorf("refund %d is %s", r.ID, r.Status)
	}
	next := now.Add(time.Minute)
	n, err := paymentdb.New(tx).ClaimRefund(ctx, paymentdb.ClaimRefundParams{ID: r.ID, SentAt: &now, Round: round, NextTryAt: &next})
	if err != nil {
		return false, fmt.Errorf("claim refund %d: %w", r.ID, err)
	}
	if n == 0 { // another refund of the payment is under way
		return false, nil
	}
	r.Status, r.Round, r.SentAt, r.Tries = RefundSent, round, &now, r.Tries+1
	return true, nil
}

// IsDecidedByPerson reports whether the outcome of a refund has been asked for long enough.
func (s *Refunds) IsDecidedByPerson(r *Refund) bool {
	return r.Status.UnderWay() && r.SentAt != nil && s.providers.isKeyless(r.Provider) && !s.clock().Before(r.SentAt.Add(s.askFor))
}

// Outcome is the result of a refund call.
type Outcome struct {
	Status     RefundStatus
	ProviderID string
	Note       string // for operators
}

// SendRefund sends a claimed refund to the provider. No transaction may be open.
func (s *Refunds) SendRefund(ctx context.Context, r *Refund) (Outcome, error) {
	p, ok := s.providers.of(r.Provider, r.account)
	if !ok {
		return Outcome{Status: RefundManual, Note: "ключей счёта, на который платили, больше нет: верните в кабинете провайдера"}, nil
	}
	r.request.Key, r.request.Amount = r.key(), r.ToSend()
	if err := s.receipts.saveRefund(ctx, p, r); err != nil {
		return Outcome{Status: RefundRefused, Note: "чек не составлен"}, err
	}
	ctx, cancel := context.WithTimeout(ctx, refundTimeout)
	defer cancel()
	done, err := p.Refund(ctx, r.request)
	switch {
	case err == nil:
		return Outcome{Status: RefundDone, ProviderID: done.ProviderID}, nil
	case errors.Is(err, ErrRefundUnsupported):
		return Outcome{Status: RefundManual, Note: "провайдер возвращает только вручную"}, nil
	case errors.Is(err, ErrNotSent):
		return Outcome{Status: RefundPending, Note: "нет связи с провайдером"}, err
	case errors.Is(err, ErrOutcomeUnknown):
		return Outcome{Status: RefundUnknown, Note: "провайдер не ответил"}, err
	default:
		return Outcome{Status: RefundRefused, Note: "провайдер отказал"}, err
	}
}

// RecordRefundOutcome records the outcome of a call and returns the new status. The
// outcome of a call that was followed by a later one is ignored unless the refund
// was made. The refusal of a repeated call says nothing about the earlier call that got no
// response: the refund stays unknown and is repeated under the same key. The same holds for
// a repeated call that was not sent.
func (s *Refunds) RecordRefundOutcome(ctx context.Context, tx pgx.Tx, now *Refund, call *Refund, o Outcome) (RefundStatus, error) {
	late := now.Tries != call.Tries && o.Status != RefundDone
	if o.Status == RefundPending && call.isRepeat {
		o.Status = RefundUnknown
	}
	if o.Status == RefundRefused {
		switch {
		case call.isRepeat && now.Tries < maxTries:
			o.Status, o.Note = RefundUnknown, "провайдер отказал повтору, исход первого вызова неизвестен"
		case call.isRepeat:
			o.Status, o.Note = RefundManual, "провайдер отказывает, исход первого вызова неизвестен: посмотрите в его кабинете"
		case now.Round >= maxRounds:
			o.Status = RefundManual
		}
	}
	if late || !now.Status.CanTransitionTo(o.Status) {
		return now.Status, nil
	}
	return o.Status, s.endRefund(ctx, tx, now.ID, o)
}

func (s *Refunds) endRefund(ctx context.Context, tx pgx.Tx, id int64, o Outcome) error {
	now := s.clock()
	p := paymentdb.EndRefundParams{ID: id, Status: string(o.Status), ProviderID: o.ProviderID, Note: o.Note}
	switch o.Status {
	case RefundDone, RefundCovered:
		p.DoneAt = &now
	case RefundPending, RefundSent, RefundUnknown, RefundRefused:
		next := now.Add(time.Minute)
		p.NextTryAt = &next
	case RefundManual:
	}
	if err := paymentdb.New(tx).EndRefund(ctx, p); err != nil {
		return fmt.Errorf("set refund %d to %s: %w", id, o.Status, err)
	}
	return nil
}

// EndRefund completes a refund without a call: to the balance, or covered.
func (s *Refunds) EndRefund(ctx context.Context, tx pgx.Tx, r *Refund, as RefundStatus) error {
	return s.endRefund(ctx, tx, r.ID, Outcome{Status: as})
}
