package admin

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/desk/alerts"
	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

// GetAlerts answers GET /api/admin/me/alerts/.
func (h *Handlers) GetAlerts(ctx context.Context, _ adminapi.GetAlertsRequestObject) (adminapi.GetAlertsResponseObject, error) {
	shape, err := h.alerts(ctx)
	return adminapi.GetAlerts200JSONResponse(shape), err
}

func (h *Handlers) alerts(ctx context.Context) (adminapi.Alerts, error) {
	who := Actor(ctx)
	x, err := h.Alerts.Settings(ctx, who)
	if err != nil {
		return adminapi.Alerts{}, err
	}
	key, browsers, err := h.Alerts.Browsers(ctx, who)
	shape := adminapi.Alerts{
		PushKey: optional(key), Browsers: browsers,
		Kinds: []adminapi.AlertChoice{}, Channels: []adminapi.AlertChannel{}, QuietFrom: hour(x.QuietFrom), QuietUntil: hour(x.QuietUntil),
		OnDutyOnly: x.OnDutyOnly, ReportHour: hour(x.ReportHour), CanReport: who.Can(staff.Home),
	}
	for _, k := range alerts.Kinds {
		if k.IsFor(who) {
			shape.Kinds = append(shape.Kinds, adminapi.AlertChoice{Kind: adminapi.AlertKind(k), Email: slices.Contains(x.Email, k), Push: slices.Contains(x.Push, k)})
		}
	}
	for _, c := range []alerts.Channel{alerts.Email, alerts.Push} {
		if h.Alerts.Senders[c] != nil {
			shape.Channels = append(shape.Channels, adminapi.AlertChannel(c))
		}
	}
	return shape, err
}

// ChangeAlerts answers POST /api/admin/me/alerts/.
func (h *Handlers) ChangeAlerts(ctx context.Context, r adminapi.ChangeAlertsRequestObject) (adminapi.ChangeAlertsResponseObject, error) {
	b := r.Body
	x := alerts.Settings{
		Email: alertKinds(b.Email), Push: alertKinds(b.Push), QuietFrom: small(b.QuietFrom), QuietUntil: small(b.QuietUntil), OnDutyOnly: b.OnDutyOnly, ReportHour: small(b.ReportHour),
	}
	err := h.own(ctx, "alerts.change", r.Params.IdempotencyKey, b, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		after := map[string]any{"mailed": b.Email, "pushed": b.Push, "quiet_from": b.QuietFrom, "quiet_until": b.QuietUntil, "on_duty_only": b.OnDutyOnly, "report_hour": b.ReportHour}
		return desk.Outcome{After: after}, h.Alerts.Save(ctx, tx, Actor(ctx), x)
	})
	if err != nil {
		return nil, err
	}
	shape, err := h.alerts(ctx)
	return adminapi.ChangeAlerts200JSONResponse(shape), err
}

// TestAlerts answers POST /api/admin/me/alerts/test/.
func (h *Handlers) TestAlerts(ctx context.Context, r adminapi.TestAlertsRequestObject) (adminapi.TestAlertsResponseObject, error) {
	if err := h.slow(ctx, "letter", "staff "+number(Actor(ctx).ID)); err != nil {
		return nil, err
	}
	err := h.own(ctx, "alerts.test", r.Params.IdempotencyKey, r.Body, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{After: r.Body}, h.Alerts.Test(ctx, tx, Actor(ctx), alerts.Channel(r.Body.Channel))
	})
	return adminapi.TestAlerts204Response{}, err
}

// SubscribeAlerts answers POST /api/admin/me/alerts/subscribe/.
func (h *Handlers) SubscribeAlerts(ctx context.Context, r adminapi.SubscribeAlertsRequestObject) (adminapi.SubscribeAlertsResponseObject, error) {
	b := r.Body
	err := h.own(ctx, "alerts.subscribe", r.Params.IdempotencyKey, b, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{}, h.Alerts.Subscribe(ctx, tx, Actor(ctx), b.Endpoint, b.P256Dh, b.Auth)
	})
	return adminapi.SubscribeAlerts204Response{}, err
}

// UnsubscribeAlerts answers POST /api/admin/me/alerts/unsubscribe/.
func (h *Handlers) UnsubscribeAlerts(ctx context.Context, r adminapi.UnsubscribeAlertsRequestObject) (adminapi.UnsubscribeAlertsResponseObject, error) {
	err := h.own(ctx, "alerts.unsubscribe", r.Params.IdempotencyKey, r.Body, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{}, h.Alerts.Unsubscribe(ctx, tx, Actor(ctx), r.Body.Endpoint)
	})
	return adminapi.UnsubscribeAlerts204Response{}, err
}

func alertKinds(list []adminapi.AlertKind) []alerts.Kind {
	kinds := make([]alerts.Kind, len(list))
	for i, k := range list {
		kinds[i] = alerts.Kind(k)
	}
	return kinds
}

func hour(h *int16) *adminapi.AlertHour {
	if h == nil {
		return nil
	}
	return new(adminapi.AlertHour(*h))
}

func small(h *adminapi.AlertHour) *int16 {
	if h == nil {
		return nil
	}
	return new(int16(*h)) //nolint:gosec // an hour of a day
}
