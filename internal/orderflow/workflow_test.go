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

	"larek/internal/order"
	"larek/internal/orderflow"
)

// script is what the steps answer, one after another; the last answer holds.
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
	orderflow.Register(env, &orderflow.Steps{})
	next := func(name string, answers *[]orderflow.State) func(context.Context, int64) (orderflow.State, error) {
		return func(_ context.Context, id int64) (orderflow.State, error) {
			if id != 7 {
				t.Errorf("%s of order %d", name, id)
			}
			s.calls = append(s.calls, name)
			if len(*answers) == 0 {
				return orderflow.State{}, errors.New("the database is away")
			}
			st := (*answers)[0]
			if len(*answers) > 1 {
				*answers = (*answers)[1:]
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
	env.ExecuteWorkflow(orderflow.Order, int64(7))
	if !env.IsWorkflowCompleted() || env.GetWorkflowError() != nil {
		t.Fatalf("completed %v, %v", env.IsWorkflowCompleted(), env.GetWorkflowError())
	}
}

func (s *script) want(t *testing.T, calls ...string) {
	t.Helper()
	if !slices.Equal(s.calls, calls) {
		t.Errorf("steps %v, want %v", s.calls, calls)
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

func TestUnpaidOrderIsLookedAtWhenItsTimeIsOver(t *testing.T) {
	t.Parallel()
	var due time.Time
	s := &script{}
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		due = env.Now().Add(3 * time.Hour)
		s.settled = []orderflow.State{{Status: order.WaitingForPayment, Wake: due}, {Status: order.Failed}}
	})
	s.want(t, "settle", "settle")
}

func TestSurplusGoesBackBeforeTheFlowEnds(t *testing.T) {
	t.Parallel()
	s := &script{
		settled:      []orderflow.State{{Status: order.Paid}, {Status: order.Done, Refunds: []int64{31}}, {Status: order.Done}},
		delivered:    []orderflow.State{{Status: order.Done, Refunds: []int64{31}}},
		refundErrors: 3,
	}
	s.run(t, nil)
	if !slices.Equal(s.refunded, []int64{31}) {
		t.Errorf("refunded %v, want 31 once", s.refunded)
	}
}

func TestNewsDuringDeliveryIsNotLost(t *testing.T) {
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

func TestOutageIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.run(t, func(env *testsuite.TestWorkflowEnvironment) {
		env.RegisterDelayedCallback(func() { s.settled = []orderflow.State{{Status: order.Failed}} }, 10*time.Minute)
	})
	if len(s.calls) < 10 {
		t.Errorf("asked %d times in ten minutes", len(s.calls))
	}
}
