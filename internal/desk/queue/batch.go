package queue

import (
	"context"
	"errors"
	"slices"
	"strings"

	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// BatchRequest is one thing to do to many rows of one kind.
type BatchRequest struct {
	Kind   desk.Kind
	Items  []int64
	Action string // BatchTake, BatchRelease, BatchNote or a Resolution
	Text   string // of a note
}

// What is done to rows besides ending them.
const (
	BatchTake    = "take"
	BatchRelease = "release"
	BatchNote    = "note"
)

// bulk are the resolutions that need nothing of one row alone: no words for its buyer, no
// sum, no agreement with a risk.
var bulk = []Resolution{
	ResolveAsk, ResolveWake, ResolveNextOffer, ResolveRefund, ResolveRetry, ResolveResend, ResolvePublish, ResolveHide,
}

// BulkActions returns what the person may do to many rows of a kind.
func BulkActions(k desk.Kind, who staff.Actor) []string {
	actions := []string{}
	if who.Can(staff.TaskTake) {
		actions = append(actions, BatchTake, BatchRelease)
	}
	if who.Can(staff.OrderNote) {
		actions = append(actions, BatchNote)
	}
	for _, x := range options[k] {
		if slices.Contains(bulk, x.name) && who.Can(x.permission) {
			actions = append(actions, string(x.name))
		}
	}
	return actions
}

// BatchRow is what became of one row.
type BatchRow struct {
	Item, OrderID int64
	Done          bool
	Text          string // what was done, or why not
}

// Batches do one thing to many rows.
type Batches struct{ Queue *Service }

// Run does one thing to many rows, one after the other. Each is checked, made and audited
// alone, with one batch ID, by the rules of the action on one row: a refund above the limit
// waits for a second person. The same key again repeats none.
func (b *Batches) Run(ctx context.Context, a desk.Command, w BatchRequest) (publicid.ID, []BatchRow, error) {
	key, err := desk.ParseKey(a.Key)
	if err != nil {
		return publicid.ID{}, nil, err
	}
	if err := b.may(a, w); err != nil {
		return key, nil, err
	}
	a.Batch = &key
	items := slices.Clone(w.Items)
	slices.Sort(items)
	noted := map[int64]bool{}
	rows := []BatchRow{}
	for _, id := range slices.Compact(items) {
		a.Key = desk.RowKey(key, id)
		row := BatchRow{Item: id}
		row.OrderID, err = deskdb.New(b.Queue.Desk.Pool()).OrderOfItem(ctx, deskdb.OrderOfItemParams{Kind: string(w.Kind), ID: id})
		if err == nil {
			a.OrderID = row.OrderID
			row.Text, err = b.do(ctx, a, w, id, noted)
		}
		p, is := errors.AsType[*problem.Error](err)
		if err != nil && !is {
			return key, nil, err
		}
		if row.Done = err == nil; is {
			row.Text = p.Detail
		}
		rows = append(rows, row)
	}
	return key, rows, nil
}

// may refuses what the person may do to no row, and what is not done to many.
func (b *Batches) may(a desk.Command, w BatchRequest) error {
	switch w.Action {
	case BatchTake, BatchRelease:
		return a.Actor.Need(staff.TaskTake)
	case BatchNote:
		if strings.TrimSpace(w.Text) == "" {
			return desk.Invalid("text", "Напишите заметку.")
		}
		return a.Actor.Need(staff.OrderNote)
	}
	at := slices.IndexFunc(options[w.Kind], func(x option) bool { return string(x.name) == w.Action })
	if at < 0 || !slices.Contains(bulk, Resolution(w.Action)) {
		return desk.Invalid("action", "Для многих строк так не делают.")
	}
	x := options[w.Kind][at]
	if err := a.Actor.Need(x.permission); err != nil {
		return err
	}
	if a.Reason.Code == "" {
		return desk.Invalid("reason", "Выберите причину.")
	}
	if x.isMoney {
		return a.Actor.NeedFresh(b.Queue.Desk.Now())
	}
	return nil
}

// do does the action to one row and returns what was done. noted are the orders that have
// the note already: several rows may be about one.
func (b *Batches) do(ctx context.Context, a desk.Command, w BatchRequest, id int64, noted map[int64]bool) (string, error) {
	switch w.Action {
	case BatchTake:
		_, err := b.Queue.Take(ctx, a, w.Kind, id)
		return "Ваше на 20 минут.", err
	case BatchRelease:
		_, err := b.Queue.Release(ctx, a, w.Kind, id)
		return "Свободно.", err
	case BatchNote:
		return b.note(ctx, a, w, id, noted)
	}
	done, err := b.Queue.Resolve(ctx, a, w.Kind, id, Decision{Resolution: Resolution(w.Action)})
	return done.Message, err
}

// note writes a note on the order of a row that waits.
func (b *Batches) note(ctx context.Context, a desk.Command, w BatchRequest, id int64, noted map[int64]bool) (string, error) {
	if _, err := b.Queue.find(ctx, b.Queue.Desk.Pool(), w.Kind, id); err != nil {
		return "", err
	}
	if a.OrderID == 0 {
		return "", desk.Refused("Эта строка не о заказе.")
	}
	if noted[a.OrderID] {
		return "Записано.", nil
	}
	done, err := b.Queue.OrderActions.AddNote(ctx, a, w.Text, nil)
	noted[a.OrderID] = err == nil
	return done.Message, err
}
