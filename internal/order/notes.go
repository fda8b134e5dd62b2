package order

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
)

// Note is what an operator wrote about an order. Buyers never see it.
type Note struct {
	ID, StaffID int64
	At          time.Time
	Text        string
	Mentions    []int64 // staff
}

// ErrEmptyNote is returned for a note without text.
var ErrEmptyNote = errors.New("order: the note is empty")

// AddNote stores a note and returns its ID.
func (s *Service) AddNote(ctx context.Context, tx pgx.Tx, orderID int64, n Note) (int64, error) {
	n.Text = strings.TrimSpace(n.Text)
	if n.Text == "" {
		return 0, ErrEmptyNote
	}
	if n.Mentions == nil {
		n.Mentions = []int64{}
	}
	id, err := orderdb.New(tx).InsertNote(ctx, orderdb.InsertNoteParams{OrderID: orderID, StaffID: n.StaffID, At: s.clock(), Text: n.Text, Mentions: n.Mentions})
	if err != nil {
		return 0, fmt.Errorf("note on order %d: %w", orderID, err)
	}
	return id, nil
}

// Notes returns the notes of an order, oldest first.
func (s *Service) Notes(ctx context.Context, orderID int64) ([]Note, error) {
	rows, err := s.q.OrderNotes(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("notes of order %d: %w", orderID, err)
	}
	notes := make([]Note, len(rows))
	for i, r := range rows {
		notes[i] = Note(r)
	}
	return notes, nil
}

// Version returns a text that changes with everything that decides what may be done
// to the order. Its first part is the ID of the latest event.
func Version(ctx context.Context, db orderdb.DBTX, orderID int64) (string, error) {
	v, err := orderdb.New(db).OrderVersion(ctx, orderID)
	if err != nil {
		return "", fmt.Errorf("version of order %d: %w", orderID, err)
	}
	return v, nil
}
