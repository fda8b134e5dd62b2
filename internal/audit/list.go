package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"larek/internal/audit/auditdb"
	"larek/internal/publicid"
)

// Filter narrows a list; zero values narrow nothing.
type Filter struct {
	StaffID    *int64
	Action     *string
	ObjectKind *string
	ObjectID   *string
	OrderID    *int64
	Batch      *publicid.ID
	Since      *time.Time
	Until      *time.Time // excluded
}

// Place is where a page of a list ended.
type Place struct {
	At time.Time `json:"at"`
	ID int64     `json:"id"`
}

// Row is one action as it was written down.
type Row struct {
	Entry
	ID     int64
	At     time.Time
	Before json.RawMessage // nil: nothing
	After  json.RawMessage
}

// Place returns where a list that ends with the row goes on.
func (r Row) Place() Place { return Place{At: r.At, ID: r.ID} }

// List returns up to limit rows after a place, the newest first.
func (s *Service) List(ctx context.Context, f Filter, after *Place, limit int32) ([]Row, error) {
	p := auditdb.ListAuditParams{
		StaffID: f.StaffID, Action: f.Action, ObjectKind: f.ObjectKind, ObjectID: f.ObjectID, OrderID: f.OrderID, Batch: f.Batch,
		Since: f.Since, Until: f.Until, MaxRows: limit,
	}
	if after != nil {
		p.AfterAt, p.AfterID = &after.At, &after.ID
	}
	rows, err := s.q.ListAudit(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("list audit: %w", err)
	}
	list := make([]Row, len(rows))
	for i, r := range rows {
		list[i] = Row{ID: r.ID, At: r.At, Before: r.Before, After: r.After, Entry: Entry{
			Actor: r.Actor, Session: r.Session, Permission: r.Permission, Action: r.Action,
			Object: Object{Kind: r.ObjectKind, ID: r.ObjectID}, Reason: Reason{Code: r.ReasonCode, Text: r.ReasonText},
			Batch: r.Batch, RequestID: r.RequestID, Address: r.Address,
		}}
		if r.StaffID != nil {
			list[i].StaffID = *r.StaffID
		}
		if r.OrderID != nil {
			list[i].OrderID = *r.OrderID
		}
	}
	return list, nil
}
