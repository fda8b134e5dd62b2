package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"larek/internal/doccheck"
)

func TestCommandsNamedInDocumentsExist(t *testing.T) {
	t.Parallel()
	parser, err := newParser()
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("(?m)(?:^|`|go run \\./cmd/)larek ([a-z-]+)(?: ([a-z-]+))?(?: ([a-z-]+))?")
	found := 0
	for name, text := range doccheck.Documents(t, os.DirFS("../..")) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			found++
			if wrong := unknownCommand(parser.Model.Node, m[1:]); wrong != "" {
				t.Errorf("%s: %s: there is no command %q", name, strings.TrimSpace(m[0]), wrong)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d commands named, want at least 10", found)
	}
}

// unknownCommand returns the first word that names no command of the node before it.
func unknownCommand(node *kong.Node, words []string) string {
	for _, word := range words {
		if word == "" || len(node.Children) == 0 {
			return ""
		}
		var next *kong.Node
		for _, child := range node.Children {
			if child.Name == word {
				next = child
			}
		}
		if next == nil {
			return word
		}
		node = next
	}
	return ""
}
