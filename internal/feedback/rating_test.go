package feedback

import "testing"

func TestTenthsAreRoundedHalfUp(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		byStars [5]int64
		want    int64
	}{
		{[5]int64{}, 0},
		{[5]int64{1}, 50},
		{[5]int64{0, 0, 0, 0, 1}, 10},
		{[5]int64{1, 1}, 45},
		{[5]int64{2, 1}, 47},              // 4.666…
		{[5]int64{1, 2}, 43},              // 4.333…
		{[5]int64{1, 3}, 43},              // 4.25
		{[5]int64{19, 1}, 50},             // 4.95
		{[5]int64{334, 80, 20, 7, 6}, 46}, // 4.6308…
		{[5]int64{1 << 40, 1 << 40}, 45},
	} {
		r := Rating{ByStars: row.byStars}
		for _, n := range row.byStars {
			r.Count += n
		}
		if got := r.Tenths(); got != row.want {
			t.Errorf("%v: got %d, want %d", row.byStars, got, row.want)
		}
	}
}
