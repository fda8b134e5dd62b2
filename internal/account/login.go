package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
	"larek/internal/problem"
)

// Why a password does not open. Not 401: that would make the client fetch a
// new token and try again.
var (
	ErrWrongPassword = problem.New(problem.Invalid, "signin.wrong_password", "Почта или пароль не подходят.")
	errNeedsCode     = &problem.Error{
		Kind: problem.Invalid, Code: "signin.code_required", Detail: "Введите шесть цифр из приложения.",
		Fields: []problem.Field{{Name: "otp", Code: "required", Detail: "Введите шесть цифр из приложения."}},
	}
	errWrongCode = &problem.Error{
		Kind: problem.Invalid, Code: "signin.wrong_code", Detail: "Код не подошёл. Дождитесь следующего и введите его.",
		Fields: []problem.Field{{Name: "otp", Code: "wrong_value", Detail: "Код не подошёл."}},
	}
	// ErrEmailTaken is only said to somebody who has proved the address, or runs the shop.
	ErrEmailTaken = problem.New(problem.Conflict, "email.taken", "Эта почта уже у другого аккаунта. Войдите в него.")
)

// Login is what somebody with a password sends.
type Login struct{ Email, Password, Code, Device string }

// Login signs in with e-mail and password, and the second factor where there
// is one. Unknown people and wrong passwords take equally long.
func (s *Service) Login(ctx context.Context, l Login) (Pair, error) {
	u, err := s.q.PasswordUser(ctx, l.Email)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Pair{}, fmt.Errorf("login: %w", err)
	}
	ok, stale, err := s.passwords.Check(ctx, u.Password, l.Password)
	if err != nil {
		return Pair{}, err
	}
	if !ok {
		return Pair{}, ErrWrongPassword
	}
	if u.TotpKey != nil {
		if err := s.checkCode(ctx, u, l.Code); err != nil {
			return Pair{}, err
		}
	}
	if u.Barred != nil {
		return Pair{}, barred(*u.Barred)
	}
	if stale {
		if err := s.setPassword(ctx, u.ID, l.Password); err != nil {
			return Pair{}, err
		}
	}
	return s.open(ctx, s.q, u.ID, l.Device)
}

func (s *Service) setPassword(ctx context.Context, userID int64, password string) error {
	d, err := s.passwords.Digest(ctx, password)
	if err != nil {
		return err
	}
	if err := s.q.SetPassword(ctx, accountdb.SetPasswordParams{ID: userID, Password: &d}); err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	return nil
}

// checkCode takes each code once, even if two come side by side.
func (s *Service) checkCode(ctx context.Context, u accountdb.PasswordUserRow, code string) error {
	if code == "" {
		return errNeedsCode
	}
	secret, err := s.ring.Open(*u.TotpKey, u.TotpSealed, []byte("totp"))
	if err != nil {
		return fmt.Errorf("second factor of user %d: %w", u.ID, err)
	}
	step, ok := totpMatch(secret, code, s.clock())
	if !ok {
		return errWrongCode
	}
	n, err := s.q.UseTOTP(ctx, accountdb.UseTOTPParams{ID: u.ID, Step: step})
	if err != nil {
		return fmt.Errorf("use second factor: %w", err)
	}
	if n == 0 {
		return errWrongCode
	}
	return nil
}

// Made is an account the operator made; it is shown once.
type Made struct {
	ID       int64
	Password string
	TOTP     string // an address for authenticator apps; empty without
}

// Make creates an account with a password of our own making. The operator
// vouches for the address. Staff get a second factor and come in no other way.
func (s *Service) Make(ctx context.Context, email string, staff bool) (Made, error) {
	m := Made{Password: strings.ToLower(rand.Text())}
	d, err := s.passwords.Digest(ctx, m.Password)
	if err != nil {
		return Made{}, err
	}
	p := accountdb.CreateUserParams{Email: &email, Password: &d, Nickname: someName(), IsStaff: staff, Created: s.clock()}
	if staff {
		secret := newTOTP()
		m.TOTP = totpURL(secret, email)
		key, sealed := s.ring.Seal(secret, []byte("totp"))
		p.TotpKey, p.TotpSealed = &key, sealed
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		made, err := s.q.WithTx(tx).CreateUser(ctx, p)
		if err == nil && made.Email == nil || taken(err) {
			return ErrEmailTaken
		}
		m.ID = made.ID
		return err
	})
	if err != nil {
		return Made{}, fmt.Errorf("make an account: %w", err)
	}
	return m, nil
}

// someName is for people of whom we know none.
func someName() string {
	var b [2]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	return "Покупатель " + strconv.Itoa(1000+(int(b[0])<<8|int(b[1]))%9000)
}
