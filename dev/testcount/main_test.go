package main

import (
	"strings"
	"testing"
)

func TestTally(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		events                  string
		passed, failed, skipped int
		shown                   string
	}{
		"pass and skip": {
			`{"Action":"pass","Package":"p","Test":"TestA"}
			 {"Action":"skip","Package":"p","Test":"TestB"}
			 {"Action":"output","Package":"p","Output":"ok  \tp\t0.1s\n"}
			 {"Action":"pass","Package":"p"}`, 1, 0, 1, "ok  \tp\t0.1s\n",
		},
		"a failing test counts once and shows its output": {
			`{"Action":"output","Package":"p","Test":"TestA","Output":"wanted 1\n"}
			 {"Action":"fail","Package":"p","Test":"TestA"}
			 {"Action":"fail","Package":"p"}`, 0, 1, 0, "wanted 1\n",
		},
		"a package that does not build is a failure": {
			`{"Action":"build-output","ImportPath":"p","Output":"syntax error\n"}
			 {"Action":"fail","Package":"p"}`, 0, 1, 0, "syntax error\n",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tally{output: map[string]*strings.Builder{}, testFailed: map[string]bool{}}
			var out strings.Builder
			if err := got.read(strings.NewReader(c.events), &out); err != nil {
				t.Fatal(err)
			}
			if got.passed != c.passed || got.failed != c.failed || len(got.skipped) != c.skipped {
				t.Errorf("counted %d, %d, %d", got.passed, got.failed, len(got.skipped))
			}
			if out.String() != c.shown {
				t.Errorf("showed %q", out.String())
			}
		})
	}
}
