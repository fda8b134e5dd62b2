package payment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/pubsub"
)

// Source is how a notice reached us.
type Source string

// Sources; the values are stored.
const (
	SourceWebhook Source = "webhook"
	SourcePoll    Source = "asked"
	SourceBalance Source = "balance"
	SourceFree    Source = "free" // nothing was to be paid
)

// maxRepeatedClaims bounds how often an unconfirmed webhook that comes again makes its
// provider be asked at once.
const maxRepeatedClaims = 5

// Inbox stores the notices of providers and the payments they report.
type Inbox struct {
	q         *paymentdb.Queries
	providers *Providers
	queue     pubsub.QueueAnnouncer
	clock     clock.Clock
	log       *slog.Logger
}

// RecordNotice stores n in the inbox and returns the ID of the order whose workflow
// must be notified. It returns 0 if a notice with the same dedupe key is already
// stored and confirmed, or if no attempt matches; unmatched notices are left to an
// operator.
//
// A webhook of a provider that can be queried is stored unconfirmed and schedules a
// poll: it is processed only after polling has reported the same. If the provider
// cannot be queried, only a webhook with exactly the amount of the attempt matches.
// RecordNotice is idempotent and safe for concurrent use.
func (s *Inbox) RecordNotice(ctx context.Context, provider string, source Source, n Notice) (int64, error) {
	orderID, unmatched, err := s.insertNotice(ctx, s.q, provider, source, n)
	if unmatched != 0 {
		s.queue.Changed(ctx, "unmatched", unmatched)
	}
	return orderID, err
}

// RecordNoticeTx is RecordNotice within the caller's transaction.
func (s *Inbox) RecordNoticeTx(ctx context.Context, tx pgx.Tx, provider string, source Source, n Notice) (orderID int64, err error) {
	orderID, _, err = s.insertNotice(ctx, paymentdb.New(tx), provider, source, n)
	return orderID, err
}

// insertNotice stores a notice and returns its order, or its own number if no attempt
// matches.
func (s *Inbox) insertNotice(ctx context.Context, q *paymentdb.Queries, provider string, source Source, n Notice) (orderID, unmatched int64, err error) {
	p, known := s.providers.Newest(provider)
	hook := source == SourceWebhook && known
	claim := hook && p.CanQuery()
	now := s.clock()
	var confirmed *time.Time
	if !claim {
		confirmed = &now
	}
	notice := paymentdb.InsertNoticeParams{
		ReceivedAt: now, ConfirmedAt: confirmed, Exact: hook && !p.CanQuery(), Ask: claim,
		Provider: provider, DedupeKey: n.DedupeKey, Source: string(source), Kind: string(n.Kind), ProviderID: n.ProviderID,
		Amount: n.Amount.Minor, Currency: n.Amount.Currency, Reference: n.Reference, LeftAmount: n.Left,
	}
	row, err := q.InsertNotice(ctx, notice)
	if errors.Is(err, pgx.ErrNoRows) && notice.Exact && n.Kind == NoticePaid {
		row, err = s.insertOtherAmount(ctx, q, notice)
	}
	if errors.Is(err, pgx.ErrNoRows) && claim {
		orderID, err = q.AskAboutClaim(ctx, paymentdb.AskAboutClaimParams{Provider: provider, DedupeKey: n.DedupeKey, Now: now, AtMost: maxRepeatedClaims})
	}
	if errors.Is(err, pgx.ErrNoRows) || err == nil && row.ID == 0 {
		return orderID, 0, nil
	}
	if err != nil {
		return 0, 0, fmt.Errorf("store notice of %s: %w", provider, err)
	}
	if row.OrderID == nil {
		s.log.WarnContext(ctx, "payment notice matches no order", "provider", provider, "notice", row.ID)
		return 0, row.ID, nil
	}
	return *row.OrderID, 0, nil
}

// insertOtherAmount stores a payment whose dedupe key is known with another amount: a
// provider without queries reports each amount once. It returns pgx.ErrNoRows if this
// amount is known too. Keys do not contain the amount, so that a webhook repeated after an
// update of the shop is still a duplicate.
func (s *Inbox) insertOtherAmount(ctx context.Context, q *paymentdb.Queries, n paymentdb.InsertNoticeParams) (paymentdb.InsertNoticeRow, error) {
	known, err := q.NoticeAmount(ctx, paymentdb.NoticeAmountParams{Provider: n.Provider, DedupeKey: n.DedupeKey})
	if err != nil || known.Amount == n.Amount && known.Currency == n.Currency {
		return paymentdb.InsertNoticeRow{}, cmp.Or(err, pgx.ErrNoRows)
	}
	n.DedupeKey += ":" + n.Amount.String() + string(n.Currency)
	return q.InsertNotice(ctx, n)
}

// maxRejectedPerHour bounds the rejected webhooks stored per provider and hour.
// Metrics count all of them.
const maxRejectedPerHour = 200

// RecordRejectedWebhook records a webhook that failed verification, with a digest of
// its body.
func (s *Inbox) RecordRejectedWebhook(ctx context.Context, provider, reason string, body []byte) error {
	digest := sha256.Sum256(body)
	err := s.q.InsertRejectedWebhook(ctx, paymentdb.InsertRejectedWebhookParams{Provider: provider, Reason: reason, BodyDigest: digest[:], AnHour: maxRejectedPerHour})
	if err != nil {
		return fmt.Errorf("record rejected webhook of %s: %w", provider, err)
	}
	return nil
}

// OrdersWithPendingNotices returns the orders with notices that have been pending
// since before, and leases those notices so that other instances skip them for a
// while.
func (s *Inbox) OrdersWithPendingNotices(ctx context.Context, before time.Time, atMost int32) ([]int64, error) {
	ids, err := s.q.OrdersWithPendingNotices(ctx, paymentdb.OrdersWithPendingNoticesParams{Now: s.clock(), Before: before, AtMost: atMost})
	if err != nil {
		return nil, fmt.Errorf("orders with pending notices: %w", err)
	}
	return ids, nil
}

// PendingNotice is a confirmed notice that has not been processed, with the quote
// of its attempt.
type PendingNotice struct {
	NoticeID, AttemptID  int64
	Kind                 NoticeKind
	Provider, ProviderID string
	Amount               money.Money
	ReceivedAt           time.Time
	AttemptStatus        AttemptStatus
	ExpiresAt            time.Time // of the attempt
	Total, Fee           money.RUB // of the quote
	Quoted               money.Money
	IsRefundKnown        bool // a provider has reported a refund of the order
	IsGone               bool // all of this payment is refunded
}

// PendingNotices returns the pending notices of an order, oldest first. The caller
// holds the order's lock.
func PendingNotices(ctx context.Context, tx pgx.Tx, orderID int64) ([]PendingNotice, error) {
	rows, err := paymentdb.New(tx).PendingNotices(ctx, &orderID)
	if err != nil {
		return nil, fmt.Errorf("pending notices of order %d: %w", orderID, err)
	}
	notices := make([]PendingNotice, len(rows))
	for i, r := range rows {
		notices[i] = PendingNotice{
			NoticeID: r.ID, AttemptID: *r.AttemptID, Kind: NoticeKind(r.Kind), Provider: r.Provider, ProviderID: r.ProviderID,
			Amount: money.Of(r.Amount, r.Currency), ReceivedAt: r.ReceivedAt,
			AttemptStatus: AttemptStatus(r.AttemptStatus), ExpiresAt: r.ExpiresAt, Total: r.Total, Fee: r.Fee, Quoted: money.Of(r.AttemptAmount, r.AttemptCurrency),
			IsRefundKnown: r.IsRefundKnown, IsGone: r.IsGone,
		}
	}
	return notices, nil
}

// IsPaymentWaiting reports whether a payment of an order is not processed yet. With
// claims, webhooks count that their provider has not confirmed. The caller holds the
// order's lock; a webhook does not wait for it and may come a moment later.
func IsPaymentWaiting(ctx context.Context, tx pgx.Tx, orderID int64, claims bool) (bool, error) {
	waits, err := paymentdb.New(tx).IsPaymentWaiting(ctx, paymentdb.IsPaymentWaitingParams{OrderID: &orderID, Claims: claims})
	if err != nil {
		return false, fmt.Errorf("payments of order %d that wait: %w", orderID, err)
	}
	return waits, nil
}

// MarkNoticeProcessed marks a notice as processed. It is idempotent.
func (s *Inbox) MarkNoticeProcessed(ctx context.Context, tx pgx.Tx, noticeID int64) error {
	at := s.clock()
	if err := paymentdb.New(tx).MarkNoticeProcessed(ctx, paymentdb.MarkNoticeProcessedParams{ID: noticeID, At: &at}); err != nil {
		return fmt.Errorf("mark notice %d processed: %w", noticeID, err)
	}
	return nil
}

// MarkPartialNoticesProcessed marks the partial notices of an attempt as processed,
// after its full amount has arrived.
func (s *Inbox) MarkPartialNoticesProcessed(ctx context.Context, tx pgx.Tx, attemptID int64) error {
	at := s.clock()
	if err := paymentdb.New(tx).MarkPartialNoticesProcessed(ctx, paymentdb.MarkPartialNoticesProcessedParams{AttemptID: &attemptID, At: &at}); err != nil {
		return fmt.Errorf("mark partial notices of attempt %d processed: %w", attemptID, err)
	}
	return nil
}
