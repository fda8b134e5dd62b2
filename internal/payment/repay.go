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
	// callLimit is longer than one call to a provider ever takes us.
	callLimit = 30 * time.Second
	// resendAfter is how long a provider that knows no keys may take to carry
	// out a call it did not answer: only then does «nothing went back» mean that
	// it will not.
	resendAfter = time.Minute
	// maxRounds bounds how often a refused refund is tried again by itself.
	maxRounds = 5
)

// RefundTeller is a provider that tells what is left of a payment, whoever gave
// the rest back.
type RefundTeller interface {
	// Left returns what is left of a payment. ErrPartGone: less than all, and the
	// provider does not say how much.
	Left(ctx context.Context, providerID string, paid money.Money) (money.Minor, error)
	// OncePerKey reports whether a refund asked for twice under one key is made
	// once.
	OncePerKey() bool
}

// ErrPartGone is returned by a provider that says that a part of a payment went
// back, and not how much.
var ErrPartGone = errors.New("payment: a part went back, how much is not told")

// ErrNotYet is returned for a refund that cannot be sent now: a call is under
// way, or how it ended is not known yet.
var ErrNotYet = errors.New("payment: a refund is under way")

func (s *Service) teller(provider string) (RefundTeller, bool) {
	t, ok := s.providers[provider].(RefundTeller)
	return t, ok
}

// AskLeft asks a provider what is left of a refund's payment, and puts the
// answer into the inbox. A provider that cannot tell tells nothing.
func (s *Service) AskLeft(ctx context.Context, r *Refund) error {
	t, ok := s.teller(r.Provider)
	if !ok {
		return nil
	}
	paid := money.Of(r.request.Paid, r.Amount.Currency)
	left, err := t.Left(ctx, r.request.ProviderID, paid)
	switch {
	case errors.Is(err, ErrPartGone):
		return nil
	case err != nil:
		return fmt.Errorf("what is left of payment %d: %w", r.PaymentID, err)
	case left >= paid.Minor:
		return nil
	}
	_, err = s.Keep(ctx, r.Provider, ByAsking, RefundNotice(r.request.Reference, r.request.ProviderID, left, r.Amount.Currency))
	return err
}

// RefundNotice is the fact that so much is left of a payment: the same however
// it was learnt.
func RefundNotice(reference, providerID string, left money.Minor, currency money.Currency) Notice {
	return Notice{
		Fact: providerID + ":refunded:" + left.String(), Kind: RefundOK, Reference: reference, ProviderID: providerID,
		Amount: money.Of(0, currency), Left: &left,
	}
}

// Claim writes down that a refund is sent now, before it is. It returns false
// when that could pay twice.
func (s *Service) Claim(ctx context.Context, tx pgx.Tx, r *Refund) (bool, error) {
	now := s.clock()
	round := r.Round
	switch r.Status {
	case RefundPending:
	case RefundRefused:
		round++
	case RefundSent, RefundUnknown:
		t, ok := s.teller(r.Provider)
		wait := resendAfter
		if ok && t.OncePerKey() {
			wait = callLimit
			if r.Status == RefundUnknown {
				wait = 0
			}
		}
		if r.SentAt != nil && now.Before(r.SentAt.Add(wait)) {
			return false, nil
		}
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

// Outcome is how a call to give money back ended.
type Outcome struct {
	Status     RefundStatus
	ProviderID string
	Note       string // for operators
}

// Send asks the provider to give a claimed refund back. No transaction is open.
func (s *Service) Send(ctx context.Context, r *Refund) (Outcome, error) {
	p, err := s.provider(r.Provider)
	if err != nil {
		return Outcome{Status: RefundManual, Note: "провайдер не подключён"}, nil //nolint:nilerr // given back by hand
	}
	r.request.Key, r.request.Amount = r.key(), r.ToSend()
	if err := s.keepRefundReceipt(ctx, p, r); err != nil {
		return Outcome{Status: RefundRefused, Note: "чек не составлен"}, err
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	done, err := p.Refund(ctx, r.request)
	switch {
	case err == nil:
		return Outcome{Status: RefundDone, ProviderID: done.ProviderID}, nil
	case errors.Is(err, ErrCannotRefund):
		return Outcome{Status: RefundManual, Note: "провайдер возвращает только вручную"}, nil
	case errors.Is(err, ErrUnknown):
		return Outcome{Status: RefundUnknown, Note: "провайдер не ответил"}, err
	default:
		return Outcome{Status: RefundRefused, Note: "провайдер отказал"}, err
	}
}

// KeepOutcome writes down how a call ended, and returns how the refund stands.
// An answer that comes after a later call changes nothing unless the money went.
func (s *Service) KeepOutcome(ctx context.Context, tx pgx.Tx, now *Refund, call *Refund, o Outcome) (RefundStatus, error) {
	late := now.Tries != call.Tries && o.Status != RefundDone
	if o.Status == RefundRefused && now.Round >= maxRounds {
		o.Status = RefundManual
	}
	if late || !now.Status.CanBecome(o.Status) {
		return now.Status, nil
	}
	return o.Status, s.endRefund(ctx, tx, now.ID, o)
}

func (s *Service) endRefund(ctx context.Context, tx pgx.Tx, id int64, o Outcome) error {
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
		return fmt.Errorf("refund %d becomes %s: %w", id, o.Status, err)
	}
	return nil
}

// End gives a refund its end without a call: to a balance, or covered.
func (s *Service) End(ctx context.Context, tx pgx.Tx, r *Refund, as RefundStatus) error {
	return s.endRefund(ctx, tx, r.ID, Outcome{Status: as})
}
