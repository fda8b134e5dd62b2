package store

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"time"

	"larek/internal/httpapi/storeapi"
	"larek/internal/payment"
)

// countryCookie stores the country a buyer chose.
const countryCookie = "country"

var isoCode = regexp.MustCompile(`^[A-Z]{2}$`)

// ListCountries answers GET /api/payments/countries/.
func (h *Handlers) ListCountries(ctx context.Context, _ storeapi.ListCountriesRequestObject) (storeapi.ListCountriesResponseObject, error) {
	countries, err := h.Markets.Countries(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.ListCountries200JSONResponse(each(countries, country)), nil
}

// GetActiveCountry answers GET /api/payments/countries/active/.
func (h *Handlers) GetActiveCountry(ctx context.Context, _ storeapi.GetActiveCountryRequestObject) (storeapi.GetActiveCountryResponseObject, error) {
	m, err := h.activeMarket(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.GetActiveCountry200JSONResponse(market(m)), nil
}

// activeMarket returns the market of the country the buyer chose, else of the one
// the edge reports, else of Russia.
func (h *Handlers) activeMarket(ctx context.Context) (payment.Market, error) {
	for _, iso := range countryHints(requestOf(ctx)) {
		m, err := h.Markets.MarketByISO(ctx, iso)
		if errors.Is(err, payment.ErrCountryNotFound) {
			continue // a country we do not serve: try the next hint
		}
		return m, err
	}
	return payment.Market{}, payment.ErrCountryNotFound
}

// countryHints returns two-letter codes, most trusted first. The edge overwrites
// X-Country, so a buyer cannot send one.
func countryHints(r *http.Request) []string {
	var hints []string
	if c, err := r.Cookie(countryCookie); err == nil && isoCode.MatchString(c.Value) {
		hints = append(hints, c.Value)
	}
	if iso := r.Header.Get("X-Country"); isoCode.MatchString(iso) {
		hints = append(hints, iso)
	}
	return append(hints, payment.HomeCountry)
}

// SelectCountry answers POST /api/payments/countries/active/select/.
func (h *Handlers) SelectCountry(ctx context.Context, r storeapi.SelectCountryRequestObject) (storeapi.SelectCountryResponseObject, error) {
	m, err := h.Markets.Market(ctx, r.Body.CountryID)
	if err != nil {
		return nil, err
	}
	cookie := http.Cookie{
		Name: countryCookie, Value: m.Iso, Path: "/", MaxAge: int((365 * 24 * time.Hour).Seconds()),
		SameSite: http.SameSiteLaxMode, Secure: requestOf(ctx).Header.Get("X-Forwarded-Proto") == "https",
		// Not HttpOnly: pages are cached without it and read it in the browser.
	}
	return storeapi.SelectCountry200JSONResponse{
		Body:    market(m),
		Headers: storeapi.SelectCountry200ResponseHeaders{SetCookie: new(cookie.String())},
	}, nil
}
