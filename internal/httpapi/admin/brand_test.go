package admin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/storeapi"
)

func (o owner) saveBrand(version int, name, accent string) httpapitest.Response {
	o.T.Helper()
	body := fmt.Sprintf(`{"version":%d,"name":%q,"latin":"Zx7brand","line":"Ночью и днём","mark":null,"accent":%s,%s}`, version, name, accent, reason)
	return o.Do("POST", "/api/admin/brand/", o.operator.Header(), body)
}

func TestOwnerRenamesTheShop(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	before := httpapitest.Decode[adminapi.BrandSettings](t, o.Do("GET", "/api/admin/brand/", o.operator.Header(), ""))
	if before.Name != "Ларёк" || before.Version == 0 || before.Accent != nil {
		t.Fatalf("the seeded shop: %+v", before)
	}
	if a := o.saveBrand(int(before.Version), " Полночь Ж7 ", `"#6E4CFF"`); a.Status != http.StatusOK {
		t.Fatalf("save: %d %s", a.Status, a.Body)
	}
	o.RefreshVersions()
	shown := httpapitest.Decode[storeapi.Brand](t, o.Get("/api/brand/"))
	if shown.Name != "Полночь Ж7" || shown.Version != before.Version+1 || shown.Palette == nil || shown.Palette.Button != "#6e4cff" || shown.Palette.ButtonText != "#ffffff" {
		t.Errorf("shown: %+v", shown)
	}
	if got := o.Value(`select (before ->> 'name') || ' ' || (after ->> 'name') || ' ' || (after ->> 'accent') from audit where action = 'settings.brand'`); got != "Ларёк Полночь Ж7 #6e4cff" {
		t.Errorf("audit: %s", got)
	}
	article := httpapitest.Decode[storeapi.Article](t, o.Get("/api/articles/privacy-policy/")).Text
	if !strings.Contains(article, "«Полночь Ж7»") || !strings.Contains(article, "ИНН 9900000017") || strings.Contains(article, "{{") {
		t.Errorf("an article: %.300s", article)
	}
}

func TestMarkIsAPictureOfTheStore(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	key, err := o.Pictures.Put(t.Context(), []byte("a mark"))
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"version":1,"name":"Полночь","latin":"Polnoch","line":"x","mark":%q,"accent":null,%s}`, key, reason)
	if a := o.Do("POST", "/api/admin/brand/", o.operator.Header(), body); a.Status != http.StatusOK {
		t.Fatalf("save: %d %s", a.Status, a.Body)
	}
	o.RefreshVersions()
	if shown := httpapitest.Decode[storeapi.Brand](t, o.Get("/api/brand/")); shown.Mark == nil || *shown.Mark != key.URL() || shown.Palette != nil {
		t.Errorf("shown: %+v", shown)
	}
}

func TestBrandThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	count := func() string { return o.Value(`select count(*)::text from shop_brand`) }
	before := count()
	for _, row := range []struct {
		version    int
		name, with string
		want       int
		says       string
	}{
		{0, "Полночь", "null", http.StatusConflict, "setting.stale"},
		{9, "Полночь", "null", http.StatusConflict, "setting.stale"},
		{1, "П", "null", http.StatusBadRequest, `"name"`},
		{1, "Пол\u202eночь", "null", http.StatusBadRequest, `"name"`},
		{1, "Полночь", `"#797979"`, http.StatusBadRequest, "Ближайший подходящий: #"},
		{1, "Полночь", `"red"`, http.StatusBadRequest, `"accent"`},
	} {
		if a := o.saveBrand(row.version, row.name, row.with); a.Status != row.want || !strings.Contains(string(a.Body), row.says) {
			t.Errorf("%d %q %s: %d %s", row.version, row.name, row.with, a.Status, a.Body)
		}
	}
	unknown := o.Do("POST", "/api/admin/brand/", o.operator.Header(),
		`{"version":1,"name":"Полночь","latin":"Polnoch","line":"x","mark":"01234567890123456789012345","accent":null,`+reason+`}`)
	if unknown.Status != http.StatusBadRequest || !strings.Contains(string(unknown.Body), `"mark"`) {
		t.Errorf("a picture nobody uploaded: %d %s", unknown.Status, unknown.Body)
	}
	if after := count(); after != before {
		t.Errorf("%s versions became %s", before, after)
	}
}
