// Package social speaks to the services people sign in with. Each one is a
// file; all a caller sees is an address to go to and who came back.
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

	"larek/internal/wire"
)

// ErrRefused is an answer that proves nothing: forged, used, of somebody else.
var ErrRefused = errors.New("social: not proven")

// ErrAway is a service that does not answer.
var ErrAway = errors.New("social: service away")

// Person is who came back.
type Person struct {
	// Subject is the service's own name for the person; it never changes.
	Subject string
	Name    string
	Email   string
	// EmailVerified: the service itself has proved that the address is theirs.
	EmailVerified bool
	// Once names an answer that must be taken once only, of services that do
	// not see to it themselves.
	Once string
}

// Attempt is one sign-in under way. All of it comes from us, nothing from the
// visitor.
type Attempt struct {
	State       string
	Nonce       string
	Verifier    string
	RedirectURI string
}

// Answer is what the visitor brought back.
type Answer struct {
	Code     string // or the whole signed query
	DeviceID string
}

// Provider is one service.
type Provider interface {
	Name() string
	// URL is where the visitor is sent.
	URL(ctx context.Context, a Attempt) (string, error)
	// Person checks the answer and tells who it is about.
	Person(ctx context.Context, a Attempt, got Answer) (Person, error)
}

// App is our account at a service.
type App struct{ ID, Secret string }

// service is what the OAuth ones share.
type service struct {
	name   string
	config oauth2.Config
	client *http.Client
	calls  wire.Client
}

func newService(name string, app App, auth, token string, style oauth2.AuthStyle, client *http.Client, scopes ...string) service {
	return service{
		name: name, client: client, calls: wire.New(client, wire.Ends{Unsent: ErrAway, Unknown: ErrAway}),
		config: oauth2.Config{
			ClientID: app.ID, ClientSecret: app.Secret, Scopes: scopes,
			Endpoint: oauth2.Endpoint{AuthURL: auth, TokenURL: token, AuthStyle: style},
		},
	}
}

// Name is the service's name in the contract.
func (s *service) Name() string { return s.name }

func (s *service) url(a Attempt, more ...oauth2.AuthCodeOption) string {
	c := s.config
	c.RedirectURL = a.RedirectURI
	return c.AuthCodeURL(a.State, more...)
}

// exchange changes the code for a token. Errors hold nothing of the answer:
// it may quote the code.
func (s *service) exchange(ctx context.Context, a Attempt, code string, more ...oauth2.AuthCodeOption) (*oauth2.Token, error) {
	c := s.config
	c.RedirectURL = a.RedirectURI
	token, err := c.Exchange(context.WithValue(ctx, oauth2.HTTPClient, s.client), code, more...)
	if no, ok := errors.AsType[*oauth2.RetrieveError](err); ok && no.Response != nil && no.Response.StatusCode < http.StatusInternalServerError {
		return nil, fmt.Errorf("%w: %s does not take the code: status %d", ErrRefused, s.name, no.Response.StatusCode)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s gives no token", ErrAway, s.name)
	}
	return token, nil
}

// ask reads JSON about the person.
func (s *service) ask(ctx context.Context, method, address string, header http.Header, form url.Values, into any) error {
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
		return fmt.Errorf("%w: %s does not tell who it is: status %d", ErrRefused, s.name, a.Status)
	}
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fmt.Errorf("%w: %s tells nothing readable", ErrAway, s.name)
	}
	return nil
}

// known refuses a person without a name of the service's own.
func known(p Person) (Person, error) {
	if p.Subject == "" || p.Subject == "0" {
		return Person{}, fmt.Errorf("%w: nobody", ErrRefused)
	}
	p.Name = strings.TrimSpace(p.Name)
	return p, nil
}
