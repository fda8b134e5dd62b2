package social

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"

	"larek/internal/outbound"
)

// Facebook signs users in with Facebook. It does not report whether an address
// is verified, so none counts as verified.
type Facebook struct {
	pkceService
	graph string
}

// NewFacebook returns a provider for Facebook.
func NewFacebook(app App, dialog, graph string, client *http.Client) *Facebook {
	return &Facebook{
		pkceService{newService("facebook", app, outbound.Join(dialog, "/dialog/oauth"), outbound.Join(graph, "/oauth/access_token"), oauth2.AuthStyleInParams, client, "email", "public_profile")},
		graph,
	}
}

// FetchIdentity verifies the callback and returns the identity. appsecret_proof
// ties the token to our app, so that a token of another app is rejected.
func (f *Facebook) FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error) {
	token, err := f.exchange(ctx, a, got.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Identity{}, err
	}
	proof := hmac.New(sha256.New, []byte(f.config.ClientSecret))
	_, _ = proof.Write([]byte(token.AccessToken))
	q := url.Values{"fields": {"id,name,email"}, "appsecret_proof": {hex.EncodeToString(proof.Sum(nil))}}
	var me struct {
		ID    outbound.Scalar `json:"id"`
		Name  string          `json:"name"`
		Email string          `json:"email"`
	}
	header := http.Header{"Authorization": {"Bearer " + token.AccessToken}}
	if err := f.fetch(ctx, http.MethodGet, outbound.Join(f.graph, "/me?"+q.Encode()), header, nil, &me); err != nil {
		return Identity{}, err
	}
	return requireSubject(Identity{Subject: string(me.ID), Name: me.Name, Email: me.Email})
}
