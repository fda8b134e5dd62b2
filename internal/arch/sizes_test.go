package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxFile bounds the lines of 95 % of the files, maxFunction those of every
// function. biome.json has the numbers of TypeScript.
const (
	maxFile     = 300
	maxFunction = 60
)

func TestFilesAndFunctionsAreShort(t *testing.T) {
	t.Parallel()
	var sizes []int
	err := filepath.WalkDir(repository, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != repository && foreign(path, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		line := func(at token.Pos) int { return files.Position(at).Line }
		sizes = append(sizes, line(file.FileEnd))
		for _, decl := range file.Decls {
			if n := line(decl.End()) - line(decl.Pos()) + 1; n > maxFunction {
				if fn, ok := decl.(*ast.FuncDecl); ok {
					t.Errorf("%s: %s has %d lines, want at most %d", path, fn.Name.Name, n, maxFunction)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(sizes)
	if p95 := sizes[len(sizes)*95/100]; p95 > maxFile {
		t.Errorf("95%% of the files have up to %d lines, want at most %d", p95, maxFile)
	}
	t.Logf("%d files, median %d lines", len(sizes), sizes[len(sizes)/2])
}
