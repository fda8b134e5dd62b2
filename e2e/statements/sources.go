package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// readSources returns the texts of all statements by their names, from the code.
// pg_stat_statements has them with a parameter for every constant, of which PostgreSQL then
// does not know the type.
func readSources(root string) (map[string][]string, error) {
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			text, isText := n.(*ast.BasicLit)
			if !isText || text.Kind != token.STRING {
				return true
			}
			query, err := strconv.Unquote(text.Value)
			if fields := strings.Fields(query); err == nil && strings.HasPrefix(query, "-- name: ") && len(fields) > 3 {
				found[fields[2]] = append(found[fields[2]], query)
			}
			return true
		})
		return nil
	})
	return found, err
}

// exceptions are statements that may be long, each with its reason.
var exceptions = map[string]string{
	"DigestOfRange": "the proof of the books reads thousands of entries at a time, in the background",
}

// wholeTables are statements that read a table of orders from end to end on purpose, each with
// its reason.
var wholeTables = map[string]string{
	"Forget":           "larek figures rebuild empties the sums",
	"RememberAll":      "larek figures rebuild reads every event",
	"WaitingForPerson": "larek doctor compares the queue with the tables themselves, not with their indexes of open rows",
}
