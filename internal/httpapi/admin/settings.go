package admin

import (
	"cmp"
	"context"

	"larek/internal/account"
	"larek/internal/desk/settings"
	"larek/internal/httpapi/adminapi"
)

// ListSettings answers GET /api/admin/settings/.
func (h *Handlers) ListSettings(ctx context.Context, _ adminapi.ListSettingsRequestObject) (adminapi.ListSettingsResponseObject, error) {
	all, err := h.Settings.All(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.SettingAreas{Results: make([]adminapi.SettingArea, len(all))}
	for i, a := range all {
		area := adminapi.SettingArea{Name: adminapi.SettingAreaName(a.Name), Version: a.Version, ChangedAt: a.ChangedAt, ChangedBy: a.ChangedBy}
		for _, x := range a.Settings {
			area.Settings = append(area.Settings, adminapi.Setting{
				Key: adminapi.SettingKey(x.Key), Unit: adminapi.SettingUnit(x.Unit), Value: x.Value, Least: x.Least, Most: x.Most,
				Costly: adminapi.SettingCost(cmp.Or(x.Costly, "never")),
			})
		}
		list.Results[i] = area
	}
	return adminapi.ListSettings200JSONResponse(list), nil
}

// ChangeSettings answers POST /api/admin/settings/{area}/.
func (h *Handlers) ChangeSettings(ctx context.Context, r adminapi.ChangeSettingsRequestObject) (adminapi.ChangeSettingsResponseObject, error) {
	values := make([]settings.Value, len(r.Body.Values))
	for i, v := range r.Body.Values {
		values[i] = settings.Value{Key: string(v.Key), Value: v.Value}
	}
	done, err := h.Settings.ChangeSettings(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), string(r.Area), r.Body.Version, values)
	return adminapi.ChangeSettings200JSONResponse{Message: done.Message}, err
}

// ListSignInRules answers GET /api/admin/settings/sign_in/.
func (h *Handlers) ListSignInRules(ctx context.Context, _ adminapi.ListSignInRulesRequestObject) (adminapi.ListSignInRulesResponseObject, error) {
	rules, err := h.Settings.SignIns.SignInRules(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.SignInRules{Results: make([]adminapi.SignInRule, len(rules))}
	for i, r := range rules {
		list.Results[i] = adminapi.SignInRule{Provider: adminapi.SignInProvider(r.Provider), Configured: r.Configured, Allowed: r.Allowed, Except: r.Except}
	}
	return adminapi.ListSignInRules200JSONResponse(list), nil
}

// ChangeSignInRule answers POST /api/admin/settings/sign_in/{provider}/.
func (h *Handlers) ChangeSignInRule(ctx context.Context, r adminapi.ChangeSignInRuleRequestObject) (adminapi.ChangeSignInRuleResponseObject, error) {
	was := account.NewSignInRule(string(r.Provider), r.Body.Was.Allowed, r.Body.Was.Except)
	rule := account.NewSignInRule(string(r.Provider), r.Body.Allowed, r.Body.Except)
	done, err := h.Settings.ChangeSignInRule(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), was, rule)
	return adminapi.ChangeSignInRule200JSONResponse{Message: done.Message}, err
}
