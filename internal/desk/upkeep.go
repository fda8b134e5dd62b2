package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/pg"
	"larek/internal/staff"
)

// theShop is the actor of what nobody does: the audit outlives any name.
const theShop = "магазин"

// CommandLine is the actor of commands.
const CommandLine = "командная строка"

// Awake is how long a person who does nothing still counts as on duty.
const Awake = 12 * time.Hour

// Upkeep suspends people who have not signed in for long, ends forgotten shifts and deletes
// old rows.
func (d *Desk) Upkeep(ctx context.Context, people *staff.Service, sessions *staff.Sessions) error {
	return errors.Join(d.SuspendIdle(ctx, people), d.EndForgottenShifts(ctx), d.DeleteOldAnswers(ctx), sessions.DeleteOldSessions(ctx))
}

// SuspendIdle suspends people who have not signed in for staff.IdleDays.
func (d *Desk) SuspendIdle(ctx context.Context, people *staff.Service) error {
	list, err := people.IdleMembers(ctx)
	if err != nil {
		return err
	}
	for _, p := range list {
		err := pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
			if err := people.SuspendIdle(ctx, tx, p.ID); err != nil {
				return err
			}
			_, err := d.RecordShop(ctx, tx, audit.Entry{
				Permission: string(staff.StaffWrite), Action: "staff.suspend",
				Object: audit.Object{Kind: "staff", ID: FormatID(p.ID)}, Reason: audit.Reason{Code: "idle"}, After: map[string]any{"suspended": true},
			})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// EndForgottenShifts ends the shifts of people who have not been here for long.
func (d *Desk) EndForgottenShifts(ctx context.Context) error {
	if err := d.q.EndForgottenShifts(ctx, d.clock().Add(-Awake)); err != nil {
		return fmt.Errorf("end forgotten shifts: %w", err)
	}
	return nil
}

// InviteFirst makes an invitation on the command line and returns its link.
func (d *Desk) InviteFirst(ctx context.Context, people *staff.Service, email, role string) (string, error) {
	r, err := people.RoleNamed(ctx, role)
	if err != nil {
		return "", err
	}
	nonce := staff.NewNonce()
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		id, err := people.Invite(ctx, tx, nil, email, r.ID, nonce)
		if err != nil {
			return err
		}
		_, err = d.audit.Record(ctx, tx, audit.Entry{
			Actor: CommandLine, Permission: string(staff.StaffWrite), Action: "staff.invite",
			Object: audit.Object{Kind: "invitation", ID: FormatID(id)}, After: map[string]any{"role": r.Name},
		})
		return err
	})
	if err != nil {
		return "", err
	}
	return people.InvitationLink(nonce), nil
}
