package seed_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larek/db"
	"larek/internal/order"
)

// Legal texts name the parties that the law wants named.
var legal = []string{"user-agreement.html", "privacy-policy.html", "personal-data-consent.html", "cookies.html"}

func TestTextsForBuyersNameNoSuppliers(t *testing.T) {
	t.Parallel()
	inner := regexp.MustCompile(`(?i)поставщик|провайдер|закупк`)
	err := fs.WalkDir(db.Seed, "seed", func(p string, d fs.DirEntry, err error) error {
		isText := slices.Contains([]string{".html", ".yaml"}, path.Ext(p))
		if err != nil || d.IsDir() || !isText || slices.Contains(legal, path.Base(p)) {
			return err
		}
		b, err := fs.ReadFile(db.Seed, p)
		if word := inner.Find(b); word != nil {
			t.Errorf("%s says %q", p, word)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every promise is the one that the code keeps.
func TestArticlesPromiseTheDeadlineOfALot(t *testing.T) {
	t.Parallel()
	want := fmt.Sprintf("%.0f часа", order.LotSearchTimeout.Hours())
	for file, row := range map[string]string{"delivery-times": "Голда Standoff 2", "offer": "Предельный срок"} {
		b, err := fs.ReadFile(db.Seed, "seed/articles/"+file+".html")
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(b), row)
		if line, _, _ := strings.Cut(after, "\n"); !strings.Contains(line, want) || strings.Contains(line, "72") {
			t.Errorf("%s: got %q, want %s", file, line, want)
		}
	}
}
