package delivery

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
	"larek/internal/publicid"
)

// Viewer is who looks at codes. Create one with AccountViewer, BrowserViewer or
// ProofViewer.
type Viewer struct {
	kind    string
	userID  *int64
	browser *publicid.ID
}

// AccountViewer is the account an order belongs to.
func AccountViewer(userID int64) Viewer { return Viewer{kind: "account", userID: &userID} }

// BrowserViewer is the browser in which a guest's order was created.
func BrowserViewer(browser publicid.ID) Viewer { return Viewer{kind: "browser", browser: &browser} }

// ProofViewer is a browser that has confirmed the email address of a guest's order.
func ProofViewer(browser publicid.ID) Viewer { return Viewer{kind: "proof", browser: &browser} }

// Reveal returns the delivered stock codes of an order by line and records that the
// viewer saw them. The caller has checked that the viewer may see them.
func (s *Stock) Reveal(ctx context.Context, orderID int64, v Viewer, at time.Time) (map[int64][]string, error) {
	codes := map[int64][]string{}
	// One transaction: a code that cannot be opened is not recorded as seen.
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := deliverydb.New(tx).RevealCodes(ctx, deliverydb.RevealCodesParams{
			OrderID: orderID, Viewer: v.kind, UserID: v.userID, Browser: v.browser, At: at,
		})
		if err != nil {
			return err
		}
		for _, r := range rows {
			plain, err := s.ring.Open(r.KeyID, r.Sealed, r.Fingerprint)
			if err != nil {
				return err
			}
			codes[*r.LineID] = append(codes[*r.LineID], string(plain))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reveal codes of order %d: %w", orderID, err)
	}
	return codes, nil
}

// Reveal returns the codes delivered by suppliers for an order by line and records
// that the viewer saw them. The caller has checked that the viewer may see them.
func (d *Dispatcher) Reveal(ctx context.Context, orderID int64, v Viewer) (map[int64][]string, error) {
	codes := map[int64][]string{}
	err := pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		rows, err := deliverydb.New(tx).RevealUnits(ctx, deliverydb.RevealUnitsParams{
			OrderID: orderID, Viewer: v.kind, UserID: v.userID, Browser: v.browser, At: d.clock(),
		})
		if err != nil {
			return err
		}
		for _, r := range rows {
			plain, err := d.ring.Open(*r.KeyID, r.Sealed, sealContext(r.ID))
			if err != nil {
				return fmt.Errorf("unit %d: %w", r.ID, err)
			}
			codes[r.LineID] = append(codes[r.LineID], strings.Split(string(plain), "\n")...)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reveal codes of order %d: %w", orderID, err)
	}
	return codes, nil
}

// CodeView records that a viewer saw a code, at most once per hour.
type CodeView struct {
	At         time.Time
	Code       int64 // ID of the stock code, or of the unit
	BySupplier bool  // Code is a unit: a supplier delivered the code
	Viewer     string
	UserID     *int64
}

// Reveals returns who saw the codes of an order, earliest first.
func (s *Stock) Reveals(ctx context.Context, orderID int64) ([]CodeView, error) {
	rows, err := deliverydb.New(s.pool).ListReveals(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("reveals of order %d: %w", orderID, err)
	}
	seen := make([]CodeView, len(rows))
	for i, r := range rows {
		seen[i] = CodeView{At: r.At, Code: r.Code, BySupplier: r.IsSuppliers, Viewer: r.Viewer, UserID: r.UserID}
	}
	return seen, nil
}
