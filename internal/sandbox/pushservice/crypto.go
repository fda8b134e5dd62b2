package pushservice

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"
)

const (
	// maxMessage is the length that push services accept at least, and most accept at most.
	maxMessage = 4096
	// maxLife is how long a signature may be valid.
	maxLife = 24 * time.Hour
)

var base64url = base64.RawURLEncoding

func publicKey(text string) (*ecdsa.PublicKey, error) {
	raw, err := base64url.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
}

var vapid = regexp.MustCompile(`^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), ?k=([\w-]+)$`)

// checkSender checks the header of a message as RFC 8292: signed by the sender that the browser
// has agreed to, for this service and for a time.
func checkSender(header, sender, origin string, now time.Time) error {
	parts := vapid.FindStringSubmatch(header)
	if parts == nil {
		return errors.New("want the authorization vapid t=…, k=…")
	}
	signed, signature, key := parts[1], parts[2], parts[3]
	if key != sender {
		return errors.New("the subscription is of another sender")
	}
	public, err := publicKey(key)
	if err != nil {
		return err
	}
	raw, err := base64url.DecodeString(signature)
	if err != nil || len(raw) != 64 {
		return errors.New("want a signature of 64 bytes")
	}
	digest := sha256.Sum256([]byte(signed))
	if !ecdsa.Verify(public, digest[:], new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:])) {
		return errors.New("wrong signature")
	}
	head, body, _ := strings.Cut(signed, ".")
	var alg struct{ Alg string }
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := errors.Join(readPart(head, &alg), readPart(body, &claims)); err != nil {
		return err
	}
	left := time.Unix(claims.Exp, 0).Sub(now)
	if alg.Alg != "ES256" || claims.Aud != origin || left <= 0 || left > maxLife || !strings.HasPrefix(claims.Sub, "mailto:") && !strings.HasPrefix(claims.Sub, "https:") {
		return fmt.Errorf("wrong claims: %s %+v", alg.Alg, claims)
	}
	return nil
}

func readPart(text string, into any) error {
	raw, err := base64url.DecodeString(text)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// decrypt opens a message of one record with the key of the browser, as RFC 8291 and RFC 8188.
func decrypt(own *ecdh.PrivateKey, auth, body []byte) ([]byte, error) {
	const header = 16 + 4 + 1
	if len(body) < header || len(body) < header+int(body[20]) {
		return nil, errors.New("too short")
	}
	salt, size, sender, sealed := body[:16], binary.BigEndian.Uint32(body[16:]), body[header:header+int(body[20])], body[header+int(body[20]):]
	if uint32(len(sealed)) > size { //nolint:gosec // at most maxMessage
		return nil, errors.New("more than one record")
	}
	theirs, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := own.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	secret := derive(shared, auth, "WebPush: info\x00"+string(own.PublicKey().Bytes())+string(sender), 32)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := aead.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		return nil, err
	}
	text, isLast := bytes.CutSuffix(bytes.TrimRight(plain, "\x00"), []byte{2})
	if !isLast {
		return nil, errors.New("no end of the record")
	}
	return text, nil
}

func derive(secret, salt []byte, info string, size int) []byte {
	key, err := hkdf.Key(sha256.New, secret, salt, info, size)
	if err != nil {
		panic(err) // only for lengths SHA-256 cannot give
	}
	return key
}
