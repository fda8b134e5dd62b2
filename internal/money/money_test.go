package money

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in   string
		want RUB
		bad  bool
	}{
		"whole":                 {in: "199", want: 19900},
		"one decimal":           {in: "199.5", want: 19950},
		"two decimals":          {in: "199.05", want: 19905},
		"zero":                  {in: "0.00", want: 0},
		"negative":              {in: "-12.30", want: -1230},
		"largest":               {in: "999999999999.99", want: Max},
		"one more":              {in: "1000000000000.00", bad: true},
		"fraction of kopeck":    {in: "1.001", bad: true},
		"empty":                 {in: "", bad: true},
		"sign alone":            {in: "-", bad: true},
		"point first":           {in: ".50", bad: true},
		"point last":            {in: "1.", bad: true},
		"two points":            {in: "1.0.0", bad: true},
		"comma":                 {in: "1,50", bad: true},
		"exponent":              {in: "1e3", bad: true},
		"spaces":                {in: " 1", bad: true},
		"eastern digits":        {in: "١٢", bad: true},
		"twenty nines, no wrap": {in: "99999999999999999999", bad: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(tt.in)
			if tt.bad != errors.Is(err, ErrSyntax) || got != tt.want {
				t.Fatalf("Parse(%q) = %d, %v", tt.in, got, err)
			}
		})
	}
}

func TestPercentRoundsHalfUpOnce(t *testing.T) {
	t.Parallel()
	tests := []struct {
		amount  RUB
		percent int
		want    RUB
	}{
		{10000, 12, 1200}, {71950, 5, 3598}, {1, 50, 1}, {1, 49, 0}, {0, 99, 0}, {Max, 100, Max},
	}
	for _, tt := range tests {
		if got := tt.amount.Percent(Percents(tt.percent)); got != tt.want {
			t.Errorf("%v.Percent(%d) = %v, want %v", tt.amount, tt.percent, got, tt.want)
		}
	}
}

func TestAmountsSurviveEveryRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := RUB(rapid.Int64Range(-int64(Max), int64(Max)).Draw(t, "kopecks"))
		parsed, err := Parse(m.String())
		if err != nil || parsed != m {
			t.Fatalf("text: %v, %v", parsed, err)
		}
		b, _ := json.Marshal(m)
		var j RUB
		if err := json.Unmarshal(b, &j); err != nil || j != m {
			t.Fatalf("json %s: %v, %v", b, j, err)
		}
		n, _ := m.NumericValue()
		var s RUB
		if err := s.ScanNumeric(n); err != nil || s != m {
			t.Fatalf("numeric: %v, %v", s, err)
		}
	})
}

func TestOffIsNeverNegativeNorMoreThanTheAmount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := RUB(rapid.Int64Range(0, int64(Max)).Draw(t, "kopecks"))
		p := rapid.IntRange(0, 300).Draw(t, "percent")
		if got := m.Off(p); got < 0 || got > m {
			t.Fatalf("%v.Off(%d) = %v", m, p, got)
		}
	})
}

func TestScanRefusesFractionsOfAKopeck(t *testing.T) {
	t.Parallel()
	var n pgtype.Numeric
	if err := n.Scan("1.005"); err != nil {
		t.Fatal(err)
	}
	var m RUB
	if err := m.ScanNumeric(n); err == nil {
		t.Fatalf("got %v, want an error", m)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("199.00")
	f.Add("-0.01")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(m.String())
		if err != nil || again != m {
			t.Fatalf("%q -> %v -> %v, %v", s, m, again, err)
		}
	})
}
