package attack_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/seal"
)

// visitor is a visitor with a browser and, once signed in, a pair of tokens.
type visitor struct {
	s               *shoptest.Shop
	cookie          string
	access, refresh string
}

// call sends a request as the visitor and returns the status and the body.
func (p *visitor) call(method, path string, body any) (int, map[string]any) {
	p.s.T.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.s.T.Fatal(err)
	}
	req, err := http.NewRequestWithContext(p.s.T.Context(), method, p.s.URL+path, strings.NewReader(string(text)))
	if err != nil {
		p.s.T.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Client-Country", "KZ")
	req.Header.Set("User-Agent", "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0")
	if p.cookie != "" {
		req.Header.Set("Cookie", p.cookie)
	}
	if p.access != "" {
		req.Header.Set("Authorization", "Bearer "+p.access)
	}
	res, err := p.s.Client.Do(req)
	if err != nil {
		p.s.T.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		p.s.T.Fatal(err)
	}
	if c := res.Header.Get("Set-Cookie"); c != "" {
		p.cookie, _, _ = strings.Cut(c, ";")
	}
	got := map[string]any{}
	_ = json.Unmarshal(answer, &got) // a list or an empty body stays empty
	return res.StatusCode, got
}

// enter signs in at a provider as one of its test people.
func (p *visitor) enter(provider, who string) (int, map[string]any) {
	p.s.T.Helper()
	back := p.s.URL + "/auth/" + provider + "/redirect/"
	status, link := p.call(http.MethodGet, "/api/auth/social/"+provider+"/url/?redirect_uri="+url.QueryEscape(back), nil)
	if status != http.StatusOK {
		p.s.T.Fatalf("%s: got %d %v, want 200", provider, status, link)
	}
	client := &http.Client{Transport: new(http.Transport), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(link["url"].(string), url.Values{"person": {who}}) //nolint:noctx // within the test's own process
	if err != nil {
		p.s.T.Fatal(err)
	}
	_ = res.Body.Close()
	to, err := res.Location()
	if err != nil {
		p.s.T.Fatalf("%s: status %d", provider, res.StatusCode)
	}
	code := to.Query().Get("code")
	if code == "" {
		code = to.RawQuery
	}
	return p.call(http.MethodPost, "/api/auth/social/"+provider+"/auth/", map[string]any{"code": code, "state": to.Query().Get("state"), "redirect_uri": back})
}

func signedIn(s *shoptest.Shop, provider, who string) *visitor {
	s.T.Helper()
	p := &visitor{s: s}
	status, pair := p.enter(provider, who)
	if status != http.StatusOK {
		s.T.Fatalf("sign in with %s: got %d %v, want 200", provider, status, pair)
	}
	p.access, p.refresh = pair["access"].(string), pair["refresh"].(string)
	return p
}

func (p *visitor) want(status int, code, method, path string, body any) {
	p.s.T.Helper()
	got, answer := p.call(method, path, body)
	if got != status || code != "" && answer["code"] != code {
		p.s.T.Errorf("%s %s: got %d %v, want %d %s", method, path, got, answer, status, code)
	}
}

var (
	confirmToken = regexp.MustCompile(`confirm=([\w-]+)`)
	proofCode    = regexp.MustCompile(`[0-9A-Z]{4}-[0-9A-Z]{4}`)
)

func lastLetter(s *shoptest.Shop, to string, find *regexp.Regexp) string {
	s.T.Helper()
	letters := s.Mail.To(to)
	if len(letters) == 0 {
		s.T.Fatalf("no letter to %s", to)
	}
	found := find.FindStringSubmatch(letters[len(letters)-1].Text)
	if found == nil {
		s.T.Fatalf("the letter to %s has no %s", to, find)
	}
	return found[len(found)-1]
}

// A user requests to change to another user's address; that user presses the link
// of the email without knowing what it is.
func TestAddressOfAnotherCannotBeCapturedByTheirClick(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	const owner = "maria@example.test"
	s.Order("steam", "", shoptest.Fields{"email": owner, "amount": "500.00", "steam_account_id": "night_kiosk"})
	attacker := signedIn(s, "steam", "anya")
	attacker.want(http.StatusNoContent, "", http.MethodPost, "/api/auth/email/change/", map[string]any{"email": owner})
	token := map[string]any{"token": lastLetter(s, owner, confirmToken)}
	signedOut := &visitor{s: s}
	signedOut.want(http.StatusUnauthorized, "unauthorized", http.MethodPost, "/api/auth/email/confirm/", token)
	maria := signedIn(s, "google", "maria")
	maria.want(http.StatusForbidden, "email.other_account", http.MethodPost, "/api/auth/email/confirm/", token)
	if _, profile := attacker.call(http.MethodGet, "/api/auth/profile/", nil); profile["email"] != nil {
		t.Errorf("the attacker's address is %v, want none", profile["email"])
	}
	attacker.want(http.StatusConflict, "email.not_proven", http.MethodPost, "/api/auth/orders/claim/", nil)
	if _, list := attacker.call(http.MethodGet, "/api/orders/", nil); list["count"] != float64(0) {
		t.Errorf("the attacker has %v orders, want 0", list["count"])
	}
	_, me := maria.call(http.MethodGet, "/api/auth/profile/", nil)
	_, other := attacker.call(http.MethodGet, "/api/auth/profile/", nil)
	if me["id"] == other["id"] || me["email"] != owner {
		t.Errorf("the user signed in to account %v with %v; the attacker's is %v", me["id"], me["email"], other["id"])
	}
}

// An attacker types an address into an order and tries the welcome code.
// tryCode returns how an order with an address answers to a promo code and to the
// start of its payment, and the order.
func tryCode(s *shoptest.Shop, email, code string) (answers []string, b *shoptest.Buyer) {
	b = s.Order("steam", "", shoptest.Fields{"email": email, "amount": "500.00", "steam_account_id": "night_kiosk"})
	for _, verb := range []string{"show_promo_code", "activate_promo_code"} {
		var answer map[string]any
		status, refused := b.Call(http.MethodPost, fmt.Sprintf("/api/orders/%d/%s/", b.ID, verb), shoptest.Fields{"code": code}, &answer)
		answers = append(answers, fmt.Sprint(status, refused, answer["percent"], answer["total_with_promocode"]))
	}
	_, status, refused := b.TryPayment("tbank_sbp")
	return append(answers, fmt.Sprintf("%d %s", status, refused)), b
}

// proveEmail enters the code of an email at an order.
func proveEmail(b *shoptest.Buyer, code string) (int, string) {
	return b.Call(http.MethodPost, fmt.Sprintf("/api/orders/%d/prove_email/", b.ID), shoptest.Fields{"code": code}, nil)
}

func TestFirstOrderCodeDoesNotTellWhetherAnAddressHasBought(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	known, unknown := "bought@example.test", "nobody@example.test"
	before := s.Order("steam", "", shoptest.Fields{"email": known, "amount": "500.00", "steam_account_id": "night_kiosk"})
	s.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, before.ID)
	code := shoptest.One[string](s, `select code from promo_codes where kind = 'welcome'`)
	// An attacker with an account may type another user's address into an order
	// too.
	stranger := signedIn(s, "vk", "timur")
	for _, email := range []string{known, unknown} {
		b := s.Order("steam", stranger.access, shoptest.Fields{"email": email, "amount": "500.00", "steam_account_id": "night_kiosk"})
		if status, refused := b.Call(http.MethodPost, fmt.Sprintf("/api/orders/%d/show_promo_code/", b.ID), shoptest.Fields{"code": code}, nil); status != http.StatusOK {
			t.Errorf("signed in, the address %s is answered %d %s, want 200", email, status, refused)
		}
	}
	knownAnswers, knownOrder := tryCode(s, known, code)
	unknownAnswers, unknownOrder := tryCode(s, unknown, code)
	if a, b := strings.Join(knownAnswers, "; "), strings.Join(unknownAnswers, "; "); a != b {
		t.Errorf("a known address is answered %q, an unknown one %q: want the same", a, b)
	}
	if knownAnswers[2] != "409 promo.proof_required" {
		t.Errorf("payment is answered %q, want 409 promo.proof_required", knownAnswers[2])
	}
	if n := shoptest.One[int64](s, `select count(*) from payment_attempts`); n != 0 {
		t.Errorf("%d payments were started, want 0", n)
	}
	if a, b := len(s.Mail.To(known)), len(s.Mail.To(unknown)); a != 1 || b != 1 {
		t.Errorf("%d letters to the known address and %d to the other, want 1 and 1", a, b)
	}
	// Only the email proves an address, and only for its own order.
	if status, refused := proveEmail(knownOrder, lastLetter(s, unknown, proofCode)); status != http.StatusBadRequest {
		t.Errorf("the code of another letter: got %d %s, want 400", status, refused)
	}
	for _, b := range []*shoptest.Buyer{knownOrder, unknownOrder} {
		email := map[*shoptest.Buyer]string{knownOrder: known, unknownOrder: unknown}[b]
		if status, refused := proveEmail(b, strings.ToLower(lastLetter(s, email, proofCode))); status != http.StatusNoContent {
			t.Fatalf("the code of the letter to %s: got %d %s, want 204", email, status, refused)
		}
	}
	if _, status, refused := knownOrder.TryPayment("tbank_sbp"); status != http.StatusConflict || refused != "order.repriced" {
		t.Errorf("a buyer who has bought before: got %d %s, want 409 order.repriced", status, refused)
	}
	if off := shoptest.One[string](s, fmt.Sprintf(`select discount::text from orders where id = %d`, knownOrder.ID)); off != "0.00" {
		t.Errorf("discount is %s, want none", off)
	}
	if _, status, refused := unknownOrder.TryPayment("tbank_sbp"); status != http.StatusOK {
		t.Errorf("a first order: got %d %s, want 200", status, refused)
	}
	// The discount is held by the address, so a second order does not get it too.
	_, b := tryCode(s, unknown, code)
	if status, refused := proveEmail(b, lastLetter(s, unknown, proofCode)); status != http.StatusNoContent {
		t.Fatalf("got %d %s, want 204", status, refused)
	}
	if _, status, refused := b.TryPayment("tbank_sbp"); status != http.StatusConflict {
		t.Errorf("the discount a second time: got %d %s, want 409", status, refused)
	}
}

func TestForgedAccessTokensAreRefused(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	p := signedIn(s, "vk", "ivan")
	parts := strings.Split(p.access, ".")
	read := func(part string) map[string]any {
		b, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	with := func(part, name string, value any) string {
		m := read(part)
		m[name] = value
		if value == nil {
			delete(m, name)
		}
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(b)
	}
	kid := read(parts[0])["kid"].(string)
	hs := with(parts[0], "alg", "HS256") + "." + parts[1]
	mac := hmac.New(sha256.New, []byte(kid))
	_, _ = mac.Write([]byte(hs))
	rest := "." + parts[1] + "." + parts[2]
	p.want(http.StatusOK, "", http.MethodGet, "/api/auth/profile/", nil)
	for name, token := range map[string]string{
		"alg none":          with(parts[0], "alg", "none") + "." + parts[1] + ".",
		"alg None":          with(parts[0], "alg", "None") + rest,
		"HS256 with kid":    hs + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)),
		"no kid":            with(parts[0], "kid", nil) + rest,
		"kid list":          with(parts[0], "kid", []string{kid}) + rest,
		"jku":               with(parts[0], "jku", "https://evil.example/keys") + rest,
		"crit":              with(parts[0], "crit", []string{"x"}) + rest,
		"changed sub":       parts[0] + "." + with(parts[1], "sub", "1") + "." + parts[2],
		"changed auth_time": parts[0] + "." + with(parts[1], "auth_time", 4_000_000_000) + "." + parts[2],
		"no signature":      parts[0] + "." + parts[1] + ".",
	} {
		t.Run(name, func(t *testing.T) {
			forged := &visitor{s: s, access: token}
			if status, answer := forged.call(http.MethodGet, "/api/auth/profile/", nil); status != http.StatusUnauthorized || answer["code"] != "unauthorized" {
				t.Errorf("got %d %v, want 401 unauthorized", status, answer)
			}
		})
	}
}

func TestRefreshTokenUsedByTwoEndsTheSession(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	p := signedIn(s, "vk", "ivan")
	body := func(token string) map[string]any { return map[string]any{"refresh": token} }
	_, next := (&visitor{s: s}).call(http.MethodPost, "/api/auth/jwt/refresh/", body(p.refresh))
	_, third := (&visitor{s: s}).call(http.MethodPost, "/api/auth/jwt/refresh/", body(next["refresh"].(string)))
	thief := &visitor{s: s}
	thief.want(http.StatusBadRequest, "session.over", http.MethodPost, "/api/auth/jwt/refresh/", body(p.refresh))
	thief.want(http.StatusBadRequest, "session.over", http.MethodPost, "/api/auth/jwt/refresh/", body(third["refresh"].(string)))
	(&visitor{s: s, access: third["access"].(string)}).want(http.StatusUnauthorized, "unauthorized", http.MethodGet, "/api/auth/profile/", nil)
}

func TestBarredPersonLosesTheirTokens(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	p := signedIn(s, "vk", "ivan")
	_, me := p.call(http.MethodGet, "/api/auth/profile/", nil)
	if err := s.Accounts.Ban(t.Context(), int64(me["id"].(float64)), "Вход закрыт."); err != nil {
		t.Fatal(err)
	}
	p.want(http.StatusUnauthorized, "unauthorized", http.MethodGet, "/api/orders/", nil)
	p.want(http.StatusForbidden, "no_access", http.MethodPost, "/api/auth/jwt/refresh/", map[string]any{"refresh": p.refresh})
	if status, answer := (&visitor{s: s}).enter("vk", "ivan"); status != http.StatusForbidden || answer["code"] != "no_access" {
		t.Errorf("signing in again: got %d %v, want 403 no_access", status, answer)
	}
}

func TestStaffAccountIsNotOpenedByASocialService(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	made, err := s.SignIns.CreateAccount(t.Context(), "maria@example.test", true)
	if err != nil {
		t.Fatal(err)
	}
	// Google has verified the very address of the staff account.
	if status, answer := (&visitor{s: s}).enter("google", "maria"); status != http.StatusForbidden || answer["code"] != "signin.staff" {
		t.Errorf("got %d %v, want 403 signin.staff", status, answer)
	}
	if n := shoptest.One[int64](s, fmt.Sprintf(`select (select count(*) from sessions where user_id = %[1]d) + (select count(*) from identities where user_id = %[1]d)`, made.ID)); n != 0 {
		t.Errorf("%d sessions and services of the staff account, want 0", n)
	}
}
