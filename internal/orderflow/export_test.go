package orderflow

import (
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

// WithWorkflow returns the options of a worker that runs another workflow.
func WithWorkflow(o WorkerOptions, flow any) WorkerOptions {
	o.workflow = flow
	return o
}
