package store_test

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

	"larek/internal/httpapi/httpapitest"
	"larek/internal/picture"
)

// upload posts a form with a file, or with a field.
func upload(s *httpapitest.Shop, id int64, who http.Header, field string, content []byte) httpapitest.Response {
	s.T.Helper()
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
		s.T.Fatal(err)
	}
	h := who.Clone()
	h.Set("Content-Type", form.FormDataContentType())
	return s.Do(http.MethodPost, fmt.Sprintf("/api/orders/standoff/avatar/%d/", id), h, b.String())
}

func drawing(t testing.TB, width, height int, encode func(*bytes.Buffer, image.Image) error) []byte {
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

func TestAvatarIsDrawnAnew(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("standoff", nil, httpapitest.StandoffBody)
	for name, content := range map[string][]byte{"png": drawing(t, 1024, 512, asPNG), "jpeg": drawing(t, 1024, 512, asJPEG)} {
		a := upload(s, p.ID, p.ByCookie(), "game_avatar", content)
		if a.Status != 200 {
			t.Fatalf("%s: got %d %s, want 200", name, a.Status, a.Body)
		}
		httpapitest.MatchesContract(t, doc, "uploadStandoffAvatar", a)
		key := s.Value(`select detail->>'game_avatar' from orders where id = $1`, p.ID)
		a.WantJSON(t, 200, fmt.Sprintf(`{"game_avatar": %q}`, picture.Key(key).URL()))
		if picture.Key(key) == picture.KeyOf(content) {
			t.Errorf("%s is stored without being re-encoded", name)
		}
		if shown := s.Get(picture.Key(key).URL()); shown.Status != 200 {
			t.Errorf("%s: got %d, want 200", name, shown.Status)
		}
	}
	if got := httpapitest.Decode[map[string]any](t, s.Do("GET", "/api/orders/"+p.Hash+"/", p.ByCookie(), "")); !strings.HasPrefix(got["game_avatar"].(string), "/media/") {
		t.Errorf("%v", got)
	}
}

func TestBadAvatarsAreRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("standoff", nil, httpapitest.StandoffBody)
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
		a := upload(s, p.ID, p.ByCookie(), row.field, row.content)
		if r := a.Refused(t, 400); len(r.Fields) != 1 || r.Fields[0].Field+" "+r.Fields[0].Code != row.bad {
			t.Errorf("%s: %s", name, a.Body)
		}
	}
	if got := s.Value(`select (detail->>'game_avatar' is null)::text from orders where id = $1`, p.ID); got != "true" {
		t.Error("got a bad picture stored, want none")
	}
}

func TestAvatarOfAnEarlierOrder(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	earlier := s.CreateOrder("standoff", nil, httpapitest.StandoffBody)
	bare := s.CreateOrder("standoff", earlier.ByCookie(), httpapitest.StandoffBody)
	strangers := s.CreateOrder("standoff", nil, httpapitest.StandoffBody)
	pubg := s.CreateOrder("pubg", earlier.ByCookie(), httpapitest.PubgBody)
	for _, p := range []httpapitest.Order{earlier, strangers} {
		if a := upload(s, p.ID, p.ByCookie(), "game_avatar", drawing(t, 64, 64, asPNG)); a.Status != 200 {
			t.Fatalf("got %d %s, want 200", a.Status, a.Body)
		}
	}
	use := func(id, from int64) httpapitest.Response {
		return upload(s, id, earlier.ByCookie(), "history_order_id", fmt.Append(nil, from))
	}
	next := s.CreateOrder("standoff", earlier.ByCookie(), httpapitest.StandoffBody)
	use(next.ID, strangers.ID).WantRefusal(t, 404, "order.not_found")
	use(next.ID, bare.ID).WantRefusal(t, 404, "order.not_found")
	use(strangers.ID, earlier.ID).WantRefusal(t, 404, "order.not_found")
	use(pubg.ID, earlier.ID).WantRefusal(t, 404, "order.not_found")
	upload(s, pubg.ID, earlier.ByCookie(), "game_avatar", drawing(t, 64, 64, asPNG)).WantRefusal(t, 404, "order.not_found")
	if a := use(next.ID, earlier.ID); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	if got := s.Value(`select (a.detail->'game_avatar' = b.detail->'game_avatar')::text from orders a, orders b where a.id = $1 and b.id = $2`, next.ID, earlier.ID); got != "true" {
		t.Error("another picture")
	}
	s.Exec(`update orders set status = 'paid', next_action = 'deliver' where id = $1`, next.ID)
	use(next.ID, earlier.ID).WantRefusal(t, 409, "order.not_correctable")
}

func TestStandoffOrderWithoutAnAvatarCannotBePaid(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("standoff", nil, httpapitest.StandoffBody)
	pay := func() httpapitest.Response {
		return s.Do("POST", "/api/payments/payselection/", httpapitest.WithJSON(p.ByCookie()), fmt.Sprintf(`{"order_id": %d, "currency": "RUB"}`, p.ID))
	}
	pay().WantRefusal(t, 409, "order.avatar_required")
	if got := s.Value(`select concat_ws(' ', status, (select count(*) from payment_attempts where order_id = orders.id)) from orders where id = $1`, p.ID); got != "created 0" {
		t.Errorf("a refused payment left %s", got)
	}
	if a := upload(s, p.ID, p.ByCookie(), "game_avatar", drawing(t, 64, 64, asPNG)); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	if a := pay(); httpapitest.Decode[struct{ Code string }](t, a).Code == "order.avatar_required" {
		t.Errorf("refused with an avatar: %s", a.Body)
	}
}

var _ = accessRows(func(_ *accessFixture, o orders) map[string]access {
	return map[string]access{
		"uploadStandoffAvatar": {
			path: fmt.Sprintf("/api/orders/standoff/avatar/%d/", o.standoff.ID), kind: "multipart/form-data; boundary=x",
			body: "--x\r\nContent-Disposition: form-data; name=\"game_avatar\"; filename=\"a\"\r\n\r\nno picture\r\n--x--\r\n", want: owners(400),
		},
	}
})
