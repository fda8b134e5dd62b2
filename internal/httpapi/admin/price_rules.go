package admin

import (
	"context"

	"larek/internal/catalog"
	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/staff"
)

var errRulePercent = problem.InvalidFields(problem.Field{Name: "percent", Code: "wrong_value", Detail: "Процент от 0 до 900."})

// largestPercent is the most a rule may add to a cost.
const largestPercent money.Percent = 900_00

// GetPriceRule answers GET /api/admin/prices/rules/{id}/.
func (h *Handlers) GetPriceRule(ctx context.Context, r adminapi.GetPriceRuleRequestObject) (adminapi.GetPriceRuleResponseObject, error) {
	rule, err := h.Prices.Rule(ctx, r.ID)
	if err != nil || rule == nil {
		return adminapi.GetPriceRule200JSONResponse{}, err
	}
	return adminapi.GetPriceRule200JSONResponse{Rule: &adminapi.PriceRule{
		Percent: rule.Percent.String(), Ending: adminapi.PriceRuleEnding(rule.Ending), Floor: rule.Floor, IsActive: rule.IsActive, Version: rule.Version,
		ChangedAt: rule.ChangedAt, ChangedBy: rule.ChangedName,
	}}, nil
}

// SetPriceRule answers POST /api/admin/prices/rules/{id}/.
func (h *Handlers) SetPriceRule(ctx context.Context, r adminapi.SetPriceRuleRequestObject) (adminapi.SetPriceRuleResponseObject, error) {
	percent, err := money.ParsePercent(r.Body.Percent)
	if err != nil || percent > largestPercent {
		return nil, errRulePercent
	}
	done, err := h.Pricing.SetPriceRule(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Version, catalog.PriceRule{
		Percent: percent, Ending: int16(r.Body.Ending), Floor: r.Body.Floor, IsActive: r.Body.IsActive,
	})
	return adminapi.SetPriceRule200JSONResponse(catalogDone(done)), err
}

// GetPriceSettings answers GET /api/admin/prices/settings/.
func (h *Handlers) GetPriceSettings(ctx context.Context, _ adminapi.GetPriceSettingsRequestObject) (adminapi.GetPriceSettingsResponseObject, error) {
	s, err := h.Prices.Settings(ctx, h.Desk.Pool())
	return adminapi.GetPriceSettings200JSONResponse{
		LargestStep: s.LargestStep.String(), Version: s.Version, ChangedAt: given(s.ChangedAt), ChangedBy: given(s.ChangedName),
	}, err
}

// SetPriceSettings answers POST /api/admin/prices/settings/.
func (h *Handlers) SetPriceSettings(ctx context.Context, r adminapi.SetPriceSettingsRequestObject) (adminapi.SetPriceSettingsResponseObject, error) {
	step, err := money.ParsePercent(r.Body.LargestStep)
	if err != nil {
		return nil, errRulePercent
	}
	done, err := h.Pricing.SetLargestStep(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), step, r.Body.Version)
	return adminapi.SetPriceSettings200JSONResponse(catalogDone(done)), err
}

// ListWaitingPrices answers GET /api/admin/prices/waiting/.
func (h *Handlers) ListWaitingPrices(ctx context.Context, _ adminapi.ListWaitingPricesRequestObject) (adminapi.ListWaitingPricesResponseObject, error) {
	rows, err := h.Prices.Waiting(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.PriceWaitingList{Results: make([]adminapi.PriceWaiting, len(rows))}
	for i, w := range rows {
		list.Results[i] = adminapi.PriceWaiting{
			ProductID: w.ProductID, GameID: w.GameID, Game: w.GameTitle, Title: w.Title, Price: w.Price, OldPrice: w.OldPrice, Version: w.PriceVersion,
			ChangePercent: catalog.PriceChangeShare(w.OldPrice, w.Price).String(), At: w.At,
		}
		if Actor(ctx).Can(staff.MarginRead) {
			list.Results[i].Cost = &w.Cost
		}
	}
	return adminapi.ListWaitingPrices200JSONResponse(list), nil
}

// DecidePrice answers POST /api/admin/prices/waiting/{id}/decide/.
func (h *Handlers) DecidePrice(ctx context.Context, r adminapi.DecidePriceRequestObject) (adminapi.DecidePriceResponseObject, error) {
	done, err := h.Pricing.DecideRulePrice(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason),
		catalog.NewPrice{ProductID: r.ID, Price: r.Body.Price, Version: r.Body.Version}, r.Body.Approve)
	return adminapi.DecidePrice200JSONResponse(catalogDone(done)), err
}
