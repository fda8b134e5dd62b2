package social

import (
	"context"
	"net/http"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/clock"
)

// Telegram signs users in with OpenID Connect, and with the older login widget.
type Telegram struct {
	openID
	botToken string
}

// NewTelegram returns a provider for Telegram. The widget is disabled without a
// bot token.
func NewTelegram(app App, botToken, issuer string, client *http.Client, now clock.Clock) *Telegram {
	return &Telegram{newOpenID("telegram", issuer, app, oauth2.AuthStyleInHeader, client, now, "openid", "profile"), botToken}
}

// FetchIdentity verifies the callback and returns the identity.
func (t *Telegram) FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error) {
	if strings.Contains(got.Code, "hash=") {
		return t.fromWidget(got.Code)
	}
	c, err := t.claims(ctx, a, got.Code)
	if err != nil {
		return Identity{}, err
	}
	if c.Name == "" {
		c.Name = c.Username
	}
	return requireSubject(Identity{Subject: string(c.Subject), Name: c.Name})
}
