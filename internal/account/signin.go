package account

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
	"larek/internal/account/social"
	"larek/internal/ident"
	"larek/internal/problem"
)

// attemptLifetime is how long a sign-in may be under way.
const attemptLifetime = 10 * time.Minute

// Why somebody does not come in. What exactly was wrong with a proof is
// nobody's business.
var (
	ErrProviderOff = problem.New(problem.NotFound, "signin.not_found", "Такого входа сейчас нет.")
	ErrNotProven   = problem.New(problem.Invalid, "signin.refused", "Войти не получилось. Начните вход ещё раз.")
	ErrNotHere     = problem.New(problem.Forbidden, "signin.not_here", "В вашей стране так войти нельзя. Выберите другой способ.")
	errAway        = problem.New(problem.Unavailable, "signin.away", "Сервис, через который вы входите, не отвечает. Попробуйте ещё раз или выберите другой.")
	errReturn      = problem.InvalidFields(problem.Field{Name: "redirect_uri", Code: "not_allowed", Detail: "На этот адрес вернуться нельзя."})
)

// Proof is what came back from a provider through somebody's browser.
type Proof struct {
	Provider    string
	State       string
	Code        string
	DeviceID    string
	RedirectURI string
	// Browser is who came, by the cookie given when they left; nil without one.
	Browser *ident.Hash
}

// Begin starts a sign-in of one browser and tells where to send it.
func (s *Service) Begin(ctx context.Context, provider, redirectURI string, browser ident.Hash) (string, error) {
	p, ok := s.providers[provider]
	if !ok {
		return "", ErrProviderOff
	}
	if redirectURI != s.returnAddress(provider) {
		return "", errReturn
	}
	state := newSecret()
	to, err := p.URL(ctx, s.attempt(provider, state))
	if err != nil {
		return "", outcome(err)
	}
	err = s.q.KeepState(ctx, accountdb.KeepStateParams{
		Digest: digest(state), Provider: provider, Browser: browser, RedirectUri: redirectURI, ExpiresAt: s.clock().Add(attemptLifetime),
	})
	if err != nil {
		return "", fmt.Errorf("begin a sign-in: %w", err)
	}
	return to, nil
}

// returnAddress is the one address a provider may send people back to.
func (s *Service) returnAddress(provider string) string {
	return s.origin + "/auth/" + provider + "/redirect/"
}

// attempt derives the secrets of a sign-in from its state, so that none of
// them is stored.
func (s *Service) attempt(provider, state string) social.Attempt {
	text := func(purpose string) string {
		return base64.RawURLEncoding.EncodeToString(s.states.Mac([]byte(purpose + " " + provider + " " + state)))
	}
	return social.Attempt{State: state, Nonce: text("nonce"), Verifier: text("verifier"), RedirectURI: s.returnAddress(provider)}
}

// outcome turns a provider's failure into words; the reason stays in the chain
// for the log.
func outcome(err error) error {
	if errors.Is(err, social.ErrRefused) {
		return fmt.Errorf("%w: %w", ErrNotProven, err)
	}
	return fmt.Errorf("%w: %w", errAway, err)
}

// prove uses up the state, whatever comes of it, and asks the provider who
// came back.
func (s *Service) prove(ctx context.Context, p Proof) (social.Person, error) {
	provider, ok := s.providers[p.Provider]
	if !ok {
		return social.Person{}, ErrProviderOff
	}
	began, err := s.q.TakeState(ctx, digest(p.State))
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return social.Person{}, fmt.Errorf("take a state: %w", err)
	}
	now := s.clock()
	if err != nil || p.Browser == nil || began.Browser != *p.Browser || began.Provider != p.Provider ||
		began.RedirectUri != p.RedirectURI || now.After(began.ExpiresAt) {
		return social.Person{}, ErrNotProven
	}
	person, err := provider.Person(ctx, s.attempt(p.Provider, p.State), social.Answer{Code: p.Code, DeviceID: p.DeviceID})
	if err != nil {
		return social.Person{}, outcome(err)
	}
	if person.Once != "" {
		n, err := s.q.UseAnswer(ctx, accountdb.UseAnswerParams{Digest: digest(person.Once), ExpiresAt: now.Add(attemptLifetime)})
		if err != nil {
			return social.Person{}, fmt.Errorf("use an answer: %w", err)
		}
		if n == 0 {
			return social.Person{}, ErrNotProven
		}
	}
	return person, nil
}

// Method is one way to sign in.
type Method struct {
	Provider string
	// CanSignIn: here; linking it to an account is possible anywhere.
	CanSignIn bool
}

// Methods lists the providers we have an account with, and whether people of
// this country may sign in with them.
func (s *Service) Methods(ctx context.Context, country string) ([]Method, error) {
	rows, err := s.q.AllowedMethods(ctx, country)
	if err != nil {
		return nil, fmt.Errorf("sign-in methods: %w", err)
	}
	methods := []Method{}
	for _, r := range rows {
		if s.providers[r.Provider] != nil {
			methods = append(methods, Method{Provider: r.Provider, CanSignIn: r.Allowed})
		}
	}
	return methods, nil
}

// Rule says where a provider may be used to sign in; country «**» is everywhere else.
type Rule struct {
	Provider, Country string
	Allowed           bool
}

// Rules lists what the operator has decided.
func (s *Service) Rules(ctx context.Context) ([]Rule, error) {
	rows, err := s.q.ListMethods(ctx)
	if err != nil {
		return nil, fmt.Errorf("sign-in rules: %w", err)
	}
	rules := make([]Rule, len(rows))
	for i, r := range rows {
		rules[i] = Rule(r)
	}
	return rules, nil
}

// Allow decides for one provider and country.
func (s *Service) Allow(ctx context.Context, r Rule) error {
	if err := s.q.AllowMethod(ctx, accountdb.AllowMethodParams(r)); err != nil {
		return fmt.Errorf("allow %s: %w", r.Provider, err)
	}
	return nil
}

// allowed tells whether somebody may come in this way, here.
func (s *Service) allowed(ctx context.Context, country string) (map[string]bool, error) {
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
