package social

import (
	"context"
	"net/http"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/clock"
)

// TelegramIssuer is the real one.
const TelegramIssuer = "https://oauth.telegram.org"

// Telegram is OpenID Connect, and the older widget on pages that still show
// it.
type Telegram struct {
	openID
	botToken string
}

// NewTelegram signs in with Telegram. The widget is off without a bot token.
func NewTelegram(app App, botToken, issuer string, client *http.Client, now clock.Clock) *Telegram {
	return &Telegram{newOpenID("telegram", issuer, app, oauth2.AuthStyleInHeader, client, now, "openid", "profile"), botToken}
}

// Person checks the answer and tells who it is about.
func (t *Telegram) Person(ctx context.Context, a Attempt, got Answer) (Person, error) {
	if strings.Contains(got.Code, "hash=") {
		return t.fromWidget(got.Code)
	}
	c, err := t.claims(ctx, a, got.Code)
	if err != nil {
		return Person{}, err
	}
	if c.Name == "" {
		c.Name = c.Username
	}
	return known(Person{Subject: string(c.Subject), Name: c.Name})
}
