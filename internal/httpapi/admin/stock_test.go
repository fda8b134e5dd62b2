package admin_test

import (
	"fmt"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

// stocked is a product that is sold from stock.
func stocked(s *httpapitest.Shop) int64 {
	return factory.Product(s.T, s.Pool, 1, factory.With{"kind": "pubg", "is_active": false, "amount_uc": 60})
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listStock":       {call: at("/api/admin/stock/")},
		"listCodeBatches": {call: at("/api/admin/stock/loads/")},
		"listCodes":       {call: at("/api/admin/stock/codes/?state=free&limit=5")},
		"previewCodes": {call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/stock/preview/", fmt.Sprintf(`{"product_id":%d,"text":"AAAA-0001\nAAAA-0002"}`, stocked(f.Shop))
		}},
		"loadCodes": {action: "stock.load", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/stock/loads/", fmt.Sprintf(`{"product_id":%d,"text":"NEW-CODE-%d","expected":1,"source":"","unit_cost":null,%s}`, stocked(f.Shop), f.next(), reason)
		}},
		"voidBatch": {action: "stock.void", call: func(f *fixture, _ caller) (string, string) {
			product := stocked(f.Shop)
			batch := f.Value(`insert into code_batches (product_id, created, created_by, source, codes) select $1, now(), min(id), '', 1 from staff returning id::text`, product)
			factory.Code(f.T, f.Pool, product, factory.With{"batch_id": batch})
			return "/api/admin/stock/loads/" + batch + "/void/", "{" + reason + "}"
		}},
		"voidCode": {action: "stock.void", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/stock/codes/%d/void/", factory.Code(f.T, f.Pool, stocked(f.Shop), nil)), "{" + reason + "}"
		}},
		"revealCode": {action: "stock.reveal", call: func(f *fixture, _ caller) (string, string) {
			product, code := stocked(f.Shop), fmt.Sprintf("SEEN-CODE-%d", f.next())
			if _, _, err := f.Deps.Admin.Stock.Load(f.T.Context(), product, []string{code}); err != nil {
				f.T.Fatal(err)
			}
			return "/api/admin/stock/codes/" + f.Value(`select max(id)::text from codes where product_id = $1`, product) + "/reveal/", "{" + reason + "}"
		}},
	}
})

// Not beside other tests: the load must end within the time of a request.
func TestFileOfFiftyThousandCodesIsLoaded(t *testing.T) {
	s := httpapitest.NewShop(t)
	product, h := stocked(s), s.HireOperator("catalog")
	var file strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&file, `LAREK-%08d;2027-12-31\n`, i)
	}
	a := s.Do("POST", "/api/admin/stock/preview/", h.Header(), fmt.Sprintf(`{"product_id":%d,"text":"%s"}`, product, file.String()))
	if got := httpapitest.Decode[struct{ Ready, Lines int }](t, a); got.Ready != 50_000 || got.Lines != 50_000 {
		t.Fatalf("%d: got %+v", a.Status, got)
	}
	if strings.Contains(string(a.Body), "LAREK-") {
		t.Error("the preview repeats a code")
	}
	a = s.Do("POST", "/api/admin/stock/loads/", h.Header(), fmt.Sprintf(`{"product_id":%d,"text":"%s","expected":50000,"source":"склад","unit_cost":"80.00",%s}`, product, file.String(), reason))
	if a.Status != 200 || s.Value(`select count(*)::text from codes where product_id = $1 and batch_id is not null`, product) != "50000" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}
