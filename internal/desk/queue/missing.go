package queue

import (
	"context"
	"fmt"
	"time"

	"larek/internal/desk/deskdb"
)

// missingPage is how many rows of the queue Missing reads at once.
const missingPage = 1000

// Missing returns what waits for an operator and is missing from the queue, where no
// operator would find it. There must be nothing.
func Missing(ctx context.Context, db deskdb.DBTX, now time.Time) ([]string, error) {
	waiting, err := deskdb.New(db).WaitingForPerson(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("what waits for an operator: %w", err)
	}
	listed := map[string]bool{}
	for after := (Place{}); ; {
		page, err := readQueue(ctx, db, now, Filter{}, after, missingPage)
		if err != nil {
			return nil, err
		}
		for _, i := range page {
			listed[fmt.Sprintf("%s %d", i.Kind, i.ID)] = true
			after = Place{i.DueAt, i.Kind, i.ID}
		}
		if len(page) < missingPage {
			break
		}
	}
	var missing []string
	for _, w := range waiting {
		if name := fmt.Sprintf("%s %d", w.Kind, w.ID); !listed[name] {
			missing = append(missing, name)
		}
	}
	return missing, nil
}
