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
	id, sealed := seal.NewRing("a", old).Seal([]byte("code"), []byte("row 1"))
	text := func(k seal.Key) string { return base64.StdEncoding.EncodeToString(k[:]) }
	ring, err := seal.ParseRing("b:" + text(fresh) + ",a:" + text(old))
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
	ring := seal.NewRing("a", seal.NewKey())
	id, sealed := ring.Seal([]byte("code"), []byte("row 1"))
	for name, try := range map[string]func() ([]byte, error){
		"another row": func() ([]byte, error) { return ring.Open(id, sealed, []byte("row 2")) },
		"another key": func() ([]byte, error) { return ring.Open("z", sealed, []byte("row 1")) },
		"altered":     func() ([]byte, error) { return ring.Open(id, append(bytes.Clone(sealed), 0), []byte("row 1")) },
	} {
		if plain, err := try(); !errors.Is(err, seal.ErrOpen) || plain != nil {
			t.Errorf("%s: opened %q, %v", name, plain, err)
		}
	}
	if bytes.Contains(sealed, []byte("code")) {
		t.Error("the sealed bytes show the plain ones")
	}
}

func TestPurposesHaveDifferentKeys(t *testing.T) {
	t.Parallel()
	master := seal.NewKey()
	guest, again, token := master.For("guest"), master.For("guest"), master.For("token")
	if guest == token || guest != again {
		t.Error("a purpose must have one key of its own")
	}
	mac := master.Mac([]byte("m"))
	if !master.Verify([]byte("m"), mac) || master.Verify([]byte("n"), mac) {
		t.Error("a digest must fit its message alone")
	}
}

func TestBadKeysAreRefused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "a", "a:", ":AAAA", "a:AAAA", "a:" + base64.StdEncoding.EncodeToString(make([]byte, 31))} {
		if _, err := seal.ParseRing(s); err == nil {
			t.Errorf("%q was taken for a ring", s)
		}
	}
}
