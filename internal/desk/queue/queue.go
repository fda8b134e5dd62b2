package queue

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/fulfilment"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// lease is how long a row belongs to the person who took it.
const lease = 20 * time.Minute

// maxCount bounds every counter.
const maxCount = 99

// Item is one row of the queue.
type Item struct {
	Kind       desk.Kind   `json:"kind"`
	ID         int64       `json:"id"`
	OrderID    int64       `json:"order_id"` // zero: about no order
	Title      string      `json:"title"`
	Reason     string      `json:"reason"`
	Amount     money.Money `json:"-"`
	Hundredths money.Minor `json:"amount"` // the money at stake; zero if none is
	Currency   string      `json:"currency"`
	Created    time.Time   `json:"created"`
	DueAt      time.Time   `json:"due_at"`
	OwnerID    int64       `json:"owner_id"`
	OwnerName  string      `json:"owner_name"` // empty: free
	OwnerUntil time.Time   `json:"owner_until"`

	difference settlement.Difference // of a row about one, once it is locked
	price      catalog.WaitingPrice  // of a row about one
	erasure    account.Erasure       // of a row about one
}

// Place is where a list goes on: after this row.
type Place struct {
	DueAt time.Time `json:"d"`
	Kind  desk.Kind `json:"k"`
	ID    int64     `json:"i"`
}

// Filter selects rows of the queue.
type Filter struct {
	Kind  desk.Kind // empty for all
	Owner int64     // zero for all
	Free  bool
	Late  bool
	id    int64       // zero for all
	kinds []desk.Kind // empty for all
}

// List returns up to limit rows after a place, most urgent first.
func (o *Service) List(ctx context.Context, f Filter, after Place, limit int) ([]Item, error) {
	return readQueue(ctx, o.Desk.Pool(), o.Desk.Now(), f, after, limit)
}

func readQueue(ctx context.Context, db deskdb.DBTX, now time.Time, f Filter, after Place, limit int) ([]Item, error) {
	q := deskdb.New(db)
	p := deskdb.QueueItemsParams{
		FreeOnly: f.Free, Owner: f.Owner, LateOnly: f.Late, Now: now, PageLimit: int32(limit), SourceLimit: int32(limit), //nolint:gosec // a page
		AfterDue: after.DueAt, AfterKind: string(after.Kind), AfterID: after.ID, CorrectionHours: int32(fulfilment.CorrectionWindow.Hours()),
	}
	for _, k := range desk.Kinds {
		if (f.Kind == "" || f.Kind == k) && (len(f.kinds) == 0 || slices.Contains(f.kinds, k)) {
			p.Kinds = append(p.Kinds, string(k))
		}
	}
	if f.id != 0 {
		p.Ids = []int64{f.id}
	}
	if f.Free { // as many more as may have to be left out
		held, err := q.LiveClaims(ctx, now)
		if err != nil {
			return nil, fmt.Errorf("queue: %w", err)
		}
		p.SourceLimit += int32(held) //nolint:gosec // a person holds a few
	}
	if f.Owner != 0 {
		owned, err := q.OwnedItems(ctx, deskdb.OwnedItemsParams{StaffID: f.Owner, Now: now})
		if err != nil {
			return nil, fmt.Errorf("queue: %w", err)
		}
		p.Ids = []int64{}
		held := map[string]bool{}
		for _, i := range owned {
			p.Ids = append(p.Ids, i.ID)
			held[i.Kind] = true
		}
		// The fewer kinds are named, the less there is to plan: that takes longer than reading.
		p.Kinds = slices.DeleteFunc(p.Kinds, func(k string) bool { return !held[k] })
		if len(p.Kinds) == 0 {
			return nil, nil
		}
		// The same number may be of rows of other kinds too.
		p.SourceLimit = int32(max(limit, len(owned))) //nolint:gosec // a page
	}
	return readItems(ctx, q, p)
}

func readItems(ctx context.Context, q *deskdb.Queries, p deskdb.QueueItemsParams) ([]Item, error) {
	rows, err := q.QueueItems(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	items := make([]Item, len(rows))
	for i, r := range rows {
		items[i] = Item{
			Kind: desk.Kind(r.Kind), ID: r.ID, OrderID: r.OrderID, Hundredths: money.Minor(r.Hundredths), Currency: r.Currency,
			Created: r.Created, DueAt: r.DueAt, OwnerID: r.OwnerID, OwnerName: r.OwnerName, OwnerUntil: r.OwnerUntil,
		}
		items[i].Title, items[i].Reason = describe(items[i].Kind, r.Title, r.Note)
	}
	return items, nil
}

// Counts returns how many rows of each kind wait and how many of all are late, at most
// 99 each.
func (o *Service) Counts(ctx context.Context) (counts map[desk.Kind]int, late int, err error) {
	counts = map[desk.Kind]int{}
	now := o.Desk.Now()
	p := deskdb.QueueItemsParams{Now: now, SourceLimit: maxCount, PageLimit: int32(maxCount * len(desk.Kinds)), CorrectionHours: int32(fulfilment.CorrectionWindow.Hours())}
	for _, k := range desk.Kinds {
		counts[k], p.Kinds = 0, append(p.Kinds, string(k))
	}
	items, err := readItems(ctx, deskdb.New(o.Desk.Pool()), p)
	if err != nil {
		return nil, 0, err
	}
	for _, i := range items {
		counts[i.Kind]++
		if i.DueAt.Before(now) {
			late++
		}
	}
	return counts, min(late, maxCount), nil
}

// Badge returns a counter of the rows of some kinds, or of all, for the menu: at most 99, and
// whether one is late.
func (o *Service) Badge(kinds ...desk.Kind) func(context.Context, staff.Actor) (count int, late bool, err error) {
	return func(ctx context.Context, _ staff.Actor) (int, bool, error) {
		items, err := o.List(ctx, Filter{kinds: kinds}, Place{}, maxCount)
		if err != nil {
			return 0, false, err
		}
		now := o.Desk.Now()
		return len(items), slices.ContainsFunc(items, func(i Item) bool { return i.DueAt.Before(now) }), nil
	}
}

// Held returns the rows of the queue that people hold now, by person. A row that ended
// otherwise is held no more.
func (o *Service) Held(ctx context.Context, db deskdb.DBTX) (map[int64][]Item, error) {
	q, now := deskdb.New(db), o.Desk.Now()
	claims, err := q.HeldItems(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("held rows: %w", err)
	}
	held := map[int64][]Item{}
	if len(claims) == 0 {
		return held, nil
	}
	p := deskdb.QueueItemsParams{Now: now, CorrectionHours: int32(fulfilment.CorrectionWindow.Hours()), Ids: []int64{}}
	for _, c := range claims {
		p.Ids = append(p.Ids, c.ID)
		if !slices.Contains(p.Kinds, c.Kind) {
			p.Kinds = append(p.Kinds, c.Kind)
		}
	}
	// The same number may be of rows of several kinds.
	p.SourceLimit, p.PageLimit = int32(len(p.Ids)), int32(len(p.Ids)*len(p.Kinds)) //nolint:gosec // a person holds a few
	items, err := readItems(ctx, q, p)
	for _, i := range items {
		if i.OwnerID != 0 {
			held[i.OwnerID] = append(held[i.OwnerID], i)
		}
	}
	return held, err
}

// find returns one row.
func (o *Service) find(ctx context.Context, db deskdb.DBTX, kind desk.Kind, id int64) (Item, error) {
	items, err := readQueue(ctx, db, o.Desk.Now(), Filter{Kind: kind, id: id}, Place{}, 1)
	if err != nil {
		return Item{}, err
	}
	if len(items) == 0 {
		return Item{}, desk.ErrNoItem
	}
	return items[0], nil
}

// taken returns the problem of a row that another person holds.
func taken(i Item) error {
	return &problem.Error{
		Kind: problem.Conflict, Code: "desk.taken", Detail: "Это взял другой человек: " + i.OwnerName + ".",
		Fields: []problem.Field{{Name: "owner", Code: desk.FormatID(i.OwnerID), Detail: i.OwnerName}},
	}
}

// isHeldByOther reports whether another person holds the row.
func (i Item) isHeldByOther(who staff.Actor) bool { return i.OwnerName != "" && i.OwnerID != who.ID }

func queueAction(a desk.Command, name string, p staff.Permission, i Item, input any) desk.Action {
	action := a.OnOrder(name, p, input)
	action.Object, action.OrderID = audit.Object{Kind: string(i.Kind), ID: desk.FormatID(i.ID)}, i.OrderID
	return action
}

// Take leases a row to the person for twenty minutes, or prolongs the lease.
func (o *Service) Take(ctx context.Context, a desk.Command, kind desk.Kind, id int64) (Item, error) {
	action := queueAction(a, "queue.take", staff.TaskTake, Item{Kind: kind, ID: id}, nil)
	return desk.Decode[Item](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		i, err := o.find(ctx, tx, kind, id)
		if err != nil {
			return desk.Outcome{}, err
		}
		return o.take(ctx, tx, a, i)
	}))
}

func (o *Service) take(ctx context.Context, tx pgx.Tx, a desk.Command, i Item) (desk.Outcome, error) {
	if i.isHeldByOther(a.Actor) {
		return desk.Outcome{}, taken(i)
	}
	until := o.Desk.Now().Add(lease)
	if i.Kind.IsDelivery() {
		var err error
		if until, err = o.Dispatch.ClaimTask(ctx, tx, i.ID, a.StaffRef()); err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
	} else if err := o.claim(ctx, tx, a, i, until); err != nil {
		return desk.Outcome{}, err
	}
	before := map[string]any{"owner": i.OwnerID}
	i.OwnerID, i.OwnerName, i.OwnerUntil = a.Actor.ID, a.Actor.Name, until
	return desk.Outcome{Before: before, After: map[string]any{"owner": a.Actor.ID, "until": until}, Result: i, AfterCommit: o.Notify.Row(i.Kind, i.ID)}, nil
}

func (o *Service) claim(ctx context.Context, tx pgx.Tx, a desk.Command, i Item, until time.Time) error {
	n, err := deskdb.New(tx).ClaimItem(ctx, deskdb.ClaimItemParams{Kind: string(i.Kind), ID: i.ID, StaffID: a.Actor.ID, Until: until, Now: o.Desk.Now()})
	if err != nil {
		return fmt.Errorf("claim %s %d: %w", i.Kind, i.ID, err)
	}
	if n == 0 {
		return taken(i)
	}
	return nil
}

// Release lets others take a row.
func (o *Service) Release(ctx context.Context, a desk.Command, kind desk.Kind, id int64) (Item, error) {
	action := queueAction(a, "queue.release", staff.TaskTake, Item{Kind: kind, ID: id}, nil)
	return desk.Decode[Item](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		i, err := o.find(ctx, tx, kind, id)
		if err != nil {
			return desk.Outcome{}, err
		}
		if i.OwnerID != a.Actor.ID {
			return desk.Outcome{}, desk.Refused("Это взяли не вы.")
		}
		if kind.IsDelivery() {
			err = delivery.ReleaseTask(ctx, tx, id, a.StaffRef())
		} else {
			_, err = deskdb.New(tx).ReleaseItem(ctx, deskdb.ReleaseItemParams{Kind: string(kind), ID: id, StaffID: a.Actor.ID})
		}
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		i.OwnerID, i.OwnerName = 0, ""
		return desk.Outcome{Before: map[string]any{"owner": a.Actor.ID}, After: map[string]any{"owner": nil}, Result: i, AfterCommit: o.Notify.Row(i.Kind, i.ID)}, nil
	}))
}

// Next takes the most urgent row that is free and that the person can end. It returns
// nil if there is none.
func (o *Service) Next(ctx context.Context, a desk.Command, kind desk.Kind) (*Item, error) {
	free, err := o.List(ctx, Filter{Kind: kind, Free: true}, Place{}, maxCount)
	if err != nil {
		return nil, err
	}
	for _, i := range free {
		if !CanEnd(i.Kind, a.Actor) {
			continue
		}
		got, err := o.Take(ctx, a, i.Kind, i.ID)
		if p := (*problem.Error)(nil); err != nil && asProblem(err, &p) && p.Kind != problem.Forbidden && p.Kind != problem.Invalid {
			continue // another person was faster
		}
		return &got, err
	}
	return nil, nil //nolint:nilnil // an empty queue is a valid result
}
