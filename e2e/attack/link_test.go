package attack_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/e2e/shoptest"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/publicid"
)

// linkCredit is what the owner of the attacked orders has on their balance.
const linkCredit = 5000 * 100

// linkShop has an account with money on its balance.
type linkShop struct {
	*shoptest.Shop
	user  int64
	token string
}

func openLinkShop(t *testing.T) *linkShop {
	t.Helper()
	s := &linkShop{Shop: shoptest.Open(t)}
	s.user = shoptest.One[int64](s.Shop, `select min(id) from users`)
	s.token = s.Tokens.IssueServiceToken(s.user, s.Clock.Now())
	err := pg.InTx(t.Context(), s.Pool, func(tx pgx.Tx) error {
		return s.Services().Ledger.Post(t.Context(), tx, ledger.Entry{Reason: "goodwill", Ref: "1", Postings: []ledger.Posting{
			{Account: ledger.Discounts(), Amount: money.RUB(linkCredit).Money()},
			{Account: ledger.Customer(s.user), Amount: money.RUB(-linkCredit).Money()},
		}})
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// state returns everything about an order that the holder of a link must not
// change.
func (s *linkShop) state(order int64) string {
	s.T.Helper()
	return shoptest.One[string](s.Shop, `select concat_ws('~', o::text,
		(select string_agg(l::text, ';' order by l.id) from order_lines l where l.order_id = o.id),
		(select string_agg(a::text, ';' order by a.id) from payment_attempts a where a.order_id = o.id),
		(select count(*) from promo_uses), (select count(*) from ledger_groups), (select count(*) from letters))
		from orders o where o.id = $1`, order)
}

func (s *linkShop) balance() money.RUB {
	s.T.Helper()
	left, err := s.Services().Ledger.CustomerBalance(s.T.Context(), s.user)
	if err != nil {
		s.T.Fatal(err)
	}
	return left
}

// wantRefused makes a call that must be refused and must change nothing.
func (s *linkShop) wantRefused(b *shoptest.Buyer, what, path string, body shoptest.Fields, status int, code string) {
	s.T.Helper()
	before := s.state(b.ID)
	if got, gotCode := b.Call(http.MethodPost, path, body, nil); got != status || gotCode != code {
		s.T.Errorf("%s: got %d %s, want %d %s", what, got, gotCode, status, code)
	}
	if after := s.state(b.ID); after != before {
		s.T.Errorf("%s was refused and changed the order:\n%s\n%s", what, before, after)
	}
}

func (s *linkShop) steamOrder(token string) *shoptest.Buyer {
	s.T.Helper()
	return s.Order("steam", token, shoptest.Fields{"amount": "1000.00", "steam_account_id": "victim_login", "email": "victim@example.test"})
}

func TestALinkDoesNotSpendTheOwnersBalance(t *testing.T) {
	t.Parallel()
	s := openLinkShop(t)
	b := s.steamOrder(s.token)
	other := shoptest.One[int64](s.Shop, `select max(id) from users`)
	pay := shoptest.Fields{"order_id": b.ID, "currency": "RUB"}
	for name, thief := range map[string]*shoptest.Buyer{
		"a stranger": b.Link(), "another account": b.LinkOf(s.Tokens.IssueServiceToken(other, s.Clock.Now())),
	} {
		s.wantRefused(thief, name+" pays from the owner's balance", "/api/payments/balance/", pay, http.StatusForbidden, "order.owner_only")
	}
	if left := s.balance(); left != linkCredit {
		t.Errorf("balance: got %s, want %s", left, money.RUB(linkCredit))
	}
	if _, status, code := b.TryPayment("balance"); status != http.StatusOK {
		t.Fatalf("the owner pays from the balance: got %d %s, want 200", status, code)
	}
	b.WaitForStatus("done")
	if left := s.balance(); left >= linkCredit {
		t.Errorf("balance after paying: got %s, want less than %s", left, money.RUB(linkCredit))
	}
	s.Audit()
}

func TestAGuestsOrderIsNotPaidFromABalance(t *testing.T) {
	t.Parallel()
	s := openLinkShop(t)
	b := s.steamOrder("")
	pay := shoptest.Fields{"order_id": b.ID, "currency": "RUB"}
	s.wantRefused(b, "the guest pays from a balance", "/api/payments/balance/", pay, http.StatusUnauthorized, "unauthorized")
	s.wantRefused(b.LinkOf(s.token), "an account pays a guest's order from its balance", "/api/payments/balance/", pay, http.StatusForbidden, "order.owner_only")
	if left := s.balance(); left != linkCredit {
		t.Errorf("balance: got %s, want %s", left, money.RUB(linkCredit))
	}
}

func TestALinkChangesNothing(t *testing.T) {
	t.Parallel()
	s := openLinkShop(t)
	for owner, token := range map[string]string{"an account": s.token, "a guest": ""} {
		b := s.steamOrder(token)
		forged := b.Link().WithGuest(b.Hash + ".AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
		foreign := b.Link().WithGuest(s.steamOrder("").Guest())
		for who, thief := range map[string]*shoptest.Buyer{"a stranger": b.Link(), "a forged cookie": forged, "the cookie of another guest": foreign} {
			for what, c := range map[string]struct {
				path string
				body shoptest.Fields
			}{
				"amount":     {fmt.Sprintf("/api/orders/steam/%d/update/", b.ID), shoptest.Fields{"amount": "1200.00"}},
				"login":      {fmt.Sprintf("/api/orders/steam/%d/delivery_details/update/", b.ID), shoptest.Fields{"steam_account_id": "attacker_login"}},
				"e-mail":     {fmt.Sprintf("/api/orders/steam/%d/delivery_details/update/", b.ID), shoptest.Fields{"email": "thief@example.test"}},
				"promo code": {fmt.Sprintf("/api/orders/%d/activate_promo_code/", b.ID), shoptest.Fields{"code": "NOCH5"}},
				"promo off":  {fmt.Sprintf("/api/orders/%d/deactivate_promo_code/", b.ID), nil},
				"stop":       {fmt.Sprintf("/api/payments/payselection/term/%d/", b.ID), nil},
			} {
				s.wantRefused(thief, who+" changes the "+what+" of the order of "+owner, c.path, c.body, http.StatusForbidden, "order.owner_only")
			}
			s.wantRefused(thief, who+" chooses the refund of "+owner, fmt.Sprintf("/api/orders/%d/refund_to/", b.ID), shoptest.Fields{"to": "balance"}, http.StatusUnauthorized, "unauthorized")
		}
	}
}

func TestAPayerByLinkDoesNotBecomeTheContact(t *testing.T) {
	t.Parallel()
	s := openLinkShop(t)
	b := s.steamOrder("")
	payer := b.Link()
	if sc, status, code := payer.TryPayment("payselection"); status != http.StatusOK || !strings.HasPrefix(sc.URL, "http") {
		t.Fatalf("another payer pays by the link: got %d %s %+v, want a page to pay on", status, code, sc)
	}
	first := shoptest.One[int64](s.Shop, `select id from payment_attempts where order_id = $1 and status in ('starting', 'pending')`, b.ID)
	// The owner is not sent to the other payer's invoice, whose receipt goes to
	// that payer.
	mine := b.StartPayment("payselection")
	if mine.ID == first {
		t.Errorf("the owner was given invoice %d, which belongs to another payer", first)
	}
	again := b.StartPayment("payselection")
	if again.ID != mine.ID {
		t.Errorf("asking again: got attempt %d, want %d", again.ID, mine.ID)
	}
	if got := shoptest.One[string](s.Shop, `select email from orders where id = $1`, b.ID); got != "victim@example.test" {
		t.Errorf("e-mail of the order: got %s, want victim@example.test", got)
	}
	theirs, status, code := payer.TryPayment("payselection")
	if status != http.StatusOK || theirs.PaymentID == mine.ID {
		t.Errorf("the other payer tries again: got %d %s, attempt %d, want one of their own", status, code, theirs.PaymentID)
	}
	s.Sandbox.Pay(mine)
	b.WaitForStatus("done")
	if delivered := s.Sandbox.Record().Delivered; len(delivered) != 1 {
		t.Errorf("got %d units delivered, want 1", len(delivered))
	}
	s.Audit()
}

func TestAPayerByLinkGivesAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := openLinkShop(t)
	s.Exec(`update payment_methods set required_fields = '{email}' where name = 'payselection'`)
	b := s.steamOrder(s.token)
	s.wantRefused(b.Link(), "paying without an address for the receipt", "/api/payments/payselection/",
		shoptest.Fields{"order_id": b.ID, "currency": "RUB"}, http.StatusBadRequest, "invalid")
	if status, code := b.Call(http.MethodPost, "/api/payments/payselection/", shoptest.Fields{"order_id": b.ID, "currency": "RUB"}, nil); status != http.StatusOK {
		t.Errorf("the owner, whose order has one: got %d %s, want 200", status, code)
	}
}

func TestAnAccountsOrderIsPaidWithTheAccountsAddress(t *testing.T) {
	t.Parallel()
	s := openLinkShop(t)
	s.Exec(`update payment_methods set required_fields = '{email}' where name = 'payselection'`)
	b := s.steamOrder(s.token)
	// Made before the account had an address.
	s.Exec(`update orders set email = null where id = $1`, b.ID)
	account := shoptest.One[string](s.Shop, `select u.email from users u join orders o on o.user_id = u.id where o.id = $1`, b.ID)
	s.wantRefused(b.Link(), "paying without an address for the receipt", "/api/payments/payselection/",
		shoptest.Fields{"order_id": b.ID, "currency": "RUB"}, http.StatusBadRequest, "invalid")
	if status, code := b.Call(http.MethodPost, "/api/payments/payselection/", shoptest.Fields{"order_id": b.ID, "currency": "RUB"}, nil); status != http.StatusOK {
		t.Fatalf("the owner, whose account has one: got %d %s, want 200", status, code)
	}
	if got := shoptest.One[string](s.Shop, `select email from orders where id = $1`, b.ID); got != account {
		t.Errorf("got the address %s, want the account's %s", got, account)
	}
}

func TestALinkDoesNotShowCodes(t *testing.T) {
	t.Parallel()
	s := openLinkShop(t)
	pack := shoptest.One[int64](s.Shop, `select id from products where kind = 'pubg' and title = '660 UC'`)
	secret := publicid.New().String()
	if _, _, err := s.Services().Stock.Load(t.Context(), pack, []string{secret}); err != nil {
		t.Fatal(err)
	}
	b := s.Order("pubg", "", shoptest.Fields{"products": []shoptest.Fields{{"product_id": pack, "quantity": 1}}})
	b.PayByCard()
	b.WaitForStatus("done")
	if got := b.Link().Page().Lines[0].Codes[0].Code; got == secret || strings.Trim(got, "•") != "" {
		t.Errorf("the holder of the link sees %q, want dots", got)
	}
	if got := b.Page().Lines[0].Codes[0].Code; got != secret {
		t.Errorf("the guest who bought it sees %q, want the code", got)
	}
	views, err := s.Services().Stock.Reveals(t.Context(), b.ID)
	if err != nil || len(views) != 1 || views[0].Viewer != "browser" {
		t.Errorf("got views %+v, %v, want one, of the browser", views, err)
	}
}
