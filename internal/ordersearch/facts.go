package ordersearch

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/ordersearch/ordersearchdb"
	"larek/internal/problem"
)

// FactsPage is how many facts a page has.
const FactsPage = 100

// Source is the part of the shop that recorded a fact, as operators filter by it.
type Source string

// The sources.
const (
	FromOrder    Source = "order"
	FromPayment  Source = "payment"
	FromDelivery Source = "delivery"
	FromLetters  Source = "letters"
	FromBooks    Source = "books"
	FromPeople   Source = "people"
)

// Sources lists the sources in the order they are shown.
var Sources = []Source{FromOrder, FromPayment, FromDelivery, FromLetters, FromBooks, FromPeople}

// Fact is one recorded event of an order, with its texts.
type Fact struct {
	Source      Source
	Kind        string // names its record together with ID
	ID          int64
	At          time.Time
	Times       int // how many identical records it stands for
	Title, Text string
	Amount      *money.Money
	Actor       string // who did it; empty: the shop
}

// Facts is a page of an order's timeline, newest first.
type Facts struct {
	Facts  []Fact
	Counts map[Source]int
	Older  *Place
}

// ErrNoRecord is returned for a fact that does not exist.
var ErrNoRecord = problem.New(problem.NotFound, "report.no_record", "Такой записи нет.")

type factRow struct {
	Source Source          `json:"source"`
	Kind   string          `json:"kind"`
	ID     int64           `json:"id"`
	At     time.Time       `json:"at"`
	Times  int             `json:"times"`
	Data   json.RawMessage `json:"data"`
}

// Facts returns the facts of an order from a place on, of the given sources or of all.
func (s *Service) Facts(ctx context.Context, orderID int64, sources []Source, from *Place) (*Facts, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	found, err := s.known.OrderExists(ctx, orderID)
	if err != nil {
		return nil, cutOff(ctx, fmt.Errorf("order %d: %w", orderID, err))
	}
	if !found {
		return nil, order.ErrNotFound
	}
	p := ordersearchdb.FactsParams{OrderID: orderID, Sources: texts(sources), PageLimit: FactsPage + 1}
	if from != nil {
		p.BeforeAt, p.BeforeKind, p.BeforeID = from.At, from.Kind, from.ID
	}
	read, err := s.known.Facts(ctx, p)
	if err != nil {
		return nil, cutOff(ctx, fmt.Errorf("facts of order %d: %w", orderID, err))
	}
	var rows []factRow
	list := &Facts{}
	if err := json.Unmarshal(read.Page, &rows); err != nil {
		return nil, fmt.Errorf("facts of order %d: %w", orderID, err)
	}
	if err := json.Unmarshal(read.Counts, &list.Counts); err != nil {
		return nil, fmt.Errorf("counts of order %d: %w", orderID, err)
	}
	if len(rows) > FactsPage {
		rows = rows[:FactsPage]
		last := rows[FactsPage-1]
		list.Older = &Place{At: &last.At, Kind: last.Kind, ID: last.ID}
	}
	for _, r := range rows {
		fact, err := describe(r)
		if err != nil {
			return nil, fmt.Errorf("%s %d: %w", r.Kind, r.ID, err)
		}
		list.Facts = append(list.Facts, fact)
	}
	return list, nil
}

// recordOf maps kinds of facts that show another moment of the same row to that row.
var recordOf = map[string]string{
	"refund_end": "refund", "outcome": "placement", "task_end": "task", "payment_task_end": "payment_task", "letter_sent": "letter",
}

// Record returns the row behind a fact as stored, with addresses and phones masked and without digests and secrets.
func (s *Service) Record(ctx context.Context, kind string, id int64) (json.RawMessage, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if of := recordOf[kind]; of != "" {
		kind = of
	}
	raw, err := s.known.Record(ctx, ordersearchdb.RecordParams{Kind: kind, ID: id})
	if err != nil {
		return nil, cutOff(ctx, fmt.Errorf("record %s %d: %w", kind, id, err))
	}
	var record any
	if err := json.Unmarshal(raw, &record); err != nil {
		return nil, fmt.Errorf("record %s %d: %w", kind, id, err)
	}
	if record == nil {
		return nil, ErrNoRecord
	}
	return json.MarshalIndent(maskRecord("", record), "", "  ")
}

// maskRecord masks what identifies a person in a record.
func maskRecord(name string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			v[key] = maskRecord(strings.ToLower(key), inner)
		}
	case []any:
		for i, inner := range v {
			v[i] = maskRecord(name, inner)
		}
	case string:
		switch {
		case name == "phone" || name == "customercontact":
			return MaskPlayer(v)
		case strings.Contains(v, "@") && !strings.ContainsAny(v, " \n{"):
			return MaskEmail(v)
		}
	}
	return value
}
