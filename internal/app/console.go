package app

import (
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/catalog"
	"larek/internal/deliveryproof"
	"larek/internal/desk"
	"larek/internal/desk/alerts"
	"larek/internal/desk/finance"
	"larek/internal/desk/operations"
	"larek/internal/desk/partners"
	"larek/internal/httpapi/admin"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/ordersearch"
	"larek/internal/provideraccount"
	"larek/internal/providerhealth"
	"larek/internal/seal"
	"larek/internal/settlement"
	"larek/internal/staff"
	"larek/internal/webpush"
)

// newOperations returns what operators do.
func (s *Services) newOperations() (*operations.Services, error) {
	senders, err := s.senders()
	if err != nil {
		return nil, err
	}
	return operations.New(operations.Parts{
		Desk: s.Desk, Orders: s.Orders, Payments: s.Payments, Ledger: s.Ledger, Stock: s.Stock, Dispatch: s.Dispatch, Sourcing: s.Sourcing, Emails: s.Emails, Promos: s.Promos,
		Checkout: s.Checkout, Steps: s.Steps, Accounts: s.Accounts, Sessions: s.Sessions, SignIns: s.SignIns, Reviews: s.Feedback, Settlement: s.Settlement,
		Prices: s.Prices, Assortment: s.Assortment, Content: s.Editor, Pictures: s.Pictures, ProofPictures: s.ProofPictures, Sign: s.Search.Sign,
		Stats: s.Stats, Senders: senders, Log: s.in.Log,
		Notify: desk.Notifier{PublishChange: s.publishChange, Workflows: s.Workflows(), Queue: s.publishQueue, PublishData: s.publishData},
	}), nil
}

// senders returns the channels by which members of staff are alerted.
func (s *Services) senders() (map[alerts.Channel]alerts.Sender, error) {
	senders := map[alerts.Channel]alerts.Sender{}
	if s.cfg.SMTPURL != "" || s.in.Mailer != nil {
		senders[alerts.Email] = alerts.ByEmail{Emails: s.Emails}
	}
	if s.cfg.PushKey == "" {
		return senders, nil
	}
	key, err := seal.ParseKey(s.cfg.PushKey)
	if err != nil {
		return nil, fmt.Errorf("LAREK_PUSH_KEY %w", err)
	}
	shop, err := mail.ParseAddress(s.cfg.MailFrom)
	if err != nil {
		return nil, fmt.Errorf("LAREK_MAIL_FROM: %w", err)
	}
	client, err := webpush.New(webpush.Config{Key: key, Contact: shop.Address, Service: s.cfg.PushService, HTTP: s.in.HTTP, Clock: s.in.Clock})
	if err != nil {
		return nil, fmt.Errorf("LAREK_PUSH_KEY: %w", err)
	}
	senders[alerts.Push] = alerts.ByPush{Pool: s.in.Write, Client: client}
	return senders, nil
}

// newRegistries returns what fetches the files of those we have an account with.
func (s *Services) newRegistries() *finance.Registries {
	return &finance.Registries{
		Finance: s.Operations.Finance, HTTP: s.in.HTTP, URL: s.cfg.RegistryURL, Token: s.cfg.RegistryToken, Parties: s.parties, Log: s.in.Log,
	}
}

// parties returns the providers and suppliers we have an account with and whose files
// can be read.
func (s *Services) parties() []string {
	suppliers := s.Sourcing.SupplierNames()
	known, ofSuppliers := settlement.Parties()
	return slices.DeleteFunc(append(known, ofSuppliers...), func(party string) bool {
		_, isProvider := s.Payments.Providers.Provider(party)
		return !isProvider && !slices.Contains(suppliers, party)
	})
}

// newPartners returns what changes our accounts with providers and suppliers.
func (s *Services) newPartners() *partners.Service {
	return &partners.Service{
		Desk: s.Desk, Store: s.PartnerAccounts.Store, Partners: s.PartnerAccounts.Partners, IsOpen: provideraccount.IsShopOpen, IsProduction: s.cfg.Env == Production,
	}
}

// newPreviews returns what signs and opens links to games that are not shown yet.
func (s *Services) newPreviews() *catalog.Previews {
	return catalog.NewPreviews(s.in.Keys.Preview(), s.in.Clock)
}

// console returns the handlers of the console's contract.
func (s *Services) console(limits *ratelimit.Limits) *admin.Handlers {
	h := &admin.Handlers{
		Staff:         s.Staff,
		Credentials:   s.Credentials,
		StaffSessions: s.StaffSessions,
		Desk:          s.Desk,
		Audit:         s.Audit,
		Networks:      s.cfg.consoleNetworks(),
		Search:        s.Search,
		Exports:       s.Exports,
		Opening:       s.Opening,
		Health:        providerhealth.NewService(s.in.Write),
		HistoryPages:  s.cfg.historyPages(),
		Cursors:       admin.Cursors{Key: s.in.Keys.Cursor()},
		Origin:        s.cfg.PublicOrigin,
		Clock:         s.in.Clock,
		OrderActions:  s.Operations.OrderActions,
		Refunds:       s.Operations.Refunds,
		Queue:         s.Operations.Queue,
		Pricing:       s.Operations.Pricing,
		Catalogue:     s.Operations.Catalogue,
		Texts:         s.Operations.Texts,
		Finance:       s.Operations.Finance,
		Customers:     s.Operations.Customers,
		Supply:        s.Operations.Supply,
		Methods:       s.Operations.Methods,
		PromoCodes:    s.Operations.PromoCodes,
		Settings:      s.Operations.Settings,
		Partners:      s.newPartners(),
		Shifts:        s.Operations.Shifts,
		Alerts:        s.Operations.Alerts,
		Stats:         s.Stats,
		Movements:     s.Movements,
		Accounts:      s.Accounts,
		Sessions:      s.Sessions,
		Reviews:       s.Feedback,
		Prices:        s.Prices,
		Assortment:    s.Assortment,
		Content:       s.Editor,
		Orders:        s.Orders,
		Providers:     s.Payments.Providers,
		PayMethods:    s.Payments.Methods,
		Rates:         s.Payments.Rates,
		Promos:        s.Promos,
		Emails:        s.Emails,
		Stock:         s.Stock,
		ProofPictures: s.ProofPictures,
		Sourcing:      s.Sourcing,
		Previews:      s.newPreviews(),
		Badges:        s.badges(),
	}
	if limits != nil {
		h.Slow = limits.Slow
	}
	return h
}

// badges returns the counters of the console's menu.
func (s *Services) badges() []admin.BadgeSource {
	badge := s.Operations.Queue.Badge
	return []admin.BadgeSource{
		{Name: "queue", Permission: staff.TaskTake, Count: badge()},
		{Name: "refunds", Permission: staff.PaymentsRead, Count: badge(desk.KindRefund, desk.KindRefundLate, desk.KindGrant, desk.KindTooLarge)},
		{Name: "reviews", Permission: staff.ReviewModerate, Count: badge(desk.KindReview)},
		{Name: "stock", Permission: staff.CatalogRead, Count: badge(desk.KindStockLow)},
		{Name: "suppliers", Permission: staff.CatalogRead, Count: badge(desk.KindMoneyLow, desk.KindCost)},
	}
}

// consolePool returns the connections of what the console reads.
func (s *Services) consolePool() *pgxpool.Pool {
	if s.in.Console != nil {
		return s.in.Console
	}
	return s.in.Read
}

// newOrderSearch returns the search of the console.
func (s *Services) newOrderSearch() *ordersearch.Service {
	in := s.in
	key := deliveryproof.Key(in.Keys.Receipt())
	return ordersearch.NewService(ordersearch.Config{
		Pool: s.consolePool(), Known: in.Write, Codes: in.Keys.Codes(), Phones: in.Keys.Phone(), Brand: s.Brand, Clock: in.Clock,
		Sign: func(text string) string { return deliveryproof.Sign(key, text) },
	})
}

// historyPages returns the address of the engine's pages about workflows, or nothing.
func (c *Config) historyPages() string {
	if c.TemporalPages == "" {
		return ""
	}
	return c.TemporalPages + "/namespaces/" + url.PathEscape(c.TemporalNamespace) + "/workflows/"
}

// consoleNetworks returns the networks the console may be used from; none allows all.
func (c *Config) consoleNetworks() []netip.Prefix {
	var list []netip.Prefix
	for text := range strings.SplitSeq(c.ConsoleNetworks, ",") {
		if n, err := netip.ParsePrefix(text); err == nil { // checked when the settings were read
			list = append(list, n.Masked())
		}
	}
	return list
}
