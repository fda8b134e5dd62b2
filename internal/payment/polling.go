package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/pg"
)

const (
	// queryTimeout bounds one query; pollLease must be longer.
	queryTimeout = 10 * time.Second
	pollLease    = 15 * time.Second
	// claimTimeout bounds the query made while a workflow processes notices.
	claimTimeout = 3 * time.Second
	// cancelWindow is how long after its call a cancellation that was not answered may be
	// carried out.
	cancelWindow = time.Minute
	// refundClaimWait is how long a new payment waits for its status to confirm or deny a
	// webhook about its refund.
	refundClaimWait = 10 * time.Minute
)

// PollAttempt queries the provider and records what it reports in the inbox. updated
// reports whether anything was new. expired reports whether the attempt's time is
// up and the provider, if it can be queried, knows of no payment and none is in
// progress, or has not responded for so long that the attempt is given up.
func (s *Poller) PollAttempt(ctx context.Context, c *StatusCheck) (updated, expired bool, err error) {
	now := s.clock()
	expired = now.After(c.ExpiresAt) && c.Status.IsOpen()
	stuck := now.After(c.ExpiresAt.Add(underWayGrace))
	found := finding{Paid: c.Status == AttemptPaid}
	p, known := s.providers.of(c.Provider, c.account)
	switch {
	case !known && c.account != "" && s.providers.isQueried(c.Provider):
		// The keys of its account are gone: nothing shows that it was not paid.
		found.CanQuery, found.Failed = true, ErrOutcomeUnknown
	case known && p.CanQuery():
		found.CanQuery = true
		report, err := s.query(ctx, p, c)
		found.UnderWay, found.Failed = report.UnderWay && !stuck, err
		for _, n := range refundsFirst(report.Notices) {
			isUncertain, err := s.mayBeRefunded(ctx, c, n, report, now)
			if err != nil {
				return updated, false, err
			}
			if isUncertain {
				expired, found.UnderWay = false, true
				continue
			}
			order, err := s.inbox.RecordNotice(ctx, c.Provider, SourcePoll, n)
			if err != nil {
				return updated, false, err
			}
			updated = updated || order != 0
			if n.Kind == NoticePaid {
				expired = false
				found.Paid = found.Paid || n.Amount.Minor >= c.ref.Amount.Minor
			}
		}
		confirmed, err := s.confirmRefunds(ctx, c, now, report)
		if err != nil {
			return updated, false, err
		}
		updated = updated || confirmed
		refunded, err := s.cancelEnded(ctx, p, c, report)
		if err != nil && found.Failed == nil {
			found.Failed = err // asked and cancelled again
		}
		updated = updated || refunded
	}
	claimed, err := s.plan(ctx, c, now, found)
	if err != nil {
		return updated, false, err
	}
	// A provider that did not respond is polled again before the attempt is closed, for four days.
	c.IsGivenUp = expired && found.Failed != nil && now.After(c.ExpiresAt.Add(givenUpAfter))
	expired = expired && (found.Failed == nil || c.IsGivenUp) && !found.UnderWay && (!claimed || stuck)
	return updated, expired, found.Failed
}

// refundsFirst returns notices with those of refunds before the others. Each is recorded alone,
// and no goods may be given for a payment whose refund is recorded a moment later.
func refundsFirst(notices []Notice) []Notice {
	var refunds, others []Notice
	for _, n := range notices {
		if n.Kind == NoticeRefunded {
			refunds = append(refunds, n)
		} else {
			others = append(others, n)
		}
	}
	return append(refunds, others...)
}

// confirmRefunds confirms webhooks about refunds that a report supports without repeating
// them: more was refunded since, or the status has no amount. It reports whether there were any.
func (s *Poller) confirmRefunds(ctx context.Context, c *StatusCheck, now time.Time, report AttemptReport) (confirmed bool, err error) {
	confirm := func(providerID string, left *money.Minor) error {
		p := paymentdb.ConfirmRefundsParams{Now: now, AttemptID: &c.AttemptID, ProviderID: providerID}
		if left != nil {
			p.LeftAmount = (*money.RUB)(left)
		}
		n, err := s.q.ConfirmRefunds(ctx, p)
		confirmed = confirmed || n > 0
		return err
	}
	for _, n := range report.Notices {
		if n.Kind == NoticeRefunded {
			err = errors.Join(err, confirm(n.ProviderID, n.Left))
		}
	}
	for _, id := range report.PartRefunded {
		err = errors.Join(err, confirm(id, nil))
	}
	if err != nil {
		return confirmed, fmt.Errorf("confirm refunds of attempt %d: %w", c.AttemptID, err)
	}
	return confirmed, nil
}

// query makes one status call and records how it ended.
func (s *Poller) query(ctx context.Context, p Provider, c *StatusCheck) (AttemptReport, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	report, err := p.QueryAttempt(ctx, c.ref)
	if current, _ := s.providers.roster.Current(c.Provider); err == nil || current.ID == c.account {
		// An account that was given up may answer no more: that says nothing of the provider.
		s.gates.of(c.Provider).ended(s.clock(), err)
	}
	return report, err
}

// cancelEnded closes the invoice of an attempt that has ended, so that nobody pays it. It
// leaves an invoice with known money open: the status lags, and closing it would refund the
// money. refunded reports whether the invoice was paid all the same and has been refunded.
func (s *Poller) cancelEnded(ctx context.Context, p Provider, c *StatusCheck, report AttemptReport) (refunded bool, err error) {
	canceller, can := p.(Canceller)
	if !can || !report.CanBePaid || report.UnderWay || c.Status.IsOpen() || c.Status == AttemptPaid {
		return false, nil
	}
	begun, err := s.q.BeginCancel(ctx, paymentdb.BeginCancelParams{ID: c.AttemptID, Until: s.clock().Add(cancelWindow)})
	if err != nil {
		return false, fmt.Errorf("cancel attempt %d: %w", c.AttemptID, err)
	}
	if begun == 0 {
		return false, nil
	}
	calling, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	notices, err := canceller.CancelInvoice(calling, c.ref)
	if err != nil {
		return false, err
	}
	err = pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		for _, n := range notices {
			if _, err := s.inbox.RecordNoticeTx(ctx, tx, c.Provider, SourcePoll, n); err != nil {
				return err
			}
		}
		return paymentdb.New(tx).EndCancel(ctx, c.AttemptID)
	})
	if err != nil {
		return false, fmt.Errorf("cancelled attempt %d: %w", c.AttemptID, err)
	}
	return len(notices) > 0, nil
}

// mayBeRefunded reports whether a notice is of a new payment that may be refunded already, which
// the report does not show.
func (s *Poller) mayBeRefunded(ctx context.Context, c *StatusCheck, n Notice, report AttemptReport, now time.Time) (bool, error) {
	if n.Kind != NoticePaid || c.Status == AttemptPaid || c.Status.IsOpen() && !c.isRefundClaimed {
		return false, nil
	}
	if slices.ContainsFunc(report.Notices, func(r Notice) bool { return r.Kind == NoticeRefunded && r.ProviderID == n.ProviderID }) {
		return false, nil
	}
	may, err := s.q.MayBeRefunded(ctx, paymentdb.MayBeRefundedParams{ID: c.AttemptID, ProviderID: n.ProviderID, Now: now, ClaimedAfter: now.Add(-refundClaimWait)})
	if err != nil {
		return false, fmt.Errorf("refunds of attempt %d: %w", c.AttemptID, err)
	}
	return may, nil
}

// plan sets when to poll again, if ever, and reports whether the attempt has an
// unconfirmed webhook.
func (s *Poller) plan(ctx context.Context, c *StatusCheck, now time.Time, found finding) (claimed bool, err error) {
	next := nextPoll(now, c, found)
	if next.IsZero() { // most often: it is paid, and its webhook is confirmed by that
		ended, err := s.q.EndChecks(ctx, paymentdb.EndChecksParams{AttemptID: c.AttemptID, Asked: c.asked, At: now, IsPaid: found.Paid})
		if err != nil {
			return false, fmt.Errorf("end checks: %w", err)
		}
		if ended == 1 {
			return false, nil
		}
	}
	since, err := s.q.OldestUnconfirmedNotice(ctx, &c.AttemptID)
	switch claimed = err == nil; {
	case claimed && found.Failed == nil:
		next = earlier(next, nextClaimPoll(now, since))
	case claimed && now.Sub(since) < claimPollWindow: // a call that failed has answered nothing
		next = earlier(next, now.Add(retryDelay(c.failures)))
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return false, fmt.Errorf("unconfirmed notices of attempt %d: %w", c.AttemptID, err)
	}
	if next.IsZero() && claimed { // asked long enough
		ended, err := s.q.DropChecks(ctx, paymentdb.DropChecksParams{AttemptID: c.AttemptID, Asked: c.asked})
		if err != nil {
			return claimed, fmt.Errorf("end checks: %w", err)
		}
		if ended == 1 {
			return claimed, nil
		}
	}
	if next.IsZero() {
		next = now // asked for meanwhile: PlanCheck keeps that time
	}
	p := paymentdb.PlanCheckParams{AttemptID: c.AttemptID, Asked: c.asked, DueAt: next}
	if found.CanQuery {
		p.Calls = 1
	}
	if found.Failed != nil {
		p.Failures = c.failures + 1
	}
	if err := s.q.PlanCheck(ctx, p); err != nil {
		return claimed, fmt.Errorf("plan a check: %w", err)
	}
	return claimed, nil
}

// PollOpenAttempt polls the order's open attempt now, for a buyer who waits, and reports
// whether anything was new. It returns false without a call if there is no open attempt,
// if it is being polled, or if it was requested too often.
func (s *Poller) PollOpenAttempt(ctx context.Context, orderID int64) (updated bool, err error) {
	a, err := OpenAttempt(ctx, s.pool, orderID)
	if errors.Is(err, ErrNoAttempt) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	checks, err := s.claimForBuyer(ctx, a)
	for i := range checks {
		updated, _, err = s.PollAttempt(ctx, &checks[i])
	}
	return updated, err
}
