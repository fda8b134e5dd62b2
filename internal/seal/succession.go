package seal

import (
	"errors"
	"strings"
)

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
