package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
)

// Command is what a person did on the command line. There is no session and no
// permission: a person who may run it has the password of the database.
type Command struct {
	Who     string // as they call themselves
	Action  string
	Object  audit.Object
	OrderID int64 // zero: not about an order
	Reason  string
	After   any
}

// RecordCommand writes the audit row of a command in the transaction that makes it true.
func (d *Desk) RecordCommand(ctx context.Context, tx pgx.Tx, c Command) error {
	_, err := d.audit.Record(ctx, tx, audit.Entry{
		Actor: CommandLine + ": " + c.Who, Action: c.Action, Object: c.Object, OrderID: c.OrderID,
		Reason: audit.Reason{Code: "other", Text: c.Reason}, After: c.After,
	})
	return err
}
