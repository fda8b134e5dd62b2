// Package seal keeps secrets: keys for each purpose from one master secret,
// and encryption that names its key so that keys can be rotated.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// KeySize is the length of every key, in bytes.
const KeySize = 32

// ErrOpen is returned for bytes that were not sealed with any of our keys.
var ErrOpen = errors.New("seal: cannot open")

// Key is secret bytes for one purpose.
type Key [KeySize]byte

// ParseKey reads base64 of exactly 32 bytes.
func ParseKey(s string) (Key, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(b) != KeySize {
		return Key{}, errors.New("is not base64 of 32 bytes")
	}
	return Key(b), nil
}

// For derives the key of one purpose. Purposes cannot learn each other's keys.
func (k Key) For(purpose string) Key {
	b, err := hkdf.Key(sha256.New, k[:], nil, "larek/"+purpose, KeySize)
	if err != nil {
		panic(err) // only for lengths SHA-256 cannot give
	}
	return Key(b)
}

// Mac is a keyed digest of a message.
func (k Key) Mac(message []byte) []byte {
	m := hmac.New(sha256.New, k[:])
	_, _ = m.Write(message)
	return m.Sum(nil)
}

// Verify compares a digest in constant time.
func (k Key) Verify(message, mac []byte) bool { return hmac.Equal(k.Mac(message), mac) }

// Ring seals with its first key and opens with any.
type Ring struct {
	current string
	boxes   map[string]cipher.AEAD
}

// ParseRing reads "id:base64,id:base64": the first one seals.
func ParseRing(s string) (*Ring, error) {
	r := &Ring{boxes: map[string]cipher.AEAD{}}
	for pair := range strings.SplitSeq(s, ",") {
		id, text, found := strings.Cut(strings.TrimSpace(pair), ":")
		key, err := ParseKey(text)
		if !found || id == "" || err != nil {
			return nil, errors.New("is not a list of id:base64 of 32 bytes")
		}
		if r.current == "" {
			r.current = id
		}
		r.boxes[id] = box(key)
	}
	return r, nil
}

// NewRing has one key.
func NewRing(id string, key Key) *Ring {
	return &Ring{current: id, boxes: map[string]cipher.AEAD{id: box(key)}}
}

func box(key Key) cipher.AEAD {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // 32 bytes are always a key
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// Seal encrypts; about binds the result to what it belongs to, so that a
// sealed value moved to another row does not open.
func (r *Ring) Seal(plain, about []byte) (keyID string, sealed []byte) {
	return r.current, r.boxes[r.current].Seal(nil, nil, plain, about)
}

// Open decrypts what Seal gave.
func (r *Ring) Open(keyID string, sealed, about []byte) ([]byte, error) {
	b, ok := r.boxes[keyID]
	if !ok {
		return nil, fmt.Errorf("%w: no key %q", ErrOpen, keyID)
	}
	plain, err := b.Open(nil, nil, sealed, about)
	if err != nil {
		return nil, ErrOpen
	}
	return plain, nil
}

// NewKey draws a key from the system's randomness.
func NewKey() Key {
	var k Key
	_, _ = rand.Read(k[:]) // never fails since Go 1.24
	return k
}
