package orderflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// Deployment is the name of the shop's workers in Temporal. Persisted.
const Deployment = "larek"

// Build is the build of a worker: new orders are run by the current one.
type Build struct {
	Deployment, ID string
	// PromotesItself makes the build current when its worker starts. Then running orders
	// follow it too, so that an old worker can be stopped at once. Otherwise an operator
	// makes it current, and running orders stay with the build that began them.
	PromotesItself bool
}

func (b Build) deployment() worker.DeploymentOptions {
	behavior := workflow.VersioningBehaviorPinned
	if b.PromotesItself {
		behavior = workflow.VersioningBehaviorAutoUpgrade
	}
	return worker.DeploymentOptions{
		UseVersioning:             true,
		Version:                   worker.WorkerDeploymentVersion{DeploymentName: b.Deployment, BuildID: b.ID},
		DefaultVersioningBehavior: behavior,
	}
}

const (
	promoteDelay   = 200 * time.Millisecond
	promoteTimeout = 5 * time.Second
)

// promoteAtStart makes a build current. It repeats it until Temporal knows the build,
// which takes the first call of its worker.
func (e *Engine) promoteAtStart(ctx context.Context, b Build, log *slog.Logger) {
	for warned := false; ; warned = true {
		call, cancel := context.WithTimeout(ctx, promoteTimeout)
		err := e.Promote(call, b.Deployment, b.ID)
		cancel()
		if err == nil || ctx.Err() != nil {
			return
		}
		if !warned && !isA[*serviceerror.NotFound](err) && !isA[*serviceerror.FailedPrecondition](err) {
			log.WarnContext(ctx, "build not promoted yet", "build", b.ID, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(promoteDelay):
		}
	}
}

// Promote makes a build current: it runs all new orders.
func (e *Engine) Promote(ctx context.Context, deployment, build string) error {
	_, err := e.client.WorkerDeploymentClient().GetHandle(deployment).SetCurrentVersion(ctx, client.WorkerDeploymentSetCurrentVersionOptions{BuildID: build})
	if err != nil {
		return fmt.Errorf("promote build %s: %w", build, err)
	}
	return nil
}

// RunningBuild is a build and what it still has to do.
type RunningBuild struct {
	ID        string
	Created   time.Time
	IsCurrent bool
	Orders    int64 // that it runs
}

// Builds returns the builds that Temporal knows, the newest first. Orders are counted
// with a delay of about a second.
func (e *Engine) Builds(ctx context.Context, deployment string) ([]RunningBuild, error) {
	found, err := e.client.WorkerDeploymentClient().GetHandle(deployment).Describe(ctx, client.WorkerDeploymentDescribeOptions{})
	if isA[*serviceerror.NotFound](err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("builds: %w", err)
	}
	current := found.Info.RoutingConfig.CurrentVersion
	var builds []RunningBuild
	for _, v := range found.Info.VersionSummaries {
		b := RunningBuild{ID: v.Version.BuildID, Created: v.CreateTime, IsCurrent: current != nil && current.BuildID == v.Version.BuildID}
		if b.Orders, err = e.countRunning(ctx, ofBuild(deployment, b.ID)); err != nil {
			return nil, err
		}
		builds = append(builds, b)
	}
	slices.SortFunc(builds, func(a, b RunningBuild) int { return cmp.Compare(b.Created.UnixNano(), a.Created.UnixNano()) })
	return builds, nil
}

// ofBuild returns the condition for workflows that a build runs.
func ofBuild(deployment, build string) string {
	return fmt.Sprintf(" and TemporalWorkerDeploymentVersion = '%s:%s'", deployment, build)
}

// ErrCurrentBuild is returned when the current build is to be drained.
var ErrCurrentBuild = errors.New("the build is current; promote another one first")

// Drain asks the running orders of a build to continue with the current one, and
// returns how many it asked. They do so after their present step; the workers of the
// build have to run until then. If these are gone, force moves the orders at once: the
// current build replays their histories, so its workflow must know the old steps.
func (e *Engine) Drain(ctx context.Context, deployment, build string, force bool) (orders int, err error) {
	builds, err := e.Builds(ctx, deployment)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(builds, func(b RunningBuild) bool { return b.ID == build })
	switch {
	case i < 0:
		return 0, fmt.Errorf("temporal knows no build %q", build)
	case builds[i].IsCurrent:
		return 0, ErrCurrentBuild
	}
	return e.eachRunning(ctx, ofBuild(deployment, build), func(ctx context.Context, id, run string) error {
		if !force {
			return e.client.SignalWorkflow(ctx, id, run, signalRenew, nil)
		}
		_, err := e.client.UpdateWorkflowExecutionOptions(ctx, client.UpdateWorkflowExecutionOptionsRequest{
			WorkflowId: id, RunId: run,
			WorkflowExecutionOptionsChanges: client.WorkflowExecutionOptionsChanges{
				VersioningOverride: &client.VersioningOverrideChange{Value: &client.AutoUpgradeVersioningOverride{}},
			},
		})
		return err
	})
}
