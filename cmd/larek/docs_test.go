package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestCommandsNamedInDocumentsExist reads every document but decisions, which
// are not edited after they were accepted.
func TestCommandsNamedInDocumentsExist(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("(?m)(?:^|`)larek ([a-z]+)(?: ([a-z]+))?(?: ([a-z]+))?")
	repo, found := os.DirFS("../.."), 0
	err = fs.WalkDir(repo, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "node_modules" || e.Name() == ".dev" || e.Name() == ".git" || name == "docs/adr"):
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(repo, name)
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			found++
			if wrong := unknownCommand(parser.Model.Node, m[1:]); wrong != "" {
				t.Errorf("%s: %s: there is no command %q", name, strings.TrimSpace(m[0]), wrong)
			}
		}
		return err
	})
	if err != nil || found < 10 {
		t.Errorf("%d commands named, %v", found, err)
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
