package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"larek/internal/staff"
)

type staffCommand struct {
	Invite staffInviteCommand `cmd:"" help:"Make a link that gives one person access to the console."`
	List   staffListCommand   `cmd:"" help:"Show everybody with their role."`
}

type staffInviteCommand struct {
	Email string `arg:"" help:"Their e-mail, with which they will sign in."`
	Role  string `arg:"" help:"Name of a role: operator, senior, catalog, finance, admin or one of your own."`
}

// Run prints the link once; only its digest is stored.
func (c *staffInviteCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		link, err := s.Desk.InviteFirst(ctx, s.Staff, c.Email, c.Role)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "%s\nworks once, until %s\n", link, time.Now().Add(staff.InvitationTTL).Format("2 January 15:04 MST"))
		return err
	})
}

type staffListCommand struct{}

// Run prints names, roles and when each person was last here.
func (*staffListCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		list, err := s.Staff.Members(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
		for _, m := range list {
			state := "seen " + m.SeenAt.Format(time.DateOnly)
			if m.SuspendedAt != nil {
				state = "suspended"
			}
			_, _ = fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", m.ID, m.Name, m.Role.Name, state)
		}
		return w.Flush()
	})
}

type auditCommand struct {
	Verify auditVerifyCommand `cmd:"" help:"Check that no row of the audit was changed, added or removed."`
}

type auditVerifyCommand struct{}

// Run recomputes the chain and fails at the first link that does not fit.
func (*auditVerifyCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		v, err := s.Audit.Verify(ctx)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(sh.out, "%d rows in %d seals are whole, up to row %d\nlast seal: %s\n", v.Rows, v.Last.Number, v.Last.ToID, v.Last.Text())
		if v.Broken != nil {
			return fmt.Errorf("seal %d does not fit rows %d to %d", v.Broken.Number, v.Broken.FromID, v.Broken.ToID)
		}
		return nil
	})
}
