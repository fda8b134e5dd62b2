package admin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
)

// row says how an operation is called and what those who may call it get.
type row struct {
	// call prepares what one call is about and returns its address and body. It runs
	// again for every caller, because a call that is allowed changes data.
	call func(f *fixture, who caller) (path, body string)
	want int // status for those who may call it; 200 if zero
	// action is the name of the one audit row a write leaves.
	action string
	// except are callers who get another status, by name: for calls that depend on
	// the caller's own session or things.
	except map[string]int
}

// rowsOf collects the rows of all areas.
var rowsOf []func() map[string]row

// rows adds the rows of an area. TestAccessTable fails for an operation without one.
func rows(area func() map[string]row) struct{} {
	rowsOf = append(rowsOf, area)
	return struct{}{}
}

// at is the call of an address that needs no preparation.
func at(path string, body ...string) func(*fixture, caller) (string, string) {
	return func(*fixture, caller) (string, string) { return path, strings.Join(body, "") }
}

// fixture is the shop the calls are made to.
type fixture struct {
	*httpapitest.Shop
	n int // counts what was made, for names that must differ
}

// next returns a number no call had before.
func (f *fixture) next() int { f.n++; return f.n }

// caller is one column of the table.
type caller struct {
	name   string
	role   string // of those with an open session
	header func() http.Header
	// refusal is what everybody gets who is not through the door; zero for those who
	// are.
	refusal int
	code    string
	// operator is the person, of those who are staff; reset brings them back to what
	// the column says.
	operator *httpapitest.Operator
	id       int64
	reset    func()
}

// roles of the table, with the letter each has in the matrix.
var roles = map[string]string{"О": "operator", "С": "senior", "К": "catalog", "Ф": "finance", "А": "admin"}

func (f *fixture) callers() []caller {
	_, tokens := f.CreateAccount("buyer@example.test")
	list := []caller{
		{name: "anonymous", header: httpapitest.ConsolePage, refusal: 401, code: "console.session", reset: func() {}},
		{name: "buyer", refusal: 401, code: "console.session", header: func() http.Header {
			h := httpapitest.ConsolePage()
			h.Set("Authorization", "Bearer "+tokens.Access)
			h.Set("Cookie", "refresh="+tokens.Refresh+"; console="+tokens.Access)
			return h
		}, reset: func() {}},
	}
	for _, letter := range []string{"О", "С", "К", "Ф", "А"} {
		o := f.HireOperator(roles[letter])
		list = append(list, caller{name: roles[letter], role: roles[letter], header: o.Header, operator: &o, id: o.ID, reset: o.Reset})
	}
	suspended, bare, locked := f.HireOperator("admin"), f.HireOperator("admin"), f.HireOperator("admin")
	f.Exec(`update staff set suspended_at = created, suspended_for = 'test' where id = $1`, suspended.ID)
	return append(list,
		caller{name: "suspended", header: suspended.Header, refusal: 401, code: "console.session", operator: &suspended, id: suspended.ID, reset: suspended.Reset},
		caller{name: "without factor", header: bare.Header, refusal: 403, code: "console.enrolment", operator: &bare, id: bare.ID, reset: func() {
			bare.Reset()
			f.Exec(`update staff set totp_key = null, totp_sealed = null where id = $1`, bare.ID)
			f.Exec(`update staff_sessions set factor_at = null, fresh_at = null where staff_id = $1`, bare.ID)
		}},
		caller{name: "locked", header: locked.Header, refusal: 403, code: "console.locked", operator: &locked, id: locked.ID, reset: func() {
			locked.Reset()
			f.Exec(`update staff_sessions set used_at = used_at - interval '16 minutes' where staff_id = $1`, locked.ID)
		}})
}

// snapshot is a digest of all rows that a refused call must not change: of every table
// but the log of sign-in tries and the goods, which no console call writes yet.
func (f *fixture) snapshot() string {
	f.T.Helper()
	tables := httpapitest.QueryAll[string](f.Shop, `select relname from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
		and relname not in ('staff_sign_ins', 'goose_db_version', 'search_words', 'gifts', 'promo_slots') and not exists (
			select from pg_attribute a where a.attrelid = c.oid and a.atttypid in ('tsvector'::regtype)) order by 1`)
	parts := make([]string, len(tables))
	for i, table := range tables {
		parts[i] = fmt.Sprintf("(select coalesce(sum(hash_record_extended(t, 0)::numeric), 0)::text from %s t)", table)
	}
	return f.Value("select md5(array_to_string(array[" + strings.Join(parts, ", ") + "], '~'))") // a function has 100 arguments at most
}

// TestAccessTable makes every operation as every kind of caller. Who may call it is the
// matrix of roles; a refused call changes nothing, an allowed write leaves one audit
// row, an allowed read none.
func TestAccessTable(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	table := map[string]row{}
	for _, area := range rowsOf {
		for id, r := range area() {
			if _, twice := table[id]; twice {
				t.Errorf("%s has two rows", id)
			}
			table[id] = r
		}
	}
	callers := f.callers()
	for _, op := range adminapi.Operations {
		r, ok := table[op.OperationID]
		if !ok {
			t.Errorf("%s has no row: say how it is called and what its audit row is", op.OperationID)
			continue
		}
		delete(table, op.OperationID)
		if op.Writes != (r.action != "") {
			t.Errorf("%s: writes %t, but the audit row is called %q", op.OperationID, op.Writes, r.action)
		}
		f.checkRefused(op, r, callers)
		for _, who := range callers {
			if want, _ := expect(op, r, who); want < 400 {
				f.check(op, r, who)
			}
		}
	}
	for id := range table {
		t.Errorf("%s is in the table and not in the contract", id)
	}
}

// expect returns the status and the code of a refusal before the handler; the code is
// empty if the handler decides.
func expect(op adminapi.Operation, r row, who caller) (int, string) {
	if status, is := r.except[who.name]; is {
		return status, ""
	}
	if r.want == 0 {
		r.want = 200
	}
	switch {
	case op.Permission == "none",
		op.Permission == "session" && who.refusal != 401,
		op.Permission == "enrolment" && who.name == "without factor":
		return r.want, ""
	case who.refusal != 0:
		return who.refusal, who.code
	case op.Permission == "self" || op.Permission == "session" || op.Permission == "enrolment" || may(who.role, op.Permission):
		return r.want, ""
	default:
		return 403, "console.forbidden"
	}
}

// checkRefused makes one call as each caller who is refused. All of them are prepared
// before the first is made: data is compared once.
func (f *fixture) checkRefused(op adminapi.Operation, r row, callers []caller) {
	f.T.Helper()
	type prepared struct {
		who        caller
		path, body string
	}
	var calls []prepared
	for _, who := range callers {
		if want, _ := expect(op, r, who); want >= 400 {
			who.reset()
			path, body := r.call(f, who)
			calls = append(calls, prepared{who, path, body})
		}
	}
	if len(calls) == 0 {
		return
	}
	before := f.snapshot()
	for _, c := range calls {
		a := f.Do(op.Method, c.path, c.who.header(), c.body)
		want, code := expect(op, r, c.who)
		f.wantStatus(op, c.who, a, want)
		if a.Status == want && code != "" {
			if got := httpapitest.Decode[httpapitest.Refusal](f.T, a); got.Code != code {
				f.T.Errorf("%s as %s: got the code %s, want %s", op.OperationID, c.who.name, got.Code, code)
			}
		}
	}
	if f.snapshot() != before {
		f.T.Errorf("%s changed data although it refused every caller", op.OperationID)
	}
}

// check makes one call as one caller who may make it.
func (f *fixture) check(op adminapi.Operation, r row, who caller) {
	f.T.Helper()
	who.reset()
	path, body := r.call(f, who)
	want, _ := expect(op, r, who)
	before := f.audited()
	a := f.Do(op.Method, path, who.header(), body)
	if !f.wantStatus(op, who, a, want) {
		return
	}
	added := f.audited()[len(before):]
	if !op.Writes && len(added) > 0 || op.Writes && (len(added) != 1 || added[0] != r.action) {
		f.T.Errorf("%s as %s: got the audit rows %q, want %q alone", op.OperationID, who.name, added, r.action)
	}
}

func (f *fixture) wantStatus(op adminapi.Operation, who caller, a httpapitest.Response, want int) bool {
	f.T.Helper()
	if a.Status != want {
		f.T.Errorf("%s as %s: got %d, want %d: %.300s", op.OperationID, who.name, a.Status, want, a.Body)
	}
	return a.Status == want
}

// audited returns the actions of all audit rows.
func (f *fixture) audited() []string {
	f.T.Helper()
	return httpapitest.QueryAll[string](f.Shop, `select action from audit order by id`)
}
