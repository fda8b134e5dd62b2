package arch_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shopNames are what the demo shop is called: a name is a setting, so none is in what buyers, staff
// and banks are told. The program is called larek; that is no name of a shop.
var shopNames = regexp.MustCompile(`[Лл]ар(ёк|ьк)|\bLarek\b`)

// told are the places whose texts leave the shop.
var told = []string{"internal", "web/app", "web/messages", "web/public", "web/server", "console/app", "console/messages", "console/public", "packages/ui", "packages/shared", "deploy/edge", "deploy/nginx", "deploy/varnish"}

func TestShopHasNoNameInItsCode(t *testing.T) {
	t.Parallel()
	root := "../.."
	kinds := []string{".go", ".ts", ".tsx", ".css", ".json", ".html", ".txt", ".svg", ".sql", ".js", ".conf", ".vcl"}
	read := 0
	for _, place := range told {
		err := filepath.WalkDir(filepath.Join(root, place), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() && slices.Contains([]string{"paraglide", "httpapitest", "testdata"}, entry.Name()) {
				if err == nil {
					err = fs.SkipDir
				}
				return err
			}
			if entry.IsDir() || strings.Contains(path, "_test.go") || strings.Contains(path, ".test.ts") || strings.HasSuffix(path, ".gen.go") || !slices.Contains(kinds, filepath.Ext(path)) {
				return nil
			}
			text, err := os.ReadFile(path) //nolint:gosec // a file of the repository
			if err != nil {
				return err
			}
			read++
			for i, line := range strings.Split(string(text), "\n") {
				if found := shopNames.FindString(line); found != "" {
					t.Errorf("%s:%d: %q", strings.TrimPrefix(path, root+"/"), i+1, found)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 1000 {
		t.Errorf("only %d files were read", read)
	}
}
