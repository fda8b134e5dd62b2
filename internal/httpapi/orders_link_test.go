package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/order"
)

// proof is the secret a letter about a guest's order would carry.
func (s *shop) proof(p placed, email string) string {
	s.t.Helper()
	secret, err := s.deps.Store.Orders.NewProof(s.t.Context(), p.ID, email)
	if err != nil {
		s.t.Fatal(err)
	}
	return secret
}

// prove presses the button of the letter's page in a browser with these cookies.
func (s *shop) prove(p placed, proof string, browser http.Header) answer {
	s.t.Helper()
	return s.do(http.MethodPost, "/api/orders/"+p.Hash+"/prove/", withType(browser), fmt.Sprintf(`{"proof": %q}`, proof))
}

func cookieOf(a answer) string {
	cookie, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	return cookie
}

// deliver makes an order look delivered with two codes of the stock.
func (s *shop) deliver(p placed) {
	s.t.Helper()
	if _, _, err := s.stock.Load(s.t.Context(), 3, []string{fmt.Sprintf("CODE-ONE-%d", p.ID), fmt.Sprintf("CODE-TWO-%d", p.ID)}); err != nil {
		s.t.Fatal(err)
	}
	s.exec(`update codes set state = 'given', given_at = now(), line_id = $1 where state = 'free'`, p.Products[0].ID)
	s.exec(`update order_lines set status = 'completed' where order_id = $1`, p.ID)
	s.exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, p.ID)
}

func TestALinkShowsNothingPersonal(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	steam := s.order("steam", nil, `{"amount": "500.00", "steam_account_id": "night_kiosk", "email": "timur@example.test"}`)
	standoff := s.order("standoff", nil, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "12345678", "email": "timur@example.test"}`)
	supply := s.order("supply_channel", nil, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "timur@example.test"}`)
	pubg := s.order("pubg", s.signedIn(7), `{"products": [{"product_id": 3, "quantity": 2}], "email": "timur@example.test"}`)
	s.deliver(pubg)
	s.exec(`update orders set detail = detail || '{"account_name": "Тимур Ночной", "game_avatar": "a"}' where id = $1`, standoff.ID)
	for _, row := range []struct {
		p     placed
		shown []string
	}{
		{steam, []string{`"steam_account_id":"ni***k"`, `"is_owner":false`, `"belongs_to":"guest"`}},
		{standoff, []string{`"game_account_id":"12***8"`, `"account_name":"Ти***й"`, `"game_avatar":null`, `"lot":null`}},
		{supply, []string{`"moogold_user_id":"70***1"`}},
		{pubg, []string{`"code":"••••••••"`, `"belongs_to":"account"`, `"delivery_receipt":null`, `"quote":null`}},
	} {
		for operation, path := range map[string]string{"getOrder": "/", "getOrderDetails": "/details/"} {
			a := s.get("/api/orders/" + row.p.Hash + path)
			keepsTo(t, doc, operation, a)
			body := string(a.body)
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
			if got := a.header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("Cache-Control: got %q, want no-store", got)
			}
		}
	}
	if got := s.value(`select count(*)::text from code_reveals`); got != "0" {
		t.Errorf("got %s reveals recorded for somebody who saw no code, want 0", got)
	}
}

func TestALinkHolderIsToldHowToProveTheOrderIsTheirs(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	guests, users := s.order("pubg", nil, pubgBody), s.order("pubg", s.signedIn(7), pubgBody)
	for p, want := range map[*placed]string{&guests: "по ссылке из письма", &users: "Войдите"} {
		for call, c := range callsOfAnOrder(p.ID) {
			if call == "status" || call == "payment data" {
				continue // reading is what a link is for
			}
			method, path, _ := strings.Cut(c[0], " ")
			a := s.do(method, path, p.byHash(), c[1])
			if r := refused(t, a, 403); r.Code != "order.owner_only" || !strings.Contains(r.Detail, want) {
				t.Errorf("%s of order %d by link: got %s, want order.owner_only with %q", call, p.ID, a.body, want)
			}
		}
	}
	if got := s.value(`select string_agg(email, ' ' order by id) from orders where not detail ? 'seeded'`); got != "buyer@example.test buyer@example.test" {
		t.Errorf("e-mails after refused changes: got %s", got)
	}
}

func TestAProofOpensAGuestsOrderOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	p, other := s.order("pubg", nil, pubgBody), s.order("pubg", nil, pubgBody)
	s.deliver(p)
	proof := s.proof(p, "Buyer@Example.test")
	wantRefusal(t, s.prove(other, proof, nil), 403, "order.proof_over") // of another order
	wantRefusal(t, s.prove(p, "nonsense", nil), 403, "order.proof_over")
	a := s.prove(p, proof, nil)
	if a.status != 204 || cookieOf(a) == "" || cookieOf(a) == p.cookie {
		t.Fatalf("got %d %s with cookie %q, want 204 with a cookie of this browser", a.status, a.body, cookieOf(a))
	}
	browser := withType(http.Header{"Cookie": {cookieOf(a)}})
	if again := s.prove(p, proof, browser); again.status != 204 {
		t.Errorf("the same browser, whose first answer was lost: got %d, want 204", again.status)
	}
	wantRefusal(t, s.prove(p, proof, nil), 403, "order.proof_over")
	wantRefusal(t, s.prove(p, proof, other.byCookie()), 403, "order.proof_over")
	if body := string(s.do("GET", "/api/orders/"+p.Hash+"/details/", browser, "").body); !strings.Contains(body, "CODE-ONE-") || !strings.Contains(body, `"is_owner":true`) {
		t.Errorf("after the proof: got %s, want the codes", body)
	}
	if body := string(s.do("GET", "/api/orders/"+other.Hash+"/details/", browser, "").body); !strings.Contains(body, `"is_owner":false`) {
		t.Errorf("the proof of one order opens another: %s", body)
	}
	if a := s.do("GET", "/api/orders/"+p.Hash+"/details/", p.byCookie(), ""); !strings.Contains(string(a.body), "CODE-ONE-") {
		t.Errorf("the browser that made the order has lost it: %s", a.body)
	}
	if got := s.value(`select string_agg(distinct viewer, ' ' order by viewer) from code_reveals`); got != "browser proof" {
		t.Errorf("reveals: got %s, want browser proof", got)
	}
}

func TestAProofEndsByTimeByAnotherAddressAndByAnAccount(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	p := s.order("pubg", nil, pubgBody)
	old := s.proof(p, "buyer@example.test")
	s.clock.advance(order.ProofLifetime)
	wantRefusal(t, s.prove(p, old, nil), 403, "order.proof_over")

	s.exec(`update orders set due_at = $2 where id = $1`, p.ID, s.clock.now().Add(time.Hour))
	spent, kept := s.proof(p, "buyer@example.test"), s.proof(p, "buyer@example.test")
	a := s.prove(p, spent, nil)
	browser := withType(http.Header{"Cookie": {cookieOf(a)}})
	details := fmt.Sprintf("/api/orders/pubg/%d/delivery_details/update/", p.ID)
	if a := s.do("POST", details, browser, `{"email": "right@example.test"}`); a.status != 200 {
		t.Fatalf("a proved browser corrects the address: got %d %s, want 200", a.status, a.body)
	}
	// The old address was a mistake: whoever reads its letters is out.
	wantRefusal(t, s.prove(p, kept, nil), 403, "order.proof_over")
	wantRefusal(t, s.do("POST", details, browser, `{"email": "back@example.test"}`), 404, "order.not_found")
	if got := s.proof(p, "buyer@example.test"); got != "" {
		t.Errorf("a letter to the address of before carries a proof %q", got)
	}

	last := s.proof(p, "right@example.test")
	s.exec(`update orders set user_id = 7, guest = null where id = $1`, p.ID) // claimed by an account
	wantRefusal(t, s.prove(p, last, nil), 403, "order.proof_over")
	withHash := p.byHash()
	withHash.Set("Cookie", p.cookie)
	wantRefusal(t, s.do("POST", details, withHash, `{"email": "thief@example.test"}`), 403, "order.owner_only")
	wantRefusal(t, s.do("POST", details, p.byCookie(), `{"email": "thief@example.test"}`), 404, "order.not_found")
	if got := s.value(`select email from orders where id = $1`, p.ID); got != "right@example.test" {
		t.Errorf("e-mail: got %s, want right@example.test", got)
	}
}

func TestOfTwoBrowsersWithOneProofOneGetsTheOrder(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	p := s.order("pubg", nil, pubgBody)
	proof := s.proof(p, "buyer@example.test")
	var mu sync.Mutex
	var won int
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if a := s.prove(p, proof, nil); a.status == 204 {
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
	s := newShop(t)
	p := s.order("pubg", nil, pubgBody)
	s.proof(p, "buyer@example.test")
	s.exec(`update orders set user_id = 7, guest = null, status = 'failed', next_action = null, due_at = null where id = $1`, p.ID)
	if err := forget(t.Context(), s, 7); err != nil {
		t.Fatal(err)
	}
	withHash := p.byHash()
	withHash.Set("Cookie", p.cookie)
	a := s.do("GET", "/api/orders/"+p.Hash+"/details/", withHash, "")
	if !strings.Contains(string(a.body), `"is_owner":false`) || !strings.Contains(string(a.body), `"email":null`) {
		t.Errorf("got %s, want the view of a link without an e-mail", a.body)
	}
	if got := s.value(`select count(*)::text from order_proofs`); got != "0" {
		t.Errorf("got %s proofs of a forgotten address, want 0", got)
	}
}

func forget(ctx context.Context, s *shop, userID int64) error {
	tx, err := s.writing.Begin(ctx)
	if err != nil {
		return err
	}
	if err := s.deps.Store.Orders.Forget(ctx, tx, userID); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func TestAnotherLetterIsPromisedToEverybodyAndQueuedForGuests(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	guests, users := s.order("pubg", nil, pubgBody), s.order("pubg", s.signedIn(7), pubgBody)
	for _, hash := range []string{guests.Hash, guests.Hash, users.Hash, "00000000000000000000000000"} {
		a := s.post("/api/orders/"+hash+"/send_link/", "")
		if a.status != 204 || len(a.body) != 0 {
			t.Errorf("%s: got %d %s, want 204 and nothing", hash, a.status, a.body)
		}
	}
	if got := s.value(`select string_agg(order_id || ' ' || event || ' ' || state, ', ') from letters`); got != fmt.Sprintf("%d order_link waiting", guests.ID) {
		t.Errorf("letters: got %s", got)
	}
	s.exec(`update letters set state = 'sent', sent_at = now(), next_try_at = null, tries = 1`)
	s.post("/api/orders/"+guests.Hash+"/send_link/", "")
	if got := s.value(`select string_agg(state || ' ' || tries, ', ') from letters`); got != "waiting 0" {
		t.Errorf("asked again: got %s, want one letter waiting", got)
	}
}

func TestAViewOfCodesIsRecordedOnceAnHourForEachViewer(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	p := s.order("pubg", s.signedIn(7), pubgBody)
	s.deliver(p)
	for range 3 {
		s.do("GET", "/api/orders/"+p.Hash+"/details/", s.signedIn(7), "")
	}
	const seen = `select coalesce(string_agg(concat_ws(' ', viewer, user_id, code_id is not null), ', ' order by id), '') from code_reveals`
	if got := s.value(seen); got != "account 7 t, account 7 t" {
		t.Errorf("after three looks: got %s, want two codes seen once", got)
	}
	s.clock.advance(time.Hour)
	s.do("GET", "/api/orders/"+p.Hash+"/details/", s.signedIn(7), "")
	views, err := s.stock.Reveals(t.Context(), p.ID)
	if err != nil || len(views) != 4 || views[0].Viewer != "account" || *views[0].UserID != 7 {
		t.Errorf("got %+v, %v, want four views of account 7", views, err)
	}
	for _, change := range []string{`update code_reveals set viewer = 'staff', user_id = null`, `delete from code_reveals`, `truncate code_reveals`} {
		if _, err := s.writing.Exec(t.Context(), change); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: got %v, want a refusal", change, err)
		}
	}
}
