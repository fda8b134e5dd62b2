package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // what every authenticator app speaks (RFC 6238)
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

const (
	totpStep = 30 * time.Second
	// totpDrift is how many steps a device's clock may be off in either
	// direction.
	totpDrift = 1
)

// newTOTP returns a random secret for a second factor.
func newTOTP() []byte {
	secret := make([]byte, 20)
	_, _ = rand.Read(secret) // never fails since Go 1.24
	return secret
}

// totpURL returns the otpauth URL for authenticator apps.
func totpURL(secret []byte, email string) string {
	q := url.Values{"secret": {base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)}, "issuer": {"Larek"}}
	return "otpauth://totp/" + url.PathEscape("Larek:"+email) + "?" + q.Encode()
}

// totpCode returns the six digits of one step.
func totpCode(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	_, _ = mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step))) //nolint:gosec // steps are positive until 2^63
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff%1_000_000)
}

// totpMatch returns the step a code belongs to, or false.
func totpMatch(secret []byte, code string, now time.Time) (int64, bool) {
	step := now.Unix() / int64(totpStep/time.Second)
	for s := step - totpDrift; s <= step+totpDrift; s++ {
		if subtle.ConstantTimeCompare([]byte(totpCode(secret, s)), []byte(code)) == 1 {
			return s, true
		}
	}
	return 0, false
}
