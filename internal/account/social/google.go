package social

import (
	"context"
	"net/http"

	"golang.org/x/oauth2"

	"larek/internal/clock"
)

// Google signs users in with OpenID Connect.
type Google struct{ openID }

// NewGoogle returns a provider for Google.
func NewGoogle(app App, issuer string, client *http.Client, now clock.Clock) *Google {
	return &Google{newOpenID("google", issuer, app, oauth2.AuthStyleInParams, client, now, "openid", "email", "profile")}
}

// FetchIdentity verifies the callback and returns the identity.
func (g *Google) FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error) {
	c, err := g.claims(ctx, a, got.Code)
	if err != nil {
		return Identity{}, err
	}
	return requireSubject(Identity{Subject: string(c.Subject), Name: c.Name, Email: c.Email, EmailVerified: c.EmailVerified})
}
