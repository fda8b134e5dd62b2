package admin_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

// picture attaches a picture to an order.
func (f *fixture) picture(order int64) int64 {
	f.T.Helper()
	pictures := f.Deps.Store.ProofPictures
	id, err := pictures.Store(f.T.Context(), order, "staff:1", drawn(f.T, 40, 30))
	if err != nil {
		f.T.Fatal(err)
	}
	f.Exec(`update delivery_pictures set attached_at = created where id = $1`, id)
	return id
}

type proofPicture struct {
	ID     int64  `json:"id"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Digest string `json:"digest"`
}

// buyersOrder is a paid order of an account that waits for an operator.
func buyersOrder(s *httpapitest.Shop) (id, user int64, hash string) {
	id, user = queuedOrder(s), factory.User(s.T, s.Pool, nil)
	s.Exec(`update orders set user_id = $2 where id = $1`, id, user)
	s.Exec(`update delivery_units set supplier = null where order_id = $1`, id)
	s.Exec(`update order_lines set status = 'completed' where order_id = $1`, id)
	key, err := desk.ParseKey(s.Value(`select hash::text from orders where id = $1`, id))
	if err != nil {
		s.T.Fatal(err)
	}
	return id, user, key.String()
}

// delivering is the body of a delivery by hand.
func delivering(f *fixture, id int64, picture string) (path, body string) {
	return act(f, id, "deliver/", reason, `"units":[],"proof":"Пополнили сами","picture":`+picture+`,"cost":null,"cost_currency":null,"codes":[],"force":false`)
}

func inBase64(raw []byte) string { return `"` + base64.StdEncoding.EncodeToString(raw) + `"` }

func TestPictureOfADeliveryIsForItsBuyerAndTheBank(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	s, o := f.Shop, f.HireOperator("senior")
	id, user, hash := buyersOrder(s)
	call, body := delivering(f, id, inBase64(append(drawn(t, 1800, 900), "hidden place"...)))
	if a := s.Do("POST", call, o.Header(), body); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	page := s.Do("GET", "/api/orders/"+hash+"/details/", s.SignedIn(user), "")
	shown := httpapitest.Decode[struct {
		Progress struct {
			Pictures []proofPicture `json:"pictures"`
			Receipt  string         `json:"delivery_receipt"`
		} `json:"progress"`
	}](t, page).Progress
	if len(shown.Pictures) != 1 || shown.Pictures[0].Width != 1600 || shown.Pictures[0].Height != 800 {
		t.Fatalf("the buyer sees %+v", shown.Pictures)
	}
	p := shown.Pictures[0]
	path := fmt.Sprintf("/api/orders/%s/pictures/%d/", hash, p.ID)
	file := httpapitest.Decode[struct{ Data []byte }](t, s.Do("GET", path, s.SignedIn(user), "")).Data
	if sum := sha256.Sum256(file); hex.EncodeToString(sum[:]) != p.Digest || bytes.Contains(file, []byte("hidden")) {
		t.Error("another file than the digest says, or one that was not re-encoded")
	}
	if c, format, err := image.DecodeConfig(bytes.NewReader(file)); err != nil || format != "jpeg" || c.Width != 1600 {
		t.Errorf("got %s of %d, %v", format, c.Width, err)
	}
	if !strings.Contains(shown.Receipt, p.Digest) {
		t.Errorf("the buyer's proof does not name the picture: %s", shown.Receipt)
	}
	evidence := httpapitest.Decode[struct {
		Text     string
		Pictures []proofPicture
	}](t, s.Do("GET", fmt.Sprintf("/api/admin/orders/%d/proof/", id), o.Header(), ""))
	if !strings.Contains(evidence.Text, "SHA-256 "+p.Digest) || len(evidence.Pictures) != 1 || evidence.Pictures[0] != p {
		t.Errorf("evidence for the bank: %+v", evidence)
	}

	if link := s.Get("/api/orders/" + hash + "/details/"); bytes.Contains(link.Body, []byte(p.Digest)) || !bytes.Contains(link.Body, []byte(`"pictures":[]`)) {
		t.Errorf("the holder of the link learns of the picture: %s", link.Body)
	}
}

func TestPictureOfADeliveryIsNotForOthersAndIsErasedWithItsBuyer(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	s, o := f.Shop, f.HireOperator("senior")
	id, user, hash := buyersOrder(s)
	picture := f.picture(id)
	path := fmt.Sprintf("/api/orders/%s/pictures/%d/", hash, picture)
	if a := s.Do("GET", path, s.SignedIn(user), ""); a.Status != 200 {
		t.Fatalf("the buyer: got %d %s, want 200", a.Status, a.Body)
	}
	other, _, otherHash := buyersOrder(s)
	for name, call := range map[string]func() httpapitest.Response{
		"the link":      func() httpapitest.Response { return s.Do("GET", path, http.Header{"X-Order-Hash": {hash}}, "") },
		"nothing":       func() httpapitest.Response { return s.Get(path) },
		"another buyer": func() httpapitest.Response { return s.Do("GET", path, s.SignedIn(factory.User(t, s.Pool, nil)), "") },
		"another order": func() httpapitest.Response {
			return s.Get(fmt.Sprintf("/api/orders/%s/pictures/%d/", otherHash, picture))
		},
		"an operator of another order": func() httpapitest.Response {
			return s.Do("GET", fmt.Sprintf("/api/admin/orders/%d/pictures/%d/", other, picture), o.Header(), "")
		},
	} {
		if a := call(); a.Status != 404 || bytes.Contains(a.Body, []byte("data")) {
			t.Errorf("with %s: got %d %.100s, want 404", name, a.Status, a.Body)
		}
	}
	// Erased with the buyer, at once for readers and then from the store.
	s.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, id)
	tx, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := delivery.ErasePictures(t.Context(), tx, user); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Do("GET", path, s.SignedIn(user), "").WantRefusal(t, 404, "order.no_picture")
	if err := s.Deps.Store.ProofPictures.DeleteUnused(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.Value(`select count(*)::text from delivery_pictures`); got != "0" {
		t.Errorf("%s pictures are left", got)
	}
}

func TestHostilePictureOfADeliveryChangesNothing(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	o := f.HireOperator("senior")
	id, _, _ := buyersOrder(f.Shop)
	before := f.snapshot()
	good := drawn(t, 64, 64)
	for name, raw := range map[string][]byte{
		"svg":          []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"html":         []byte("<html><script>alert(1)</script>"),
		"cut off":      good[:len(good)/2],
		"too wide":     drawn(t, 4097, 1),
		"too heavy":    append(bytes.Clone(good), make([]byte, 5<<20)...),
		"a false webp": []byte("RIFF\xff\xff\xff\xffWEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x10\x00\x00junk"),
		"a huge webp":  []byte("RIFF\xff\xff\xff\xffWEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xffjunk"),
	} {
		path, body := delivering(f, id, inBase64(raw))
		a := f.Do("POST", path, o.Header(), body)
		if a.Status != 400 || !bytes.Contains(a.Body, []byte(`"picture"`)) {
			t.Errorf("%s: got %d %.200s, want 400 about the picture", name, a.Status, a.Body)
		}
	}
	if f.snapshot() != before {
		t.Error("a refused picture changed something")
	}
}

func TestPictureOfADeliveryThatWasRefusedIsDeleted(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	o := f.HireOperator("senior")
	id, _, _ := buyersOrder(f.Shop)
	f.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, id)
	f.Exec(`update delivery_units set state = 'delivered', delivered_at = now() where order_id = $1`, id)
	path, body := delivering(f, id, inBase64(drawn(t, 64, 64)))
	if a := f.Do("POST", path, o.Header(), body); a.Status != 409 {
		t.Fatalf("got %d %s, want 409", a.Status, a.Body)
	}
	pictures := f.Deps.Store.ProofPictures
	for _, want := range []string{"1", "0"} { // it waits an hour for its delivery
		if err := pictures.DeleteUnused(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := f.Value(`select count(*)::text from delivery_pictures`); got != want {
			t.Errorf("%s pictures, want %s", got, want)
		}
		f.Clock.Advance(2 * time.Hour)
	}
}
