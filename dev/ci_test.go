// Package dev tests the scripts that check the shop.
package dev

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// list returns the steps that `.ci/run` would take: part, name and command, each
// separated by tabs.
func list(t *testing.T, parts ...string) []string {
	t.Helper()
	cmd := exec.Command("../.ci/run", append([]string{"--list"}, parts...)...)
	cmd.Env = append(cmd.Environ(), "LAREK_CI_LONG=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(out)), "\n"), func(step string) bool {
		return strings.HasPrefix(step, "prepare\t")
	})
}

func partsOf(steps []string) []string {
	var parts []string
	for _, step := range steps {
		part, _, _ := strings.Cut(step, "\t")
		parts = append(parts, part)
	}
	return slices.Compact(parts)
}

// matched returns the words of the first group of the pattern in a file of the
// repository.
func matched(t *testing.T, file, pattern, separator string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", file))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(pattern).FindSubmatch(text)
	if m == nil {
		t.Fatalf("%s does not match %s", file, pattern)
	}
	return strings.Split(string(m[1]), separator)
}

func TestPartsTogetherAreTheWholeCheck(t *testing.T) {
	t.Parallel()
	whole := list(t)
	var union []string
	for _, part := range partsOf(whole) {
		union = append(union, list(t, part)...)
	}
	if !slices.Equal(union, whole) {
		t.Errorf("the parts run\n%s\nwant\n%s", strings.Join(union, "\n"), strings.Join(whole, "\n"))
	}
}

func TestPartsRunEveryCheckOfTheMakefile(t *testing.T) {
	t.Parallel()
	var targets []string
	for _, step := range list(t) {
		if _, target, isMake := strings.Cut(step, "\tmake "); isMake {
			words := strings.Fields(target)
			if words[0] == "-C" {
				words = words[2:]
			}
			targets = append(targets, words[0])
		}
	}
	want := []string{"size", "seed", "smoke", "simulate", "chaos", "restore-drill", "deploy-drill", "e2e", "long", "fuzz"}
	want = append(want, matched(t, "deploy/Makefile", `(?m)^check: (.*?) ##`, " ")...)
	for _, target := range []string{"check", "lint", "test"} {
		want = append(want, matched(t, "Makefile", `(?m)^`+target+`: (.*?) ##`, " ")...)
	}
	for _, target := range want {
		if target != "lint" && !slices.Contains(targets, target) {
			t.Errorf("no part runs make %s", target)
		}
	}
}

func TestMoneyStaysInTheGate(t *testing.T) {
	t.Parallel()
	var gate []string
	for _, step := range list(t) {
		if part, rest, _ := strings.Cut(step, "\t"); part != "long" {
			_, command, _ := strings.Cut(rest, "\t")
			gate = append(gate, command+" ")
		}
	}
	text, err := os.ReadFile("../.ci/money")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(text)) {
		kind, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "#":
			continue
		case "step":
			if !slices.ContainsFunc(gate, func(command string) bool { return strings.HasPrefix(command, name+" ") }) {
				t.Errorf("%s is not a step of the gate", name)
			}
		case "package":
			if tests, _ := filepath.Glob(filepath.Join("..", name, "*_test.go")); len(tests) == 0 {
				t.Errorf("%s has no tests", name)
			}
		default:
			t.Errorf("unknown line %q", line)
		}
		lines++
	}
	if lines == 0 {
		t.Error("the list is empty")
	}
}

func TestWorkflowRunsEveryPart(t *testing.T) {
	t.Parallel()
	matrix := strings.Join(matched(t, ".github/workflows/ci.yml", `(?m)^ +part: (.*)`, " "), " ")
	var got []string
	for _, m := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(matrix, -1) {
		got = append(got, m[1])
	}
	want := partsOf(list(t))
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the workflow runs %v, want %v", got, want)
	}
}

// stubRun runs a copy of `.ci/run` where make and npm packages are stubs. It returns
// the targets that make was called with, in order, and whether the run succeeded.
func stubRun(t *testing.T, failing string, parts ...string) (targets []string, succeeded bool) {
	t.Helper()
	repo := t.TempDir()
	script, err := os.ReadFile("../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".ci/run":      string(script),
		"dev/packages": "#!/bin/sh\n",
		"bin/git":      "#!/bin/sh\n",
		"bin/make":     "#!/bin/sh\n[ \"$1\" != -C ] || shift 2\necho \"$1\" >>calls\n[ \"$1\" != '" + failing + "' ]\n",
	} {
		file := filepath.Join(repo, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(filepath.Join(repo, ".ci/run"), parts...)
	cmd.Env = append(cmd.Environ(), "PATH="+filepath.Join(repo, "bin")+":"+os.Getenv("PATH"), "LAREK_CI_LONG=")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	calls, _ := os.ReadFile(filepath.Join(repo, "calls"))
	return strings.Fields(string(calls)), err == nil
}

// Parts of a row run at the same time, so the order of their steps differs from run to run.
func TestRunTakesEveryStepAndStopsTheServices(t *testing.T) {
	t.Parallel()
	got, ok := stubRun(t, "")
	if !ok {
		t.Error("it failed")
	}
	from := 0
	for _, row := range []struct {
		steps   string
		ordered bool
	}{
		{"up lint-go rules alerts licences chart compose-check migrations fresh", true},
		{"lint-web size test-go test-shop test-web types", false},
		{"chaos e2e first-touch n-1 seed simulate smoke up", false},
		{"down", true},
	} {
		want := strings.Fields(row.steps)
		steps := slices.Clone(got[min(from, len(got)):min(from+len(want), len(got))])
		if !row.ordered {
			slices.Sort(steps)
		}
		if !slices.Equal(steps, want) {
			t.Errorf("%v, want %v, in %v", steps, want, got)
		}
		from += len(want)
	}
	if from != len(got) {
		t.Errorf("%d steps, want %d: %v", len(got), from, got)
	}
}

func TestFailedStepEndsTheRunAndStopsTheServices(t *testing.T) {
	t.Parallel()
	want := []string{"up", "test-go", "down"}
	if got, ok := stubRun(t, "test-go", "browser", "go"); ok || !slices.Equal(got, want) {
		t.Errorf("%v, succeeded %t, want %v and a failure", got, ok, want)
	}
	got, ok := stubRun(t, "types", "web", "shop", "browser")
	if ok || got[len(got)-1] != "down" || slices.Contains(got, "e2e") {
		t.Errorf("%v, succeeded %t, want a failure, no story and down in the end", got, ok)
	}
}
