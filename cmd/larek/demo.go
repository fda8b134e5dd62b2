package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/app"
	"larek/internal/ledger"
	"larek/internal/pg"
	"larek/internal/seed"
	"larek/internal/staff"
)

type demoCommand struct{}

// Run makes the person whose console the link opens, if there is none, and prints where to
// begin. Safe to repeat.
func (*demoCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		link := s.DemoLink()
		if link == "" {
			return errors.New("demo: LAREK_DEMO is not set")
		}
		anna, err := s.joinDemo(ctx)
		if err == nil {
			err = s.closeMonths(ctx, anna.ID)
		}
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		_, err = fmt.Fprintf(sh.out, `
  Shop      %s/ru
            buy 60 UC and pay at the pretend bank: all cards work, no money moves
  Console   %s
            signs you in as Анна, who may do everything; works on this machine only
  Outside   %s
            the bank, the suppliers and the mailbox of the demo

`, s.cfg.PublicOrigin, link, sh.env("LAREK_SANDBOX_ORIGIN"))
		return err
	})
}

// joinDemo makes the person of the demo as an invitation would.
func (s *shop) joinDemo(ctx context.Context) (staff.Person, error) {
	who, err := s.Staff.PersonByEmail(ctx, app.DemoEmail)
	if !errors.Is(err, staff.ErrNoPerson) {
		return who, err
	}
	link, err := s.Desk.InviteFirst(ctx, s.Staff, app.DemoEmail, "admin")
	if err != nil {
		return who, err
	}
	_, token, _ := strings.Cut(link, "#")
	password, err := s.Credentials.DigestPassword(ctx, rand.Text()) // nobody knows it
	if err != nil {
		return who, err
	}
	err = pg.InTx(ctx, s.infra.Write, func(tx pgx.Tx) error {
		who, err = s.Staff.AcceptInvitation(ctx, tx, staff.Newcomer{Token: token, Name: "Анна", Password: password})
		return err
	})
	return who, err
}

// closeMonths closes the books of the months that are over, as two people would.
func (s *shop) closeMonths(ctx context.Context, closer int64) error {
	asker, err := s.Staff.PersonByEmail(ctx, seed.ShiftEmail)
	if errors.Is(err, staff.ErrNoPerson) {
		return nil // the orders are not seeded
	}
	if err != nil {
		return err
	}
	now := s.infra.Clock()
	for month := ledger.MonthOf(now).AddDate(0, -2, 0); month.Before(ledger.MonthOf(now)); month = month.AddDate(0, 1, 0) {
		err := pg.InTx(ctx, s.infra.Write, func(tx pgx.Tx) error {
			_, err := s.Ledger.Close(ctx, tx, month, asker.ID, closer, now, s.Search.Sign)
			return err
		})
		if err != nil && !errors.Is(err, ledger.ErrMonthClosed) && !errors.Is(err, ledger.ErrNothingToDo) {
			return err
		}
	}
	return nil
}
