package main

import (
	"context"
	"fmt"

	"larek/internal/account"
)

type userCommand struct {
	Create userCreateCommand `cmd:"" help:"Make an account that signs in with e-mail and password."`
	Bar    userBarCommand    `cmd:"" help:"Close the shop to somebody and sign them out everywhere."`
	Unbar  userUnbarCommand  `cmd:"" help:"Let them come in again."`
}

type userBarCommand struct {
	ID    int64  `arg:"" help:"Number of the account."`
	Words string `arg:"" help:"Why, in words they are shown."`
}

// Run ends their sessions too; running copies of the API learn of it in seconds.
func (c *userBarCommand) Run(ctx context.Context, sh *shell) error {
	return withAccounts(ctx, sh, func(accounts *account.Service) error { return accounts.Bar(ctx, c.ID, c.Words) })
}

type userUnbarCommand struct {
	ID int64 `arg:"" help:"Number of the account."`
}

// Run leaves them signed out.
func (c *userUnbarCommand) Run(ctx context.Context, sh *shell) error {
	return withAccounts(ctx, sh, func(accounts *account.Service) error { return accounts.Unbar(ctx, c.ID) })
}

type userCreateCommand struct {
	Email string `arg:"" help:"Their e-mail; you vouch for it."`
	Staff bool   `help:"Staff: with a second factor, and never by a social service."`
}

// Run shows the password once; only its digest is kept.
func (c *userCreateCommand) Run(ctx context.Context, sh *shell) error {
	return withAccounts(ctx, sh, func(accounts *account.Service) error {
		made, err := accounts.Make(ctx, c.Email, c.Staff)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "user:     %d\npassword: %s\n", made.ID, made.Password)
		if made.TOTP != "" {
			_, err = fmt.Fprintf(sh.out, "app:      %s\n", made.TOTP)
		}
		return err
	})
}

type keysCommand struct {
	Rotate keysRotateCommand `cmd:"" help:"Sign access tokens with a new key; nobody is signed out."`
}

type keysRotateCommand struct{}

// Run leaves every copy of the API time to learn of the key.
func (*keysRotateCommand) Run(ctx context.Context, sh *shell) error {
	return withAccounts(ctx, sh, func(accounts *account.Service) error {
		turn, err := accounts.RotateKey(ctx)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "key %s signs from %s; what the old one signed is taken for %s more\n",
			turn.Name, turn.From.Format("15:04:05 MST"), account.AccessLifetime)
		return err
	})
}

type signInCommand struct {
	List  signInListCommand  `cmd:"" help:"Show where each service may be used to sign in."`
	Allow signInAllowCommand `cmd:"" help:"Let people of a country sign in with a service."`
	Deny  signInDenyCommand  `cmd:"" help:"Let them only link it to an account."`
}

type signInListCommand struct{}

// Run lists the rules; ** is every country without one of its own.
func (*signInListCommand) Run(ctx context.Context, sh *shell) error {
	return withAccounts(ctx, sh, func(accounts *account.Service) error {
		rules, err := accounts.Rules(ctx)
		for _, r := range rules {
			word := "sign-in"
			if !r.Allowed {
				word = "link only"
			}
			_, _ = fmt.Fprintf(sh.out, "%-10s %s  %s\n", r.Provider, r.Country, word)
		}
		return err
	})
}

type signInRule struct {
	Provider string `arg:"" enum:"facebook,google,steam,telegram,vk,vk_id,yandex" help:"The service."`
	Country  string `arg:"" help:"Two letters, or ** for every other."`
}

type signInAllowCommand struct{ signInRule }

// Run allows.
func (c *signInAllowCommand) Run(ctx context.Context, sh *shell) error { return c.set(ctx, sh, true) }

type signInDenyCommand struct{ signInRule }

// Run denies.
func (c *signInDenyCommand) Run(ctx context.Context, sh *shell) error { return c.set(ctx, sh, false) }

func (r signInRule) set(ctx context.Context, sh *shell, allowed bool) error {
	return withAccounts(ctx, sh, func(accounts *account.Service) error {
		return accounts.Allow(ctx, account.Rule{Provider: r.Provider, Country: r.Country, Allowed: allowed})
	})
}

func withAccounts(ctx context.Context, sh *shell, do func(*account.Service) error) error {
	return withShop(ctx, sh, func(s *shop, cfg *config) error {
		accounts, err := s.accounts(cfg, account.NewTokens(s.secret.For("token")), nil)
		if err != nil {
			return err
		}
		return do(accounts)
	})
}
