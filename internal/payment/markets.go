package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/picture"
	"larek/internal/problem"
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

// Markets reads the countries and how buyers pay there.
type Markets struct{ q *paymentdb.Queries }

// Countries lists the markets.
func (s *Markets) Countries(ctx context.Context) ([]Country, error) {
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
func (s *Markets) Market(ctx context.Context, id int64) (Market, error) {
	return s.market(ctx, paymentdb.GetCountryParams{ID: &id})
}

// MarketByISO returns the country with the two-letter code.
func (s *Markets) MarketByISO(ctx context.Context, iso string) (Market, error) {
	return s.market(ctx, paymentdb.GetCountryParams{Iso: &iso})
}

func (s *Markets) market(ctx context.Context, which paymentdb.GetCountryParams) (Market, error) {
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

// Method returns the payment method with the name, or ErrMethodUnavailable.
func (m *Market) Method(name string) (*Method, error) {
	if name == Free {
		return freeMethod, nil
	}
	for i := range m.Groups {
		for j := range m.Groups[i].Methods {
			if m.Groups[i].Methods[j].Name == name {
				return &m.Groups[i].Methods[j], nil
			}
		}
	}
	return nil, ErrMethodUnavailable
}

// freeMethod is the method of a free order, in every market.
var freeMethod = &Method{Name: Free, Title: "Бесплатно", Currencies: []money.Currency{money.Ruble}, IsActive: true}
