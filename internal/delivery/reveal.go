package delivery

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/ident"
	"larek/internal/pg"
)

// Viewer is who looks at codes. Make one with AccountViewer, BrowserViewer or
// ProofViewer.
type Viewer struct {
	kind    string
	userID  *int64
	browser *ident.Hash
}

// AccountViewer is the account an order belongs to.
func AccountViewer(userID int64) Viewer { return Viewer{kind: "account", userID: &userID} }

// BrowserViewer is the browser that made a guest's order.
func BrowserViewer(browser ident.Hash) Viewer { return Viewer{kind: "browser", browser: &browser} }

// ProofViewer is a browser that has proved the e-mail of a guest's order.
func ProofViewer(browser ident.Hash) Viewer { return Viewer{kind: "proof", browser: &browser} }

// Reveal reads the codes an order was given, by line, and records that the
// viewer saw them. The caller has made sure that the viewer may.
func (s *Stock) Reveal(ctx context.Context, orderID int64, v Viewer, at time.Time) (map[int64][]string, error) {
	codes := map[int64][]string{}
	// One transaction: a code that cannot be opened was not seen.
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

// Reveal reads the codes suppliers gave for an order, by line, and records
// that the viewer saw them.
func (d *Dispatch) Reveal(ctx context.Context, orderID int64, v Viewer) (map[int64][]string, error) {
	codes := map[int64][]string{}
	err := pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		rows, err := deliverydb.New(tx).RevealUnits(ctx, deliverydb.RevealUnitsParams{
			OrderID: orderID, Viewer: v.kind, UserID: v.userID, Browser: v.browser, At: d.clock(),
		})
		if err != nil {
			return err
		}
		for _, r := range rows {
			plain, err := d.ring.Open(*r.KeyID, r.Sealed, about(r.ID))
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

// Seen is one view of one code: within an hour a viewer makes one of each.
type Seen struct {
	At         time.Time
	Code       int64 // the number of the code in stock, or of the unit
	BySupplier bool  // the number is of a unit: a supplier gave the code
	Viewer     string
	UserID     *int64
}

// Reveals lists who saw the codes of an order, the earliest first.
func (s *Stock) Reveals(ctx context.Context, orderID int64) ([]Seen, error) {
	rows, err := deliverydb.New(s.pool).RevealsOf(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("reveals of order %d: %w", orderID, err)
	}
	seen := make([]Seen, len(rows))
	for i, r := range rows {
		seen[i] = Seen{At: r.At, Code: r.Code, BySupplier: r.IsSuppliers, Viewer: r.Viewer, UserID: r.UserID}
	}
	return seen, nil
}
