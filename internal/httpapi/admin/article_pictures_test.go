package admin_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"larek/internal/content"
	"larek/internal/httpapi/httpapitest"
)

const articlePictures = "/api/admin/content/pictures/"

type articlePicture struct {
	URL           string `json:"url"`
	Width, Height int
}

// A picture is no larger than its file and no taller than a screen; a tall one has twice the pixels of its size.
func TestPictureOfAnArticleIsShownAtASizeThatFits(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("catalog")
	for _, c := range []struct{ width, height, variant, shownWidth, shownHeight int }{
		{400, 300, 320, 320, 240},
		{100, 50, 160, 100, 50},
		{4096, 2048, 1280, 1280, 640},
		{1080, 2400, 960, 360, 800}, // the screenshot of a phone
		{160, 640, 160, 160, 640},
		{1, 1, 160, 1, 1},
		{4000, 2, 1280, 1280, 1},
	} {
		a := s.Do("POST", articlePictures, o.Header(), `{"data":`+inBase64(drawn(t, c.width, c.height))+`}`)
		if a.Status != 200 {
			t.Fatalf("%d × %d: got %d %s, want 200", c.width, c.height, a.Status, a.Body)
		}
		p := httpapitest.Decode[articlePicture](t, a)
		if !strings.HasSuffix(p.URL, fmt.Sprintf("/%d.webp", c.variant)) || p.Width != c.shownWidth || p.Height != c.shownHeight {
			t.Errorf("%d × %d: got %+v, want %d.webp at %d × %d", c.width, c.height, p, c.variant, c.shownWidth, c.shownHeight)
		}
		if file := s.Get(p.URL); file.Status != 200 || file.Header.Get("Content-Type") != "image/webp" {
			t.Errorf("%s: got %d %s", p.URL, file.Status, file.Header.Get("Content-Type"))
		}
		tag := fmt.Sprintf(`<img src="%s" alt="Где взять ID" width="%d" height="%d" loading="lazy">`, p.URL, p.Width, p.Height)
		if got := content.CleanHTML(tag); got != tag {
			t.Errorf("an article may not have it: got %s, want %s", got, tag)
		}
	}
}

func TestHostilePictureOfAnArticleIsRefused(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	o := f.HireOperator("catalog")
	before := f.snapshot()
	good := drawn(t, 64, 64)
	for name, raw := range map[string][]byte{
		"svg":                []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>`),
		"svg with a heading": []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>`),
		"html":               []byte("<html><script>alert(1)</script></html>"),
		"gif":                []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"),
		"pdf":                []byte("%PDF-1.4 %%EOF"),
		"cut off":            good[:len(good)/2],
		"too wide":           drawn(t, 4097, 1),
		"too tall":           drawn(t, 100, 401),
		"a huge webp":        []byte("RIFF\xff\xff\xff\xffWEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xffjunk"),
	} {
		if a := f.Do("POST", articlePictures, o.Header(), `{"data":`+inBase64(raw)+`}`); a.Status != 400 || !bytes.Contains(a.Body, []byte(`"data"`)) {
			t.Errorf("%s: got %d %.200s, want 400 about the file", name, a.Status, a.Body)
		}
	}
	tooHeavy := `{"data":"` + strings.Repeat("A", 2_800_004) + `"}`
	if a := f.Do("POST", articlePictures, o.Header(), tooHeavy); a.Status != 400 {
		t.Errorf("2.1 MB: got %d %.200s, want 400", a.Status, a.Body)
	}
	if f.snapshot() != before {
		t.Error("a refused picture changed something")
	}
}
