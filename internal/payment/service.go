// Package payment owns how the shop is paid: countries with their currency and
// rate, payment methods, attempts, notices, payments and refunds.
package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/pubsub"
)

// ErrCountryNotFound is returned for a country the shop does not serve.
var ErrCountryNotFound = problem.New(problem.NotFound, "country.not_found", "В этой стране мы пока не работаем.")

// HomeCountry is the country assumed for a buyer about whom nothing is known.
const HomeCountry = "RU"

// Country is a market.
type Country struct {
	ID       int64
	Iso      string
	Name     string
	Flag     picture.Key
	Currency money.Currency
}

// Market is a country with its rate and payment methods.
type Market struct {
	Country
	// Rate is rubles for one unit of the currency, as an exact decimal.
	Rate   string
	Groups []MethodGroup
}

// MethodGroup is a group of methods shown under one heading.
type MethodGroup struct {
	Name, ShortName string
	Position        int32
	Methods         []Method
}

// Method is one way to pay.
type Method struct {
	Name, Title            string
	Fee                    money.Percent
	FixFee, MinAmount      money.RUB
	Icon                   picture.Key
	Currencies             []money.Currency
	RequiredFields         []string
	IsActive, IsSecondary  bool
	CanRetrievePaymentData bool
}

// Service implements markets, attempts, payments and refunds.
type Service struct {
	q         *paymentdb.Queries // reading
	w         *paymentdb.Queries
	writing   *pgxpool.Pool
	providers map[string]Provider
	known     []Descriptor
	methods   map[string]string // the provider of each method
	clock     clock.Clock
	log       *slog.Logger
	queue     pubsub.QueueAnnouncer
	vat       string // the kind of rate receipts have
	gates     gates
	askFor    time.Duration // about the outcome of a refund
}

// NewService returns a service that reads markets from one pool and writes to the
// other. Methods whose provider is not in providers are unavailable.
func NewService(reading, writing *pgxpool.Pool, providers []Provider, clock clock.Clock, log *slog.Logger) *Service {
	s := &Service{
		q: paymentdb.New(reading), w: paymentdb.New(writing), writing: writing,
		providers: map[string]Provider{}, methods: map[string]string{Balance: Balance, Free: Free}, clock: clock, log: log, askFor: askFor,
	}
	for _, p := range providers {
		s.providers[p.Name()] = p
	}
	return s
}

// WithQueue sets who is notified of money that matches no order. It returns s.
func (s *Service) WithQueue(q pubsub.QueueAnnouncer) *Service {
	s.queue = q
	return s
}

// WithMethods adds the payment methods of the described providers, whether we have an
// account with them or not. It returns s.
func (s *Service) WithMethods(known []Descriptor) *Service {
	s.known = append(s.known, known...)
	for _, d := range known {
		for _, m := range d.Methods {
			s.methods[m.Name] = d.Name
		}
	}
	return s
}

func (s *Service) provider(name string) (Provider, error) {
	p, ok := s.providers[name]
	if !ok {
		return nil, ErrMethodUnavailable
	}
	return p, nil
}

// Provider returns the provider with the name, for its webhooks.
func (s *Service) Provider(name string) (Provider, bool) {
	p, ok := s.providers[name]
	return p, ok
}

// Countries lists the markets.
func (s *Service) Countries(ctx context.Context) ([]Country, error) {
	rows, err := s.q.ListCountries(ctx)
	if err != nil {
		return nil, fmt.Errorf("countries: %w", err)
	}
	countries := make([]Country, len(rows))
	for i, r := range rows {
		countries[i] = Country(r)
	}
	return countries, nil
}

// Market returns the country with the id.
func (s *Service) Market(ctx context.Context, id int64) (Market, error) {
	return s.market(ctx, paymentdb.GetCountryParams{ID: &id})
}

// MarketByISO returns the country with the two-letter code.
func (s *Service) MarketByISO(ctx context.Context, iso string) (Market, error) {
	return s.market(ctx, paymentdb.GetCountryParams{Iso: &iso})
}

func (s *Service) market(ctx context.Context, which paymentdb.GetCountryParams) (Market, error) {
	r, err := s.q.GetCountry(ctx, which)
	if errors.Is(err, pgx.ErrNoRows) {
		return Market{}, ErrCountryNotFound
	}
	if err != nil {
		return Market{}, fmt.Errorf("country: %w", err)
	}
	m := Market{
		Country: Country{ID: r.ID, Iso: r.Iso, Name: r.Name, Flag: r.Flag, Currency: r.Currency},
		Rate:    r.Rate,
		Groups:  []MethodGroup{},
	}
	rows, err := s.q.CountryMethods(ctx, r.ID)
	if err != nil {
		return Market{}, fmt.Errorf("methods of country %d: %w", r.ID, err)
	}
	last := int64(0)
	for _, row := range rows {
		if row.GroupID != last {
			last = row.GroupID
			m.Groups = append(m.Groups, MethodGroup{Name: row.GroupName, ShortName: row.GroupShortName, Position: row.GroupPosition})
		}
		g := &m.Groups[len(m.Groups)-1]
		g.Methods = append(g.Methods, Method{
			Name: row.Name, Title: row.Title, Fee: row.Fee, FixFee: row.FixFee, MinAmount: row.MinAmount, Icon: row.Icon,
			Currencies: row.Currencies, RequiredFields: row.RequiredFields, IsActive: row.IsActive,
			IsSecondary: row.IsSecondary, CanRetrievePaymentData: row.CanRetrievePaymentData,
		})
	}
	return m, nil
}
