package admin

import (
	"context"

	"larek/internal/desk"
	"larek/internal/desk/partners"
	"larek/internal/httpapi/adminapi"
	"larek/internal/provideraccount"
)

// ListPartners answers GET /api/admin/settings/partners/.
func (h *Handlers) ListPartners(ctx context.Context, _ adminapi.ListPartnersRequestObject) (adminapi.ListPartnersResponseObject, error) {
	all, err := h.Partners.All(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.PartnerAccounts{Results: make([]adminapi.PartnerAccount, len(all))}
	for i, a := range all {
		account := adminapi.PartnerAccount{
			Kind: adminapi.PartnerKind(a.Kind), Name: adminapi.PartnerName(a.Name), Title: a.Title, Source: adminapi.PartnerSource(a.Source), Version: a.Version,
			ChangedAt: a.ChangedAt, ChangedBy: a.ChangedBy, TestedAt: a.TestedAt, Hook: h.Origin + "/hooks/" + a.Name + "/", Fields: make([]adminapi.PartnerField, len(a.Fields)),
		}
		if !a.HasHook {
			account.Hook = ""
		}
		for j, f := range a.Fields {
			account.Fields[j] = adminapi.PartnerField{
				Key: adminapi.PartnerKey(f.Name), Label: f.Label, Where: f.Where, Secret: f.Secret, Needed: f.Needed, Source: adminapi.PartnerSource(f.Source), Value: f.Value,
				Editable: !f.External && f.Source != provideraccount.FromEnvironment,
			}
		}
		list.Results[i] = account
	}
	return adminapi.ListPartners200JSONResponse(list), nil
}

// ChangePartner answers POST /api/admin/settings/partners/{kind}/{name}/.
func (h *Handlers) ChangePartner(ctx context.Context, r adminapi.ChangePartnerRequestObject) (adminapi.ChangePartnerResponseObject, error) {
	done, err := h.Partners.ChangeAccount(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), partners.Change{
		Kind: string(r.Kind), Name: string(r.Name), Version: r.Body.Version, Values: partnerValues(r.Body.Values), Off: r.Body.Off, Untested: r.Body.Untested,
	})
	return adminapi.ChangePartner200JSONResponse{Message: done.Message}, err
}

// ProbePartner answers POST /api/admin/settings/partners/{kind}/{name}/probe/.
func (h *Handlers) ProbePartner(ctx context.Context, r adminapi.ProbePartnerRequestObject) (adminapi.ProbePartnerResponseObject, error) {
	a := desk.Command{Actor: Actor(ctx), Key: r.Params.IdempotencyKey}
	tried, err := h.Partners.Probe(ctx, a, string(r.Kind), string(r.Name), partnerValues(r.Body.Values))
	if err != nil {
		return nil, err
	}
	out := adminapi.PartnerProbe{Passed: tried.Passed, Steps: make([]adminapi.PartnerProbeStep, len(tried.Steps))}
	for i, s := range tried.Steps {
		out.Steps[i] = adminapi.PartnerProbeStep{State: adminapi.PartnerProbeStepState(s.State), Text: s.Text, TookMs: s.Took.Milliseconds()}
	}
	return adminapi.ProbePartner200JSONResponse(out), nil
}

func partnerValues(list adminapi.PartnerValues) provideraccount.Values {
	values := provideraccount.Values{}
	for _, v := range list {
		values[string(v.Key)] = v.Value
	}
	return values
}
