package staff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/staff/staffdb"
)

var errPasskeyTaken = problem.New(problem.Conflict, "factor.taken", "Этот ключ уже добавлен.")

// passkeyUser is a person as the library asks for one.
type passkeyUser struct {
	handle      []byte
	actor       Actor
	credentials []webauthn.Credential
}

func (u passkeyUser) WebAuthnID() []byte                         { return u.handle }
func (u passkeyUser) WebAuthnName() string                       { return u.actor.Email }
func (u passkeyUser) WebAuthnDisplayName() string                { return u.actor.Name }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

func (s *Credentials) passkeyUser(ctx context.Context, q *staffdb.Queries, x Session) (passkeyUser, error) {
	// The handle is stored on the key, where others may read it: it must not tell who
	// it belongs to.
	u := passkeyUser{actor: x.Actor, handle: s.secret.Derive("staff-handle").MAC([]byte(strconv.FormatInt(x.Actor.ID, 10)))}
	rows, err := q.Passkeys(ctx, x.Actor.ID)
	if err != nil {
		return u, fmt.Errorf("read passkeys: %w", err)
	}
	for _, r := range rows {
		var c webauthn.Credential
		if err := json.Unmarshal(r.Credential, &c); err != nil {
			return u, fmt.Errorf("passkey %d: %w", r.ID, err)
		}
		u.credentials = append(u.credentials, c)
	}
	return u, nil
}

// AskPasskey returns what the browser must have signed by one of the person's passkeys.
func (s *Credentials) AskPasskey(ctx context.Context, x Session) (string, error) {
	u, err := s.passkeyUser(ctx, s.q, x)
	if err != nil {
		return "", err
	}
	if len(u.credentials) == 0 {
		return "", errMethod
	}
	options, asked, err := s.passkeys.BeginLogin(u)
	if err != nil {
		return "", fmt.Errorf("ask passkey: %w", err)
	}
	return s.keepChallenge(ctx, x, asked, options.Response)
}

// BeginPasskey returns what the browser needs to make a passkey.
func (s *Credentials) BeginPasskey(ctx context.Context, x Session) (string, error) {
	u, err := s.passkeyUser(ctx, s.q, x)
	if err != nil {
		return "", err
	}
	options, asked, err := s.passkeys.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.credentials).CredentialDescriptors()))
	if err != nil {
		return "", fmt.Errorf("begin passkey: %w", err)
	}
	options.Response.RelyingParty.Name = s.brand.Now(ctx).Name
	return s.keepChallenge(ctx, x, asked, options.Response)
}

func (s *Credentials) keepChallenge(ctx context.Context, x Session, asked *webauthn.SessionData, options any) (string, error) {
	raw, err := json.Marshal(asked)
	if err != nil {
		return "", fmt.Errorf("challenge: %w", err)
	}
	if err := s.q.SetChallenge(ctx, staffdb.SetChallengeParams{ID: x.id, Challenge: raw}); err != nil {
		return "", fmt.Errorf("store challenge: %w", err)
	}
	text, err := json.Marshal(options)
	return string(text), err
}

// takeChallenge returns what the session was asked to sign; a challenge counts once.
func takeChallenge(ctx context.Context, q *staffdb.Queries, x Session) (asked webauthn.SessionData, ok bool, err error) {
	raw, err := q.TakeChallenge(ctx, x.id)
	if errors.Is(err, pgx.ErrNoRows) {
		return asked, false, nil
	}
	if err != nil {
		return asked, false, fmt.Errorf("take challenge: %w", err)
	}
	return asked, true, json.Unmarshal(raw, &asked)
}

func (s *Credentials) checkPasskey(ctx context.Context, x Session, p Proof) (bool, error) {
	asked, ok, err := takeChallenge(ctx, s.q, x)
	if err != nil || !ok {
		return false, err
	}
	u, err := s.passkeyUser(ctx, s.q, x)
	if err != nil {
		return false, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes([]byte(p.Credential))
	if err != nil {
		return false, nil //nolint:nilerr // whatever is wrong with it, it proves nothing
	}
	c, err := s.passkeys.ValidateLogin(u, asked, answer)
	if err != nil || c.Authenticator.CloneWarning {
		return false, nil //nolint:nilerr // the same
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return false, err
	}
	n, err := s.q.UsePasskey(ctx, staffdb.UsePasskeyParams{StaffID: x.Actor.ID, CredentialID: c.ID, Credential: raw, Now: new(s.clock())})
	return n == 1, err
}

// AddPasskey adds the passkey the browser has made.
func (s *Credentials) AddPasskey(ctx context.Context, tx pgx.Tx, x Session, name, credential string, v Visitor) (Enrolled, error) {
	q := s.q.WithTx(tx)
	if err := mayEnrol(ctx, q, x); err != nil {
		return Enrolled{}, err
	}
	asked, ok, err := takeChallenge(ctx, q, x)
	if err != nil {
		return Enrolled{}, err
	}
	if !ok {
		return Enrolled{}, errNotBegun
	}
	u, err := s.passkeyUser(ctx, q, x)
	if err != nil {
		return Enrolled{}, err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes([]byte(credential))
	if err != nil {
		return Enrolled{}, ErrWrongProof
	}
	c, err := s.passkeys.CreateCredential(u, asked, answer)
	if err != nil {
		return Enrolled{}, ErrWrongProof
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return Enrolled{}, err
	}
	err = q.AddPasskey(ctx, staffdb.AddPasskeyParams{StaffID: x.Actor.ID, CredentialID: c.ID, Credential: raw, Name: name, Now: s.clock()})
	if pg.Violates(err, "staff_passkeys_credential_id_key") {
		return Enrolled{}, errPasskeyTaken
	}
	if err != nil {
		return Enrolled{}, fmt.Errorf("store passkey: %w", err)
	}
	return s.enrolled(ctx, tx, x, ByPasskey, v)
}
