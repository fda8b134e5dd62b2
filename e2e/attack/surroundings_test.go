// Package attack_test attacks a whole shop over HTTP: with named attacks that were
// once possible, and at random, with what the contract does not allow.
package attack_test

import (
	"crypto/md5" //nolint:gosec // a provider signs with it
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/e2e/shoptest"
	"larek/internal/pg"
	"larek/internal/publicid"
	"larek/internal/sandbox/getpay"
)

type fields = shoptest.Fields

// member is a user signed in with a password.
type member struct {
	email, password, access, refresh string
}

// surroundings is a shop with all objects a call may refer to, so that a call of
// the contract can succeed.
type surroundings struct {
	*shoptest.Shop
	me       member
	other    member                     // whose sessions end
	spare    member                     // whose refresh tokens are used up
	orders   map[string]*shoptest.Buyer // unpaid ones of mine, by kind
	done     *shoptest.Buyer            // delivered, without a review
	opened   *shoptest.Buyer            // with a payment page
	paying   *shoptest.Buyer            // whose payments are started
	pack     int64
	gift     int64
	game     int64 // with servers
	supply   int64 // a product of it
	server   int64
	standoff int64
	picture  int64 // of what was delivered by hand
}

func openSurroundings(s *shoptest.Shop, stopWork func()) *surroundings {
	w := &surroundings{Shop: s, orders: map[string]*shoptest.Buyer{}}
	w.me, w.other, w.spare = w.signUp("me@example.test"), w.signUp("other@example.test"), w.signUp("spare@example.test")
	w.pack = shoptest.One[int64](s, `select id from products where kind = 'pubg' and title = '660 UC'`)
	w.standoff = shoptest.One[int64](s, `select id from products where kind = 'standoff' and is_active order by id limit 1`)
	w.gift = shoptest.One[int64](s, `select id from gifts where is_active order by id limit 1`)
	w.game, w.server = shoptest.One[int64](s, `select game_id from game_servers order by id limit 1`), shoptest.One[int64](s, `select id from game_servers order by id limit 1`)
	w.supply = shoptest.One[int64](s, `select id from products where game_id = $1 and is_active order by id limit 1`, w.game)
	w.load(500)
	w.done = s.Order("pubg", w.me.access, fields{"email": "me@example.test", "products": []fields{{"product_id": w.pack, "quantity": 1}}})
	w.done.PayByCard()
	w.done.WaitForStatus("done")
	w.picture = w.attachPicture(w.done.ID)
	stopWork()
	for kind, body := range w.newOrders() {
		w.orders[kind] = s.Order(kind, w.me.access, body)
	}
	w.opened = s.Order("steam", w.me.access, w.newOrders()["steam"])
	w.opened.StartPayment("payselection")
	w.paying = s.Order("steam", w.me.access, w.newOrders()["steam"])
	return w
}

func (w *surroundings) newOrders() map[string]fields {
	line := func(id int64) []fields { return []fields{{"product_id": id, "quantity": 1}} }
	return map[string]fields{
		"pubg":     {"email": "me@example.test", "products": line(w.pack)},
		"steam":    {"email": "me@example.test", "amount": "200.00", "steam_account_id": "login"},
		"standoff": {"email": "me@example.test", "game_account_id": "12345678", "surplus": "0.10", "products": line(w.standoff)},
		"rokky":    {"email": "me@example.test", "gift": w.gift},
		"supply_channel": {
			"email": "me@example.test", "supply_channel_user_id": "123456789", "supply_channel_server": w.server, "products": line(w.supply),
		},
	}
}

// attachPicture attaches a picture to an order, as an operator does who has delivered it.
func (w *surroundings) attachPicture(order int64) int64 {
	w.T.Helper()
	ctx, pictures := w.T.Context(), w.Services().ProofPictures
	id, err := pictures.Store(ctx, order, "staff", []byte(picture()))
	if err == nil {
		err = pg.InTx(ctx, w.Pool, func(tx pgx.Tx) error { return pictures.Attach(ctx, tx, order, id) })
	}
	if err != nil {
		w.T.Fatal(err)
	}
	return id
}

// load adds new codes to the stock.
func (w *surroundings) load(n int) {
	w.T.Helper()
	codes := make([]string, n)
	for i := range codes {
		codes[i] = publicid.New().String()
	}
	if loaded, _, err := w.Services().Stock.Load(w.T.Context(), w.pack, codes); err != nil || loaded != n {
		w.T.Fatalf("%d of %d codes loaded: %v", loaded, n, err)
	}
}

// signUp makes an account and signs it in.
func (w *surroundings) signUp(email string) member {
	w.T.Helper()
	made, err := w.SignIns.CreateAccount(w.T.Context(), email, false)
	if err != nil {
		w.T.Fatal(err)
	}
	return w.signIn(member{email: email, password: made.Password})
}

func (w *surroundings) signIn(p member) member {
	w.T.Helper()
	var tokens struct{ Access, Refresh string }
	w.mustPost("/api/auth/jwt/create/", "", fields{"email": p.email, "password": p.password}, &tokens)
	p.access, p.refresh = tokens.Access, tokens.Refresh
	return p
}

func (w *surroundings) mustPost(path, token string, body fields, into any) {
	w.T.Helper()
	text, _ := json.Marshal(body)
	status, _, answer := send(w.Shop, http.MethodPost, path, bearer(token), string(text))
	if status/100 != 2 {
		w.T.Fatalf("%s: got %d %s, want success", path, status, answer)
	}
	if into != nil {
		_ = json.Unmarshal(answer, into)
	}
}

func bearer(token string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	if token != "" {
		h.Set("Authorization", "Bearer "+token)
	}
	return h
}

// send sends one request as it is; a status of 0 means that there was no answer.
func send(s *shoptest.Shop, method, path string, header http.Header, body string) (int, http.Header, []byte) {
	return sendTo(s, s.URL, method, path, header, body)
}

func sendTo(s *shoptest.Shop, origin, method, path string, header http.Header, body string) (int, http.Header, []byte) {
	u, err := url.Parse(origin)
	if err != nil {
		return 0, nil, []byte(err.Error())
	}
	path, query, _ := strings.Cut(path, "?")
	u.Opaque, u.RawQuery = "//"+u.Host+path, query
	req := &http.Request{Method: method, URL: u, Host: u.Host, Header: header, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
	if body != "" || method == http.MethodPost {
		req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	}
	res, err := s.Client.Do(req.WithContext(s.T.Context()))
	if err != nil {
		return 0, nil, []byte(err.Error())
	}
	defer func() { _ = res.Body.Close() }()
	answer, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	return res.StatusCode, res.Header, answer
}

// visit signs in at a provider and returns the body of the call that finishes it,
// and the cookie of the browser.
func (w *surroundings) visit(provider, who string) (body fields, cookie string) {
	w.T.Helper()
	back := w.URL + "/auth/" + provider + "/redirect/"
	status, header, answer := send(w.Shop, http.MethodGet, "/api/auth/social/"+provider+"/url/?redirect_uri="+url.QueryEscape(back), http.Header{"X-Country": {"KZ"}}, "")
	var page struct{ URL string }
	if err := json.Unmarshal(answer, &page); err != nil || status != http.StatusOK {
		w.T.Fatalf("%s: got %d %s, want the address of a page", provider, status, answer)
	}
	cookie, _, _ = strings.Cut(header.Get("Set-Cookie"), ";")
	client := &http.Client{Transport: new(http.Transport), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(page.URL, url.Values{"person": {who}}) //nolint:noctx // the sandbox is here
	if err != nil {
		w.T.Fatal(err)
	}
	_ = res.Body.Close()
	to, err := res.Location()
	if err != nil {
		w.T.Fatalf("%s: got status %d, want a way back", provider, res.StatusCode)
	}
	q := to.Query()
	body = fields{"code": q.Get("code"), "state": q.Get("state"), "redirect_uri": back}
	if q.Get("device_id") != "" {
		body["device_id"] = q.Get("device_id")
	}
	return body, cookie
}

// getpayNotice is a notice the provider could have sent.
func (w *surroundings) getpayNotice() fields {
	sum := md5.Sum([]byte(strings.Join([]string{getpay.Wallet, "200.00", "nobody", getpay.Secret}, ":"))) //nolint:gosec // as they sign
	return fields{"wallet": getpay.Wallet, "sum": "200.00", "order": "nobody", "signature": hex.EncodeToString(sum[:])}
}

// lineOf is the number of an order's only line.
func (w *surroundings) lineOf(b *shoptest.Buyer) int64 {
	w.T.Helper()
	return shoptest.One[int64](w.Shop, `select id from order_lines where order_id = $1`, b.ID)
}
