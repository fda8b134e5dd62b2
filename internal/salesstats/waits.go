package salesstats

import (
	"math"
	"time"
)

// Waits is a histogram of how long orders took from paid to delivered: orders by
// bucket. Histograms of several hours add up.
type Waits map[int16]int64

const (
	bucketsPerDoubling = 8
	shortestWait       = 100 * time.Millisecond
)

// Orders returns how many orders there are.
func (w Waits) Orders() int64 {
	var n int64
	for _, count := range w {
		n += count
	}
	return n
}

// Percentile returns the time within which that part of the orders was delivered, as
// the end of its bucket: at most a tenth too long. It is zero without orders.
func (w Waits) Percentile(part float64) time.Duration {
	all := w.Orders()
	if all == 0 {
		return 0
	}
	rank, highest := int64(math.Ceil(part*float64(all))), int16(0)
	for b := range w {
		highest = max(highest, b)
	}
	var seen int64
	for b := range highest + 1 {
		if seen += w[b]; seen >= rank {
			return bucketEnd(b)
		}
	}
	return bucketEnd(highest)
}

func bucketEnd(b int16) time.Duration {
	return time.Duration(float64(shortestWait) * math.Exp2(float64(b)/bucketsPerDoubling))
}

func (w Waits) add(bucket int16, n int64) { w[bucket] += n }
