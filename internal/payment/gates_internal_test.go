package payment

import (
	"errors"
	"testing"
	"time"
)

func TestAGateLimitsTheRate(t *testing.T) {
	t.Parallel()
	now, g := time.Unix(1_800_000_000, 0), &gate{}
	for _, step := range []struct {
		after            time.Duration
		ask, want, spare int
	}{
		{0, 20, 20, 0},
		{0, 20, 12, 0},
		{0, 1, 0, 0},
		{500 * time.Millisecond, 40, 16, 6}, // six of them found nothing to do
		{0, 40, 6, 0},
		{time.Hour, 100, 32, 0},
	} {
		now = now.Add(step.after)
		if got := g.admit(now, step.ask); got != step.want {
			t.Errorf("after %s: %d admitted of %d, want %d", step.after, got, step.ask, step.want)
		}
		g.giveBack(step.spare)
	}
}

func TestAProviderThatFailsIsProbedByOneCall(t *testing.T) {
	t.Parallel()
	now, g, down := time.Unix(1_800_000_000, 0), &gate{}, errors.New("down")
	for range failuresToRest - 1 {
		g.ended(now, down)
	}
	if got := g.admit(now, 3); got != 3 {
		t.Errorf("%d admitted before it rests, want 3", got)
	}
	g.ended(now, down)
	for rest := restMin; rest < 8*restMin; rest *= 2 {
		if got := g.admit(now.Add(rest-1), 9); got != 0 || !g.rests(now.Add(rest-1)) {
			t.Errorf("%d admitted while it rests for %s", got, rest)
		}
		now = now.Add(rest)
		if got := g.admit(now, 9); got != 1 {
			t.Errorf("%d probes after %s, want 1", got, rest)
		}
		if got := g.admit(now, 9); got != 0 {
			t.Errorf("%d more during the probe, want none", got)
		}
		g.ended(now, down)
	}
	g.ended(now, nil)
	if got := g.admit(now, 9); got != 9 || g.rests(now) {
		t.Errorf("%d admitted after it responded, want 9", got)
	}
}
