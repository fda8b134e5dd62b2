package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"testing"

	"larek/internal/picture"
)

// photo returns a JPEG with metadata, as phones make them.
func photo(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		t.Fatal(err)
	}
	secret := []byte("Exif\x00\x00secret place")
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(secret)+2))
	return append(append(head, secret...), b.Bytes()[2:]...)
}

func TestUploadIsReencoded(t *testing.T) {
	t.Parallel()
	s, bucket := newStore(t)
	for _, row := range []struct {
		raw           []byte
		width, height int
	}{{photo(t, 1024, 512), 512, 256}, {photo(t, 100, 400), 100, 400}, {photo(t, 300, 4096), 38, 512}, {master(t), 8, 4}} {
		key, err := s.PutUpload(t.Context(), row.raw, 512)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := bucket.ReadAll(t.Context(), "masters/"+string(key))
		if err != nil {
			t.Fatal(err)
		}
		c, format, err := image.DecodeConfig(bytes.NewReader(stored))
		if err != nil || format != "jpeg" || c.Width != row.width || c.Height != row.height || bytes.Contains(stored, []byte("secret")) {
			t.Errorf("stored as %s of %d × %d, %v", format, c.Width, c.Height, err)
		}
	}
}

func TestOddUploadsAreRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	whole := photo(t, 64, 64)
	for name, raw := range map[string][]byte{
		"nothing": nil, "text": []byte("hello"), "svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`),
		"too wide": photo(t, 4097, 1), "too high": photo(t, 1, 4097), "cut off": whole[:len(whole)/2],
	} {
		if key, err := s.PutUpload(t.Context(), raw, 512); !errors.Is(err, picture.ErrUpload) {
			t.Errorf("%s: got %q, %v; want ErrUpload", name, key, err)
		}
	}
}

// lying returns a JPEG that a phone took upright and stored on its side.
func lying(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		t.Fatal(err)
	}
	turned := []byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00")
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(turned)+2))
	return append(append(head, turned...), b.Bytes()[2:]...)
}

func TestPartIsCutFromThePictureHeldUpright(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	raw := lying(t, 400, 200)
	if _, err := s.PutPart(t.Context(), raw, picture.Rect{Left: 50, Top: 200, Width: 150, Height: 200}, 96, 128); err != nil {
		t.Errorf("inside the upright picture: %v", err)
	}
	if _, err := s.PutPart(t.Context(), raw, picture.Rect{Left: 250, Width: 150, Height: 200}, 96, 128); !errors.Is(err, picture.ErrUpload) {
		t.Errorf("inside the lying one alone: %v, want ErrUpload", err)
	}
	for _, r := range []picture.Rect{{Left: 1, Top: 1, Width: 300, Height: 400}, {Left: -1, Width: 150, Height: 200}, {}, {Width: 200, Height: 200}} {
		if _, err := s.PutPart(t.Context(), raw, r, 96, 128); !errors.Is(err, picture.ErrCrop) {
			t.Errorf("%+v: %v, want ErrCrop", r, err)
		}
	}
}
