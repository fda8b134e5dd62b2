package social

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/wire"
)

// The real addresses.
const (
	YandexOAuth = "https://oauth.yandex.ru"
	YandexLogin = "https://login.yandex.ru"
)

// yandexMail are the domains whose boxes are the account itself. An address
// elsewhere is only what the person wrote there.
var yandexMail = []string{"yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.uz", "narod.ru"}

// Yandex signs in with Yandex ID.
type Yandex struct {
	service
	login string
}

// NewYandex signs in with Yandex ID.
func NewYandex(app App, oauth, login string, client *http.Client) *Yandex {
	return &Yandex{
		newService("yandex", app, wire.Join(oauth, "/authorize"), wire.Join(oauth, "/token"), oauth2.AuthStyleInHeader, client, "login:info", "login:email"),
		login,
	}
}

// URL is where the visitor is sent.
func (y *Yandex) URL(_ context.Context, a Attempt) (string, error) {
	return y.url(a, oauth2.S256ChallengeOption(a.Verifier)), nil
}

// Person checks the answer and tells who it is about. A token that was given
// to another app would tell about its user too: the app must be ours.
func (y *Yandex) Person(ctx context.Context, a Attempt, got Answer) (Person, error) {
	token, err := y.exchange(ctx, a, got.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, err
	}
	var info struct {
		ID          wire.Text `json:"id"`
		ClientID    string    `json:"client_id"`
		DisplayName string    `json:"display_name"`
		Login       string    `json:"login"`
		Email       string    `json:"default_email"`
	}
	header := http.Header{"Authorization": {"OAuth " + token.AccessToken}}
	if err := y.ask(ctx, http.MethodGet, wire.Join(y.login, "/info?format=json"), header, nil, &info); err != nil {
		return Person{}, err
	}
	if info.ClientID != y.config.ClientID {
		return Person{}, fmt.Errorf("%w: a token of another app", ErrRefused)
	}
	if info.DisplayName == "" {
		info.DisplayName = info.Login
	}
	_, domain, _ := strings.Cut(strings.ToLower(info.Email), "@")
	return known(Person{Subject: string(info.ID), Name: info.DisplayName, Email: info.Email, EmailVerified: slices.Contains(yandexMail, domain)})
}
