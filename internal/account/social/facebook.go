package social

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"

	"larek/internal/wire"
)

// The real addresses; the version is a part of them and expires.
const (
	FacebookDialog = "https://www.facebook.com/v22.0"
	FacebookGraph  = "https://graph.facebook.com/v22.0"
)

// Facebook does not say whether an address is verified, so none counts as such.
type Facebook struct {
	service
	graph string
}

// NewFacebook signs in with Facebook.
func NewFacebook(app App, dialog, graph string, client *http.Client) *Facebook {
	return &Facebook{
		newService("facebook", app, wire.Join(dialog, "/dialog/oauth"), wire.Join(graph, "/oauth/access_token"), oauth2.AuthStyleInParams, client, "email", "public_profile"),
		graph,
	}
}

// URL is where the visitor is sent.
func (f *Facebook) URL(_ context.Context, a Attempt) (string, error) {
	return f.url(a, oauth2.S256ChallengeOption(a.Verifier)), nil
}

// Person checks the answer and tells who it is about. The proof ties the
// token to our app, so that one of another app opens nothing.
func (f *Facebook) Person(ctx context.Context, a Attempt, got Answer) (Person, error) {
	token, err := f.exchange(ctx, a, got.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, err
	}
	proof := hmac.New(sha256.New, []byte(f.config.ClientSecret))
	_, _ = proof.Write([]byte(token.AccessToken))
	q := url.Values{"fields": {"id,name,email"}, "appsecret_proof": {hex.EncodeToString(proof.Sum(nil))}}
	var me struct {
		ID    wire.Text `json:"id"`
		Name  string    `json:"name"`
		Email string    `json:"email"`
	}
	header := http.Header{"Authorization": {"Bearer " + token.AccessToken}}
	if err := f.ask(ctx, http.MethodGet, wire.Join(f.graph, "/me?"+q.Encode()), header, nil, &me); err != nil {
		return Person{}, err
	}
	return known(Person{Subject: string(me.ID), Name: me.Name, Email: me.Email})
}
