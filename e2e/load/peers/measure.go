package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// bench measures shops in turns: the speed of the machine changes by the minute.
type bench struct {
	out         io.Writer
	rounds      int
	connections int
	length      time.Duration
	shops       []shop
	n           atomic.Int64 // of the last call
}

// measured is what all rounds of one call of one shop gave.
type measured struct {
	rates []float64 // a second
	times []time.Duration
}

func (b *bench) measure(ctx context.Context) error {
	all := map[string]*measured{} // by shop and kind
	for round := range b.rounds + 1 {
		for _, kind := range kinds {
			for k := range b.shops {
				s := b.shops[(round+k)%len(b.shops)]
				do, has := s.calls[kind]
				if !has {
					continue
				}
				length := b.length
				if round == 0 { // warms caches and compilers, and is not counted
					length = min(length, 2*time.Second)
				}
				rate, times, err := b.rate(ctx, length, do)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", s.name, kind, err)
				}
				if round == 0 {
					continue
				}
				key := s.name + kind
				if all[key] == nil {
					all[key] = &measured{}
				}
				all[key].rates, all[key].times = append(all[key].rates, rate), append(all[key].times, times...)
			}
		}
	}
	b.table(all)
	return nil
}

// rate has as many buyers as connections call until the time is up. Those under way then
// are waited for, and counted with the time they took.
func (b *bench) rate(ctx context.Context, length time.Duration, do call) (float64, []time.Duration, error) {
	times, errs := make([][]time.Duration, b.connections), make([]error, b.connections)
	began := time.Now()
	var wg sync.WaitGroup
	for i := range b.connections {
		wg.Go(func() {
			for time.Since(began) < length && errs[i] == nil {
				start := time.Now()
				errs[i] = do(ctx, b.n.Add(1))
				times[i] = append(times[i], time.Since(start))
			}
		})
	}
	wg.Wait()
	took, flat := time.Since(began), slices.Concat(times...)
	return float64(len(flat)) / took.Seconds(), flat, errors.Join(errs...)
}

// table prints the medians as a document has them.
func (b *bench) table(all map[string]*measured) {
	fmt.Fprintf(b.out, "a second, %d buyers at once; in brackets the median time of one, ms. rounds: %d of %s\n\n|", b.connections, b.rounds, b.length)
	for _, s := range b.shops {
		fmt.Fprintf(b.out, " | %s", s.name)
	}
	fmt.Fprintf(b.out, " |\n|---|%s\n", strings.Repeat("---|", len(b.shops)))
	for _, kind := range kinds {
		fmt.Fprintf(b.out, "| %s", titles[kind])
		for _, s := range b.shops {
			m := all[s.name+kind]
			if m == nil {
				fmt.Fprint(b.out, " | –")
				continue
			}
			fmt.Fprintf(b.out, " | %s (%.1f)", short(median(m.rates)), float64(median(m.times).Microseconds())/1000)
		}
		fmt.Fprintln(b.out, " |")
	}
}

// short leaves out digits that the next run would not repeat.
func short(rate float64) string {
	if rate < 100 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

func median[T float64 | time.Duration](v []T) T {
	sorted := slices.Sorted(slices.Values(v))
	return sorted[len(sorted)/2]
}
