package orderflow

import (
	"context"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"

	"larek/internal/seal"
)

// Converter opens what a shop with the key wrote into histories.
func Converter(key seal.Key) converter.DataConverter { return dataConverter(key) }

// FailureRecorder is what every worker has around its steps.
func FailureRecorder(s *Steps) interceptor.WorkerInterceptor { return newFailureRecorder(s) }

// Remind is what every worker does each minute.
func (s *Steps) Remind(ctx context.Context) error { return s.remind(ctx) }

// ReasonOf is what is kept of a failure.
var ReasonOf = reasonOf
