package httpapi_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"larek/internal/picture"
)

// upload posts a form with a file, or with a field.
func (s *shop) upload(id int64, who http.Header, field string, content []byte) answer {
	s.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormField(field)
	if field == "game_avatar" {
		part, err = form.CreateFormFile(field, "../../avatar.svg")
	}
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || form.Close() != nil {
		s.t.Fatal(err)
	}
	h := who.Clone()
	h.Set("Content-Type", form.FormDataContentType())
	return s.do(http.MethodPost, fmt.Sprintf("/api/orders/standoff/avatar/%d/", id), h, b.String())
}

func drawing(t *testing.T, width, height int, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		m.Set(x, x%height, color.NRGBA{R: 200, A: 255})
	}
	var b bytes.Buffer
	if err := encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(b *bytes.Buffer, m image.Image) error  { return png.Encode(b, m) }
func asJPEG(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }

const standoffBody = `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "email": "a@b.test"}`

func TestAvatarIsDrawnAnew(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.order("standoff", nil, standoffBody)
	for name, upload := range map[string][]byte{"png": drawing(t, 1024, 512, asPNG), "jpeg": drawing(t, 1024, 512, asJPEG)} {
		a := s.upload(p.ID, p.byCookie(), "game_avatar", upload)
		if a.status != 200 {
			t.Fatalf("%s: %d %s", name, a.status, a.body)
		}
		keepsTo(t, doc, "uploadStandoffAvatar", a)
		key := s.value(`select detail->>'game_avatar' from orders where id = $1`, p.ID)
		wantJSON(t, a, 200, fmt.Sprintf(`{"game_avatar": %q}`, picture.Key(key).URL()))
		if picture.Key(key) == picture.KeyOf(upload) {
			t.Errorf("%s is kept as it came", name)
		}
		if shown := s.get(picture.Key(key).URL()); shown.status != 200 {
			t.Errorf("%s: %d", name, shown.status)
		}
	}
	if got := decode[map[string]any](t, s.do("GET", "/api/orders/"+p.Hash+"/", p.byCookie(), "")); !strings.HasPrefix(got["game_avatar"].(string), "/media/") {
		t.Errorf("%v", got)
	}
}

func TestBadAvatarsAreRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	p := s.order("standoff", nil, standoffBody)
	noise := make([]byte, 5<<20+1)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	good := drawing(t, 64, 64, asPNG)
	for name, row := range map[string]struct {
		field   string
		content []byte
		bad     string
	}{
		"too heavy":           {"game_avatar", append(bytes.Clone(good), noise...), "game_avatar too_large"},
		"beyond any body":     {"game_avatar", append(noise, noise...), "game_avatar too_large"},
		"too wide":            {"game_avatar", drawing(t, 4097, 1, asPNG), "game_avatar wrong_format"},
		"svg":                 {"game_avatar", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "game_avatar wrong_format"},
		"cut off":             {"game_avatar", good[:60], "game_avatar wrong_format"},
		"noise with a header": {"game_avatar", append(bytes.Clone(good[:33]), noise[:1000]...), "game_avatar wrong_format"},
		"an empty file":       {"game_avatar", nil, "game_avatar required"},
		"another field":       {"avatar", good, "game_avatar required"},
		"a word":              {"history_order_id", []byte("first"), "history_order_id wrong_type"},
	} {
		a := s.upload(p.ID, p.byCookie(), row.field, row.content)
		if r := refused(t, a, 400); len(r.Fields) != 1 || r.Fields[0].Field+" "+r.Fields[0].Code != row.bad {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	if got := s.value(`select (detail->>'game_avatar' is null)::text from orders where id = $1`, p.ID); got != "true" {
		t.Error("a bad picture is kept")
	}
}

func TestAvatarOfAnEarlierOrder(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	earlier := s.order("standoff", nil, standoffBody)
	bare := s.order("standoff", earlier.byCookie(), standoffBody)
	strangers := s.order("standoff", nil, standoffBody)
	pubg := s.order("pubg", earlier.byCookie(), pubgBody)
	for _, p := range []placed{earlier, strangers} {
		if a := s.upload(p.ID, p.byCookie(), "game_avatar", drawing(t, 64, 64, asPNG)); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	use := func(id, from int64) answer {
		return s.upload(id, earlier.byCookie(), "history_order_id", fmt.Append(nil, from))
	}
	next := s.order("standoff", earlier.byCookie(), standoffBody)
	wantRefusal(t, use(next.ID, strangers.ID), 404, "order.not_found")
	wantRefusal(t, use(next.ID, bare.ID), 404, "order.not_found")
	wantRefusal(t, use(strangers.ID, earlier.ID), 404, "order.not_found")
	wantRefusal(t, use(pubg.ID, earlier.ID), 404, "order.not_found")
	wantRefusal(t, s.upload(pubg.ID, earlier.byCookie(), "game_avatar", drawing(t, 64, 64, asPNG)), 404, "order.not_found")
	if a := use(next.ID, earlier.ID); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if got := s.value(`select (a.detail->'game_avatar' = b.detail->'game_avatar')::text from orders a, orders b where a.id = $1 and b.id = $2`, next.ID, earlier.ID); got != "true" {
		t.Error("another picture")
	}
	s.exec(`update orders set status = 'paid', next_action = 'deliver' where id = $1`, next.ID)
	wantRefusal(t, use(next.ID, earlier.ID), 409, "order.not_correctable")
}
