package admin

import (
	"context"

	"larek/internal/desk/shifts"
	"larek/internal/httpapi/adminapi"
)

// GetShift answers GET /api/admin/shift/.
func (h *Handlers) GetShift(ctx context.Context, _ adminapi.GetShiftRequestObject) (adminapi.GetShiftResponseObject, error) {
	people, notes, err := h.Shifts.Shift(ctx)
	answer := adminapi.GetShift200JSONResponse{People: make([]adminapi.ShiftPerson, len(people)), Notes: make([]adminapi.ShiftNote, len(notes))}
	for i, p := range people {
		answer.People[i] = adminapi.ShiftPerson{ID: p.ID, Name: p.Name, Since: p.Since, SeenAt: p.SeenAt, Taken: p.Taken}
	}
	for i, n := range notes {
		answer.Notes[i] = adminapi.ShiftNote{ID: n.ID, At: n.At, By: adminapi.StaffRef{ID: n.By, Name: n.ByName}, Text: n.Text}
		if n.To != 0 {
			answer.Notes[i].To = &adminapi.StaffRef{ID: n.To, Name: n.ToName}
		}
	}
	return answer, err
}

// GetDeadlines answers GET /api/admin/shift/deadlines/.
func (h *Handlers) GetDeadlines(ctx context.Context, _ adminapi.GetDeadlinesRequestObject) (adminapi.GetDeadlinesResponseObject, error) {
	people, err := h.Shifts.Deadlines(ctx)
	answer := adminapi.GetDeadlines200JSONResponse{People: make([]adminapi.PersonDeadlines, len(people))}
	for i, p := range people {
		answer.People[i] = adminapi.PersonDeadlines{
			ID: p.ID, Name: p.Name,
			Week: adminapi.DeadlinesKept{Met: p.WeekMet, Late: p.WeekLate}, Month: adminapi.DeadlinesKept{Met: p.MonthMet, Late: p.MonthLate},
		}
	}
	return answer, err
}

// SetDuty answers POST /api/admin/shift/duty/.
func (h *Handlers) SetDuty(ctx context.Context, r adminapi.SetDutyRequestObject) (adminapi.SetDutyResponseObject, error) {
	done, err := h.Shifts.SetDuty(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), r.Body.IsOn)
	return adminapi.SetDuty200JSONResponse{Message: done.Message}, err
}

// HandOver answers POST /api/admin/shift/hand_over/.
func (h *Handlers) HandOver(ctx context.Context, r adminapi.HandOverRequestObject) (adminapi.HandOverResponseObject, error) {
	done, err := h.Shifts.HandOver(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), shifts.HandOver{Text: r.Body.Text, To: r.Body.To, Leave: r.Body.Leave})
	return adminapi.HandOver200JSONResponse{Message: done.Message}, err
}
