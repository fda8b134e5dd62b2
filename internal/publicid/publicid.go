// Package publicid creates and parses the identifiers that are shown outside the
// system.
package publicid

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// crockford is Crockford's base 32 alphabet: it has no i, l, o and u, so that an
// ID can be read aloud.
var crockford = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// ErrInvalid is returned for text that is not an ID.
var ErrInvalid = errors.New("publicid: invalid ID")

// ID is 128 random bits, stored as uuid and shown as 26 characters. Knowing the
// ID of an order is what allows a guest to see it.
type ID [16]byte

// New returns a random ID.
func New() ID {
	var h ID
	_, _ = rand.Read(h[:]) // never fails since Go 1.24
	return h
}

func (h ID) String() string { return Encode(h[:]) }

// Number returns a number that stands for the ID in public and reveals nothing about
// it. Numbers for different uses cannot be matched with each other. JavaScript can
// represent them exactly.
func (h ID) Number(use string) int64 {
	sum := sha256.Sum256(append([]byte(use), h[:]...))
	return int64(binary.BigEndian.Uint64(sum[:])>>12) + 1 //nolint:gosec // 52 bits
}

// ScanUUID implements pgtype.UUIDScanner.
func (h *ID) ScanUUID(v pgtype.UUID) error {
	if !v.Valid {
		return ErrInvalid
	}
	*h = v.Bytes
	return nil
}

// UUIDValue implements pgtype.UUIDValuer.
func (h ID) UUIDValue() (pgtype.UUID, error) {
	return pgtype.UUID{Bytes: h, Valid: true}, nil
}

// Parse parses the text form of an ID. Upper case is accepted, because people
// retype IDs from paper. It returns ErrInvalid for anything else.
func Parse(s string) (ID, error) {
	if len(s) != 26 {
		return ID{}, ErrInvalid
	}
	b, err := crockford.DecodeString(strings.ToLower(s))
	if err != nil || len(b) != 16 {
		return ID{}, ErrInvalid
	}
	h := ID(b)
	if h.String() != strings.ToLower(s) { // other trailing bits would be a second text for the same ID
		return ID{}, ErrInvalid
	}
	return h, nil
}

// Encode encodes b in the alphabet of IDs.
func Encode(b []byte) string { return crockford.EncodeToString(b) }
