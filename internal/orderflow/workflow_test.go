package orderflow_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"larek/internal/order"
	"larek/internal/orderflow"
)

// script holds the results of the activities, in order; the last one is
// repeated.
type script struct {
	settled, delivered []orderflow.State
	calls              []string
	refunded           []int64
	refundErrors       int
}

func (s *script) run(t *testing.T, during func(env *testsuite.TestWorkflowEnvironment)) {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	orderflow.Register(env, &orderflow.Activities{})
	next := func(name string, results *[]orderflow.State) func(context.Context, int64) (orderflow.State, error) {
		return func(_ context.Context, id int64) (orderflow.State, error) {
			if id != 7 {
				t.Errorf("%s: got order %d, want 7", name, id)
			}
			s.calls = append(s.calls, name)
			if len(*results) == 0 {
				return orderflow.State{}, errors.New("database unavailable")
			}
			st := (*results)[0]
			if len(*results) > 1 {
				*results = (*results)[1:]
			}
			return st, nil
		}
	}
	env.OnActivity("Settle", mock.Anything, mock.Anything).Return(next("settle", &s.settled))
	env.OnActivity("Deliver", mock.Anything, mock.Anything).Return(next("deliver", &s.delivered))
	env.OnActivity("Refund", mock.Anything, mock.Anything).Return(func(_ context.Context, id int64) error {
		if s.refundErrors > 0 {
			s.refundErrors--
			return errors.New("unknown")
		}
		s.refunded = append(s.refunded, id)
		return nil
	})
	if during != nil {
		during(env)
	}
	env.ExecuteWorkflow(orderflow.OrderWorkflow, int64(7))
	if !env.IsWorkflowCompleted() || env.GetWorkflowError() != nil {
		t.Fatalf("workflow completed %v, error %v", env.IsWorkflowCompleted(), env.GetWorkflowError())
	}
}

func (s *script) want(t *testing.T, calls ...string) {
	t.Helper()
	if !slices.Equal(s.calls, calls) {
		t.Errorf("activities: got %v, want %v", s.calls, calls)
	}
}

func TestPaidOrderIsDeliveredAtOnce(t *testing.T) {
	t.Parallel()
	s := &script{
		settled:   []orderflow.State{{Status: order.WaitingForPayment}, {Status: order.Paid}},
		delivered: []orderflow.State{{Status: order.Done}},
	}
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		env.RegisterDelayedCallback(func() { env.SignalWorkflow("news", nil) }, time.Minute)
	})
	s.want(t, "settle", "settle", "deliver")
}

func TestUnpaidOrderIsReadAtItsDeadline(t *testing.T) {
	t.Parallel()
	var due time.Time
	s := &script{}
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		due = env.Now().Add(3 * time.Hour)
		s.settled = []orderflow.State{{Status: order.WaitingForPayment, WakeAt: due}, {Status: order.Failed}}
	})
	s.want(t, "settle", "settle")
}

func TestSurplusIsRefundedBeforeTheWorkflowEnds(t *testing.T) {
	t.Parallel()
	s := &script{
		settled:      []orderflow.State{{Status: order.Paid}, {Status: order.Done, Refunds: []int64{31}}, {Status: order.Done}},
		delivered:    []orderflow.State{{Status: order.Done, Refunds: []int64{31}}},
		refundErrors: 3,
	}
	// The order is read again while the refund is still in flight.
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		env.RegisterDelayedCallback(func() { env.SignalWorkflow("news", nil) }, 2*time.Second)
	})
	if !slices.Equal(s.refunded, []int64{31}) {
		t.Errorf("refunded %v, want 31 once", s.refunded)
	}
}

func TestRefundThatIsPendingAgainIsSentAgain(t *testing.T) {
	t.Parallel()
	s := &script{
		settled:   []orderflow.State{{Status: order.Paid}, {Status: order.Done, Refunds: []int64{31}}, {Status: order.Done}},
		delivered: []orderflow.State{{Status: order.Done, Refunds: []int64{31}}},
	}
	s.run(t, nil)
	if !slices.Equal(s.refunded, []int64{31, 31}) {
		t.Errorf("refunded %v, want 31 twice", s.refunded)
	}
}

func TestSignalDuringDeliveryIsNotLost(t *testing.T) {
	t.Parallel()
	s := &script{settled: []orderflow.State{{Status: order.Paid}, {Status: order.Done}}, delivered: []orderflow.State{{Status: order.Done}}}
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		env.SetOnLocalActivityStartedListener(func(info *activity.Info, _ context.Context, _ []any) {
			if info.ActivityType.Name == "Deliver" {
				env.SignalWorkflow("news", nil)
			}
		})
	})
	s.want(t, "settle", "deliver", "settle")
}

func TestDatabaseOutageIsRetried(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		env.RegisterDelayedCallback(func() { s.settled = []orderflow.State{{Status: order.Failed}} }, 10*time.Minute)
	})
	if len(s.calls) < 10 {
		t.Errorf("got %d calls in ten minutes, want at least 10", len(s.calls))
	}
}

// An overdue order is read less and less often: some thirty times in a week,
// not two thousand.
func TestOverdueOrderIsReadLessAndLess(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		s.settled = []orderflow.State{{Status: order.WaitingForPayment, WakeAt: env.Now().Add(-time.Minute)}}
		env.SetTestTimeout(time.Minute)
		env.RegisterDelayedCallback(func() { s.settled = []orderflow.State{{Status: order.Failed}} }, 7*24*time.Hour)
	})
	// 5, 10, 20, 40, 80, 160 and 320 minutes, then every six hours.
	const want = 8 + 27
	if n := len(s.calls); n < want-1 || n > want+1 {
		t.Errorf("got %d reads in a week, want %d", n, want)
	}
}

func TestNewDeadlineResetsTheDelay(t *testing.T) {
	t.Parallel()
	s := &script{}
	var reads []time.Duration
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		began := env.Now()
		first, second := began.Add(-time.Hour), began.Add(-time.Minute)
		s.settled = []orderflow.State{
			{Status: order.WaitingForPayment, WakeAt: first}, {Status: order.WaitingForPayment, WakeAt: first},
			{Status: order.WaitingForPayment, WakeAt: second}, {Status: order.Failed},
		}
		env.SetOnLocalActivityStartedListener(func(*activity.Info, context.Context, []any) { reads = append(reads, env.Now().Sub(began)) })
	})
	if want := []time.Duration{0, 5 * time.Minute, 15 * time.Minute, 20 * time.Minute}; !slices.Equal(reads, want) {
		t.Errorf("got reads after %v, want %v", reads, want)
	}
}

// A workflow with a long history continues as new with no state: everything is
// in the database.
func TestLongHistoryContinuesAsNew(t *testing.T) {
	t.Parallel()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	orderflow.Register(env, &orderflow.Activities{})
	env.OnActivity("Settle", mock.Anything, mock.Anything).Return(orderflow.State{Status: order.WaitingForPayment}, nil)
	env.RegisterDelayedCallback(func() {
		env.SetContinueAsNewSuggested(true)
		env.SignalWorkflow("news", nil)
	}, time.Minute)
	env.ExecuteWorkflow(orderflow.OrderWorkflow, int64(7))
	if err := env.GetWorkflowError(); !workflow.IsContinueAsNewError(err) {
		t.Errorf("got %v, want ContinueAsNewError", err)
	}
}

// A refund in flight is one activity, so the workflow waits for it.
func TestLongHistoryWaitsForRefunds(t *testing.T) {
	t.Parallel()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	orderflow.Register(env, &orderflow.Activities{})
	env.OnActivity("Settle", mock.Anything, mock.Anything).Return(orderflow.State{Status: order.Done, Refunds: []int64{31}}, nil)
	var tries int
	env.OnActivity("Refund", mock.Anything, mock.Anything).Return(func(context.Context, int64) error {
		if tries++; tries < 5 {
			return errors.New("unknown")
		}
		return nil
	})
	env.RegisterDelayedCallback(func() {
		env.SetContinueAsNewSuggested(true)
		env.SignalWorkflow("news", nil)
	}, 2*time.Second)
	env.ExecuteWorkflow(orderflow.OrderWorkflow, int64(7))
	if err := env.GetWorkflowError(); tries != 5 || !workflow.IsContinueAsNewError(err) {
		t.Errorf("got %v after %d attempts of the refund, want ContinueAsNewError after 5", err, tries)
	}
}
