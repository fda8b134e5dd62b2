package desk

import (
	"context"
	"fmt"
	"time"

	"larek/internal/desk/deskdb"
)

// unseenPage is how many rows of the queue are read at once to compare them.
const unseenPage = 1000

// Unseen returns what waits for an operator and is not in the queue. There must be
// nothing: what is not there, no operator learns of.
func Unseen(ctx context.Context, db deskdb.DBTX, now time.Time) ([]string, error) {
	waiting, err := deskdb.New(db).WaitingForPerson(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("what waits for an operator: %w", err)
	}
	seen := map[string]bool{}
	for after := (Place{}); ; {
		page, err := readQueue(ctx, db, now, Filter{}, after, unseenPage)
		if err != nil {
			return nil, err
		}
		for _, i := range page {
			seen[fmt.Sprintf("%s %d", i.Kind, i.ID)] = true
			after = Place{i.DueAt, i.Kind, i.ID}
		}
		if len(page) < unseenPage {
			break
		}
	}
	var missing []string
	for _, w := range waiting {
		if name := fmt.Sprintf("%s %d", w.Kind, w.ID); !seen[name] {
			missing = append(missing, name)
		}
	}
	return missing, nil
}
