package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxMethods bounds the methods of a struct: one with more has several subjects.
const maxMethods = 40

// embedding lists the structs that embed a service, with the reason.
var embedding = map[string]string{
	"internal/sandbox.Server: core.Server": "tests call the sandbox by one value",
}

func TestStructsHaveOneSubject(t *testing.T) {
	t.Parallel()
	s := scanStructs(t, repository+"/internal")
	for name, n := range s.methods {
		if n > maxMethods && !s.handlers[name] {
			t.Errorf("%s has %d methods, want at most %d: split it by subject", name, n, maxMethods)
		}
	}
	for _, e := range s.embedded {
		if _, isKnown := embedding[e.String()]; !isKnown && s.methods[e.service] > 0 {
			t.Errorf("%s embeds a service: callers would reach it through the struct; make it a field", e)
		}
	}
}

// structs are the structs below a folder, by folder and name.
type structs struct {
	methods  map[string]int
	handlers map[string]bool // implement a generated interface
	embedded []embeddedService
}

type embeddedService struct{ in, service, written string }

func (e embeddedService) String() string { return e.in + ": " + e.written }

func scanStructs(t *testing.T, root string) structs {
	t.Helper()
	s := structs{methods: map[string]int{}, handlers: map[string]bool{}}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && foreign(path, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		dir, err := filepath.Rel(repository, filepath.Dir(path))
		if err != nil {
			return fmt.Errorf("relative path of %s: %w", path, err)
		}
		if dir = filepath.ToSlash(dir); !slices.Contains(testHelpers, dir) {
			s.read(dir, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *structs) read(dir string, file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				s.methods[dir+"."+nameOf(d.Recv.List[0].Type)]++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch x := spec.(type) {
				case *ast.TypeSpec:
					s.readType(dir, file, x)
				case *ast.ValueSpec: // var _ adminapi.StrictServerInterface = (*Handlers)(nil)
					if x.Names[0].Name == "_" && strings.HasSuffix(nameOf(x.Type), "StrictServerInterface") && len(x.Values) == 1 {
						if call, ok := x.Values[0].(*ast.CallExpr); ok {
							s.handlers[dir+"."+nameOf(call.Fun)] = true
						}
					}
				}
			}
		}
	}
}

// readType finds embedded pointers to types of other folders, and of the same one.
func (s *structs) readType(dir string, file *ast.File, spec *ast.TypeSpec) {
	fields, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range fields.Fields.List {
		pointer, ok := f.Type.(*ast.StarExpr)
		if len(f.Names) > 0 || !ok {
			continue
		}
		e := embeddedService{in: dir + "." + spec.Name.Name, written: nameOf(pointer), service: dir + "." + nameOf(pointer)}
		if pkg, name, isOther := strings.Cut(e.written, "."); isOther {
			e.service = ""
			for _, i := range file.Imports {
				if path := strings.Trim(i.Path.Value, `"`); strings.HasPrefix(path, Module) && strings.HasSuffix(path, "/"+pkg) {
					e.service = strings.TrimPrefix(path, Module) + "." + name
				}
			}
		}
		s.embedded = append(s.embedded, e)
	}
}

// nameOf returns a type as written, without pointers, parentheses and type arguments.
func nameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return nameOf(x.X)
	case *ast.ParenExpr:
		return nameOf(x.X)
	case *ast.IndexExpr:
		return nameOf(x.X)
	case *ast.IndexListExpr:
		return nameOf(x.X)
	case *ast.SelectorExpr:
		return nameOf(x.X) + "." + x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}
