package media_test

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/picture"
)

const square = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#f60"/></svg>`

func TestPictureIsServedInEveryWidthAndFormat(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	key, err := s.Pictures.Put(t.Context(), []byte(square))
	if err != nil {
		t.Fatal(err)
	}
	looks := map[picture.Format]func([]byte) bool{
		picture.PNG:  func(b []byte) bool { return bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) },
		picture.WebP: func(b []byte) bool { return bytes.HasPrefix(b, []byte("RIFF")) && bytes.Equal(b[8:12], []byte("WEBP")) },
		picture.AVIF: func(b []byte) bool { return bytes.Equal(b[4:12], []byte("ftypavif")) },
	}
	for _, width := range picture.Widths {
		for format, right := range looks {
			t.Run(fmt.Sprintf("%d.%s", width, format), func(t *testing.T) {
				t.Parallel()
				path := fmt.Sprintf("/media/%s/%d.%s", key, width, format)
				a := s.Get(path)
				if a.Status != 200 || len(a.Body) < 12 || !right(a.Body) {
					t.Fatalf("%d %.40q", a.Status, a.Body)
				}
				for name, want := range map[string]string{
					"Content-Type": "image/" + string(format), "Cache-Control": "public, max-age=31536000, immutable",
					"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
				} {
					if got := a.Header.Get(name); got != want {
						t.Errorf("%s: got %q, want %q", name, got, want)
					}
				}
				if format == picture.PNG {
					if c, err := png.DecodeConfig(bytes.NewReader(a.Body)); err != nil || c.Width != width {
						t.Errorf("%d pixels wide, %v", c.Width, err)
					}
				}
				head := s.Do(http.MethodHead, path, nil, "")
				if head.Status != 200 || len(head.Body) != 0 || head.Header.Get("Content-Length") != fmt.Sprint(len(a.Body)) {
					t.Errorf("HEAD: %d, Content-Length %s", head.Status, head.Header.Get("Content-Length"))
				}
			})
		}
	}
}

func TestPictureWeDoNotHaveIsNotFound(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	key, err := s.Pictures.Put(t.Context(), []byte(square))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"0000000000000000000000000a/640.png", "short/640.png", "..%2f..%2fmasters%2f" + string(key) + "/640.png", string(key) + "/641.png",
		string(key) + "/0.png", string(key) + "/-640.png", string(key) + "/99999999999999999999.png", string(key) + "/640.svg",
		string(key) + "/640.jpg", string(key) + "/640", string(key) + "/640.", string(key) + "/.png", string(key) + "/640.PNG",
		string(key) + "/640.png.png", string(key) + "/640x640.png", string(key) + "/%00.png", string(key) + "/640.png%00",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s.Get("/media/"+path).WantRefusal(t, 404, "not_found")
		})
	}
}

func TestPictureAppearsAsSoonAsItIsKept(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	address := picture.KeyOf([]byte(square)).URL()
	s.Get(address).WantRefusal(t, 404, "not_found")
	if _, err := s.Pictures.Put(t.Context(), []byte(square)); err != nil {
		t.Fatal(err)
	}
	if a := s.Get(address); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
}
