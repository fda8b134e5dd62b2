package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"sync"
	"testing"

	"gocloud.dev/blob"
	"gocloud.dev/blob/memblob"

	"larek/internal/picture"
)

func newStore(t *testing.T) (*picture.Store, *blob.Bucket) {
	t.Helper()
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	return picture.NewStore(bucket, 2), bucket
}

func master(t *testing.T) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 8, 4))
	for x := range 8 {
		m.Set(x, x%4, color.NRGBA{R: 255, A: 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestKeyIsMadeOfTheBytesAlone(t *testing.T) {
	t.Parallel()
	a, b := picture.KeyOf([]byte("a")), picture.KeyOf([]byte("b"))
	if a == b || a != picture.KeyOf([]byte("a")) || !regexp.MustCompile(`^[0-9a-z]{26}$`).MatchString(string(a)) {
		t.Errorf("%s and %s", a, b)
	}
	if got := a.URL(); got != "/media/"+string(a)+"/640.png" {
		t.Errorf("%s", got)
	}
}

func TestVariantIsRenderedOnceAndStored(t *testing.T) {
	t.Parallel()
	s, bucket := newStore(t)
	key, err := s.Put(t.Context(), master(t))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := s.Put(t.Context(), master(t)); err != nil || again != key {
		t.Fatalf("the same picture again: %s %v", again, err)
	}
	var wg sync.WaitGroup
	made := make([][]byte, 8)
	for i := range made {
		wg.Go(func() {
			b, err := s.Variant(t.Context(), key, 160, picture.PNG)
			if err != nil {
				t.Error(err)
			}
			made[i] = b
		})
	}
	wg.Wait()
	c, err := png.DecodeConfig(bytes.NewReader(made[0]))
	if err != nil || c.Width != 160 || c.Height != 80 {
		t.Fatalf("%d × %d, %v", c.Width, c.Height, err)
	}
	// Without the master no variant can be rendered, only read.
	if err := bucket.Delete(t.Context(), "masters/"+string(key)); err != nil {
		t.Fatal(err)
	}
	stored, err := s.Variant(t.Context(), key, 160, picture.PNG)
	if err != nil || !bytes.Equal(stored, made[0]) || !bytes.Equal(stored, made[7]) {
		t.Errorf("the stored variant differs: %v", err)
	}
	if _, err := s.Variant(t.Context(), key, 320, picture.PNG); !errors.Is(err, picture.ErrNotFound) {
		t.Errorf("another variant without a master: %v", err)
	}
}

func TestUnknownVariantIsNotFound(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	key, err := s.Put(t.Context(), master(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		key    picture.Key
		width  int
		format picture.Format
	}{
		{key, 161, picture.PNG}, {key, 0, picture.PNG}, {key, -160, picture.PNG}, {key, 160, "svg"}, {key, 160, ""}, {key, 160, "png[Q=1]"},
		{"", 160, picture.PNG}, {"../masters", 160, picture.PNG}, {picture.KeyOf([]byte("other")), 160, picture.PNG}, {key + "\n", 160, picture.PNG},
	} {
		if _, err := s.Variant(t.Context(), row.key, row.width, row.format); !errors.Is(err, picture.ErrNotFound) {
			t.Errorf("%q at %d as %q: %v", row.key, row.width, row.format, err)
		}
	}
}

func TestMasterThatIsNoPictureMakesNothing(t *testing.T) {
	t.Parallel()
	s, bucket := newStore(t)
	key, err := s.Put(t.Context(), []byte("this is no picture"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Variant(t.Context(), key, 160, picture.WebP); err == nil || errors.Is(err, picture.ErrNotFound) {
		t.Fatalf("rendered: %v", err)
	}
	if stored, err := bucket.Exists(t.Context(), "variants/"+string(key)+"/160.webp"); err != nil || stored {
		t.Errorf("variant stored after a failure: %v, %v", stored, err)
	}
}
