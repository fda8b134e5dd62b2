// Command words prints the retired words in the files it is given, with the words to
// write instead, and fails if there are any.
package main

import (
	"fmt"
	"os"
	"strings"

	"larek/internal/doccheck"
)

func main() {
	failed := false
	for _, name := range os.Args[1:] {
		if !doccheck.HasProse(name) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "words:", err)
			os.Exit(1)
		}
		for _, prose := range doccheck.Prose(name, text) {
			for _, found := range doccheck.Retired(prose) {
				fmt.Fprintf(os.Stdout, "%s: %s in %q\n", name, found, strings.TrimSpace(prose))
				failed = true
			}
		}
	}
	if failed {
		os.Exit(1)
	}
}
