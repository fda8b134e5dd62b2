package report

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"

	"larek/internal/problem"
)

// ErrCursor is returned for a cursor that is not ours or belongs to another filter.
var ErrCursor = problem.New(problem.Invalid, "report.cursor", "Эта страница списка построена для другого отбора. Откройте список с начала.")

// Cursor is a place in a list. It is signed and bound to what was asked for.
type Cursor string

const (
	digestSize = 16
	placeSize  = digestSize + 1 + 8 + 8
)

// place is what a cursor holds: continue after (at, id), towards older or newer.
type place struct {
	newer bool
	at    int64 // microseconds; only of facts, which are not ordered by number
	id    int64
}

// cursor returns the cursor of a place in the list of a digest.
func (s *Service) cursor(of [32]byte, p place) Cursor {
	b := make([]byte, 0, placeSize+digestSize)
	b = append(b, of[:digestSize]...)
	direction := byte(0)
	if p.newer {
		direction = 1
	}
	b = append(b, direction)
	b = binary.BigEndian.AppendUint64(b, uint64(p.at)) //nolint:gosec // the same bits
	b = binary.BigEndian.AppendUint64(b, uint64(p.id)) //nolint:gosec // the same bits
	return Cursor(base64.RawURLEncoding.EncodeToString(append(b, s.Cursors.MAC(b)[:digestSize]...)))
}

// open returns the place of a cursor of the list of a digest, or ErrCursor.
func (s *Service) open(of [32]byte, c Cursor) (place, error) {
	b, err := base64.RawURLEncoding.DecodeString(string(c))
	if err != nil || len(b) != placeSize+digestSize {
		return place{}, ErrCursor
	}
	text, mac := b[:placeSize], b[placeSize:]
	if !bytes.Equal(text[:digestSize], of[:digestSize]) || !bytes.Equal(s.Cursors.MAC(text)[:digestSize], mac) {
		return place{}, ErrCursor
	}
	rest := text[digestSize:]
	return place{
		newer: rest[0] == 1,
		at:    int64(binary.BigEndian.Uint64(rest[1:9])), //nolint:gosec // the same bits
		id:    int64(binary.BigEndian.Uint64(rest[9:])),  //nolint:gosec // the same bits
	}, nil
}
