package admin_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/url"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// authenticator is a passkey made of its standard's words alone, independent of the
// library that checks it.
type authenticator struct {
	id      []byte
	key     *ecdsa.PrivateKey
	counter uint32
	origin  string
}

func newAuthenticator(t testing.TB) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &authenticator{id: []byte(rand.Text()), key: key, origin: httpapitest.Origin}
}

var b64 = base64.RawURLEncoding

// clientData is what the browser says it was asked.
func (k *authenticator) clientData(kind, challenge string) []byte {
	raw, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": k.origin, "crossOrigin": false})
	return raw
}

// data is the authenticator's part: whose key it is, that a person was there, a counter.
func (k *authenticator) data(flags byte) []byte {
	host, _ := url.Parse(httpapitest.Origin)
	sum := sha256.Sum256([]byte(host.Hostname()))
	k.counter++
	return binary.BigEndian.AppendUint32(append(sum[:], flags), k.counter)
}

// create answers a request to make the passkey.
func (k *authenticator) create(challenge string) string {
	point, _ := k.key.PublicKey.ECDH()
	xy := point.Bytes()[1:]
	cose := append([]byte{0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32}, xy[:32]...)
	cose = append(append(cose, 0x22, 0x58, 32), xy[32:]...)
	data := append(k.data(0x45), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(k.id))), k.id...)
	data = append(data, cose...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59"), byte(len(data)>>8), byte(len(data)))
	return k.answer(map[string]any{
		"clientDataJSON": b64.EncodeToString(k.clientData("webauthn.create", challenge)), "attestationObject": b64.EncodeToString(append(object, data...)),
	})
}

// sign answers a request to prove possession.
func (k *authenticator) sign(challenge string) string {
	data, client := k.data(5), k.clientData("webauthn.get", challenge)
	clientSum := sha256.Sum256(client)
	sum := sha256.Sum256(append(data[:len(data):len(data)], clientSum[:]...))
	signature, _ := ecdsa.SignASN1(rand.Reader, k.key, sum[:])
	return k.answer(map[string]any{
		"clientDataJSON": b64.EncodeToString(client), "authenticatorData": b64.EncodeToString(data), "signature": b64.EncodeToString(signature),
	})
}

func (k *authenticator) answer(response map[string]any) string {
	id := b64.EncodeToString(k.id)
	raw, _ := json.Marshal(map[string]any{"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": map[string]any{}})
	return string(raw)
}

// challengeOf returns the challenge of the options in an answer.
func challengeOf(t testing.TB, a httpapitest.Response) string {
	t.Helper()
	if a.Status != 200 {
		t.Fatalf("options: got %d %s, want 200", a.Status, a.Body)
	}
	var options struct {
		Challenge string `json:"challenge"`
	}
	text := httpapitest.Decode[struct {
		Options string `json:"options"`
	}](t, a).Options
	if err := json.Unmarshal([]byte(text), &options); err != nil || options.Challenge == "" {
		t.Fatalf("got options %s, %v, want a challenge", text, err)
	}
	return options.Challenge
}

// addBody returns the body that adds the passkey which the options in an answer ask for.
func addBody(t testing.TB, k *authenticator, a httpapitest.Response) string {
	t.Helper()
	return fmt.Sprintf(`{"name": "Ключ", "credential": %q}`, k.create(challengeOf(t, a)))
}

// signBody returns the body that proves with the passkey.
func signBody(t testing.TB, k *authenticator, a httpapitest.Response) string {
	t.Helper()
	return fmt.Sprintf(`{"method": "passkey", "credential": %q}`, k.sign(challengeOf(t, a)))
}
