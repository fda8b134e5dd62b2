// Command testcount runs go test and prints how many tests passed, failed and were
// skipped. A run without tests also looks green: zero tests is a failure, and
// skipped tests are named.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

type event struct {
	Action, Package, Test, Output, ImportPath string
}

type tally struct {
	passed, failed int
	skipped        []string
	output         map[string]*strings.Builder // by package and test, until it is known whether it is printed
	testFailed     map[string]bool             // packages whose failure a test explains
}

func main() {
	cmd := exec.Command("go", append([]string{"test", "-json"}, os.Args[1:]...)...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testcount:", err)
		os.Exit(1)
	}
	t := tally{output: map[string]*strings.Builder{}, testFailed: map[string]bool{}}
	readErr := t.read(stdout, os.Stdout)
	runErr := cmd.Wait()

	for _, name := range t.skipped {
		fmt.Println("!!! SKIPPED", name)
	}
	if readErr != nil {
		fmt.Println("cannot read the test events:", readErr)
	}
	if t.passed+t.failed == 0 {
		fmt.Println("no test was run, which is not a success")
	}
	if runErr != nil && t.failed == 0 {
		t.failed = 1 // go test itself failed, and no event names the place
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", t.passed, t.failed, len(t.skipped))
	if runErr != nil || readErr != nil || t.failed > 0 || t.passed == 0 {
		os.Exit(1)
	}
}

// read consumes the event stream; lines that are not events are printed unchanged.
func (t *tally) read(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20) // a test may print a whole page in one line
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Fprintln(out, lines.Text())
			continue
		}
		t.take(e, out)
	}
	return lines.Err()
}

func (t *tally) take(e event, out io.Writer) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Fprint(out, e.Output)
	case "output":
		if strings.HasPrefix(e.Output, "=== ") {
			return // RUN, PAUSE, CONT: noise once tests run in parallel
		}
		if t.output[key] == nil {
			t.output[key] = &strings.Builder{}
		}
		t.output[key].WriteString(e.Output)
	case "pass", "fail", "skip":
		t.finish(e, key, out)
	}
}

func (t *tally) finish(e event, key string, out io.Writer) {
	text := ""
	if b := t.output[key]; b != nil {
		text = b.String()
	}
	delete(t.output, key)
	switch {
	case e.Test == "" && e.Action == "fail":
		fmt.Fprint(out, text)
		if !t.testFailed[e.Package] {
			t.failed++ // did not build, or crashed outside a test
		}
	case e.Test == "" && e.Action == "pass":
		fmt.Fprint(out, lastLine(text))
	case e.Test == "": // a package without tests
	case e.Action == "pass":
		t.passed++
	case e.Action == "skip":
		t.skipped = append(t.skipped, key)
	default:
		t.failed++
		t.testFailed[e.Package] = true
		fmt.Fprint(out, text)
	}
}

// lastLine returns the "ok  package  time" line that ends a package's output.
func lastLine(text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return lines[len(lines)-1] + "\n"
}
