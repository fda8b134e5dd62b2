// Package seal derives keys for separate purposes from one master secret and
// encrypts values under a named key, so that keys can be rotated.
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
	"maps"
	"slices"
	"strings"
)

// KeySize is the length of every key, in bytes.
const KeySize = 32

// ErrOpen is returned for bytes that were not sealed with a key of the keyring.
var ErrOpen = errors.New("seal: cannot open")

// Key is a secret key for one purpose.
type Key [KeySize]byte

// ParseKey decodes base64 of exactly 32 bytes.
func ParseKey(s string) (Key, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(b) != KeySize {
		return Key{}, errors.New("is not base64 of 32 bytes")
	}
	return Key(b), nil
}

// Derive derives the key of one purpose. Derived keys reveal nothing about each
// other or about k. Purposes are persisted in tokens and sealed values: do not
// rename them.
func (k Key) Derive(purpose string) Key {
	b, err := hkdf.Key(sha256.New, k[:], nil, "larek/"+purpose, KeySize)
	if err != nil {
		panic(err) // only for lengths SHA-256 cannot give
	}
	return Key(b)
}

// MAC returns the HMAC-SHA-256 of message.
func (k Key) MAC(message []byte) []byte {
	m := hmac.New(sha256.New, k[:])
	_, _ = m.Write(message)
	return m.Sum(nil)
}

// Verify reports whether mac is the MAC of message, in constant time.
func (k Key) Verify(message, mac []byte) bool { return hmac.Equal(k.MAC(message), mac) }

// Keyring seals with its first key and opens with any of its keys.
type Keyring struct {
	current string
	aeads   map[string]cipher.AEAD // by key ID
}

// ParseKeyring parses "id:base64,id:base64". The first key seals.
func ParseKeyring(s string) (*Keyring, error) {
	r := &Keyring{aeads: map[string]cipher.AEAD{}}
	for pair := range strings.SplitSeq(s, ",") {
		id, text, found := strings.Cut(strings.TrimSpace(pair), ":")
		key, err := ParseKey(text)
		if !found || id == "" || err != nil {
			return nil, errors.New("is not a list of id:base64 of 32 bytes")
		}
		if r.aeads[id] != nil {
			return nil, errors.New("names a key twice")
		}
		if r.current == "" {
			r.current = id
		}
		r.aeads[id] = newAEAD(key)
	}
	return r, nil
}

// NewKeyring returns a keyring with one key.
func NewKeyring(id string, key Key) *Keyring {
	return &Keyring{current: id, aeads: map[string]cipher.AEAD{id: newAEAD(key)}}
}

// WithOld returns a keyring that also opens what the keys of old sealed.
func (r *Keyring) WithOld(old *Keyring) *Keyring {
	all := maps.Clone(old.aeads)
	maps.Copy(all, r.aeads)
	return &Keyring{current: r.current, aeads: all}
}

// Current returns the ID of the key that seals.
func (r *Keyring) Current() string { return r.current }

// Old returns the IDs of the keys that only open.
func (r *Keyring) Old() []string {
	ids := slices.Sorted(maps.Keys(r.aeads))
	return slices.DeleteFunc(ids, func(id string) bool { return id == r.current })
}

func newAEAD(key Key) cipher.AEAD {
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

// Seal encrypts plain with the first key and returns the ID of that key. about is
// authenticated with it, so that a sealed value copied to another row does not
// open.
func (r *Keyring) Seal(plain, about []byte) (keyID string, sealed []byte) {
	return r.current, r.aeads[r.current].Seal(nil, nil, plain, about)
}

// Open decrypts a value returned by Seal. It returns ErrOpen if the key is not in
// the keyring, or if sealed or about differ from what Seal returned and was given.
func (r *Keyring) Open(keyID string, sealed, about []byte) ([]byte, error) {
	aead, ok := r.aeads[keyID]
	if !ok {
		return nil, fmt.Errorf("%w: no key %q", ErrOpen, keyID)
	}
	plain, err := aead.Open(nil, nil, sealed, about)
	if err != nil {
		return nil, ErrOpen
	}
	return plain, nil
}

// NewKey returns a random key.
func NewKey() Key {
	var k Key
	_, _ = rand.Read(k[:]) // never fails since Go 1.24
	return k
}

// Succession is a key and the keys it has replaced, newest first. The first one signs the
// links of a chain; the others only prove links that are older than its first one.
type Succession []Key

// ParseKeys decodes keys as ParseKey does, separated by commas. No text is no key.
func ParseKeys(s string) (keys []Key, err error) {
	for text := range strings.SplitSeq(s, ",") {
		if text = strings.TrimSpace(text); text == "" && s == "" {
			return nil, nil
		}
		key, err := ParseKey(text)
		if err != nil {
			return nil, errors.New("is not a list of base64 of 32 bytes, separated by commas")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// MAC returns the MAC of message by the key that signs.
func (s Succession) MAC(message []byte) []byte { return s[0].MAC(message) }

// Oldest is the age before the first link of a chain.
func (s Succession) Oldest() int { return len(s) - 1 }

// Age returns which of the keys made mac, or -1. age is what the link before has: after
// the first link of a new key none of an old one is accepted, so a key that has leaked
// forges no link from then on.
func (s Succession) Age(message, mac []byte, age int) int {
	for ; age >= 0; age-- {
		if s[age].Verify(message, mac) {
			return age
		}
	}
	return -1
}
