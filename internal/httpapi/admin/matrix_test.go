package admin_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/staff"
)

// matrix is which roles have which permissions, written by hand and independent of the
// migration: О operator, С senior, К catalogue, Ф finance, А administrator.
var matrix = []struct{ permissions, roles string }{
	{"home orders.read catalog.read payments.read", "ОСКФА"},
	{"pii.read", "ОСФА"},
	{"task.take order.note order.ask", "ОСКФА"},
	{"task.resolve order.retry order.correct order.write_buyer", "ОСА"},
	{"order.reroute code.replace", "СА"},
	{"refund.grant", "ОСФА"},
	{"refund.grant_delivered", "СФА"},
	{"refund.send", "ОСФА"},
	{"refund.send_other", "СФА"},
	{"refund.settle money.match", "ФА"},
	{"goodwill.give", "ОСФА"},
	{"customer.read customer.view_as", "ОСФА"},
	{"customer.bar", "СА"},
	{"customer.export customer.erase", "А"},
	{"review.moderate", "ОСКА"},
	{"catalog.write price.write promo.write content.write", "КА"},
	{"price.below_cost", "А"},
	{"code.load code.void", "КА"},
	{"code.write_off", "КФА"},
	{"code.reveal", "СА"},
	{"offer.write offer.approve", "КА"},
	{"supplier.switch provider.switch", "СКА"},
	{"payment.write", "ФА"},
	{"margin.read", "КФА"},
	{"books.read recon.write recon.write_off chargeback.write export.money", "ФА"},
	{"books.entry period.close", "ФА"},
	{"view.share", "ОСКФА"},
	{"audit.read", "СФА"},
	{"staff.write role.write settings.write", "А"},
}

// limits are the largest sums a permission may be used for alone.
var limits = map[string]string{
	"refund.send operator": "1000.00", "refund.send senior": "5000.00", "refund.send finance": "20000.00", "refund.send admin": "20000.00",
	"goodwill.give operator": "300.00", "goodwill.give senior": "1000.00", "goodwill.give finance": "1000.00", "goodwill.give admin": "3000.00",
	"recon.write_off finance": "1000.00", "recon.write_off admin": "1000.00",
	"code.write_off catalog": "3000.00", "code.write_off finance": "3000.00", "code.write_off admin": "3000.00",
}

// may reports whether the matrix gives a role a permission.
func may(role, permission string) bool {
	for _, line := range matrix {
		if !slices.Contains(strings.Fields(line.permissions), permission) {
			continue
		}
		for letter := range strings.SplitSeq(line.roles, "") {
			if roles[letter] == role {
				return true
			}
		}
	}
	return false
}

func TestRolesAreTheMatrix(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	var want []string
	for _, line := range matrix {
		for permission := range strings.FieldsSeq(line.permissions) {
			for letter := range strings.SplitSeq(line.roles, "") {
				key := permission + " " + roles[letter]
				want = append(want, strings.TrimSpace(fmt.Sprint(key, " ", limits[key])))
			}
		}
	}
	slices.Sort(want)
	got := httpapitest.QueryAll[string](s, `select concat_ws(' ', g.permission, r.name, g.alone_limit) from staff_role_permissions g join staff_roles r on r.id = g.role_id`)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPermissionsAreTheSameEverywhere compares the code, the database, the contract and
// the matrix.
func TestPermissionsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	want := map[string]bool{}
	for _, p := range staff.Permissions {
		want[string(p)] = p.HasLimit()
	}
	names := slices.Sorted(maps.Keys(want))
	for _, row := range httpapitest.QueryAll[string](s, `select name || ' ' || has_limit from staff_permissions`) {
		name, limit, _ := strings.Cut(row, " ")
		if has, known := want[name]; !known || fmt.Sprint(has) != limit {
			t.Errorf("database: got %s, want one of %q with its limit", row, names)
		}
	}
	var inMatrix []string
	for _, line := range matrix {
		inMatrix = append(inMatrix, strings.Fields(line.permissions)...)
	}
	slices.Sort(inMatrix)
	if !slices.Equal(inMatrix, names) {
		t.Errorf("matrix: got %q, want %q", inMatrix, names)
	}
	for _, name := range names {
		if !adminapi.Permission(name).Valid() {
			t.Errorf("contract: %s is not a Permission", name)
		}
	}
	for _, op := range adminapi.Operations {
		if _, known := want[op.Permission]; !known && !slices.Contains(adminapi.NoPermission, op.Permission) {
			t.Errorf("%s needs %s, which no role can have", op.OperationID, op.Permission)
		}
	}
}
