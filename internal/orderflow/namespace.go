package orderflow

import (
	"context"
	"errors"
	"fmt"
	"time"

	namespacepb "go.temporal.io/api/namespace/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"google.golang.org/protobuf/types/known/durationpb"
)

const (
	// namespaceTimeout is how long a starting Temporal may take.
	namespaceTimeout     = time.Minute
	namespaceRetryDelay  = 200 * time.Millisecond
	namespaceCallTimeout = 5 * time.Second
)

// EnsureNamespace creates the namespace or updates its retention, and returns
// when workflows can be started in it. It is idempotent and safe for concurrent
// use.
func EnsureNamespace(ctx context.Context, addr, namespace string, retention time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, namespaceTimeout)
	defer cancel()
	options := client.Options{HostPort: addr, Namespace: namespace}
	admin, err := client.NewNamespaceClient(options)
	if err != nil {
		return fmt.Errorf("temporal at %s: %w", addr, err)
	}
	defer admin.Close()
	flows, err := client.NewLazyClient(options)
	if err != nil {
		return fmt.Errorf("temporal at %s: %w", addr, err)
	}
	defer flows.Close()

	steps := []func(context.Context) error{
		func(ctx context.Context) error { return ensureNamespace(ctx, admin, namespace, retention) },
		func(ctx context.Context) error { return checkUsable(ctx, flows) },
	}
	for _, step := range steps {
		if err := retryUnavailable(ctx, step); err != nil {
			return fmt.Errorf("temporal namespace %s at %s: %w", namespace, addr, err)
		}
	}
	return nil
}

func ensureNamespace(ctx context.Context, admin client.NamespaceClient, namespace string, retention time.Duration) error {
	found, err := admin.Describe(ctx, namespace)
	if isA[*serviceerror.NamespaceNotFound](err) {
		err = admin.Register(ctx, &workflowservice.RegisterNamespaceRequest{
			Namespace:                        namespace,
			WorkflowExecutionRetentionPeriod: durationpb.New(retention),
		})
		if isA[*serviceerror.NamespaceAlreadyExists](err) {
			return nil // another instance was faster
		}
		return err
	}
	if err != nil || found.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration() == retention {
		return err
	}
	return admin.Update(ctx, &workflowservice.UpdateNamespaceRequest{
		Namespace: namespace,
		Config:    &namespacepb.NamespaceConfig{WorkflowExecutionRetentionTtl: durationpb.New(retention)},
	})
}

// checkUsable queries a workflow that does not exist. The response comes from
// the history service, which learns of a new namespace later than the frontend.
func checkUsable(ctx context.Context, flows client.Client) error {
	_, err := flows.DescribeWorkflowExecution(ctx, "no-such-workflow", "")
	if isA[*serviceerror.NotFound](err) {
		return nil
	}
	return err
}

// retryUnavailable repeats call while Temporal is unavailable or does not know
// the namespace yet.
func retryUnavailable(ctx context.Context, call func(context.Context) error) error {
	for {
		callCtx, cancel := context.WithTimeout(ctx, namespaceCallTimeout)
		err := call(callCtx)
		cancel()
		retryable := isA[*serviceerror.Unavailable](err) || isA[*serviceerror.NamespaceNotFound](err) ||
			isA[*serviceerror.DeadlineExceeded](err) || errors.Is(err, context.DeadlineExceeded)
		if err == nil || !retryable {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(namespaceRetryDelay):
		}
	}
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
