package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestCodesAreReadFromTheStandardInput(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		in   string
		n    int
		want []string
	}{
		"none are needed":    {in: "AAAA\n", n: 0},
		"as many as needed":  {in: "\n AAAA-1 \r\nBBBB-2\nCCCC-3\n", n: 2, want: []string{"AAAA-1", "BBBB-2"}},
		"fewer than needed":  {in: "AAAA-1", n: 2, want: []string{"AAAA-1"}},
		"nothing was typed":  {in: "", n: 1},
		"only empty lines":   {in: "\n\n", n: 1},
		"the last line ends": {in: "AAAA-1\n", n: 1, want: []string{"AAAA-1"}},
	} {
		var out bytes.Buffer
		got, err := readCodes(&cli{in: strings.NewReader(tc.in), out: &out}, tc.n)
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, tc.want)
		}
		if strings.Contains(out.String(), "AAAA") {
			t.Errorf("%s: a code was printed: %q", name, out.String())
		}
	}
}
