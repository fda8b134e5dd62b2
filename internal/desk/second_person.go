package desk

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk/deskdb"
)

// newcomerFor is how long people do not decide for the one who invited them, or whom the
// same person invited: until then nobody knows that they are two.
const newcomerFor = 14 * 24 * time.Hour

// ErrNewcomer is the problem of a second person who may be the first one.
var ErrNewcomer = conflict("desk.newcomer", "Один из вас недавно пригласил другого, или вас обоих — один человек: решать друг за друга можно через 14 дней. Попросите кого-нибудь ещё.")

// CheckSecondPerson refuses a second person who may be the first one under another name.
func (d *Desk) CheckSecondPerson(ctx context.Context, tx pgx.Tx, first, second int64) error {
	is, err := d.q.WithTx(tx).AreNewTogether(ctx, deskdb.AreNewTogetherParams{FirstID: first, SecondID: second, Since: d.clock().Add(-newcomerFor)})
	if err != nil {
		return fmt.Errorf("who invited whom: %w", err)
	}
	if is {
		return ErrNewcomer
	}
	return nil
}
