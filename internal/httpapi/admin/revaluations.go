package admin

import (
	"context"
	"errors"

	"larek/internal/httpapi/adminapi"
	"larek/internal/ledger"
	"larek/internal/problem"
)

// PreviewRevaluation answers GET /api/admin/books/revaluations/.
func (h *Handlers) PreviewRevaluation(ctx context.Context, r adminapi.PreviewRevaluationRequestObject) (adminapi.PreviewRevaluationResponseObject, error) {
	day, _, err := parseDays(r.Params.Day, r.Params.Day)
	if err != nil {
		return nil, err
	}
	shape := adminapi.RevaluationPreview{Day: r.Params.Day, Accounts: []adminapi.RevaluedAccount{}}
	list, err := h.Finance.Books.Revaluations(ctx, h.Finance.Desk.Pool(), day, h.Clock())
	if p := (*problem.Error)(nil); errors.As(err, &p) {
		shape.Obstacle = &p.Detail
		return adminapi.PreviewRevaluation200JSONResponse(shape), nil
	}
	for _, x := range list {
		shape.Accounts = append(shape.Accounts, adminapi.RevaluedAccount{
			Account: string(x.Account), Title: x.Account.Title(), Currency: string(x.Currency), Balance: ledger.Format(x.TenThousandths), Rate: x.Rate.String(),
			Before: x.Before.String(), After: x.After.String(), Gain: x.Gain().String(),
		})
	}
	return adminapi.PreviewRevaluation200JSONResponse(shape), err
}

// Revalue answers POST /api/admin/books/revaluations/.
func (h *Handlers) Revalue(ctx context.Context, r adminapi.RevalueRequestObject) (adminapi.RevalueResponseObject, error) {
	day, _, err := parseDays(r.Body.Day, r.Body.Day)
	if err != nil {
		return nil, err
	}
	answer, err := h.Finance.Revalue(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), day)
	return adminapi.Revalue200JSONResponse(answer), err
}
