package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Scan parses the Go source below root without building it, so that broken code
// cannot hide a violation. Folders with their own go.mod are skipped.
func Scan(root string) ([]Package, error) {
	found := map[string]*Package{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != root && foreign(path, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return fmt.Errorf("relative path of %s: %w", path, err)
		}
		dir := filepath.ToSlash(filepath.Dir(rel))
		if found[dir] == nil {
			found[dir] = &Package{Path: dir}
		}
		return found[dir].read(path, rel)
	})
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", root, err)
	}
	packages := make([]Package, 0, len(found))
	for _, p := range found {
		packages = append(packages, *p)
	}
	slices.SortFunc(packages, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	return packages, nil
}

func foreign(path, name string) bool {
	if strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata" {
		return true
	}
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

func (p *Package) read(path, rel string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("parse %s: %w", rel, err)
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return fmt.Errorf("import in %s: %w", rel, err)
		}
		if !slices.Contains(p.Imports, imported) {
			p.Imports = append(p.Imports, imported)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && readsEnvironment(sel) {
			p.Env = append(p.Env, fmt.Sprintf("%s:%d", rel, files.Position(sel.Pos()).Line))
		}
		return true
	})
	return nil
}

func readsEnvironment(sel *ast.SelectorExpr) bool {
	from, ok := sel.X.(*ast.Ident)
	return ok && from.Name == "os" && slices.Contains([]string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"}, sel.Sel.Name)
}
