package payment

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Source is how a fact came to us.
type Source string

// The sources.
const (
	ByWebhook Source = "webhook"
	ByAsking  Source = "asked"
	ByBalance Source = "balance"
	ByNobody  Source = "free" // nothing was to be paid
)

// unconfirmedAfter is how long a webhook may stay unconfirmed by its provider
// before operators see it. Providers' status calls lag by seconds.
const unconfirmedAfter = 30 * time.Minute

// Keep puts a notice into the inbox. It returns the order to tell, and zero when
// the notice is known already or belongs to no order of ours. A webhook of a
// provider that can be asked is a claim: nothing is done about it before the
// provider has said the same when asked. Where nobody can be asked, only the very
// amount of the attempt is taken for its payment.
func (s *Service) Keep(ctx context.Context, provider string, source Source, n Notice) (orderID int64, err error) {
	return s.keep(ctx, s.w, provider, source, n)
}

// KeepIn is Keep within a transaction.
func (s *Service) KeepIn(ctx context.Context, tx pgx.Tx, provider string, source Source, n Notice) (orderID int64, err error) {
	return s.keep(ctx, paymentdb.New(tx), provider, source, n)
}

func (s *Service) keep(ctx context.Context, q *paymentdb.Queries, provider string, source Source, n Notice) (int64, error) {
	p, known := s.providers[provider]
	hook := source == ByWebhook && known
	// A refund gives no goods away, and providers do not list refunds when asked.
	claim := hook && p.CanAsk() && n.Kind != RefundOK
	now := s.clock()
	var confirmed *time.Time
	if !claim {
		confirmed = &now
	}
	row, err := q.InsertNotice(ctx, paymentdb.InsertNoticeParams{
		ConfirmedAt: confirmed, Exact: hook && !p.CanAsk(),
		Provider: provider, Fact: n.Fact, Source: string(source), Kind: string(n.Kind), ProviderID: n.ProviderID,
		Amount: n.Amount.Minor, Currency: n.Amount.Currency, Reference: n.Reference, LeftAmount: n.Left,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("keep a notice of %s: %w", provider, err)
	}
	if claim && row.AttemptID != nil {
		if err := q.ScheduleCheck(ctx, paymentdb.ScheduleCheckParams{ID: *row.AttemptID, NextCheckAt: &now}); err != nil {
			return 0, fmt.Errorf("schedule a check: %w", err)
		}
	}
	if row.OrderID == nil {
		s.log.WarnContext(ctx, "money or news that belong to no order", "provider", provider, "notice", row.ID)
		return 0, nil
	}
	return *row.OrderID, nil
}

// refusalsAnHour bounds how many forged calls are written down for a provider;
// the metrics count the rest.
const refusalsAnHour = 200

// Refuse records a call that claimed to be a provider's.
func (s *Service) Refuse(ctx context.Context, provider, reason string, body []byte) error {
	digest := sha256.Sum256(body)
	err := s.w.InsertRefusal(ctx, paymentdb.InsertRefusalParams{Provider: provider, Reason: reason, BodyDigest: digest[:], AnHour: refusalsAnHour})
	if err != nil {
		return fmt.Errorf("record a refused notice of %s: %w", provider, err)
	}
	return nil
}

// Unhanded takes the orders whose facts have waited since before, to be told
// again.
func (s *Service) Unhanded(ctx context.Context, before time.Time, atMost int32) ([]int64, error) {
	ids, err := s.w.Unhanded(ctx, paymentdb.UnhandedParams{Now: s.clock(), Before: before, AtMost: atMost})
	if err != nil {
		return nil, fmt.Errorf("unhanded notices: %w", err)
	}
	return ids, nil
}

// Fact is a notice in the inbox that nobody has acted upon, beside the quote
// it answers.
type Fact struct {
	NoticeID, AttemptID  int64
	Kind                 Kind
	Provider, ProviderID string
	Amount               money.Money
	ReceivedAt           time.Time
	AttemptStatus        AttemptStatus
	Total, Fee           money.RUB // of the quote
	Quoted               money.Money
}

// Unsettled lists an order's facts, oldest first. The caller holds the order.
func (s *Service) Unsettled(ctx context.Context, tx pgx.Tx, orderID int64) ([]Fact, error) {
	rows, err := paymentdb.New(tx).Unsettled(ctx, &orderID)
	if err != nil {
		return nil, fmt.Errorf("facts of order %d: %w", orderID, err)
	}
	facts := make([]Fact, len(rows))
	for i, r := range rows {
		facts[i] = Fact{
			NoticeID: r.ID, AttemptID: *r.AttemptID, Kind: Kind(r.Kind), Provider: r.Provider, ProviderID: r.ProviderID,
			Amount: money.Of(r.Amount, r.Currency), ReceivedAt: r.ReceivedAt,
			AttemptStatus: AttemptStatus(r.AttemptStatus), Total: r.Total, Fee: r.Fee, Quoted: money.Of(r.AttemptAmount, r.AttemptCurrency),
		}
	}
	return facts, nil
}

// Settled marks a fact as acted upon.
func (s *Service) Settled(ctx context.Context, tx pgx.Tx, noticeID int64) error {
	at := s.clock()
	if err := paymentdb.New(tx).SettleNotice(ctx, paymentdb.SettleNoticeParams{ID: noticeID, At: &at}); err != nil {
		return fmt.Errorf("settle notice %d: %w", noticeID, err)
	}
	return nil
}

// SettledParts marks what was told of an attempt's parts: the whole has come.
func (s *Service) SettledParts(ctx context.Context, tx pgx.Tx, attemptID int64) error {
	at := s.clock()
	if err := paymentdb.New(tx).SettleParts(ctx, paymentdb.SettlePartsParams{AttemptID: &attemptID, At: &at}); err != nil {
		return fmt.Errorf("settle parts of attempt %d: %w", attemptID, err)
	}
	return nil
}

// ForOperators is how much waits for a person.
type ForOperators struct {
	Unmatched   int64 // payments that belong to no order
	Unconfirmed int64 // webhooks the provider does not confirm
	Manual      int64 // refunds only a person can end
	Late        int64 // refunds under way for too long
	Tasks       int64 // what is to be looked at
}

// Waiting counts what only an operator can end.
func (s *Service) Waiting(ctx context.Context) (ForOperators, error) {
	now := s.clock()
	r, err := s.w.ForOperators(ctx, paymentdb.ForOperatorsParams{ClaimedBefore: now.Add(-unconfirmedAfter), Late: now.Add(-lateAfter)})
	if err != nil {
		return ForOperators{}, fmt.Errorf("what waits for operators: %w", err)
	}
	return ForOperators(r), nil
}
