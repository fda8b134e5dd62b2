package orderflow

import (
	"context"
	"errors"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

const (
	periodicWorkflowName = "PeriodicJob"
	// A job whose worker was killed ends when it has not reported for so long, and is
	// due again with the next tick.
	jobHeartbeat = 30 * time.Second
	jobBeat      = 10 * time.Second
	// catchUp is how late a tick may come after the engine was down; older ones are left
	// out.
	catchUp = time.Minute
	// maxJobAttempts bounds how often a job is tried for one tick, if it is tried again.
	maxJobAttempts = 20
)

// Job is periodic work that is done once for each tick, however many workers run.
type Job struct {
	Name    string // of its schedule; persisted
	Every   time.Duration
	Timeout time.Duration
	Retry   time.Duration // after a failure; zero waits for the next tick
	AtStart bool          // also when a worker starts
	Do      func(ctx context.Context) error
}

// jobRun is what a schedule starts. It is persisted.
type jobRun struct {
	Name           string
	Timeout, Retry time.Duration
}

// PeriodicWorkflow runs a job once. Its history has a dozen events.
func PeriodicWorkflow(ctx workflow.Context, run jobRun) error {
	policy := &temporal.RetryPolicy{MaximumAttempts: 1}
	if run.Retry > 0 {
		policy = &temporal.RetryPolicy{InitialInterval: run.Retry, BackoffCoefficient: 1, MaximumAttempts: maxJobAttempts}
	}
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: run.Timeout, HeartbeatTimeout: jobHeartbeat, RetryPolicy: policy,
	})
	return workflow.ExecuteActivity(ctx, run.Name).Get(ctx, nil)
}

// RunJobs makes the schedules of the jobs and runs what is due until ctx ends. Any number
// of workers may run it: the engine gives each tick to one of them. A tick that comes while
// its job runs is left out.
func (e *Engine) RunJobs(ctx context.Context, jobs []Job) error {
	fatal := make(chan error, 1)
	queue := periodicQueue(e.queue)
	w := worker.New(e.client, queue, worker.Options{
		OnFatalError: func(err error) { fatal <- err }, WorkerStopTimeout: stopTimeout,
		MaxConcurrentWorkflowTaskPollers: 2, MaxConcurrentActivityTaskPollers: 1,
	})
	w.RegisterWorkflowWithOptions(PeriodicWorkflow, workflow.RegisterOptions{Name: periodicWorkflowName})
	for _, j := range jobs {
		w.RegisterActivityWithOptions(withHeartbeat(j.Do), activity.RegisterOptions{Name: j.Name})
	}
	if err := w.Start(); err != nil {
		return fmt.Errorf("run periodic jobs: %w", err)
	}
	for _, j := range jobs {
		if err := e.ensureSchedule(ctx, queue, j); err != nil {
			w.Stop()
			return err
		}
	}
	select {
	case err := <-fatal: // the worker has stopped
		return fmt.Errorf("run periodic jobs: %w", err)
	case <-ctx.Done():
		w.Stop()
		return nil
	}
}

// ensureSchedule makes the schedule of a job, or changes it to what the job is now.
func (e *Engine) ensureSchedule(ctx context.Context, queue string, j Job) error {
	ctx, cancel := context.WithTimeout(ctx, namespaceCallTimeout)
	defer cancel()
	id := queue + "-" + j.Name
	schedule := client.Schedule{
		Spec:   &client.ScheduleSpec{Intervals: []client.ScheduleIntervalSpec{{Every: j.Every}}},
		Action: &client.ScheduleWorkflowAction{ID: id, Workflow: periodicWorkflowName, Args: []any{jobRun{j.Name, j.Timeout, j.Retry}}, TaskQueue: queue},
		Policy: &client.SchedulePolicies{Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, CatchupWindow: catchUp},
		State:  &client.ScheduleState{},
	}
	_, err := e.client.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: id, Spec: *schedule.Spec, Action: schedule.Action, Overlap: schedule.Policy.Overlap, CatchupWindow: catchUp, TriggerImmediately: j.AtStart,
	})
	if errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		err = e.updateSchedule(ctx, id, schedule, j.AtStart)
	}
	if err != nil {
		return fmt.Errorf("schedule %s: %w", j.Name, err)
	}
	return nil
}

func (e *Engine) updateSchedule(ctx context.Context, id string, schedule client.Schedule, trigger bool) error {
	known := e.client.ScheduleClient().GetHandle(ctx, id)
	err := known.Update(ctx, client.ScheduleUpdateOptions{DoUpdate: func(in client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
		schedule.State = in.Description.Schedule.State // an operator may have paused it
		return &client.ScheduleUpdate{Schedule: &schedule}, nil
	}})
	if err == nil && trigger {
		err = known.Trigger(ctx, client.ScheduleTriggerOptions{Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_SKIP})
	}
	return err
}

// withHeartbeat tells the engine that the job's worker lives.
func withHeartbeat(do func(ctx context.Context) error) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		done := make(chan struct{})
		defer close(done)
		go func() {
			tick := time.NewTicker(jobBeat)
			defer tick.Stop()
			for {
				select {
				case <-done:
					return
				case <-tick.C:
					activity.RecordHeartbeat(ctx)
				}
			}
		}()
		return do(ctx)
	}
}
