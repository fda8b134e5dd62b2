package social

import (
	"context"
	"net/http"

	"golang.org/x/oauth2"

	"larek/internal/clock"
)

// GoogleIssuer is the real one.
const GoogleIssuer = "https://accounts.google.com"

// Google is OpenID Connect as it is written.
type Google struct{ openID }

// NewGoogle signs in with Google.
func NewGoogle(app App, issuer string, client *http.Client, now clock.Clock) *Google {
	return &Google{newOpenID("google", issuer, app, oauth2.AuthStyleInParams, client, now, "openid", "email", "profile")}
}

// Person checks the answer and tells who it is about.
func (g *Google) Person(ctx context.Context, a Attempt, got Answer) (Person, error) {
	c, err := g.claims(ctx, a, got.Code)
	if err != nil {
		return Person{}, err
	}
	return known(Person{Subject: string(c.Subject), Name: c.Name, Email: c.Email, EmailVerified: c.EmailVerified})
}
