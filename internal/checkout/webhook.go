package checkout

import (
	"context"
	"errors"

	"larek/internal/delivery"
	"larek/internal/payment"
	"larek/internal/problem"
)

// ErrInvalidWebhook is the response to a webhook with an invalid signature.
var ErrInvalidWebhook = problem.New(problem.Forbidden, "payment.forged", "Подпись не сходится.")

// Webhooks receives what providers and suppliers report.
type Webhooks struct {
	inbox     *payment.Inbox
	dispatch  *delivery.Dispatcher
	workflows WorkflowNotifier
}

// NewWebhooks returns Webhooks.
func NewWebhooks(inbox *payment.Inbox, dispatch *delivery.Dispatcher, workflows WorkflowNotifier) *Webhooks {
	return &Webhooks{inbox: inbox, dispatch: dispatch, workflows: workflows}
}

// HandleWebhook verifies a provider's webhook, stores the notice and notifies
// the workflow, which queries the provider for confirmation if it can be
// queried and then processes the notice. If the error is nil, the provider may
// be sent an acknowledgement.
func (s *Webhooks) HandleWebhook(ctx context.Context, p payment.Provider, hook payment.Webhook) error {
	n, err := s.inbox.ParseWebhook(ctx, p, hook)
	switch {
	case errors.Is(err, payment.ErrIgnoredEvent):
		return nil
	case err != nil && !errors.Is(err, payment.ErrInvalidSignature):
		return err // not acknowledged: the provider sends it again
	case err != nil:
		if err := s.inbox.RecordRejectedWebhook(ctx, p.Name(), payment.SignatureErrorReason(err), hook.Body); err != nil {
			return err
		}
		return ErrInvalidWebhook
	}
	id, err := s.inbox.RecordNotice(ctx, p.Name(), payment.SourceWebhook, n)
	if err != nil {
		return err // not acknowledged: the provider sends it again
	}
	if id != 0 {
		_ = s.workflows.Notify(ctx, id) // if Temporal is unavailable, the sweeper notifies it
	}
	return nil
}

// HandleCallback verifies a supplier's callback and notifies the workflow of its
// order, which reads the true state from the supplier. Nothing of it is stored, so it may
// be acknowledged only if the error is nil.
func (s *Webhooks) HandleCallback(ctx context.Context, supplier delivery.Supplier, hook delivery.Callback) error {
	ref, err := s.dispatch.Suppliers.ParseCallback(supplier, hook)
	if err != nil {
		return ErrInvalidWebhook
	}
	id, err := s.dispatch.OrderForCallback(ctx, supplier.Name(), ref)
	if err == nil && id != 0 {
		err = s.workflows.Notify(ctx, id)
	}
	return err // then it is not acknowledged, and the supplier sends it again
}
