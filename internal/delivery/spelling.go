package delivery

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"larek/internal/delivery/deliverydb"
	"larek/internal/spelling"
)

// spellBatch bounds how many codes are read at a time.
const spellBatch = 500

var errKnownCode = errors.New("delivery: the shop knows the code in another spelling")

// spelling returns a keyed hash that is the same for every spelling of a code. The
// fingerprint covers the exact text.
func (s *Stock) spelling(code string) []byte {
	return s.fingerprint.MAC([]byte("spelling " + spelling.Code(code)))
}

// RecordSpellings records the spelling of the codes that were stored without it, by an
// instance of an earlier release. Its error names codes that cannot be opened, and those
// for sale that the shop knows in another spelling: an operator must void them.
func (s *Stock) RecordSpellings(ctx context.Context) error {
	return errors.Join(s.spellUnits(ctx), s.spellCodes(ctx))
}

func (s *Stock) spellCodes(ctx context.Context) error {
	var faults []error
	q := deliverydb.New(s.pool)
	for after := int64(0); ; {
		rows, err := q.UnspelledCodes(ctx, deliverydb.UnspelledCodesParams{After: after, Most: spellBatch})
		if err != nil {
			return fmt.Errorf("codes without spelling: %w", err)
		}
		if len(rows) == 0 {
			return errors.Join(faults...)
		}
		for _, r := range rows {
			after = r.ID
			plain, err := s.ring.Open(r.KeyID, r.Sealed, r.Fingerprint)
			if err != nil {
				faults = append(faults, fmt.Errorf("open code %d: %w", r.ID, err))
				continue
			}
			n, err := q.SpellCode(ctx, deliverydb.SpellCodeParams{ID: r.ID, Spelling: s.spelling(string(plain))})
			if err != nil {
				return fmt.Errorf("spelling of code %d: %w", r.ID, err)
			}
			if n == 0 && r.IsSellable {
				faults = append(faults, fmt.Errorf("%w: %d", errKnownCode, r.ID))
			}
		}
	}
}

// spellUnits records the spelling of codes from suppliers. Buyers have them already, so a
// duplicate is left without a spelling.
func (s *Stock) spellUnits(ctx context.Context) error {
	var faults []error
	q := deliverydb.New(s.pool)
	for after := int64(0); ; {
		rows, err := q.UnspelledUnits(ctx, deliverydb.UnspelledUnitsParams{After: after, Most: spellBatch})
		if err != nil {
			return fmt.Errorf("units without spelling: %w", err)
		}
		if len(rows) == 0 {
			return errors.Join(faults...)
		}
		for _, r := range rows {
			after = r.UnitID
			plain, err := s.ring.Open(r.KeyID, r.Sealed, sealContext(r.UnitID))
			if err != nil {
				faults = append(faults, fmt.Errorf("open codes of unit %d: %w", r.UnitID, err))
				continue
			}
			for code := range strings.SplitSeq(string(plain), "\n") {
				_, err := q.SpellMark(ctx, deliverydb.SpellMarkParams{Fingerprint: s.fingerprint.MAC([]byte(code)), Spelling: s.spelling(code)})
				if err != nil {
					return fmt.Errorf("spelling of unit %d: %w", r.UnitID, err)
				}
			}
		}
	}
}
