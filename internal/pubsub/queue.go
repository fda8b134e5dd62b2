package pubsub

import (
	"context"
	"fmt"
)

// QueueAnnouncer notifies the pages of operators that a row of their queue came, changed or
// went. It is called after the commit. The nil one does nothing.
type QueueAnnouncer func(ctx context.Context, kind string, id int64)

// Changed announces one row.
func (a QueueAnnouncer) Changed(ctx context.Context, kind string, id int64) {
	if a != nil {
		a(ctx, kind, id)
	}
}

// QueueMessage is the message of DeskChanged about a row of the queue.
func QueueMessage(kind string, id int64) string { return fmt.Sprintf("queue %s:%d", kind, id) }
