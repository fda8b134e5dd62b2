package shoptest

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"larek/internal/account"
	"larek/internal/account/social"
	"larek/internal/notify"
	"larek/internal/sandbox"
	"larek/internal/seal"
)

// Mailbox takes every letter of the shop.
type Mailbox struct {
	mu      sync.Mutex
	letters []notify.Message
}

// Send implements notify.Sender.
func (m *Mailbox) Send(_ context.Context, letter notify.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.letters = append(m.letters, letter)
	return nil
}

// To returns the letters to an address, the newest last.
func (m *Mailbox) To(address string) []notify.Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []notify.Message
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

// openAccounts makes the accounts, with the sandbox's services behind them.
func (s *Shop) openAccounts() {
	client := &http.Client{Timeout: 20 * time.Second}
	app := social.App{ID: sandbox.SignInClientID, Secret: sandbox.SignInSecret}
	at := func(name string) string { return s.Box.url + sandbox.SignInPath + name }
	s.Accounts = account.NewService(account.Config{
		Pool: s.Pool, Secret: s.secret, Tokens: s.Tokens, Ring: seal.NewRing("t", s.secret.For("ring")), Origin: s.URL,
		Passwords: account.NewPasswords(account.Work{Memory: 64, Passes: 1, Lanes: 1}, 2), Clock: s.Clock.Now, Letters: s.Checkout.Letters,
		Providers: []social.Provider{
			social.NewVK(app, at("vk"), at("vk"), client), social.NewVKID(app, at("vk_id"), client), social.NewYandex(app, at("yandex"), at("yandex"), client),
			social.NewGoogle(app, at("google"), client, s.Clock.Now), social.NewFacebook(app, at("facebook"), at("facebook/graph"), client),
			social.NewSteam(at("steam"), client, s.Clock.Now),
			social.NewTelegram(social.App{ID: sandbox.TelegramClientID, Secret: sandbox.SignInSecret}, sandbox.TelegramBotToken, at("telegram"), client, s.Clock.Now),
		},
	})
}
