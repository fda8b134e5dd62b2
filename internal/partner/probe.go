package partner

import (
	"context"
	"errors"
	"time"
)

// probeTimeout bounds one step of a probe.
const probeTimeout = 10 * time.Second

// Step is a step of a probe. It returns what it has shown, or why it failed.
type Step func(ctx context.Context) (text string, err error)

// Sentence is an error whose text the operator reads as it is.
type Sentence string

// Error implements error.
func (s Sentence) Error() string { return string(s) }

// Warning is a Sentence about something else than the keys, which are right.
type Warning string

// Error implements error.
func (w Warning) Error() string { return string(w) }

// Try runs steps until one fails. What an error says that is no sentence is told by explain:
// its own text may contain what was sent.
func Try(ctx context.Context, explain func(error) string, steps ...Step) ([]ProbeStep, error) {
	var done []ProbeStep
	for _, step := range steps {
		began := time.Now()
		trying, cancel := context.WithTimeout(ctx, probeTimeout)
		text, err := step(trying)
		cancel()
		if ctx.Err() != nil {
			return done, ctx.Err()
		}
		s := ProbeStep{State: ProbeOK, Text: text, Took: time.Since(began)}
		if warning, is := errors.AsType[Warning](err); is {
			s.State, s.Text = ProbeWarning, string(warning)
		} else if sentence, is := errors.AsType[Sentence](err); is {
			s.State, s.Text = ProbeFailed, string(sentence)
		} else if err != nil {
			s.State, s.Text = ProbeFailed, explain(err)
		}
		if done = append(done, s); s.State == ProbeFailed {
			break
		}
	}
	return done, nil
}

// IsPassed reports whether no step of a probe failed.
func IsPassed(steps []ProbeStep) bool {
	for _, s := range steps {
		if s.State == ProbeFailed {
			return false
		}
	}
	return len(steps) > 0
}
