package doccheck

import (
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strings"
)

var (
	tsComment = regexp.MustCompile(`(?s)/\*.*?\*/|(?m)(?:^|\s)//[^\n]*`)
	code      = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|«[^»]*»")
	// notOurs are files whose words are stored, generated, or of their time.
	notOurs = regexp.MustCompile(`(^|/)(testdata|gen)/|\.gen\.|\.sql\.go$|^docs/adr/|^internal/doccheck/words|^CHANGELOG`)
)

// HasProse reports whether a file of the repository has text we write for readers.
func HasProse(name string) bool {
	switch path.Ext(name) {
	case ".go", ".ts", ".tsx", ".md":
		return !notOurs.MatchString(name)
	}
	return false
}

// Prose returns what is written for readers in a file: the comments of code, the
// lines of a document without its code and quotes.
func Prose(name string, text []byte) []string {
	switch path.Ext(name) {
	case ".go":
		return goComments(text)
	case ".md":
		return strings.Split(code.ReplaceAllString(string(text), ""), "\n")
	}
	return tsComment.FindAllString(string(text), -1)
}

func goComments(text []byte) []string {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(text)), text, nil, scanner.ScanComments)
	var all []string
	for {
		_, kind, literal := s.Scan()
		switch kind {
		case token.EOF:
			return all
		case token.COMMENT:
			all = append(all, literal)
		}
	}
}
