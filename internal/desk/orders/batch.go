package orders

import (
	"context"
	"errors"

	"larek/internal/desk"
	"larek/internal/email"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// BatchRequest is one action on many orders.
type BatchRequest struct {
	Action string
	Orders []int64
	Text   string     // of a note
	Letter email.Kind // of a letter
	DryRun bool
}

// BatchRow is the result for one order.
type BatchRow struct {
	OrderID int64
	Done    bool
	Reason  string // why not
}

// Batch runs one action on many orders in turn. Each is checked, run and audited separately, with one batch ID.
// Repeating the key repeats none.
func (o *Service) Batch(ctx context.Context, a desk.Command, w BatchRequest) (publicid.ID, []BatchRow, error) {
	r, known := Rules[w.Action]
	if !known {
		return publicid.ID{}, nil, desk.Invalid("action", "Такого действия над многими заказами нет.")
	}
	if err := a.Actor.Need(r.Permission); err != nil {
		return publicid.ID{}, nil, err
	}
	key, err := desk.ParseKey(a.Key)
	if err != nil {
		return publicid.ID{}, nil, err
	}
	a.Batch = &key
	rows := make([]BatchRow, len(w.Orders))
	for i, id := range w.Orders {
		a.OrderID, a.Key = id, desk.RowKey(key, id)
		err := o.batchRow(ctx, a, w)
		p, is := errors.AsType[*problem.Error](err)
		if err != nil && !is {
			return key, nil, err
		}
		rows[i] = BatchRow{OrderID: id, Done: err == nil}
		if is {
			rows[i].Reason = p.Detail
		}
	}
	return key, rows, nil
}

func (o *Service) batchRow(ctx context.Context, a desk.Command, w BatchRequest) (err error) {
	if w.DryRun {
		list, err := o.Actions(ctx, a.Actor, a.OrderID)
		if err != nil {
			return err
		}
		for _, x := range list.Actions {
			if x.Name == w.Action && x.Reason != "" {
				return desk.Refused(x.Reason)
			}
		}
		return nil
	}
	switch w.Action {
	case ActionAsk:
		_, err = o.QueryNow(ctx, a)
	case ActionWake:
		_, err = o.Wake(ctx, a)
	case ActionRetry:
		_, err = o.Retry(ctx, a, nil)
	case ActionNote:
		_, err = o.AddNote(ctx, a, w.Text, nil)
	case ActionLetter:
		_, err = o.ResendLetter(ctx, a, w.Letter)
	default:
		err = desk.Invalid("action", "Такого действия над многими заказами нет.")
	}
	return err
}
