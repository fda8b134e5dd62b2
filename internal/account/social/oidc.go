package social

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"larek/internal/clock"
	"larek/internal/outbound"
)

// leeway is the tolerated difference between clocks.
const leeway = time.Minute

// openID is an OpenID Connect provider. Addresses and keys are discovered when
// first needed, because the provider may be unavailable at start.
type openID struct {
	service
	issuer string
	now    clock.Clock

	mu   sync.Mutex
	keys oidc.KeySet
}

func newOpenID(name, issuer string, app App, style oauth2.AuthStyle, client *http.Client, now clock.Clock, scopes ...string) openID {
	return openID{service: newService(name, app, "", "", style, client, scopes...), issuer: issuer, now: now}
}

func (o *openID) discover(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.keys != nil {
		return nil
	}
	ctx = oidc.ClientContext(ctx, o.client)
	found, err := oidc.NewProvider(ctx, o.issuer)
	if err != nil {
		return fmt.Errorf("%w: %s: discovery failed", ErrUnavailable, o.name)
	}
	var more struct {
		Keys string `json:"jwks_uri"`
	}
	if err := found.Claims(&more); err != nil || more.Keys == "" {
		return fmt.Errorf("%w: %s: no jwks_uri", ErrUnavailable, o.name)
	}
	at := found.Endpoint()
	o.config.Endpoint.AuthURL, o.config.Endpoint.TokenURL = at.AuthURL, at.TokenURL
	o.keys = oidc.NewRemoteKeySet(ctx, more.Keys)
	return nil
}

// AuthURL returns the URL to which the browser is redirected.
func (o *openID) AuthURL(ctx context.Context, a AuthRequest) (string, error) {
	if err := o.discover(ctx); err != nil {
		return "", err
	}
	return o.url(a, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

// idClaims are the claims of an ID token. Telegram sends numbers where others
// send strings, so the library's own decoding does not work.
type idClaims struct {
	Issuer        string          `json:"iss"`
	Subject       outbound.Scalar `json:"sub"`
	Audience      json.RawMessage `json:"aud"`
	Expires       float64         `json:"exp"`
	Issued        float64         `json:"iat"`
	Nonce         string          `json:"nonce"`
	Email         string          `json:"email"`
	EmailVerified bool            `json:"email_verified"`
	Name          string          `json:"name"`
	Username      string          `json:"preferred_username"`
}

// claims exchanges the code for an ID token and verifies it.
func (o *openID) claims(ctx context.Context, a AuthRequest, code string) (idClaims, error) {
	if err := o.discover(ctx); err != nil {
		return idClaims{}, err
	}
	token, err := o.exchange(ctx, a, code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return idClaims{}, err
	}
	raw, _ := token.Extra("id_token").(string)
	payload, err := o.keys.VerifySignature(ctx, raw)
	if err != nil {
		return idClaims{}, fmt.Errorf("%w: %s: invalid signature of the ID token", ErrRejected, o.name)
	}
	var c idClaims
	if err := json.Unmarshal(payload, &c); err != nil {
		return idClaims{}, fmt.Errorf("%w: %s: malformed ID token", ErrRejected, o.name)
	}
	now := o.now()
	switch {
	case c.Issuer != o.issuer && "https://"+c.Issuer != o.issuer: // Google uses both spellings
		err = fmt.Errorf("%w: %s: wrong issuer", ErrRejected, o.name)
	case !c.isFor(o.config.ClientID):
		err = fmt.Errorf("%w: %s: wrong audience", ErrRejected, o.name)
	case now.After(moment(c.Expires).Add(leeway)) || now.Before(moment(c.Issued).Add(-leeway)):
		err = fmt.Errorf("%w: %s: ID token expired or not yet valid", ErrRejected, o.name)
	case c.Nonce != a.Nonce || a.Nonce == "":
		err = fmt.Errorf("%w: %s: wrong nonce", ErrRejected, o.name)
	}
	return c, err
}

func moment(unix float64) time.Time { return time.Unix(int64(unix), 0) }

// isFor reports whether the audience contains clientID. The audience may be one
// value or a list, of strings or numbers.
func (c idClaims) isFor(clientID string) bool {
	var one outbound.Scalar
	if json.Unmarshal(c.Audience, &one) == nil {
		return string(one) == clientID
	}
	var many []outbound.Scalar
	return json.Unmarshal(c.Audience, &many) == nil && slices.Contains(many, outbound.Scalar(clientID))
}
