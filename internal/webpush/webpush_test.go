package webpush

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/seal"
)

func decode(t *testing.T, text string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestEncryptsAsTheExampleOfTheStandard is RFC 8291, section 5.
func TestEncryptsAsTheExampleOfTheStandard(t *testing.T) {
	t.Parallel()
	own, err := ecdh.P256().NewPrivateKey(decode(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	to := Subscription{
		P256DH: decode(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"), Auth: decode(t, "BTBZMqHH6r4Tts7J_aSIgg"),
	}
	const want = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	got, err := encryptWith(own, decode(t, "DGv6ra1nlYgDCS1FRnbzlw"), []byte("When I grow up, I want to be a watermelon"), to)
	if err != nil || encode(got) != want {
		t.Errorf("got %s, %v; want %s", encode(got), err, want)
	}
}

func newClient(t *testing.T, service string) *Client {
	t.Helper()
	c, err := New(Config{Key: seal.NewKey(), Contact: "shop@larek.example", Service: service, HTTP: &http.Client{Transport: new(http.Transport)}, Clock: clock.System})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func browser(t *testing.T, endpoint string) Subscription {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return Subscription{Endpoint: endpoint, P256DH: key.PublicKey().Bytes(), Auth: make([]byte, authSize)}
}

func TestAddressesThatAreRefused(t *testing.T) {
	t.Parallel()
	c := newClient(t, "http://sandbox.test/push")
	for _, endpoint := range []string{
		"", "push", "http://push.test/a", "ftp://push.test/a", "https:///a", "https://user@push.test/a", "https://push.test:22/a", "https://127.0.0.1/a", "https://10.1.2.3/a",
		"https://169.254.169.254/latest", "https://[::1]/a", "https://[fd00::1]/a", "https://[::ffff:10.0.0.1]/a", "http://sandbox.test/pushed", "https://push.test/" + strings.Repeat("a", 1000),
	} {
		s := browser(t, endpoint)
		if err := c.Check(s); !errors.Is(err, ErrSubscription) {
			t.Errorf("%s: got %v, want %v", endpoint, err, ErrSubscription)
		}
		if err := c.Send(t.Context(), s, nil, time.Hour); !errors.Is(err, ErrRefused) {
			t.Errorf("send to %s: got %v, want %v", endpoint, err, ErrRefused)
		}
	}
	for _, endpoint := range []string{"https://fcm.googleapis.com/fcm/send/a", "https://1.1.1.1/a", "http://sandbox.test/push/1"} {
		if err := c.Check(browser(t, endpoint)); err != nil {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	for _, broken := range []Subscription{{P256DH: make([]byte, 65), Auth: make([]byte, 16)}, {P256DH: browser(t, "").P256DH}} {
		broken.Endpoint = "https://push.test/a"
		if err := c.Check(broken); !errors.Is(err, ErrSubscription) {
			t.Errorf("%v: got %v, want %v", broken, err, ErrSubscription)
		}
	}
}

func TestNameOfAPrivateAddressIsNotDialled(t *testing.T) {
	t.Parallel()
	err := newClient(t, "").Send(t.Context(), browser(t, "https://localhost/a"), nil, time.Hour)
	if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "not a public address") {
		t.Errorf("got %v, want that the address is refused", err)
	}
}
