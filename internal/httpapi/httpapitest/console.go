package httpapitest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/content"
	"larek/internal/deliveryproof"
	"larek/internal/desk"
	"larek/internal/desk/alerts"
	"larek/internal/desk/operations"
	"larek/internal/desk/partners"
	"larek/internal/exports"
	"larek/internal/fulfilment"
	"larek/internal/httpapi/admin"
	"larek/internal/ordersearch"
	"larek/internal/partner"
	"larek/internal/password"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/provideraccount"
	"larek/internal/providerhealth"
	"larek/internal/publicid"
	"larek/internal/salesstats"
	"larek/internal/seal"
	"larek/internal/settlement"
	"larek/internal/staff"
	"larek/internal/totp"
	"larek/internal/webpush"
)

// StaffPassword is the password of every operator of a test.
const StaffPassword = "ночной ларёк у вокзала"

// addConsole adds the console to the shop.
func (s *Shop) addConsole(shop checkout.Config, payments *payment.Services, secret seal.Key, hasher *password.Hasher, reading *pgxpool.Pool, files *blob.Bucket) {
	s.ring, s.hasher = seal.NewKeyring("t", seal.NewKey()), hasher
	var err error
	s.StaffSessions = staff.NewSessions(s.Pool, s.Clock.Now)
	s.Staff = staff.NewService(s.Pool, s.StaffSessions, secret.Derive("staff"), Origin, s.Clock.Now)
	s.Credentials, err = staff.NewCredentials(staff.CredentialsConfig{
		Pool: s.Pool, Sessions: s.StaffSessions, Passwords: hasher, Ring: s.ring, Secret: secret.Derive("staff"), Origin: Origin, Brand: s.Brand, Clock: s.Clock.Now,
	})
	if err != nil {
		s.T.Fatal(err)
	}
	s.Audit = audit.NewService(s.Pool, seal.Succession{secret.Derive("audit")}, s.Clock.Now)
	s.Deps.Store.OwnAccounts = checkout.NewAccounts(s.Pool, shop.Ledger, s.Audit, s.Clock.Now)
	s.Desk = desk.New(s.Pool, s.Audit, s.Clock.Now)
	reports := s.newOrderSearch(secret, reading)
	steps := fulfilment.New(fulfilment.Config{
		Pool: shop.Pool, Orders: shop.Orders, Attempts: shop.Attempts, Inbox: shop.Inbox, Poller: shop.Poller, Tasks: payments.Tasks, Refunds: payments.Refunds,
		Ledger: shop.Ledger, Promos: shop.Promos, Stock: shop.Stock, Dispatch: shop.Dispatch, Emails: shop.Emails,
		Reservations: checkout.NewReservations(shop.Promos, shop.Stock, shop.Clock), PublishChange: shop.PublishChange, Clock: shop.Clock, Log: s.Deps.Log,
	})
	prices, assortment, editor := catalog.NewPrices(s.Pool, s.Clock.Now), catalog.NewAssortment(s.Pool, s.Clock.Now), content.NewEditor(s.Pool, s.Clock.Now)
	stats := salesstats.NewService(reading, s.Pool, s.Clock.Now)
	push, err := webpush.New(webpush.Config{Key: seal.NewKey(), Contact: "shop@larek.example", HTTP: &http.Client{Transport: new(http.Transport)}, Clock: s.Clock.Now})
	if err != nil {
		s.T.Fatal(err)
	}
	senders := map[alerts.Channel]alerts.Sender{alerts.Email: alerts.ByEmail{Emails: shop.Emails}, alerts.Push: alerts.ByPush{Pool: s.Pool, Client: push}}
	do := operations.New(operations.Parts{
		Stats: stats, Senders: senders, Log: s.Deps.Log,
		Desk: s.Desk, Orders: shop.Orders, Payments: payments, Ledger: shop.Ledger, Stock: shop.Stock, Dispatch: shop.Dispatch, Sourcing: shop.Sourcing, Emails: shop.Emails, Promos: shop.Promos,
		Checkout: s.Deps.Store.Checkout, Steps: steps, Accounts: s.Accounts, Sessions: s.Sessions, SignIns: s.SignIns, Reviews: s.Deps.Store.Feedback,
		Settlement: settlement.NewService(s.Pool), Prices: prices, Assortment: assortment, Content: editor, Pictures: s.Pictures, ProofPictures: s.Deps.Store.ProofPictures, Sign: reports.Sign,
		Notify: desk.Notifier{PublishChange: shop.PublishChange, Workflows: shop.Workflows, Queue: s.announce},
	})
	s.Operations = do
	s.Deps.Admin = &admin.Handlers{
		OrderActions: do.OrderActions, Refunds: do.Refunds, Queue: do.Queue, Pricing: do.Pricing, Catalogue: do.Catalogue, Texts: do.Texts, Finance: do.Finance,
		Customers: do.Customers, Supply: do.Supply, Methods: do.Methods, PromoCodes: do.PromoCodes, Settings: do.Settings, Shifts: do.Shifts, Alerts: do.Alerts,
		Orders: shop.Orders, Providers: payments.Providers, PayMethods: payments.Methods, Rates: payments.Rates, Promos: shop.Promos, Emails: shop.Emails, Stock: shop.Stock, Sourcing: shop.Sourcing, ProofPictures: s.Deps.Store.ProofPictures,
		Accounts: s.Accounts, Sessions: s.Sessions, Reviews: s.Deps.Store.Feedback, Prices: prices, Assortment: assortment, Content: editor,
		Staff: s.Staff, Credentials: s.Credentials, StaffSessions: s.StaffSessions, Desk: s.Desk, Audit: s.Audit, Opening: s.Deps.Store.Opening, Search: reports, Exports: exports.NewService(s.Pool, files, s.Clock.Now), Health: providerhealth.NewService(reading), Cursors: admin.Cursors{Key: secret.Derive("cursor")}, Origin: Origin, Clock: s.Clock.Now,
		Stats: stats, Movements: s.Deps.Store.Movements,
		Previews: s.Deps.Store.Previews, Partners: s.newPartners(),
	}
}

// newPartners returns the accounts of a shop that has no keys in its environment and that nobody
// has paid. Nothing listens where a provider is called.
func (s *Shop) newPartners() *partners.Service {
	d := providers.All[slices.IndexFunc(providers.All, func(d payment.Descriptor) bool { return d.Name == "tbank" })]
	env := map[string]string{"LAREK_TBANK_URL": "http://127.0.0.1:1"}
	return &partners.Service{
		Desk: s.Desk, Store: provideraccount.NewStore(s.Pool, seal.NewKeyring("t", seal.NewKey())),
		IsOpen: func(context.Context, pgx.Tx) (bool, error) { return s.IsOpen, nil },
		Partners: []provideraccount.Partner{{
			Kind: provideraccount.Provider, Name: d.Name, Title: d.Title, HasHook: true, NewSettings: func() any { return d.NewSettings() },
			Env: func(name string) string { return env[name] }, Key: seal.NewKey(), Started: s.Clock.Now(),
			Build: func(settings any) (partner.Prober, error) {
				p, err := settings.(payment.Settings).New(payment.ProviderDeps{HTTP: &http.Client{Transport: new(http.Transport)}})
				if err != nil {
					return nil, err
				}
				return p.(partner.Prober), nil
			},
		}},
	}
}

// newOrderSearch returns the search of the console.
func (s *Shop) newOrderSearch(secret seal.Key, reading *pgxpool.Pool) *ordersearch.Service {
	key := deliveryproof.Key(secret.Derive("receipt"))
	return ordersearch.NewService(ordersearch.Config{
		Pool: reading, Codes: secret.Derive("fingerprint"), Phones: secret.Derive("phone"), Clock: s.Clock.Now,
		Sign: func(text string) string { return deliveryproof.Sign(key, text) },
	})
}

// Operator is a member of staff with an open session.
type Operator struct {
	ID      int64
	Email   string
	Cookie  string
	Session publicid.ID

	shop   *Shop
	secret []byte
	stored string
	digest [32]byte
}

// HireOperator adds a member of staff with a role and an authenticator app, and signs
// them in.
func (s *Shop) HireOperator(role string) Operator {
	s.T.Helper()
	token, now, ctx := rand.Text(), s.Clock.Now(), s.T.Context()
	stored, err := s.hasher.Digest(ctx, StaffPassword)
	if err != nil {
		s.T.Fatal(err)
	}
	o := Operator{
		Cookie: "console=" + token, Session: publicid.New(), Email: strings.ToLower(token) + "@staff.test",
		shop: s, secret: totp.NewSecret(), stored: stored, digest: sha256.Sum256([]byte(token)),
	}
	err = s.Pool.QueryRow(ctx, `insert into staff (email, name, role_id, password, created, seen_at)
		select $1, $2, id, $3, $4, $4 from staff_roles where name = $5 returning id`, o.Email, "Сотрудник "+role, stored, now, role).Scan(&o.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	s.Exec(`insert into staff_sessions (name, staff_id, digest, device, address, created, used_at, expires_at)
		values ($1, $2, $3, 'test', '', $4, $4, $5)`, o.Session, o.ID, o.digest[:], now, now.Add(staff.SessionTTL))
	o.Reset()
	return o
}

// Reset undoes what the operator did to their own factors and session.
func (o Operator) Reset() {
	s, now := o.shop, o.shop.Clock.Now()
	s.T.Helper()
	key, sealed := s.ring.Seal(o.secret, []byte("staff-totp"))
	var batch pgx.Batch
	batch.Queue(`update staff set password = $2, totp_key = $3, totp_sealed = $4, totp_step = 0 where id = $1`, o.ID, o.stored, key, sealed)
	batch.Queue(`delete from staff_passkeys where staff_id = $1`, o.ID)
	batch.Queue(`delete from staff_recovery_codes where staff_id = $1`, o.ID)
	batch.Queue(`update staff_sessions set digest = $2, used_at = $3, factor_at = $3, fresh_at = $3, ended_at = null, challenge = null,
		pending_totp_key = null, pending_totp_sealed = null where name = $1`, o.Session, o.digest[:], now)
	if err := s.Pool.SendBatch(s.T.Context(), &batch).Close(); err != nil {
		s.T.Fatal(err)
	}
}

// Digits returns what the operator's app shows now.
func (o Operator) Digits() string { return totp.Code(o.secret, o.shop.Clock.Now().Unix()/30) }

// Header returns the headers of a call a page of the console makes for the operator,
// with a new Idempotency-Key.
func (o Operator) Header() http.Header {
	h := ConsolePage()
	h.Set("Cookie", o.Cookie)
	return h
}

// ConsolePage returns the headers of a call a page of the console makes without a session.
func ConsolePage() http.Header {
	return WithJSON(http.Header{"X-Console": {"1"}, "Origin": {Origin}, "Idempotency-Key": {NewKey()}})
}

// NewKey returns an Idempotency-Key.
func NewKey() string {
	b := publicid.New()
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
