package admin_test

import (
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// TestReceiptsAreListed reads the receipt of a paid order; who has not signed in is refused.
func TestReceiptsAreListed(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	id := paidOrder(f.Shop)
	f.Value(`insert into fiscal_receipts (attempt_id, kind, body, vat, created)
		select a.id, 'sale', '{}', 'vat22', a.created from payment_attempts a where a.order_id = $1 and a.status = 'paid' returning id::text`, id)
	a := f.Do("GET", "/api/admin/receipts/?state=sent&kind=sale", f.HireOperator("finance").Header(), "")
	if a.Status != 200 || !strings.Contains(string(a.Body), `"vat_code":11`) || !strings.Contains(string(a.Body), `"state":"sent"`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := f.Do("GET", "/api/admin/receipts/?state=failed", f.HireOperator("finance").Header(), ""); a.Status != 200 || !strings.Contains(string(a.Body), `"results":[]`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := f.Do("GET", "/api/admin/receipts/", nil, ""); a.Status != 401 {
		t.Errorf("without a session: %d %s", a.Status, a.Body)
	}
}
