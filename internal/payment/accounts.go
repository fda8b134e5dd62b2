package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/payment/paymentdb"
)

// switchTime is how long after a change of keys some copies of the shop may still use the old
// ones.
const switchTime = time.Minute

// ParseWebhook verifies and parses a webhook, also one that an account or a key signed that was
// replaced: its payments began before and are real. Such a key may have leaked, so it proves
// nothing about what began after it.
func (s *Inbox) ParseWebhook(ctx context.Context, p Provider, hook Webhook) (Notice, error) {
	accounts := s.providers.roster.All(p.Name())
	if len(accounts) == 0 {
		return p.ParseWebhook(hook)
	}
	refused := ErrInvalidSignature
	for i, a := range accounts {
		n, err := a.Adapter.ParseWebhook(hook)
		switch {
		case errors.Is(err, ErrInvalidSignature):
			if i == 0 {
				refused = err
			}
			continue
		case err != nil:
			return n, err
		case strings.HasPrefix(n.Reference, ProbeReference) && n.Kind == NoticeDeclined:
			return n, ErrIgnoredEvent // the end of a probe
		case a.IsCurrent():
			return n, nil
		}
		began, err := s.beganWith(ctx, a, n.Reference)
		if err != nil || began {
			return n, err
		}
		refused = SignatureError("of a key that was replaced")
	}
	return Notice{}, refused
}

// beganWith reports whether an attempt was made with an account, before it was replaced.
func (s *Inbox) beganWith(ctx context.Context, a Account, reference string) (bool, error) {
	r, err := s.q.AttemptAccount(ctx, paymentdb.AttemptAccountParams{Provider: a.Adapter.Name(), Reference: reference})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("account of attempt %s: %w", reference, err)
	}
	known, _ := s.providers.roster.Of(a.Adapter.Name(), r.Account)
	return known.ID == a.ID && r.Created.Before(a.ReplacedAt.Add(switchTime)), nil
}
