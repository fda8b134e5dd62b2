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
	// namespaceLimit is how long an engine that is just starting may take.
	namespaceLimit = time.Minute
	namespacePause = 200 * time.Millisecond
	namespaceCall  = 5 * time.Second
)

// EnsureNamespace creates the namespace, or sets its retention if it is there,
// and returns when workflows can be started in it. Safe to repeat and to run
// from several copies at once.
func EnsureNamespace(ctx context.Context, addr, namespace string, retention time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, namespaceLimit)
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
		func(ctx context.Context) error { return settle(ctx, admin, namespace, retention) },
		func(ctx context.Context) error { return usable(ctx, flows) },
	}
	for _, step := range steps {
		if err := untilAnswered(ctx, step); err != nil {
			return fmt.Errorf("temporal namespace %s at %s: %w", namespace, addr, err)
		}
	}
	return nil
}

func settle(ctx context.Context, admin client.NamespaceClient, namespace string, retention time.Duration) error {
	found, err := admin.Describe(ctx, namespace)
	if isA[*serviceerror.NamespaceNotFound](err) {
		err = admin.Register(ctx, &workflowservice.RegisterNamespaceRequest{
			Namespace:                        namespace,
			WorkflowExecutionRetentionPeriod: durationpb.New(retention),
		})
		if isA[*serviceerror.NamespaceAlreadyExists](err) {
			return nil // another copy was faster
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

// usable asks for a workflow nobody started: its absence is told by the service
// that keeps histories, which learns of a new namespace after the one that made it.
func usable(ctx context.Context, flows client.Client) error {
	_, err := flows.DescribeWorkflowExecution(ctx, "no-such-workflow", "")
	if isA[*serviceerror.NotFound](err) {
		return nil
	}
	return err
}

// untilAnswered repeats what failed because the engine is away or still learning.
func untilAnswered(ctx context.Context, ask func(context.Context) error) error {
	for {
		call, cancel := context.WithTimeout(ctx, namespaceCall)
		err := ask(call)
		cancel()
		passing := isA[*serviceerror.Unavailable](err) || isA[*serviceerror.NamespaceNotFound](err) ||
			isA[*serviceerror.DeadlineExceeded](err) || errors.Is(err, context.DeadlineExceeded)
		if err == nil || !passing {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(namespacePause):
		}
	}
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
