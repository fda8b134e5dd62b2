package seal_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"testing"

	"larek/internal/seal"
)

func TestRingOpensWhatEarlierKeysSealed(t *testing.T) {
	t.Parallel()
	old, fresh := seal.NewKey(), seal.NewKey()
	id, sealed := seal.NewKeyring("a", old).Seal([]byte("code"), []byte("row 1"))
	text := func(k seal.Key) string { return base64.StdEncoding.EncodeToString(k[:]) }
	ring, err := seal.ParseKeyring("b:" + text(fresh) + ",a:" + text(old))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ring.Open(id, sealed, []byte("row 1"))
	if err != nil || string(plain) != "code" {
		t.Fatalf("opened %q, %v", plain, err)
	}
	if id, _ := ring.Seal([]byte("x"), nil); id != "b" {
		t.Fatalf("sealed with %q, want the first key", id)
	}
}

func TestSealedValueOpensOnlyWhereItBelongs(t *testing.T) {
	t.Parallel()
	ring := seal.NewKeyring("a", seal.NewKey())
	id, sealed := ring.Seal([]byte("code"), []byte("row 1"))
	for name, open := range map[string]func() ([]byte, error){
		"another row": func() ([]byte, error) { return ring.Open(id, sealed, []byte("row 2")) },
		"another key": func() ([]byte, error) { return ring.Open("z", sealed, []byte("row 1")) },
		"altered":     func() ([]byte, error) { return ring.Open(id, append(bytes.Clone(sealed), 0), []byte("row 1")) },
	} {
		if plain, err := open(); !errors.Is(err, seal.ErrOpen) || plain != nil {
			t.Errorf("%s: opened %q, %v", name, plain, err)
		}
	}
	if bytes.Contains(sealed, []byte("code")) {
		t.Error("the sealed bytes contain the plain text")
	}
}

func TestPurposesHaveDifferentKeys(t *testing.T) {
	t.Parallel()
	master := seal.NewKey()
	guest, again, token := master.Derive("guest"), master.Derive("guest"), master.Derive("token")
	if guest == token || guest != again {
		t.Error("derived keys are not distinct and stable")
	}
	mac := master.MAC([]byte("m"))
	if !master.Verify([]byte("m"), mac) || master.Verify([]byte("n"), mac) {
		t.Error("Verify accepts another message or rejects its own")
	}
}

func TestBadKeysAreRefused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "a", "a:", ":AAAA", "a:AAAA", "a:" + base64.StdEncoding.EncodeToString(make([]byte, 31))} {
		if _, err := seal.ParseKeyring(s); err == nil {
			t.Errorf("%q was accepted as a keyring", s)
		}
	}
}
