package staff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/staff/staffdb"
	"larek/internal/totp"
)

// IdleDays is after how many days without a visit a person is suspended.
const IdleDays = 30

// Why a person does not come in.
var (
	ErrWrongPassword = problem.New(problem.Invalid, "signin.wrong_password", "Почта или пароль не подходят.")
	ErrWrongProof    = problem.New(problem.Invalid, "signin.wrong_proof", "Не подошло. Попробуйте ещё раз или другим способом.")
	ErrSuspended     = problem.New(problem.Forbidden, "console.suspended", "Доступ приостановлен. Обратитесь к администратору.")
	errMethod        = problem.New(problem.Invalid, "signin.method", "Сейчас нужно другое подтверждение.")
)

// The events of the log of sign-ins.
const (
	eventAccepted  = "accepted"
	eventRefused   = "refused"
	eventSuspended = "suspended"
)

// Visitor is where a try to come in was made.
type Visitor struct{ Device, Address string }

// Person names a member of staff.
type Person struct {
	ID   int64
	Name string
}

// CheckPassword returns the person with this address and password. Unknown addresses and
// wrong passwords take equally long. What fails is logged.
func (s *Credentials) CheckPassword(ctx context.Context, email, password string, v Visitor) (Person, error) {
	r, err := s.q.PersonByEmail(ctx, email)
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Person{}, fmt.Errorf("sign in: %w", err)
	}
	var stored *string
	if known {
		stored = &r.Password
	}
	ok, _, err := s.passwords.Check(ctx, stored, password)
	if err != nil {
		return Person{}, err
	}
	switch {
	case !ok:
		return Person{}, s.refuse(ctx, r.ID, eventRefused, ByPassword, v, ErrWrongPassword)
	case r.SuspendedAt != nil || isIdle(r.SeenAt, s.clock()):
		return Person{}, s.refuse(ctx, r.ID, eventSuspended, ByPassword, v, ErrSuspended)
	}
	return Person{ID: r.ID, Name: r.Name}, nil
}

func isIdle(seen, now time.Time) bool { return now.Sub(seen) > IdleDays*24*time.Hour }

// refuse logs a refused try and returns why it was refused.
func (s *Credentials) refuse(ctx context.Context, staffID int64, event string, method Method, v Visitor, why error) error {
	if err := s.sessions.logSignIn(ctx, s.q, staffID, event, method, v, nil); err != nil {
		return err
	}
	return why
}

func (s *Sessions) logSignIn(ctx context.Context, q *staffdb.Queries, staffID int64, event string, method Method, v Visitor, session *publicid.ID) error {
	p := staffdb.InsertSignInParams{At: s.clock(), Event: event, Method: string(method), Device: v.Device, Address: v.Address, Session: session}
	if staffID != 0 {
		p.StaffID = &staffID
	}
	if err := q.InsertSignIn(ctx, p); err != nil {
		return fmt.Errorf("log sign-in: %w", err)
	}
	return nil
}

// Open begins the session of a person whose password was right, and returns the
// secret of its cookie. A second factor is still due.
func (s *Sessions) Open(ctx context.Context, tx pgx.Tx, p Person, name publicid.ID, v Visitor) (string, error) {
	q, now, token := s.q.WithTx(tx), s.clock(), newSecret()
	err := q.CreateSession(ctx, staffdb.CreateSessionParams{
		Name: name, StaffID: p.ID, Digest: digest(token), Device: v.Device, Address: v.Address, Now: now, ExpiresAt: now.Add(SessionTTL),
	})
	if err != nil {
		return "", fmt.Errorf("create session: %w", err)
	}
	return token, s.logSignIn(ctx, q, p.ID, eventAccepted, ByPassword, v, &name)
}

// Proof is what a person proves with: a password, digits or a recovery code in Secret, or
// the browser's answer to a passkey's challenge.
type Proof struct {
	Method     Method
	Secret     string
	Credential string
}

// CheckProof verifies a proof of the session's person. A right one is used up: digits,
// recovery codes and challenges count once. What fails is logged.
func (s *Credentials) CheckProof(ctx context.Context, x Session, p Proof, v Visitor) error {
	if !slices.Contains(x.Methods(), p.Method) {
		return errMethod
	}
	check := map[Method]func(context.Context, Session, Proof) (bool, error){
		ByPassword: s.checkPassword, ByTOTP: s.checkTOTP, ByRecovery: s.checkRecovery, ByPasskey: s.checkPasskey,
	}[p.Method]
	ok, err := check(ctx, x, p)
	if err != nil {
		return err
	}
	if !ok {
		return s.refuse(ctx, x.Actor.ID, eventRefused, p.Method, v, ErrWrongProof)
	}
	return nil
}

// guesses is how many refused second factors in an hour are more than a person mistypes.
// Whoever tries them knows the password.
const guesses = 5

// Guessed returns the address of a person whose second factor somebody may be guessing, or
// an empty text.
func (s *Credentials) Guessed(ctx context.Context, staffID int64) (string, error) {
	r, err := s.q.RefusedProofs(ctx, staffdb.RefusedProofsParams{StaffID: staffID, Since: s.clock().Add(-time.Hour)})
	if err != nil {
		return "", fmt.Errorf("count refused proofs: %w", err)
	}
	if r.Refused < guesses {
		return "", nil
	}
	return r.Email, nil
}

func (s *Credentials) checkPassword(ctx context.Context, x Session, p Proof) (bool, error) {
	r, err := s.q.PersonSecrets(ctx, x.Actor.ID)
	if err != nil {
		return false, fmt.Errorf("read password: %w", err)
	}
	ok, _, err := s.passwords.Check(ctx, &r.Password, p.Secret)
	return ok, err
}

func (s *Credentials) checkTOTP(ctx context.Context, x Session, p Proof) (bool, error) {
	r, err := s.q.PersonSecrets(ctx, x.Actor.ID)
	if err != nil || r.TotpKey == nil {
		return false, err
	}
	secret, err := s.ring.Open(*r.TotpKey, r.TotpSealed, aboutTOTP)
	if err != nil {
		return false, fmt.Errorf("open second factor of person %d: %w", x.Actor.ID, err)
	}
	step, ok := totp.Match(secret, p.Secret, s.clock())
	if !ok {
		return false, nil
	}
	n, err := s.q.UseTOTP(ctx, staffdb.UseTOTPParams{ID: x.Actor.ID, Step: step})
	return n == 1, err
}

func (s *Credentials) checkRecovery(ctx context.Context, x Session, p Proof) (bool, error) {
	n, err := s.q.UseRecoveryCode(ctx, staffdb.UseRecoveryCodeParams{StaffID: x.Actor.ID, Digest: digest(normalizeRecovery(p.Secret)), Now: new(s.clock())})
	return n == 1, err
}

// OpenProven begins a session that needs no second factor: that of a demo.
func (s *Sessions) OpenProven(ctx context.Context, tx pgx.Tx, p Person, name publicid.ID, v Visitor) (string, error) {
	token, err := s.Open(ctx, tx, p, name, v)
	if err != nil {
		return "", err
	}
	within := &Sessions{q: s.q.WithTx(tx), clock: s.clock}
	x, err := within.Find(ctx, token)
	if err != nil {
		return "", err
	}
	return within.MarkProven(ctx, tx, x, ByRecovery, v)
}

// MarkProven gives the session the rights its proof has earned, and returns the secret of
// its cookie: a new one if it has more rights than before, otherwise an empty text.
func (s *Sessions) MarkProven(ctx context.Context, tx pgx.Tx, x Session, method Method, v Visitor) (string, error) {
	q, now := s.q.WithTx(tx), s.clock()
	token, sum := "", x.digest
	if x.State != Open {
		token = newSecret()
		sum = digest(token)
	}
	p := staffdb.SetProvenParams{ID: x.id, Digest: sum, Now: now}
	if method != ByPassword {
		p.FactorAt, p.FreshAt = &now, &now
	}
	n, err := q.SetProven(ctx, p)
	if err != nil {
		return "", fmt.Errorf("record proof: %w", err)
	}
	if n == 0 {
		return "", ErrNoSession
	}
	return token, s.logSignIn(ctx, q, x.Actor.ID, eventAccepted, method, v, &x.Actor.Session)
}

// CheckOwnPassword verifies the password of a signed-in person before they change it.
func (s *Credentials) CheckOwnPassword(ctx context.Context, x Session, password string, v Visitor) error {
	ok, err := s.checkPassword(ctx, x, Proof{Secret: password})
	if err == nil && !ok {
		err = s.refuse(ctx, x.Actor.ID, eventRefused, ByPassword, v, ErrWrongPassword)
	}
	return err
}
