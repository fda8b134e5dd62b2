// Package social implements sign-in with external providers. Each provider has
// its own file.
package social

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/outbound"
	"larek/internal/spelling"
)

// ErrRejected is returned for a callback that is forged, replayed or meant for
// another sign-in.
var ErrRejected = errors.New("social: sign-in rejected")

// ErrUnavailable is returned if the provider does not respond.
var ErrUnavailable = errors.New("social: provider unavailable")

// Identity is a user's profile at a provider.
type Identity struct {
	// Subject is the provider's permanent ID of the user.
	Subject string
	Name    string
	Email   string
	// EmailVerified is true if the provider has verified the address.
	EmailVerified bool
	// ReplayKey identifies a callback that must be accepted only once, for
	// providers that do not ensure it themselves.
	ReplayKey string
}

// AuthRequest holds the parameters of one sign-in. All of them are ours, none
// comes from the visitor.
type AuthRequest struct {
	State       string
	Nonce       string
	Verifier    string
	RedirectURI string
}

// CallbackParams is what the browser brought back.
type CallbackParams struct {
	Code     string // or the whole signed query
	DeviceID string
}

// Provider is a sign-in provider.
type Provider interface {
	Name() string
	// AuthURL returns the URL to which the browser is redirected.
	AuthURL(ctx context.Context, a AuthRequest) (string, error)
	// FetchIdentity verifies the callback and returns the identity.
	FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error)
}

// App holds our credentials at a provider.
type App struct{ ID, Secret string }

// service is the common part of OAuth providers.
type service struct {
	name   string
	config oauth2.Config
	client *http.Client
	calls  outbound.Client
}

func newService(name string, app App, auth, token string, style oauth2.AuthStyle, client *http.Client, scopes ...string) service {
	return service{
		name: name, client: client, calls: outbound.New(client, outbound.Errors{NotSent: ErrUnavailable, OutcomeUnknown: ErrUnavailable}),
		config: oauth2.Config{
			ClientID: app.ID, ClientSecret: app.Secret, Scopes: scopes,
			Endpoint: oauth2.Endpoint{AuthURL: auth, TokenURL: token, AuthStyle: style},
		},
	}
}

// Name returns the provider's name in the contract.
func (s *service) Name() string { return s.name }

func (s *service) url(a AuthRequest, more ...oauth2.AuthCodeOption) string {
	c := s.config
	c.RedirectURL = a.RedirectURI
	return c.AuthCodeURL(a.State, more...)
}

// pkceService is a service that protects its codes with PKCE.
type pkceService struct{ service }

// AuthURL returns the URL to which the browser is redirected.
func (s *pkceService) AuthURL(_ context.Context, a AuthRequest) (string, error) {
	return s.url(a, oauth2.S256ChallengeOption(a.Verifier)), nil
}

// exchange exchanges the code for a token. Errors contain nothing of the
// response, which may quote the code.
func (s *service) exchange(ctx context.Context, a AuthRequest, code string, more ...oauth2.AuthCodeOption) (*oauth2.Token, error) {
	c := s.config
	c.RedirectURL = a.RedirectURI
	token, err := c.Exchange(context.WithValue(ctx, oauth2.HTTPClient, s.client), code, more...)
	if no, ok := errors.AsType[*oauth2.RetrieveError](err); ok && no.Response != nil && no.Response.StatusCode < http.StatusInternalServerError {
		return nil, fmt.Errorf("%w: %s rejected the code: status %d", ErrRejected, s.name, no.Response.StatusCode)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s returned no token", ErrUnavailable, s.name)
	}
	return token, nil
}

// fetch reads JSON about the user.
func (s *service) fetch(ctx context.Context, method, address string, header http.Header, form url.Values, into any) error {
	if header == nil {
		header = http.Header{}
	}
	if method == http.MethodPost {
		header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	a, err := s.calls.Send(ctx, method, address, header, []byte(form.Encode()))
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	if !a.OK() {
		return fmt.Errorf("%w: %s returned no profile: status %d", ErrRejected, s.name, a.Status)
	}
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fmt.Errorf("%w: %s returned malformed JSON", ErrUnavailable, s.name)
	}
	return nil
}

// requireSubject rejects an identity without a subject.
func requireSubject(p Identity) (Identity, error) {
	if p.Subject == "" || p.Subject == "0" {
		return Identity{}, fmt.Errorf("%w: no subject", ErrRejected)
	}
	p.Name = strings.TrimSpace(p.Name)
	if !spelling.IsAddress(p.Email) {
		p.Email, p.EmailVerified = "", false
	}
	return p, nil
}
