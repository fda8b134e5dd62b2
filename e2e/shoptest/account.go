package shoptest

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"larek/e2e/accounts"
	"larek/internal/email"
)

// Mailbox takes every letter of the shop.
type Mailbox struct {
	mu      sync.Mutex
	letters []email.Message
}

// Send implements email.Sender.
func (m *Mailbox) Send(_ context.Context, letter email.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.letters = append(m.letters, letter)
	return nil
}

// To returns the letters to an address, the newest last.
func (m *Mailbox) To(address string) []email.Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []email.Message
	for _, l := range m.letters {
		if strings.EqualFold(l.To, address) {
			found = append(found, l)
		}
	}
	return found
}

var confirmToken = regexp.MustCompile(`confirm=([\w-]+)`)

// ConfirmToken returns the secret of the newest letter that proves an address,
// empty when there is none.
func (m *Mailbox) ConfirmToken(address string) string {
	for _, l := range slices.Backward(m.To(address)) {
		if found := confirmToken.FindStringSubmatch(l.Text); found != nil {
			return found[1]
		}
	}
	return ""
}

// checkAccounts checks that what each provider holds and each supplier has received, by
// its own journal, is what the ledger contains, in every currency and to the last
// unit.
func (s *Shop) checkAccounts(ctx context.Context) ([]string, error) {
	booked, err := accounts.Booked(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	return accounts.Differences(accounts.Recorded(s.Sandbox.Record().Entries), booked), nil
}
