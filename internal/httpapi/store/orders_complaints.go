package store

import (
	"context"

	"larek/internal/delivery"
	"larek/internal/httpapi/storeapi"
)

// ComplainAboutCode answers POST /api/orders/{id}/code_complaints/.
func (h *Handlers) ComplainAboutCode(ctx context.Context, r storeapi.ComplainAboutCodeRequestObject) (storeapi.ComplainAboutCodeResponseObject, error) {
	words := ""
	if r.Body.Text != nil {
		words = *r.Body.Text
	}
	if err := h.Checkout.Complain(ctx, h.caller(ctx), r.ID, delivery.CodeRef{ID: r.Body.Code, IsUnit: r.Body.IsUnit}, words); err != nil {
		return nil, err
	}
	return storeapi.ComplainAboutCode204Response{}, nil
}

// deliveredCodes returns the codes of an order without their texts, with what became of
// complaints about them.
func (h *Handlers) deliveredCodes(ctx context.Context, orderID int64) ([]storeapi.DeliveredCode, error) {
	codes, err := h.Stock.DeliveredCodes(ctx, orderID)
	if err != nil {
		return nil, err
	}
	return each(codes, func(c delivery.DeliveredCode) storeapi.DeliveredCode {
		shape := storeapi.DeliveredCode{ID: c.ID, IsUnit: c.IsUnit, LineID: c.LineID}
		if c.Complaint != "" {
			shape.Complaint = &storeapi.CodeComplaint{State: storeapi.CodeComplaintState(c.Complaint)}
			if c.Answer != "" {
				shape.Complaint.Answer = &c.Answer
			}
		}
		return shape
	}), nil
}
