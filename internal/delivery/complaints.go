package delivery

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/problem"
)

// ComplaintState is where a complaint about a code stands.
type ComplaintState string

// The states. ComplaintRejected has an answer for the buyer.
const (
	ComplaintOpen     ComplaintState = "open"
	ComplaintReplaced ComplaintState = "replaced"
	ComplaintRefunded ComplaintState = "refunded"
	ComplaintRejected ComplaintState = "rejected"
)

// maxComplaints bounds the complaints about one code.
const maxComplaints = 3

// Problems of complaints.
var (
	ErrComplaintOpen  = problem.New(problem.Conflict, "code.complaint_open", "Мы уже проверяем этот код.")
	ErrCodeRefunded   = problem.New(problem.Conflict, "code.refunded", "Деньги за этот код уже возвращены.")
	errWhichCode      = problem.InvalidFields(problem.Field{Name: "is_unit", Code: "required", Detail: "Обновите страницу и повторите: у двух кодов заказа один номер."})
	ErrComplaintsMany = problem.New(problem.Conflict, "code.complaints_many", "Этот код мы уже проверяли. Напишите в поддержку, если остались вопросы.")
)

// ErrNoComplaint is returned for a complaint that is not open.
var ErrNoComplaint = errors.New("delivery: no such open complaint")

// DeliveredCode is a delivered code, without its text, as its buyer sees it.
type DeliveredCode struct {
	ID, LineID int64
	IsUnit     bool           // a supplier or an operator delivered it; ID is the unit's
	Complaint  ComplaintState // the latest; empty if there is none
	Answer     string         // to a rejected complaint
	complaints int
}

// DeliveredCodes returns the codes of an order in the order in which they are revealed.
func (s *Stock) DeliveredCodes(ctx context.Context, orderID int64) ([]DeliveredCode, error) {
	return deliveredCodes(ctx, s.pool, orderID)
}

func deliveredCodes(ctx context.Context, db Querier, orderID int64) ([]DeliveredCode, error) {
	rows, err := deliverydb.New(db).DeliveredCodes(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("delivered codes of order %d: %w", orderID, err)
	}
	codes := make([]DeliveredCode, len(rows))
	for i, r := range rows {
		codes[i] = DeliveredCode{ID: r.ID, LineID: r.LineID, IsUnit: r.IsUnit, Complaint: ComplaintState(r.State), Answer: r.Answer, complaints: int(r.Complaints)}
	}
	return codes, nil
}

// CodeRef names a delivered code of an order. The numbers of the stock and of units are
// counted apart, so that both are needed; without IsUnit the number must be the only one.
type CodeRef struct {
	ID     int64
	IsUnit *bool
}

// FindCode returns a delivered code of an order about which its buyer may complain now,
// or ErrNoSuchCode, ErrComplaintOpen, ErrComplaintsMany or ErrCodeRefunded.
func (s *Stock) FindCode(ctx context.Context, tx pgx.Tx, orderID int64, ref CodeRef) (DeliveredCode, error) {
	codes, err := deliveredCodes(ctx, tx, orderID)
	if err != nil {
		return DeliveredCode{}, err
	}
	codes = slices.DeleteFunc(codes, func(c DeliveredCode) bool {
		return c.ID != ref.ID || ref.IsUnit != nil && c.IsUnit != *ref.IsUnit
	})
	if len(codes) == 0 {
		return DeliveredCode{}, ErrNoSuchCode
	}
	switch c := codes[0]; {
	case len(codes) > 1:
		return c, errWhichCode
	case c.Complaint == ComplaintOpen:
		return c, ErrComplaintOpen
	case c.Complaint == ComplaintRefunded:
		return c, ErrCodeRefunded
	case c.complaints >= maxComplaints:
		return c, ErrComplaintsMany
	}
	return codes[0], nil
}

// Complain records that the buyer says a code that FindCode returned does not work. The
// caller holds the order's lock and has checked that the buyer is its owner.
func (s *Stock) Complain(ctx context.Context, tx pgx.Tx, orderID int64, c DeliveredCode, words string, now time.Time) error {
	p := deliverydb.InsertComplaintParams{OrderID: orderID, LineID: c.LineID, CodeID: &c.ID, Text: withoutCodes(words), Now: now}
	if c.IsUnit {
		p.CodeID, p.UnitID = nil, &c.ID
	}
	n, err := deliverydb.New(tx).InsertComplaint(ctx, p)
	if err != nil {
		return fmt.Errorf("complaint about code %d: %w", c.ID, err)
	}
	if n == 0 {
		return ErrComplaintOpen
	}
	return nil
}

// likeCode matches a possible code; buyers copy theirs into complaints.
var likeCode = regexp.MustCompile(`[A-Za-z0-9][A-Za-z0-9-]{6,}`)

// withoutCodes masks possible codes, because not every reader of a complaint may see them.
func withoutCodes(words string) string {
	return likeCode.ReplaceAllString(strings.TrimSpace(words), "•••")
}

// Complaint is an open complaint about a code.
type Complaint struct {
	ID, OrderID, LineID int64
	Code                int64 // of the stock, or of the unit if IsUnit
	IsUnit              bool
	Text                string
	Created             time.Time
	GrantID             int64 // the refund that was granted for it; zero if none was
}

// OpenComplaints returns and locks the open complaints about codes of an order.
func (s *Stock) OpenComplaints(ctx context.Context, tx pgx.Tx, orderID int64) ([]Complaint, error) {
	rows, err := deliverydb.New(tx).OpenComplaints(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("complaints of order %d: %w", orderID, err)
	}
	list := make([]Complaint, len(rows))
	for i, r := range rows {
		list[i] = Complaint(r)
	}
	return list, nil
}

// LinkComplaint remembers the refund that was granted for a complaint.
func (s *Stock) LinkComplaint(ctx context.Context, tx pgx.Tx, id, grantID int64) error {
	if _, err := deliverydb.New(tx).LinkComplaint(ctx, deliverydb.LinkComplaintParams{ID: id, GrantID: grantID}); err != nil {
		return fmt.Errorf("complaint %d: %w", id, err)
	}
	return nil
}

// LockComplaint returns an open complaint, or ErrNoComplaint.
func (s *Stock) LockComplaint(ctx context.Context, tx pgx.Tx, id int64) (*Complaint, error) {
	r, err := deliverydb.New(tx).OpenComplaint(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoComplaint
	}
	if err != nil {
		return nil, fmt.Errorf("complaint %d: %w", id, err)
	}
	return &Complaint{ID: r.ID, OrderID: r.OrderID, LineID: r.LineID, Code: r.Code, IsUnit: r.IsUnit, Text: r.Text, Created: r.Created}, nil
}

// EndComplaint decides about a complaint. The answer is for the buyer, and only of a
// rejected one.
func (s *Stock) EndComplaint(ctx context.Context, tx pgx.Tx, id int64, as ComplaintState, answer string, staffID int64, now time.Time) error {
	n, err := deliverydb.New(tx).EndComplaint(ctx, deliverydb.EndComplaintParams{ID: id, State: string(as), Answer: answer, DecidedBy: staffID, Now: now})
	if err != nil {
		return fmt.Errorf("end complaint %d: %w", id, err)
	}
	if n == 0 {
		return ErrNoComplaint
	}
	return nil
}

// SettleComplaint ends the complaint about a code that has been replaced, if there is
// one.
func (s *Stock) SettleComplaint(ctx context.Context, tx pgx.Tx, code int64, isUnit bool, staffID int64, now time.Time) error {
	err := deliverydb.New(tx).EndComplaintAboutCode(ctx, deliverydb.EndComplaintAboutCodeParams{Code: &code, IsUnit: isUnit, DecidedBy: staffID, Now: now})
	if err != nil {
		return fmt.Errorf("settle complaint about code %d: %w", code, err)
	}
	return nil
}
