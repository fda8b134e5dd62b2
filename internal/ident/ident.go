// Package ident makes and reads identifiers that leave the building.
package ident

import (
	"crypto/rand"
	"encoding/base32"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// crockford leaves out i, l, o and u, so that a hash can be read aloud.
var crockford = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// ErrHash is returned for text that cannot be an order hash.
var ErrHash = errors.New("ident: not a hash")

// Hash is 128 random bits, kept as uuid in the database and shown as 26
// characters. Knowing one is a guest's right to see an order.
type Hash [16]byte

// NewHash draws a hash from the system's randomness.
func NewHash() Hash {
	var h Hash
	_, _ = rand.Read(h[:]) // never fails since Go 1.24
	return h
}

func (h Hash) String() string { return Encode(h[:]) }

// ScanUUID lets pgx read the uuid column.
func (h *Hash) ScanUUID(v pgtype.UUID) error {
	if !v.Valid {
		return ErrHash
	}
	*h = v.Bytes
	return nil
}

// UUIDValue lets pgx write the uuid column.
func (h Hash) UUIDValue() (pgtype.UUID, error) {
	return pgtype.UUID{Bytes: h, Valid: true}, nil
}

// ParseHash reads what String wrote. Upper case is accepted, because people
// retype hashes from paper.
func ParseHash(s string) (Hash, error) {
	if len(s) != 26 {
		return Hash{}, ErrHash
	}
	b, err := crockford.DecodeString(strings.ToLower(s))
	if err != nil || len(b) != 16 {
		return Hash{}, ErrHash
	}
	h := Hash(b)
	if h.String() != strings.ToLower(s) { // trailing bits must not make a second name
		return Hash{}, ErrHash
	}
	return h, nil
}

// Encode writes bytes in the alphabet of hashes.
func Encode(b []byte) string { return crockford.EncodeToString(b) }
