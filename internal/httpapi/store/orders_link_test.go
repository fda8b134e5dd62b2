package store_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/order"
	"larek/internal/pg/pgtest"
)

// deliver makes an order look delivered with two codes of the stock.
func deliver(s *httpapitest.Shop, p httpapitest.Order) {
	s.T.Helper()
	if _, _, err := s.Stock.Load(s.T.Context(), 3, []string{fmt.Sprintf("CODE-ONE-%d", p.ID), fmt.Sprintf("CODE-TWO-%d", p.ID)}); err != nil {
		s.T.Fatal(err)
	}
	s.Exec(`update codes set state = 'given', given_at = now(), line_id = $1 where state = 'free'`, p.Products[0].ID)
	s.Exec(`update order_lines set status = 'completed' where order_id = $1`, p.ID)
	s.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, p.ID)
}

func TestALinkShowsNothingPersonal(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	steam := s.CreateOrder("steam", nil, `{"amount": "500.00", "steam_account_id": "night_kiosk", "email": "timur@example.test"}`)
	standoff := s.CreateOrder("standoff", nil, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "12345678", "email": "timur@example.test"}`)
	supply := s.CreateOrder("supply_channel", nil, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "timur@example.test"}`)
	pubg := s.CreateOrder("pubg", s.SignedIn(7), `{"products": [{"product_id": 3, "quantity": 2}], "email": "timur@example.test"}`)
	deliver(s, pubg)
	s.Exec(`update orders set detail = detail || '{"account_name": "Тимур Ночной", "game_avatar": "a"}' where id = $1`, standoff.ID)
	for _, row := range []struct {
		p     httpapitest.Order
		shown []string
	}{
		{steam, []string{`"steam_account_id":"ni***k"`, `"is_owner":false`, `"belongs_to":"guest"`}},
		{standoff, []string{`"game_account_id":"12***8"`, `"account_name":"Ти***й"`, `"game_avatar":null`, `"lot":null`}},
		{supply, []string{`"moogold_user_id":"70***1"`}},
		{pubg, []string{`"code":"••••••••"`, `"belongs_to":"account"`, `"delivery_receipt":null`, `"quote":null`}},
	} {
		for operation, path := range map[string]string{"getOrder": "/", "getOrderDetails": "/details/"} {
			a := s.Get("/api/orders/" + row.p.Hash + path)
			httpapitest.MatchesContract(t, doc, operation, a)
			body := string(a.Body)
			for _, secret := range []string{"timur@", "night_kiosk", "12345678", "700000001", "Тимур Ночной", "CODE-"} {
				if strings.Contains(body, secret) {
					t.Errorf("%s of order %d shows %q to the holder of its link: %s", operation, row.p.ID, secret, body)
				}
			}
			if !strings.Contains(body, `"email":"t***@example.test"`) {
				t.Errorf("%s of order %d: got %s, want a masked e-mail", operation, row.p.ID, body)
			}
			for _, want := range row.shown {
				if operation == "getOrderDetails" && !strings.Contains(body, want) {
					t.Errorf("%s of order %d: got %s, want %s", operation, row.p.ID, body, want)
				}
			}
			if got := a.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("Cache-Control: got %q, want no-store", got)
			}
		}
	}
	if got := s.Value(`select count(*)::text from code_reveals`); got != "0" {
		t.Errorf("got %s reveals recorded for a caller who saw no code, want 0", got)
	}
}

func TestALinkHolderIsToldHowToProveTheOrderIsTheirs(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	guests, users := s.CreateOrder("pubg", nil, httpapitest.PubgBody), s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	for p, want := range map[*httpapitest.Order]string{&guests: "по ссылке из письма", &users: "Войдите"} {
		for call, c := range callsOfAnOrder(p.ID) {
			if call == "status" || call == "payment data" {
				continue // reading is what a link is for
			}
			method, path, _ := strings.Cut(c[0], " ")
			a := s.Do(method, path, p.ByHash(), c[1])
			if r := a.Refused(t, 403); r.Code != "order.owner_only" || !strings.Contains(r.Detail, want) {
				t.Errorf("%s of order %d by link: got %s, want order.owner_only with %q", call, p.ID, a.Body, want)
			}
		}
	}
	if got := s.Value(`select string_agg(email, ' ' order by id) from orders where not detail ? 'seeded'`); got != "buyer@example.test buyer@example.test" {
		t.Errorf("e-mails after refused changes: got %s", got)
	}
}

func TestAProofOpensAGuestsOrderOnce(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p, other := s.CreateOrder("pubg", nil, httpapitest.PubgBody), s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	deliver(s, p)
	proof := s.NewProof(p, "Buyer@Example.test")
	s.Prove(other, proof, nil).WantRefusal(t, 403, "order.proof_over") // of another order
	s.Prove(p, "nonsense", nil).WantRefusal(t, 403, "order.proof_over")
	a := s.Prove(p, proof, nil)
	if a.Status != 204 || httpapitest.CookieOf(a) == "" || httpapitest.CookieOf(a) == p.Cookie {
		t.Fatalf("got %d %s with cookie %q, want 204 with a cookie of this browser", a.Status, a.Body, httpapitest.CookieOf(a))
	}
	browser := httpapitest.WithJSON(http.Header{"Cookie": {httpapitest.CookieOf(a)}})
	if again := s.Prove(p, proof, browser); again.Status != 204 {
		t.Errorf("the same browser, whose first answer was lost: got %d, want 204", again.Status)
	}
	s.Prove(p, proof, nil).WantRefusal(t, 403, "order.proof_over")
	s.Prove(p, proof, other.ByCookie()).WantRefusal(t, 403, "order.proof_over")
	if body := string(s.Do("GET", "/api/orders/"+p.Hash+"/details/", browser, "").Body); !strings.Contains(body, "CODE-ONE-") || !strings.Contains(body, `"is_owner":true`) {
		t.Errorf("after the proof: got %s, want the codes", body)
	}
	if body := string(s.Do("GET", "/api/orders/"+other.Hash+"/details/", browser, "").Body); !strings.Contains(body, `"is_owner":false`) {
		t.Errorf("the proof of one order opens another: %s", body)
	}
	if a := s.Do("GET", "/api/orders/"+p.Hash+"/details/", p.ByCookie(), ""); !strings.Contains(string(a.Body), "CODE-ONE-") {
		t.Errorf("the browser that made the order has lost it: %s", a.Body)
	}
	if got := s.Value(`select string_agg(distinct viewer, ' ' order by viewer) from code_reveals`); got != "browser proof" {
		t.Errorf("reveals: got %s, want browser proof", got)
	}
}

func TestAProofEndsByTimeByAnotherAddressAndByAnAccount(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	old := s.NewProof(p, "buyer@example.test")
	s.Clock.Advance(order.ProofTTL)
	s.Prove(p, old, nil).WantRefusal(t, 403, "order.proof_over")

	s.Exec(`update orders set due_at = $2 where id = $1`, p.ID, s.Clock.Now().Add(time.Hour))
	spent, unused := s.NewProof(p, "buyer@example.test"), s.NewProof(p, "buyer@example.test")
	a := s.Prove(p, spent, nil)
	browser := httpapitest.WithJSON(http.Header{"Cookie": {httpapitest.CookieOf(a)}})
	details := fmt.Sprintf("/api/orders/pubg/%d/delivery_details/update/", p.ID)
	if a := s.Do("POST", details, browser, `{"email": "right@example.test"}`); a.Status != 200 {
		t.Fatalf("a proved browser corrects the address: got %d %s, want 200", a.Status, a.Body)
	}
	// The old address was a mistake: its reader no longer has access.
	s.Prove(p, unused, nil).WantRefusal(t, 403, "order.proof_over")
	s.Do("POST", details, browser, `{"email": "back@example.test"}`).WantRefusal(t, 404, "order.not_found")
	if got := s.NewProof(p, "buyer@example.test"); got != "" {
		t.Errorf("a letter to the address of before carries a proof %q", got)
	}

	last := s.NewProof(p, "right@example.test")
	s.Exec(`update orders set user_id = 7, guest = null where id = $1`, p.ID) // claimed by an account
	s.Prove(p, last, nil).WantRefusal(t, 403, "order.proof_over")
	withHash := p.ByHash()
	withHash.Set("Cookie", p.Cookie)
	s.Do("POST", details, withHash, `{"email": "thief@example.test"}`).WantRefusal(t, 403, "order.owner_only")
	s.Do("POST", details, p.ByCookie(), `{"email": "thief@example.test"}`).WantRefusal(t, 404, "order.not_found")
	if got := s.Value(`select email from orders where id = $1`, p.ID); got != "right@example.test" {
		t.Errorf("e-mail: got %s, want right@example.test", got)
	}
}

func TestOfTwoBrowsersWithOneProofOneGetsTheOrder(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	proof := s.NewProof(p, "buyer@example.test")
	var mu sync.Mutex
	var won int
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if a := s.Prove(p, proof, nil); a.Status == 204 {
				mu.Lock()
				won++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if won != 1 {
		t.Errorf("got %d browsers with the order, want 1", won)
	}
}

func TestAnErasedAccountsOrderOpensToNobody(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	s.NewProof(p, "buyer@example.test")
	s.Exec(`update orders set user_id = 7, guest = null, status = 'failed', next_action = null, due_at = null where id = $1`, p.ID)
	if err := forget(t.Context(), s, 7); err != nil {
		t.Fatal(err)
	}
	withHash := p.ByHash()
	withHash.Set("Cookie", p.Cookie)
	a := s.Do("GET", "/api/orders/"+p.Hash+"/details/", withHash, "")
	if !strings.Contains(string(a.Body), `"is_owner":false`) || !strings.Contains(string(a.Body), `"email":null`) {
		t.Errorf("got %s, want the view of a link without an e-mail", a.Body)
	}
	if got := s.Value(`select count(*)::text from order_proofs`); got != "0" {
		t.Errorf("got %s proofs of a removed address, want 0", got)
	}
}

func forget(ctx context.Context, s *httpapitest.Shop, userID int64) error {
	tx, err := s.Pool.Begin(ctx)
	if err != nil {
		return err
	}
	if err := order.EraseDeliveryDetails(ctx, tx, userID); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func TestAnotherLetterIsPromisedToEverybodyAndQueuedForGuests(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	guests, users := s.CreateOrder("pubg", nil, httpapitest.PubgBody), s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	for _, hash := range []string{guests.Hash, guests.Hash, users.Hash, "00000000000000000000000000"} {
		a := s.Post("/api/orders/"+hash+"/send_link/", "")
		if a.Status != 204 || len(a.Body) != 0 {
			t.Errorf("%s: got %d %s, want 204 and nothing", hash, a.Status, a.Body)
		}
	}
	if got := s.Value(`select string_agg(order_id || ' ' || event || ' ' || state, ', ') from letters`); got != fmt.Sprintf("%d order_link waiting", guests.ID) {
		t.Errorf("letters: got %s", got)
	}
	s.Exec(`update letters set state = 'sent', sent_at = now(), next_try_at = null, tries = 1`)
	s.Post("/api/orders/"+guests.Hash+"/send_link/", "")
	if got := s.Value(`select string_agg(state || ' ' || tries, ', ') from letters`); got != "waiting 0" {
		t.Errorf("asked again: got %s, want one letter waiting", got)
	}
}

func TestAViewOfCodesIsRecordedOnceAnHourForEachViewer(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	deliver(s, p)
	for range 3 {
		s.Do("GET", "/api/orders/"+p.Hash+"/details/", s.SignedIn(7), "")
	}
	const seen = `select coalesce(string_agg(concat_ws(' ', viewer, user_id, code_id is not null), ', ' order by id), '') from code_reveals`
	if got := s.Value(seen); got != "account 7 t, account 7 t" {
		t.Errorf("after three looks: got %s, want two codes seen once", got)
	}
	s.Clock.Advance(time.Hour)
	s.Do("GET", "/api/orders/"+p.Hash+"/details/", s.SignedIn(7), "")
	views, err := s.Stock.Reveals(t.Context(), p.ID)
	if err != nil || len(views) != 4 || views[0].Viewer != "account" || *views[0].UserID != 7 {
		t.Errorf("got %+v, %v, want four views of account 7", views, err)
	}
	pgtest.Refused(t, s.Pool, `update code_reveals set viewer = 'staff', user_id = null`, `delete from code_reveals`, `truncate code_reveals`)
}

var _ = accessRows(func(_ *accessFixture, o orders) map[string]access {
	return map[string]access{
		"proveOrder":    {path: "/api/orders/" + o.pubg.Hash + "/prove/", body: `{"proof": "x"}`, want: all(403)},
		"sendOrderLink": {path: "/api/orders/" + o.pubg.Hash + "/send_link/", want: all(204)},
	}
})
