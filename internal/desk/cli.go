package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
)

// CLICommand is an action on the command line. It has no session and no permission, because it runs with the password
// of the database.
type CLICommand struct {
	Who     string // as they call themselves
	Action  string
	Object  audit.Object
	OrderID int64 // zero: not about an order
	Reason  string
	After   any
}

// RecordCLI writes the audit row of a command in the transaction of its change.
func (d *Desk) RecordCLI(ctx context.Context, tx pgx.Tx, c CLICommand) error {
	_, err := d.audit.Record(ctx, tx, audit.Entry{
		Actor: CommandLine + ": " + c.Who, Action: c.Action, Object: c.Object, OrderID: c.OrderID,
		Reason: audit.Reason{Code: "other", Text: c.Reason}, After: c.After,
	})
	return err
}
