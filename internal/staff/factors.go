package staff

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/problem"
	"larek/internal/staff/staffdb"
	"larek/internal/totp"
)

// Why a factor is not added or removed.
var (
	errNotBegun   = problem.New(problem.Conflict, "factor.not_begun", "Начните добавление заново: прошло слишком много времени.")
	errLastFactor = problem.New(problem.Conflict, "factor.last", "Это единственный второй фактор. Сначала добавьте другой.")
	errNoFactor   = problem.New(problem.NotFound, "factor.not_found", "Такого фактора нет.")
	errEnrolled   = problem.New(problem.Forbidden, "console.factor", "Второй фактор уже добавили. Подтвердите вход им.")
)

var aboutTOTP = []byte("staff-totp")

// recoveryCodes is how many codes a person gets.
const recoveryCodes = 10

// TOTPEnrolment is what an authenticator app needs to know.
type TOTPEnrolment struct{ URL, Secret string }

// BeginTOTP makes a secret that counts once its first digits are confirmed.
func (s *Credentials) BeginTOTP(ctx context.Context, x Session) (TOTPEnrolment, error) {
	secret := totp.NewSecret()
	key, sealed := s.ring.Seal(secret, aboutTOTP)
	if err := s.q.SetPendingTOTP(ctx, staffdb.SetPendingTOTPParams{ID: x.id, Key: &key, Sealed: sealed}); err != nil {
		return TOTPEnrolment{}, fmt.Errorf("begin second factor: %w", err)
	}
	return TOTPEnrolment{URL: totp.URL(secret, s.brand.Now(ctx).Name, x.Actor.Email), Secret: base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)}, nil
}

// Enrolled is the result of adding a factor. Both values are shown once.
type Enrolled struct {
	Token         string // the new secret of the cookie; empty: unchanged
	RecoveryCodes []string
}

// ConfirmTOTP adds the app whose digits prove that it knows the secret.
func (s *Credentials) ConfirmTOTP(ctx context.Context, tx pgx.Tx, x Session, code string, v Visitor) (Enrolled, error) {
	q := s.q.WithTx(tx)
	if err := mayEnrol(ctx, q, x); err != nil {
		return Enrolled{}, err
	}
	r, err := q.PendingTOTP(ctx, x.id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Enrolled{}, errNotBegun
	}
	if err != nil {
		return Enrolled{}, fmt.Errorf("confirm second factor: %w", err)
	}
	secret, err := s.ring.Open(*r.PendingTotpKey, r.PendingTotpSealed, aboutTOTP)
	if err != nil {
		return Enrolled{}, fmt.Errorf("open pending factor: %w", err)
	}
	step, ok := totp.Match(secret, code, s.clock())
	if !ok {
		return Enrolled{}, ErrWrongProof
	}
	if err := q.SetTOTP(ctx, staffdb.SetTOTPParams{ID: x.Actor.ID, Key: r.PendingTotpKey, Sealed: r.PendingTotpSealed, Step: step}); err != nil {
		return Enrolled{}, fmt.Errorf("store second factor: %w", err)
	}
	return s.enrolled(ctx, tx, x, ByTOTP, v)
}

// mayEnrol checks, with the person locked, that a session which has proven no factor is
// not used to add one beside those the person has meanwhile.
func mayEnrol(ctx context.Context, q *staffdb.Queries, x Session) error {
	r, err := q.LockPerson(ctx, x.Actor.ID)
	if err != nil {
		return fmt.Errorf("lock person: %w", err)
	}
	if x.State == NeedsEnrolment && (r.HasTotp || r.Passkeys > 0) {
		return errEnrolled
	}
	return nil
}

// enrolled gives the session its rights, and the person recovery codes if there are none.
func (s *Credentials) enrolled(ctx context.Context, tx pgx.Tx, x Session, method Method, v Visitor) (Enrolled, error) {
	token, err := s.sessions.MarkProven(ctx, tx, x, method, v)
	if err != nil {
		return Enrolled{}, err
	}
	left, err := s.q.WithTx(tx).RecoveryCodesLeft(ctx, x.Actor.ID)
	if err != nil || left > 0 {
		return Enrolled{Token: token}, err
	}
	codes, err := s.ReplaceRecoveryCodes(ctx, tx, x.Actor.ID, newSecret())
	return Enrolled{Token: token, RecoveryCodes: codes}, err
}

// RecoveryCodes returns the codes made from a nonce: the same nonce makes the same
// codes, so that a lost answer can be given again without storing them.
func (s *Credentials) RecoveryCodes(staffID int64, nonce string) []string {
	key, codes := s.secret.Derive("staff-recovery"), make([]string, recoveryCodes)
	for i := range codes {
		sum := key.MAC([]byte(strconv.FormatInt(staffID, 10) + "/" + nonce + "/" + strconv.Itoa(i)))
		text := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
		codes[i] = text[:8] + "-" + text[8:]
	}
	return codes
}

// normalizeRecovery returns a code as it is stored, whatever was typed between its parts.
func normalizeRecovery(code string) string {
	return strings.ToLower(strings.NewReplacer("-", "", " ", "").Replace(code))
}

// ReplaceRecoveryCodes makes new recovery codes; the old ones count no more.
func (s *Credentials) ReplaceRecoveryCodes(ctx context.Context, tx pgx.Tx, staffID int64, nonce string) ([]string, error) {
	q, codes := s.q.WithTx(tx), s.RecoveryCodes(staffID, nonce)
	digests := make([][]byte, len(codes))
	for i, c := range codes {
		digests[i] = digest(normalizeRecovery(c))
	}
	if err := q.DeleteRecoveryCodes(ctx, staffID); err != nil {
		return nil, fmt.Errorf("replace recovery codes: %w", err)
	}
	if err := q.AddRecoveryCodes(ctx, staffdb.AddRecoveryCodesParams{StaffID: staffID, Digests: digests}); err != nil {
		return nil, fmt.Errorf("replace recovery codes: %w", err)
	}
	return codes, nil
}

// Factors are the second factors of a person.
type Factors struct {
	HasTOTP           bool
	Passkeys          []PasskeyInfo
	RecoveryCodesLeft int64
}

// PasskeyInfo is a passkey as lists show it.
type PasskeyInfo struct {
	ID      int64
	Name    string
	Created time.Time
	UsedAt  *time.Time
}

// Factors lists the second factors of a person.
func (s *Credentials) Factors(ctx context.Context, staffID int64) (Factors, error) {
	r, err := s.q.PersonSecrets(ctx, staffID)
	if err != nil {
		return Factors{}, fmt.Errorf("read factors: %w", err)
	}
	keys, err := s.q.Passkeys(ctx, staffID)
	if err != nil {
		return Factors{}, fmt.Errorf("read passkeys: %w", err)
	}
	f := Factors{HasTOTP: r.TotpKey != nil, Passkeys: make([]PasskeyInfo, len(keys))}
	for i, k := range keys {
		f.Passkeys[i] = PasskeyInfo{ID: k.ID, Name: k.Name, Created: k.Created, UsedAt: k.UsedAt}
	}
	f.RecoveryCodesLeft, err = s.q.RecoveryCodesLeft(ctx, staffID)
	return f, err
}

// RemoveTOTP removes the authenticator app; another factor must be left.
func (s *Credentials) RemoveTOTP(ctx context.Context, tx pgx.Tx, staffID int64) error {
	q := s.q.WithTx(tx)
	r, err := q.LockPerson(ctx, staffID)
	switch {
	case err != nil:
		return fmt.Errorf("lock person: %w", err)
	case !r.HasTotp:
		return errNoFactor
	case r.Passkeys == 0:
		return errLastFactor
	}
	return q.SetTOTP(ctx, staffdb.SetTOTPParams{ID: staffID})
}

// RemovePasskey removes a passkey and returns its name; another factor must be left.
func (s *Credentials) RemovePasskey(ctx context.Context, tx pgx.Tx, staffID, id int64) (string, error) {
	q := s.q.WithTx(tx)
	r, err := q.LockPerson(ctx, staffID)
	if err != nil {
		return "", fmt.Errorf("lock person: %w", err)
	}
	names, err := q.RemovePasskey(ctx, staffdb.RemovePasskeyParams{ID: id, StaffID: staffID})
	switch {
	case err != nil:
		return "", fmt.Errorf("remove passkey: %w", err)
	case len(names) == 0:
		return "", errNoFactor
	case !r.HasTotp && r.Passkeys == 1:
		return "", errLastFactor
	}
	return names[0], nil
}
