package seal_test

import (
	"encoding/base64"
	"testing"

	"larek/internal/seal"
)

// After the first link of a key no older one is accepted.
func TestAnOldKeyProvesOnlyWhatIsOlder(t *testing.T) {
	t.Parallel()
	old, now := seal.NewKey(), seal.NewKey()
	keys, link := seal.Succession{now, old}, []byte("link")
	age := keys.Age(link, old.MAC(link), keys.Oldest())
	if age != 1 {
		t.Fatalf("a link of the old key has age %d, want 1", age)
	}
	if age = keys.Age(link, keys.MAC(link), age); age != 0 {
		t.Fatalf("a link of the key that signs has age %d, want 0", age)
	}
	if got := keys.Age(link, old.MAC(link), age); got != -1 {
		t.Errorf("a link of the old key after one of the new has age %d, want -1", got)
	}
	stranger := seal.NewKey()
	if got := keys.Age(link, stranger.MAC(link), keys.Oldest()); got != -1 {
		t.Errorf("a link of a key that is not known has age %d, want -1", got)
	}
}

func TestParseKeys(t *testing.T) {
	t.Parallel()
	a, b := seal.NewKey(), seal.NewKey()
	text := base64.StdEncoding.EncodeToString(a[:]) + ", " + base64.StdEncoding.EncodeToString(b[:])
	if keys, err := seal.ParseKeys(text); err != nil || len(keys) != 2 || keys[0] != a || keys[1] != b {
		t.Errorf("two keys are %d, %v", len(keys), err)
	}
	if keys, err := seal.ParseKeys(""); err != nil || len(keys) != 0 {
		t.Errorf("no text is %d keys, %v", len(keys), err)
	}
	for _, bad := range []string{"x", text + ",", "," + text} {
		if _, err := seal.ParseKeys(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
