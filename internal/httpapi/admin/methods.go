package admin

import (
	"context"
	"slices"

	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/problem"
)

// ListMethodCountries answers GET /api/admin/methods/countries/.
func (h *Handlers) ListMethodCountries(ctx context.Context, _ adminapi.ListMethodCountriesRequestObject) (adminapi.ListMethodCountriesResponseObject, error) {
	rows, err := h.PayMethods.EditedCountries(ctx)
	list := adminapi.MethodCountryList{Results: make([]adminapi.MethodCountry, len(rows))}
	for i, c := range rows {
		list.Results[i] = adminapi.MethodCountry{
			ID: c.ID, Iso: c.Iso, Name: c.Name, Currency: string(c.Currency), IsActive: c.IsActive, HasRate: c.Rate != "", Active: int(c.Active),
		}
	}
	return adminapi.ListMethodCountries200JSONResponse(list), err
}

// ListMethods answers GET /api/admin/methods/.
func (h *Handlers) ListMethods(ctx context.Context, r adminapi.ListMethodsRequestObject) (adminapi.ListMethodsResponseObject, error) {
	countries, err := h.PayMethods.EditedCountries(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(countries, func(c payment.EditedCountry) bool { return c.Iso == r.Params.Country })
	if i < 0 {
		return nil, payment.ErrCountryNotFound
	}
	rows, err := h.PayMethods.EditedMethods(ctx, countries[i].ID)
	if err != nil {
		return nil, err
	}
	health, err := h.PayMethods.MethodHealth(ctx, r.Params.Country)
	if err != nil {
		return nil, err
	}
	usable := 0
	for _, m := range rows {
		if isUsable(m) {
			usable++
		}
	}
	list := adminapi.MethodList{Results: make([]adminapi.MethodRow, len(rows))}
	for i, m := range rows {
		list.Results[i] = methodRow(m, health[m.Name])
		list.Results[i].IsLast = usable == 1 && isUsable(m)
	}
	return adminapi.ListMethods200JSONResponse(list), nil
}

// isUsable reports whether a buyer without a balance can pay by the method.
func isUsable(m payment.EditedMethod) bool { return m.IsActive && m.Name != payment.Balance }

func methodRow(m payment.EditedMethod, x payment.Health) adminapi.MethodRow {
	row := adminapi.MethodRow{
		ID: m.ID, GroupID: m.GroupID, Group: m.GroupName, Name: m.Name, Title: m.Title, Fee: m.Fee.String(), FixFee: m.FixFee, MinAmount: m.MinAmount,
		Currencies: make([]string, len(m.Currencies)), IsActive: m.IsActive, IsSecondary: m.IsSecondary, Version: m.Version,
		Hour:    adminapi.MethodTries{Tries: int(x.HourTries), Paid: int(x.HourPaid)},
		Day:     adminapi.MethodTries{Tries: int(x.DayTries), Paid: int(x.DayPaid)},
		WeekAgo: adminapi.MethodTries{Tries: int(x.WeekTries), Paid: int(x.WeekPaid)},
		Example: methodCost(payment.MethodTerms{Fee: m.Fee, FixFee: m.FixFee}),
	}
	for i, c := range m.Currencies {
		row.Currencies[i] = string(c)
	}
	if m.OffAt != nil {
		row.Off = &adminapi.MethodOff{At: *m.OffAt, By: m.OffBy, ReasonCode: m.OffCode, Reason: m.OffReason}
	}
	row.Pause = methodPause(m)
	return row
}

func methodPause(m payment.EditedMethod) *adminapi.MethodPause {
	if m.PauseSince == nil {
		return nil
	}
	return &adminapi.MethodPause{
		State: adminapi.MethodPauseState(m.PauseState), Since: *m.PauseSince, Until: m.PauseUntil, By: m.KeptBy, Reason: m.KeptReason,
		Now:     adminapi.MethodTries{Tries: int(m.PauseTries), Paid: int(m.PausePaid)},
		WeekAgo: adminapi.MethodTries{Tries: int(m.PauseWeekTries), Paid: int(m.PauseWeekPaid)},
	}
}

func methodCost(t payment.MethodTerms) adminapi.MethodCost {
	fee, due := t.Cost(exampleTotal)
	return adminapi.MethodCost{Goods: exampleTotal, Fee: fee, Due: due}
}

// PreviewMethod answers POST /api/admin/methods/preview/.
func (h *Handlers) PreviewMethod(_ context.Context, r adminapi.PreviewMethodRequestObject) (adminapi.PreviewMethodResponseObject, error) {
	fee, err := feePercent(r.Body.Fee)
	return adminapi.PreviewMethod200JSONResponse(methodCost(payment.MethodTerms{Fee: fee, FixFee: r.Body.FixFee})), err
}

func feePercent(text string) (money.Percent, error) {
	fee, err := money.ParsePercent(text)
	if err != nil {
		return 0, problem.InvalidFields(problem.Field{Name: "fee", Code: "wrong_format", Detail: "Неверный формат."})
	}
	return fee, nil
}

// ChangeMethod answers POST /api/admin/methods/{id}/change/.
func (h *Handlers) ChangeMethod(ctx context.Context, r adminapi.ChangeMethodRequestObject) (adminapi.ChangeMethodResponseObject, error) {
	b := r.Body
	fee, err := feePercent(b.Fee)
	if err != nil {
		return nil, err
	}
	done, err := h.Methods.ChangeMethod(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), r.ID, b.Version,
		payment.MethodTerms{Fee: fee, FixFee: b.FixFee, MinAmount: b.MinAmount, IsSecondary: b.IsSecondary})
	return adminapi.ChangeMethod200JSONResponse(doneShape(done)), err
}

// SwitchMethod answers POST /api/admin/methods/{id}/switch/.
func (h *Handlers) SwitchMethod(ctx context.Context, r adminapi.SwitchMethodRequestObject) (adminapi.SwitchMethodResponseObject, error) {
	b := r.Body
	done, err := h.Methods.SwitchMethod(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason),
		payment.MethodSwitch{ID: r.ID, Version: b.Version, Off: b.Off, EvenLast: b.EvenLast})
	return adminapi.SwitchMethod200JSONResponse(doneShape(done)), err
}

// KeepMethod answers POST /api/admin/methods/{id}/keep/.
func (h *Handlers) KeepMethod(ctx context.Context, r adminapi.KeepMethodRequestObject) (adminapi.KeepMethodResponseObject, error) {
	b := r.Body
	done, err := h.Methods.KeepMethod(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), r.ID, b.Version, b.Keep)
	return adminapi.KeepMethod200JSONResponse(doneShape(done)), err
}

// OrderMethods answers POST /api/admin/methods/order/.
func (h *Handlers) OrderMethods(ctx context.Context, r adminapi.OrderMethodsRequestObject) (adminapi.OrderMethodsResponseObject, error) {
	done, err := h.Methods.OrderMethods(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.Body.Ids)
	return adminapi.OrderMethods200JSONResponse(doneShape(done)), err
}
