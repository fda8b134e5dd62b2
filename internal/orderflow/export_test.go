package orderflow

import (
	"context"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"

	"larek/internal/seal"
)

// Converter decrypts the payloads of histories.
func Converter(key seal.Key) converter.DataConverter {
	return dataConverter(seal.NewKeyring("flow", key))
}

// FailureRecorder returns the interceptor of every worker.
func FailureRecorder(s *Activities) interceptor.WorkerInterceptor { return newFailureRecorder(s) }

// Remind runs the job that notifies overdue orders.
func (s *Activities) Remind(ctx context.Context) error { return s.notifyOverdue(ctx) }

// ReasonOf describes an error without personal data.
var ReasonOf = reasonOf

// WithWorkflow returns the options of a worker that runs another workflow.
func WithWorkflow(o WorkerOptions, flow any) WorkerOptions {
	o.workflow = flow
	return o
}
