// Package app builds the shop: settings, connections, services, and the API and the
// worker made of them. Commands and tests of the whole shop construct services here
// and nowhere else:
//
//	cfg, err := app.LoadConfig(env)
//	in, err := app.Connect(ctx, cfg, log)
//	services, err := app.Build(cfg, in)
//	api, err := services.NewAPI(app.APIOptions{…})   // or services.NewWorker()
package app

import (
	"context"
	"strconv"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/brand"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/content"
	"larek/internal/delivery"
	"larek/internal/deliveryproof"
	"larek/internal/desk"
	"larek/internal/desk/operations"
	"larek/internal/email"
	"larek/internal/exports"
	"larek/internal/feature"
	"larek/internal/feedback"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/opening"
	"larek/internal/order"
	"larek/internal/ordersearch"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/publicfeed"
	"larek/internal/pubsub"
	"larek/internal/salesstats"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// pictureSlots bounds how many pictures are rendered at a time.
const pictureSlots = 2

// Services are the services of the shop, each built once.
type Services struct {
	Catalog   *catalog.Service
	Brand     *brand.Reader
	Opening   *opening.Gate
	Content   *content.Service
	Feedback  *feedback.Service
	Feed      *publicfeed.Service
	Movements *ledger.Movements
	Proofs    *deliveryproof.Service
	Tokens    *account.Tokens
	Accounts  *account.Service
	Sessions  *account.Sessions
	SignIns   *account.SignIns
	Pictures  *picture.Store // nil without a store
	// ProofPictures show what operators delivered.
	ProofPictures *delivery.Pictures
	Orders        *order.Service
	Watch         *order.Watch
	Promos        *promo.Service
	// PartnerAccounts are ours with providers and suppliers.
	PartnerAccounts *Accounts
	Payments        *payment.Services
	Ledger          *ledger.Service
	Stock           *delivery.Stock
	Dispatch        *delivery.Dispatcher
	Sourcing        *delivery.Sourcing
	Emails          *email.Service
	// Checkout is what buyers do to orders, PromoCodes to their promo codes.
	Checkout   *checkout.Service
	PromoCodes *checkout.PromoCodes
	// Steps are what happens to an order after its payment was started.
	Steps         *fulfilment.Steps
	Staff         *staff.Service
	Credentials   *staff.Credentials
	StaffSessions *staff.Sessions
	Audit         *audit.Service
	Chain         *ledger.Chain
	Desk          *desk.Desk
	// Search finds orders for operators.
	Search *ordersearch.Service
	// Exports are the files operators download.
	Exports *exports.Service
	// Prices, Assortment and Editor change what is sold and read; Settlement has the
	// registries of providers.
	Prices     *catalog.Prices
	Assortment *catalog.Assortment
	Editor     *content.Editor
	Settlement *settlement.Service
	// Operations is what operators do, by subject.
	Operations *operations.Services
	// Stats are the sums of sales and profit.
	Stats *salesstats.Service
	// Features are the switches of new code.
	Features *feature.Switches

	cfg *Config
	in  *Infra
}

// Build returns the services of a shop with these settings and connections.
func Build(cfg *Config, in *Infra) (*Services, error) {
	names := brand.NewReader(in.Read)
	s := &Services{
		Brand:     names,
		Opening:   opening.NewGate(in.Read, in.Keys.Pass(), in.Clock),
		Catalog:   catalog.NewService(in.Read),
		Content:   content.NewService(in.Read).WithBrand(names),
		Feedback:  feedback.NewService(in.Read, in.Write, in.Clock),
		Feed:      publicfeed.NewService(in.Read),
		Movements: ledger.NewMovements(in.Read),
		Proofs:    deliveryproof.NewService(in.Write, names, in.Keys.Receipt()),
		Tokens:    account.NewTokens(in.Keys.Token()),
		cfg:       cfg, in: in,
	}
	if in.Blobs != nil {
		s.Pictures = picture.NewStore(in.Blobs, pictureSlots)
	}
	s.ProofPictures = delivery.NewPictures(in.Write, s.Pictures, in.Clock)
	err := s.addCheckout()
	if err != nil {
		return nil, err
	}
	s.Sessions = account.NewSessions(in.Write, s.Tokens, in.Keys.secret, in.Clock)
	s.Accounts = account.NewService(in.Write, s.Sessions, s.Emails, cfg.PublicOrigin, in.Clock)
	s.SignIns = account.NewSignIns(account.SignInConfig{
		Pool: in.Write, Secret: in.Keys.secret, Ring: in.Keys.Ring, Origin: cfg.PublicOrigin, Users: s.Accounts, Sessions: s.Sessions,
		Brand: names, Clock: in.Clock, Passwords: in.Passwords, Providers: cfg.newSignIns(in.HTTP, in.Clock),
	})
	s.StaffSessions = staff.NewSessions(in.Write, in.Clock)
	s.StaffSessions.Unlocked = cfg.Demo != ""
	s.Staff = staff.NewService(in.Write, s.StaffSessions, in.Keys.Staff(), cfg.PublicOrigin, in.Clock)
	s.Credentials, err = staff.NewCredentials(staff.CredentialsConfig{
		Pool: in.Write, Sessions: s.StaffSessions, Passwords: in.Passwords, Ring: in.Keys.Ring, Secret: in.Keys.Staff(), Origin: cfg.PublicOrigin, Brand: names, Clock: in.Clock,
	})
	if err != nil {
		return nil, err
	}
	s.Audit = audit.NewService(in.Write, in.Keys.Audit(), in.Clock)
	s.Chain = ledger.NewChain(s.Ledger, in.Keys.Books(), in.Clock)
	s.Desk = desk.New(in.Write, s.Audit, in.Clock)
	s.Search, s.Exports = s.newOrderSearch(), exports.NewService(in.Write, in.Blobs, in.Clock)
	s.Features = feature.NewSwitches(in.Write)
	s.Stats = salesstats.NewService(s.consolePool(), in.Write, in.Clock)
	s.Prices, s.Assortment = catalog.NewPrices(in.Write, in.Clock), catalog.NewAssortment(in.Write, in.Clock)
	s.Editor, s.Settlement = content.NewEditor(in.Write, in.Clock), settlement.NewService(in.Write)
	s.Steps = s.newSteps()
	if s.Operations, err = s.newOperations(); err != nil {
		return nil, err
	}
	return s, nil
}

// addCheckout adds the domains of orders, and what buyers do to orders.
func (s *Services) addCheckout() error {
	in := s.in
	s.PartnerAccounts = s.newAccounts()
	s.Orders, s.Watch = order.NewService(in.Write, in.Clock), order.NewWatch(in.Write, in.Clock)
	s.Emails = email.NewService(in.Write, in.Mailer, in.Clock, in.Log, s.cfg.PublicOrigin)
	s.Emails.SetProver(s.Orders.NewProof)
	s.Emails.SetQueue(s.publishQueue)
	s.Emails.SetBrand(s.Brand)
	s.Promos = promo.NewService(in.Write)
	s.Payments = payment.New(payment.Config{
		Read: in.Read, Write: in.Write, Known: providers.All, VAT: s.cfg.Fiscal.VAT, AskFor: s.cfg.refundAsk(),
		Queue: s.publishQueue, Clock: in.Clock, Log: in.Log,
	})
	s.Ledger = ledger.NewService(in.Write).WithBrand(s.Brand).WithVAT(s.cfg.Fiscal.VAT).WithAdvances(s.cfg.Books.Advances == "revalued")
	s.Stock = delivery.NewStock(in.Write, in.Keys.Ring, in.Keys.Codes())
	s.Dispatch = delivery.NewDispatcher(in.Write, nil, in.Keys.Ring, in.Clock, in.Log).WithStock(s.Stock)
	s.Dispatch.Suppliers = s.PartnerAccounts.supply
	s.Sourcing = delivery.NewSourcing(in.Write, nil, in.Clock, in.Log).WithQueue(s.publishQueue).WithSuppliers(s.PartnerAccounts.supply)
	// Those of the environment at once; the others when the database answers.
	if err := s.PartnerAccounts.use(nil); err != nil {
		return err
	}
	if err := s.PartnerAccounts.refresh(context.Background()); err != nil {
		in.Log.Warn("accounts with providers and suppliers were not read yet", "error", err)
	}
	c := checkout.Config{
		Pool: in.Write, Brand: s.Brand, Opening: s.Opening, Orders: s.Orders, Promos: s.Promos, Markets: s.Payments.Markets, Attempts: s.Payments.Attempts, Inbox: s.Payments.Inbox, Poller: s.Payments.Poller,
		Ledger: s.Ledger, Stock: s.Stock, Dispatch: s.Dispatch, Sourcing: s.Sourcing, Emails: s.Emails,
		Pictures: s.Pictures, Workflows: s.Workflows(), Clock: in.Clock, Origin: s.cfg.PublicOrigin,
		ProofKey: in.Keys.EmailProof(), PhoneKey: in.Keys.Phone(), PublishChange: s.publishChange,
	}
	s.Checkout, s.PromoCodes = checkout.NewService(c), checkout.NewPromoCodes(c)
	return nil
}

// Workflows returns what notifies the workflow of an order.
func (s *Services) Workflows() checkout.WorkflowNotifier {
	if s.in.Engine == nil {
		return noWorkflows{}
	}
	return s.in.Engine
}

// noWorkflows notifies none: the sweeper of a worker finds the orders.
type noWorkflows struct{}

func (noWorkflows) Notify(context.Context, int64) error { return nil }

// publishData hints that the catalogue has changed; instances that miss it see the
// change when they next poll.
func (s *Services) publishData(ctx context.Context) {
	if s.in.Bus == nil {
		return
	}
	if err := s.in.Bus.Publish(ctx, pubsub.DataChanged, "console"); err != nil {
		s.in.Log.DebugContext(ctx, "change of data not announced", "error", err)
	}
}

// publishChange notifies open pages of a changed order; those that miss it poll a
// little later.
func (s *Services) publishChange(ctx context.Context, orderID int64) {
	s.publish(ctx, pubsub.OrderChanged, strconv.FormatInt(orderID, 10))
}

// publishQueue notifies open pages of operators of a row of their queue.
func (s *Services) publishQueue(ctx context.Context, kind string, id int64) {
	s.publish(ctx, pubsub.DeskChanged, pubsub.QueueMessage(kind, id))
}

func (s *Services) publish(ctx context.Context, channel, message string) {
	if s.in.Bus == nil {
		return
	}
	if err := s.in.Bus.Publish(ctx, channel, message); err != nil {
		s.in.Log.DebugContext(ctx, "change not announced", "channel", channel, "error", err)
	}
}
