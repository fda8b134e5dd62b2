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
	"larek/internal/wire"
)

// leeway is how far another clock may be off.
const leeway = time.Minute

// openID is a service that signs who came: addresses and keys are discovered
// when they are first needed, because it may be away when we start.
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
		return fmt.Errorf("%w: %s is not found", ErrAway, o.name)
	}
	var more struct {
		Keys string `json:"jwks_uri"`
	}
	if err := found.Claims(&more); err != nil || more.Keys == "" {
		return fmt.Errorf("%w: %s has no keys", ErrAway, o.name)
	}
	at := found.Endpoint()
	o.config.Endpoint.AuthURL, o.config.Endpoint.TokenURL = at.AuthURL, at.TokenURL
	o.keys = oidc.NewRemoteKeySet(ctx, more.Keys)
	return nil
}

// URL is where the visitor is sent.
func (o *openID) URL(ctx context.Context, a Attempt) (string, error) {
	if err := o.discover(ctx); err != nil {
		return "", err
	}
	return o.url(a, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

// idClaims is what an ID token says. Telegram writes numbers where others
// write texts, so the library's own reading of claims does not fit.
type idClaims struct {
	Issuer        string          `json:"iss"`
	Subject       wire.Text       `json:"sub"`
	Audience      json.RawMessage `json:"aud"`
	Expires       float64         `json:"exp"`
	Issued        float64         `json:"iat"`
	Nonce         string          `json:"nonce"`
	Email         string          `json:"email"`
	EmailVerified bool            `json:"email_verified"`
	Name          string          `json:"name"`
	Username      string          `json:"preferred_username"`
}

// claims changes the code for an ID token and checks all of it.
func (o *openID) claims(ctx context.Context, a Attempt, code string) (idClaims, error) {
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
		return idClaims{}, fmt.Errorf("%w: %s: the ID token is not signed by it", ErrRefused, o.name)
	}
	var c idClaims
	if err := json.Unmarshal(payload, &c); err != nil {
		return idClaims{}, fmt.Errorf("%w: %s: the ID token is not readable", ErrRefused, o.name)
	}
	now := o.now()
	switch {
	case c.Issuer != o.issuer && "https://"+c.Issuer != o.issuer: // Google has both spellings
		err = fmt.Errorf("%w: %s: issued by another", ErrRefused, o.name)
	case !c.isFor(o.config.ClientID):
		err = fmt.Errorf("%w: %s: meant for another", ErrRefused, o.name)
	case now.After(moment(c.Expires).Add(leeway)) || now.Before(moment(c.Issued).Add(-leeway)):
		err = fmt.Errorf("%w: %s: not of this hour", ErrRefused, o.name)
	case c.Nonce != a.Nonce || a.Nonce == "":
		err = fmt.Errorf("%w: %s: an answer to another question", ErrRefused, o.name)
	}
	return c, err
}

func moment(unix float64) time.Time { return time.Unix(int64(unix), 0) }

// isFor reads an audience of one or many, texts or numbers.
func (c idClaims) isFor(clientID string) bool {
	var one wire.Text
	if json.Unmarshal(c.Audience, &one) == nil {
		return string(one) == clientID
	}
	var many []wire.Text
	return json.Unmarshal(c.Audience, &many) == nil && slices.Contains(many, wire.Text(clientID))
}
