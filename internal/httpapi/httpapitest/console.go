package httpapitest

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/httpapi/admin"
	"larek/internal/orderflow"
	"larek/internal/publicid"
	"larek/internal/readmodel"
	"larek/internal/report"
	"larek/internal/seal"
	"larek/internal/staff"
)

// addConsole adds the console to the shop.
func (s *Shop) addConsole(secret seal.Key, reading *pgxpool.Pool) {
	s.Staff = staff.NewService(s.Pool, s.Clock.Now)
	s.Audit = audit.NewService(s.Pool, secret.Derive("audit"), s.Clock.Now)
	s.Desk = desk.New(s.Pool, s.Audit, s.Clock.Now)
	s.Operations = &desk.Operations{
		Desk: s.Desk, Flow: &orderflow.Activities{Service: s.Deps.Store.Checkout, Log: s.Deps.Log}, Accounts: s.Accounts, Reviews: s.Deps.Store.Feedback,
	}
	s.Deps.Admin = &admin.Handlers{
		Staff: s.Staff, Desk: s.Desk, Report: s.newReport(secret, reading), Cursors: admin.Cursors{Key: secret.Derive("cursor")}, Origin: Origin, Clock: s.Clock.Now,
		Operations: s.Operations,
	}
}

// newReport returns what the console reads.
func (s *Shop) newReport(secret seal.Key, reading *pgxpool.Pool) *report.Service {
	key := readmodel.ProofKey(secret.Derive("receipt"))
	return report.NewService(report.Config{
		Pool: reading, Codes: secret.Derive("fingerprint"), Phones: secret.Derive("phone"), Clock: s.Clock.Now,
		Sign: func(text string) string { return readmodel.SignProof(key, text) },
	})
}

// Operator is a member of staff with an open session.
type Operator struct {
	ID     int64
	Cookie string
}

// HireOperator adds a member of staff with a role and signs them in.
func (s *Shop) HireOperator(role string) Operator {
	s.T.Helper()
	token, now := rand.Text(), s.Clock.Now()
	sum := sha256.Sum256([]byte(token))
	o := Operator{Cookie: "console=" + token}
	err := s.Pool.QueryRow(s.T.Context(), `insert into staff (email, name, role_id, password, totp_key, totp_sealed, created, seen_at)
		select $1, $2, id, '', 't', '', $3, $3 from staff_roles where name = $4 returning id`,
		token+"@staff.test", "Сотрудник "+role, now, role).Scan(&o.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	_, err = s.Pool.Exec(s.T.Context(), `insert into staff_sessions (name, staff_id, digest, device, address, created, used_at, expires_at, factor_at, fresh_at)
		values ($1, $2, $3, 'test', '', $4, $4, $5, $4, $4)`, publicid.New(), o.ID, sum[:], now, now.Add(staff.SessionTTL))
	if err != nil {
		s.T.Fatal(err)
	}
	return o
}

// Header returns the headers of a call a page of the console makes for the operator,
// with a new Idempotency-Key.
func (o Operator) Header() http.Header {
	h := ConsolePage()
	h.Set("Cookie", o.Cookie)
	return h
}

// ConsolePage returns the headers of a call a page of the console makes for nobody.
func ConsolePage() http.Header {
	return WithJSON(http.Header{"X-Console": {"1"}, "Origin": {Origin}, "Idempotency-Key": {NewKey()}})
}

// NewKey returns an Idempotency-Key.
func NewKey() string {
	b := publicid.New()
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
