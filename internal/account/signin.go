package account

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/account/accountdb"
	"larek/internal/account/social"
	"larek/internal/brand"
	"larek/internal/clock"
	"larek/internal/password"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// attemptTTL is how long a started sign-in is valid.
const attemptTTL = 10 * time.Minute

// Reasons why a sign-in fails. What was wrong with a callback is not revealed.
var (
	ErrUnknownProvider     = problem.New(problem.NotFound, "signin.not_found", "Такого входа сейчас нет.")
	ErrSignInRejected      = problem.New(problem.Invalid, "signin.refused", "Войти не получилось. Начните вход ещё раз.")
	ErrNotAllowedHere      = problem.New(problem.Forbidden, "signin.not_here", "В вашей стране так войти нельзя. Выберите другой способ.")
	errProviderUnavailable = problem.New(problem.Unavailable, "signin.away", "Сервис, через который вы входите, не отвечает. Попробуйте ещё раз или выберите другой.")
	errReturn              = problem.InvalidFields(problem.Field{Name: "redirect_uri", Code: "not_allowed", Detail: "На этот адрес вернуться нельзя."})
)

// SignInCallback is what a provider returned through the browser.
type SignInCallback struct {
	Provider    string
	State       string
	Code        string
	DeviceID    string
	RedirectURI string
	// Browser is the ID from the cookie set when the sign-in began; nil without
	// one.
	Browser *publicid.ID
}

// SignInConfig holds the dependencies of SignIns.
type SignInConfig struct {
	Pool *pgxpool.Pool
	// Secret is the shop's secret; the keys of attempts are derived from it.
	Secret    seal.Key
	Passwords *password.Hasher
	// Ring encrypts second factors.
	Ring      *seal.Keyring
	Providers []social.Provider
	// Origin is the shop's public address, to which providers redirect.
	Origin   string
	Users    *Service
	Sessions *Sessions
	Brand    *brand.Reader
	Clock    clock.Clock
}

// SignIns signs users in, by a password or by a provider, and links providers to accounts.
type SignIns struct {
	pool      *pgxpool.Pool
	q         *accountdb.Queries
	passwords *password.Hasher
	ring      *seal.Keyring
	states    seal.Key
	providers map[string]social.Provider
	origin    string
	users     *Service
	sessions  *Sessions
	brand     *brand.Reader
	clock     clock.Clock
}

// NewSignIns returns SignIns.
func NewSignIns(c SignInConfig) *SignIns {
	s := &SignIns{
		pool: c.Pool, q: accountdb.New(c.Pool), passwords: c.Passwords, ring: c.Ring, states: c.Secret.Derive("signin"),
		providers: map[string]social.Provider{}, origin: c.Origin, users: c.Users, sessions: c.Sessions, brand: c.Brand, clock: c.Clock,
	}
	for _, p := range c.Providers {
		s.providers[p.Name()] = p
	}
	return s
}

// Begin starts a sign-in of a browser and returns the provider's URL to
// redirect it to. A provider that may not be used in the country is refused
// before the user goes through it; country is empty when an account is linked.
func (s *SignIns) Begin(ctx context.Context, provider, redirectURI string, browser publicid.ID, country string) (string, error) {
	p, ok := s.providers[provider]
	if !ok {
		return "", ErrUnknownProvider
	}
	if redirectURI != s.returnAddress(provider) {
		return "", errReturn
	}
	if country != "" {
		can, err := s.allowedProviders(ctx, country)
		if err != nil {
			return "", err
		}
		if here, known := can[provider]; known && !here {
			return "", ErrNotAllowedHere
		}
	}
	state := newSecret()
	to, err := p.AuthURL(ctx, s.attempt(provider, state))
	if err != nil {
		return "", outcome(err)
	}
	err = s.q.InsertState(ctx, accountdb.InsertStateParams{
		Digest: digest(state), Provider: provider, Browser: browser, RedirectUri: redirectURI, ExpiresAt: s.clock().Add(attemptTTL),
	})
	if err != nil {
		return "", fmt.Errorf("begin sign-in: %w", err)
	}
	return to, nil
}

// returnAddress returns the only address a provider may redirect to.
func (s *SignIns) returnAddress(provider string) string {
	return s.origin + "/auth/" + provider + "/redirect/"
}

// attempt derives the secrets of a sign-in from its state, so that none is
// stored.
func (s *SignIns) attempt(provider, state string) social.AuthRequest {
	text := func(purpose string) string {
		return base64.RawURLEncoding.EncodeToString(s.states.MAC([]byte(purpose + " " + provider + " " + state)))
	}
	return social.AuthRequest{State: state, Nonce: text("nonce"), Verifier: text("verifier"), RedirectURI: s.returnAddress(provider)}
}

// outcome maps a provider's error to a problem and keeps the cause for the log.
func outcome(err error) error {
	if errors.Is(err, social.ErrRejected) {
		return fmt.Errorf("%w: %w", ErrSignInRejected, err)
	}
	return fmt.Errorf("%w: %w", errProviderUnavailable, err)
}

// verifyCallback uses up the state and fetches the identity from the provider.
func (s *SignIns) verifyCallback(ctx context.Context, p SignInCallback) (social.Identity, error) {
	provider, ok := s.providers[p.Provider]
	if !ok {
		return social.Identity{}, ErrUnknownProvider
	}
	started, err := s.q.TakeState(ctx, digest(p.State))
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return social.Identity{}, fmt.Errorf("take sign-in state: %w", err)
	}
	now := s.clock()
	if err != nil || p.Browser == nil || started.Browser != *p.Browser || started.Provider != p.Provider ||
		started.RedirectUri != p.RedirectURI || now.After(started.ExpiresAt) {
		return social.Identity{}, ErrSignInRejected
	}
	identity, err := provider.FetchIdentity(ctx, s.attempt(p.Provider, p.State), social.CallbackParams{Code: p.Code, DeviceID: p.DeviceID})
	if err != nil {
		return social.Identity{}, outcome(err)
	}
	if identity.ReplayKey != "" {
		n, err := s.q.InsertReplayKey(ctx, accountdb.InsertReplayKeyParams{Digest: digest(identity.ReplayKey), ExpiresAt: now.Add(attemptTTL)})
		if err != nil {
			return social.Identity{}, fmt.Errorf("record replay key: %w", err)
		}
		if n == 0 {
			return social.Identity{}, ErrSignInRejected
		}
	}
	return identity, nil
}

// Method is one way to sign in.
type Method struct {
	Provider string
	// CanSignIn is true in the visitor's country. Linking is possible anywhere.
	CanSignIn bool
}

// Methods lists the configured providers, and whether visitors from the country
// may sign in with them.
func (s *SignIns) Methods(ctx context.Context, country string) ([]Method, error) {
	rows, err := s.q.AllowedMethods(ctx, country)
	if err != nil {
		return nil, fmt.Errorf("list sign-in methods: %w", err)
	}
	methods := []Method{}
	for _, r := range rows {
		if s.providers[r.Provider] != nil {
			methods = append(methods, Method{Provider: r.Provider, CanSignIn: r.Allowed})
		}
	}
	return methods, nil
}

// allowedProviders returns for each provider whether it may be used for sign-in
// in the country.
func (s *SignIns) allowedProviders(ctx context.Context, country string) (map[string]bool, error) {
	methods, err := s.Methods(ctx, country)
	if err != nil {
		return nil, err
	}
	can := map[string]bool{}
	for _, m := range methods {
		can[m.Provider] = m.CanSignIn
	}
	return can, nil
}
