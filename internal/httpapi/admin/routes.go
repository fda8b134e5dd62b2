package admin

import (
	"context"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/payment"
	"larek/internal/providerhealth"
)

// ListProviders answers GET /api/admin/methods/providers/.
func (h *Handlers) ListProviders(ctx context.Context, _ adminapi.ListProvidersRequestObject) (adminapi.ListProvidersResponseObject, error) {
	known := h.Providers.Known()
	names := make([]string, len(known))
	for i, p := range known {
		names[i] = p.Name
	}
	states, err := h.Health.Of(ctx, names, h.Clock())
	if err != nil {
		return nil, err
	}
	routes, err := h.PayMethods.Routes(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.ProviderList{Results: make([]adminapi.ProviderRow, len(known))}
	for i, p := range known {
		list.Results[i] = providerRow(p, states[p.Name])
		for _, r := range routes {
			if r.Provider == p.Name {
				list.Results[i].Routes++
				if !r.IsActive {
					list.Results[i].RoutesOff++
				}
			}
		}
	}
	return adminapi.ListProviders200JSONResponse(list), nil
}

// silentChecks is how many payments without an answer a worker leaves a provider alone for:
// as many calls in a row that failed.
const silentChecks = 5

func providerRow(p payment.KnownProvider, x providerhealth.Provider) adminapi.ProviderRow {
	row := adminapi.ProviderRow{
		Name: p.Name, IsConfigured: p.IsConfigured, CanQuery: p.Queries, CanRefund: p.Refunds, Refused: x.Refused,
		Hour:    adminapi.MethodTries{Tries: int(x.Health.HourTries), Paid: int(x.Health.HourPaid)},
		Day:     adminapi.MethodTries{Tries: int(x.Health.DayTries), Paid: int(x.Health.DayPaid)},
		WeekAgo: adminapi.MethodTries{Tries: int(x.Health.WeekTries), Paid: int(x.Health.WeekPaid)},
		Checks:  x.Checks.Waiting, Unanswered: x.Checks.Unanswered, IsSilent: x.Checks.Unanswered >= silentChecks,
	}
	if x.Health.DayPaid > 0 {
		row.PaySeconds, row.LastPaidAt = &x.Health.PaySeconds, &x.Health.LastPaidAt
	}
	if g := x.Registry; !g.LoadedAt.IsZero() {
		row.Registry = &adminapi.ProviderRegistry{Day: g.Day.Format(time.DateOnly), Lines: int(g.RowsCount), LoadedAt: g.LoadedAt, Differences: g.Differences, IsFailing: g.IsFailing}
	}
	return row
}

// ListRates answers GET /api/admin/methods/rates/.
func (h *Handlers) ListRates(ctx context.Context, _ adminapi.ListRatesRequestObject) (adminapi.ListRatesResponseObject, error) {
	rows, err := h.Rates.Table(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.RateList{Results: make([]adminapi.RateRow, len(rows))}
	for i, r := range rows {
		list.Results[i] = adminapi.RateRow{Currency: r.Currency, Countries: r.Countries, Margin: r.Margin, FixedRate: given(r.FixedRate), History: []adminapi.PastRate{}}
		past, err := h.Rates.History(ctx, r.Currency)
		if err != nil {
			return nil, err
		}
		for _, p := range past {
			list.Results[i].History = append(list.Results[i].History, adminapi.PastRate{At: p.SetAt, Rate: p.Rate, Source: adminapi.RateSource(p.Source)})
		}
	}
	return adminapi.ListRates200JSONResponse(list), nil
}

// ListRoutes answers GET /api/admin/methods/routes/.
func (h *Handlers) ListRoutes(ctx context.Context, _ adminapi.ListRoutesRequestObject) (adminapi.ListRoutesResponseObject, error) {
	routes, err := h.PayMethods.Routes(ctx)
	list := adminapi.RouteList{Results: make([]adminapi.RouteRow, len(routes))}
	for i, r := range routes {
		list.Results[i] = adminapi.RouteRow{
			ID: r.ID, Iso: r.Iso, Country: r.Country, Name: r.Name, Title: r.Title, Provider: r.Provider,
			IsActive: r.IsActive && r.CountryIsActive, IsConfigured: r.IsConfigured, IsSecondary: r.IsSecondary, IsPaused: r.PauseState == string(payment.MethodPaused), Next: given(r.Next),
		}
	}
	return adminapi.ListRoutes200JSONResponse(list), err
}
