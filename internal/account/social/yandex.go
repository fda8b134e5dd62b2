package social

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/outbound"
)

// yandexMail are the domains whose mailboxes belong to the account. Any other
// address is unverified.
var yandexMail = []string{"yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.uz", "narod.ru"}

// Yandex signs users in with Yandex ID.
type Yandex struct {
	pkceService
	login string
}

// NewYandex returns a provider for Yandex ID.
func NewYandex(app App, oauth, login string, client *http.Client) *Yandex {
	return &Yandex{
		pkceService{newService("yandex", app, outbound.Join(oauth, "/authorize"), outbound.Join(oauth, "/token"), oauth2.AuthStyleInHeader, client, "login:info", "login:email")},
		login,
	}
}

// FetchIdentity verifies the callback and returns the identity. It checks that
// the token was issued to our app, because a token of another app would return
// its user too.
func (y *Yandex) FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error) {
	token, err := y.exchange(ctx, a, got.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Identity{}, err
	}
	var info struct {
		ID          outbound.Scalar `json:"id"`
		ClientID    string          `json:"client_id"`
		DisplayName string          `json:"display_name"`
		Login       string          `json:"login"`
		Email       string          `json:"default_email"`
	}
	header := http.Header{"Authorization": {"OAuth " + token.AccessToken}}
	if err := y.fetch(ctx, http.MethodGet, outbound.Join(y.login, "/info?format=json"), header, nil, &info); err != nil {
		return Identity{}, err
	}
	if info.ClientID != y.config.ClientID {
		return Identity{}, fmt.Errorf("%w: yandex: token of another app", ErrRejected)
	}
	if info.DisplayName == "" {
		info.DisplayName = info.Login
	}
	_, domain, _ := strings.Cut(strings.ToLower(info.Email), "@")
	return requireSubject(Identity{Subject: string(info.ID), Name: info.DisplayName, Email: info.Email, EmailVerified: slices.Contains(yandexMail, domain)})
}
