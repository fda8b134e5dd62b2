package webpush

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	authSize = 16
	saltSize = 16
	// recordSize is the length that push services accept at least. A message is one record.
	recordSize = 4096
	lastRecord = 2 // ends the plain text of the only record
	overhead   = saltSize + 4 + 1 + 65 + 1 + 16
)

var curve = elliptic.P256()

// encrypt encrypts a message for a browser with a new key pair and salt.
func encrypt(message []byte, to Subscription) ([]byte, error) {
	own, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("webpush: key pair: %w", err)
	}
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return encryptWith(own, salt, message, to)
}

// encryptWith encrypts as RFC 8291, section 3.4, into the form of RFC 8188, section 2.
func encryptWith(own *ecdh.PrivateKey, salt, message []byte, to Subscription) ([]byte, error) {
	if len(message) > recordSize-overhead {
		return nil, errors.New("webpush: message too long")
	}
	theirs, err := ecdh.P256().NewPublicKey(to.P256DH)
	if err != nil {
		return nil, fmt.Errorf("%w: keys", ErrSubscription)
	}
	shared, err := own.ECDH(theirs)
	if err != nil {
		return nil, fmt.Errorf("%w: keys", ErrSubscription)
	}
	sender := own.PublicKey().Bytes()
	secret := derive(shared, to.Auth, "WebPush: info\x00"+string(to.P256DH)+string(sender), 32)
	nonce := derive(secret, salt, "Content-Encoding: nonce\x00", 12)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		return nil, fmt.Errorf("webpush: cipher: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("webpush: cipher: %w", err)
	}
	out := binary.BigEndian.AppendUint32(append([]byte{}, salt...), recordSize)
	out = append(append(out, byte(len(sender))), sender...)
	return aead.Seal(out, nonce, append(append([]byte{}, message...), lastRecord), nil), nil
}

func derive(secret, salt []byte, info string, size int) []byte {
	key, err := hkdf.Key(sha256.New, secret, salt, info, size)
	if err != nil {
		panic(err) // only for lengths SHA-256 cannot give
	}
	return key
}
