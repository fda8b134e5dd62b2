package main

import (
	"context"
	"fmt"

	"larek/internal/account"
	"larek/internal/app"
	"larek/internal/httpapi/middleware"
)

type userCommand struct {
	Create userCreateCommand `cmd:"" help:"Make an account that signs in with e-mail and password."`
	Bar    userBarCommand    `cmd:"" help:"Bar a user and sign them out everywhere."`
	Unbar  userUnbarCommand  `cmd:"" help:"Let them come in again."`
	InLog  userInLogCommand  `cmd:"" help:"Print the name by which the log knows a caller."`
}

type userBarCommand struct {
	ID    int64  `arg:"" help:"Number of the account."`
	Words string `arg:"" help:"Why; the user is shown this text."`
}

// Run bars an account and ends its sessions; running API instances apply it within
// seconds.
func (c *userBarCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error { return s.Accounts.Ban(ctx, c.ID, c.Words) })
}

type userUnbarCommand struct {
	ID int64 `arg:"" help:"Number of the account."`
}

// Run lifts the bar; the user has to sign in again.
func (c *userUnbarCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error { return s.Accounts.Unban(ctx, c.ID) })
}

type userCreateCommand struct {
	Email string `arg:"" help:"Their e-mail; you vouch for it."`
	Staff bool   `help:"Staff: with a second factor, and never by a social service."`
}

// Run prints the password once; only its digest is stored.
func (c *userCreateCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		made, err := s.SignIns.CreateAccount(ctx, c.Email, c.Staff)
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

type userInLogCommand struct {
	Who string `arg:"" help:"'user 12', 'staff 3' or an e-mail that was tried."`
}

// Run prints the name. It needs the secret alone.
func (c *userInLogCommand) Run(sh *cli) error {
	cfg, err := app.LoadConfig(sh.env)
	if err != nil {
		return err
	}
	keys, err := cfg.Keys()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(sh.out, middleware.LogName(keys.Log(), c.Who))
	return err
}

type keysCommand struct {
	Rotate keysRotateCommand `cmd:"" help:"Sign access tokens with a new key; no user is signed out."`
	Status keysStatusCommand `cmd:"" help:"Show how many stored values each key has sealed."`
	Reseal keysResealCommand `cmd:"" help:"Seal stored values with the first key of each ring, so that old keys can be removed."`
}

type keysRotateCommand struct{}

// Run adds a key and leaves every API instance time to load it before it is used.
func (*keysRotateCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		turn, err := s.Sessions.RotateKey(ctx)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "key %s signs from %s; what the old one signed is taken for %s more\n",
			turn.ID, turn.ActiveFrom.Format("15:04:05 MST"), account.AccessTTL)
		return err
	})
}
