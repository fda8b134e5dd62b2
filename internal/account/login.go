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
	"larek/internal/totp"
)

// Reasons why a sign-in with a password fails. They are not 401, which would
// make the client refresh its token and retry.
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
	// ErrEmailTaken is returned only to a user who has confirmed the address,
	// or to an operator.
	ErrEmailTaken = problem.New(problem.Conflict, "email.taken", "Эта почта уже у другого аккаунта. Войдите в него.")
)

// Login holds the credentials of a user with a password.
type Login struct{ Email, Password, Code, Device string }

// Login signs a user in with email and password, and the second factor if
// there is one. Unknown users and wrong passwords take equally long.
func (s *SignIns) Login(ctx context.Context, l Login) (TokenPair, error) {
	u, err := s.q.PasswordUser(ctx, l.Email)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return TokenPair{}, fmt.Errorf("login: %w", err)
	}
	ok, stale, err := s.passwords.Check(ctx, u.Password, l.Password)
	if err != nil {
		return TokenPair{}, err
	}
	if !ok {
		return TokenPair{}, ErrWrongPassword
	}
	if u.TotpKey != nil {
		if err := s.checkCode(ctx, u, l.Code); err != nil {
			return TokenPair{}, err
		}
	}
	if u.Barred != nil {
		return TokenPair{}, errBanned(*u.Barred)
	}
	if stale {
		if err := s.setPassword(ctx, u.ID, l.Password); err != nil {
			return TokenPair{}, err
		}
	}
	return s.sessions.open(ctx, s.q, u.ID, l.Device)
}

func (s *SignIns) setPassword(ctx context.Context, userID int64, password string) error {
	d, err := s.passwords.Digest(ctx, password)
	if err != nil {
		return err
	}
	if err := s.q.SetPassword(ctx, accountdb.SetPasswordParams{ID: userID, Password: &d}); err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	return nil
}

// checkCode verifies a one-time code. Each code is accepted once, also by
// concurrent requests.
func (s *SignIns) checkCode(ctx context.Context, u accountdb.PasswordUserRow, code string) error {
	if code == "" {
		return errNeedsCode
	}
	secret, err := s.ring.Open(*u.TotpKey, u.TotpSealed, []byte("totp"))
	if err != nil {
		return fmt.Errorf("open second factor of user %d: %w", u.ID, err)
	}
	step, ok := totp.Match(secret, code, s.clock())
	if !ok {
		return errWrongCode
	}
	n, err := s.q.UseTOTP(ctx, accountdb.UseTOTPParams{ID: u.ID, Step: step})
	if err != nil {
		return fmt.Errorf("record second factor: %w", err)
	}
	if n == 0 {
		return errWrongCode
	}
	return nil
}

// CreatedAccount is an account created by an operator. It is shown once.
type CreatedAccount struct {
	ID       int64
	Password string
	TOTP     string // otpauth URL; empty without a second factor
}

// CreateAccount creates an account with a generated password. The operator
// vouches for the address. Staff get a second factor and cannot sign in another
// way.
func (s *SignIns) CreateAccount(ctx context.Context, email string, staff bool) (CreatedAccount, error) {
	m := CreatedAccount{Password: strings.ToLower(rand.Text())}
	d, err := s.passwords.Digest(ctx, m.Password)
	if err != nil {
		return CreatedAccount{}, err
	}
	p := accountdb.CreateUserParams{Email: &email, Password: &d, Nickname: randomNickname(), IsStaff: staff, Created: s.clock()}
	if staff {
		secret := totp.NewSecret()
		m.TOTP = totp.URL(secret, s.brand.Now(ctx).Name, email)
		key, sealed := s.ring.Seal(secret, []byte("totp"))
		p.TotpKey, p.TotpSealed = &key, sealed
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		created, err := s.q.WithTx(tx).CreateUser(ctx, p)
		if err == nil && created.Email == nil || taken(err) {
			return ErrEmailTaken
		}
		m.ID = created.ID
		return err
	})
	if err != nil {
		return CreatedAccount{}, fmt.Errorf("create account: %w", err)
	}
	return m, nil
}

// randomNickname returns a nickname for users without a known name.
func randomNickname() string {
	var b [2]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	return "Покупатель " + strconv.Itoa(1000+(int(b[0])<<8|int(b[1]))%9000)
}
