package shoptest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"larek/internal/publicid"
	"larek/internal/staff"
)

// Operator is a member of staff with an open session of the console.
type Operator struct {
	ID     int64
	s      *Shop
	cookie string
}

// HireOperator adds a member of staff with a role and signs them in now: a session
// does not outlive a clock that is advanced by hours.
func (s *Shop) HireOperator(role string) *Operator {
	s.T.Helper()
	token, now := rand.Text(), s.Clock.Now()
	sum := sha256.Sum256([]byte(token))
	o := &Operator{s: s, cookie: "console=" + token}
	o.ID = One[int64](s, `insert into staff (email, name, role_id, password, totp_key, totp_sealed, created, seen_at)
		select $1, $2, id, '', 't', '', $3, $3 from staff_roles where name = $4 returning id`, token+"@staff.test", "Сотрудник "+role, now, role)
	s.Exec(`insert into staff_sessions (name, staff_id, digest, device, address, created, used_at, expires_at, factor_at, fresh_at)
		values ($1, $2, $3, 'test', '', $4, $4, $5, $4, $4)`, publicid.New(), o.ID, sum[:], now, now.Add(staff.SessionTTL))
	return o
}

// NewKey returns an Idempotency-Key.
func NewKey() string {
	b := publicid.New()
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Call makes a call of the console with a new key; refusals are returned by their code.
func (o *Operator) Call(method, path string, body, into any) (int, string) {
	o.s.T.Helper()
	return o.Press(context.Background(), NewKey(), method, path, body, into)
}

// Press is Call with a key of the caller's and until ctx ends: a browser that is closed.
func (o *Operator) Press(ctx context.Context, key, method, path string, body, into any) (int, string) {
	s := o.s
	text, err := json.Marshal(body)
	if err != nil {
		s.T.Error(err)
		return 0, ""
	}
	if body == nil {
		text = nil
	}
	req, err := http.NewRequestWithContext(ctx, method, s.URL+"/api/admin/"+path, strings.NewReader(string(text)))
	if err != nil {
		s.T.Error(err)
		return 0, ""
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Cookie": o.cookie, "X-Console": "1", "Origin": s.URL, "Idempotency-Key": key} {
		req.Header.Set(name, value)
	}
	res, err := s.Client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err.Error()
	}
	if res.StatusCode >= http.StatusMultipleChoices {
		var no struct {
			Code   string `json:"code"`
			Detail string `json:"detail"`
		}
		_ = json.Unmarshal(answer, &no)
		if no.Code == "" {
			return res.StatusCode, string(answer)
		}
		return res.StatusCode, no.Code
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			s.T.Errorf("%s %s: %s: %v", method, path, answer, err)
		}
	}
	return res.StatusCode, ""
}

// Reason is why the operators of tests act.
var Reason = Fields{"code": "other", "text": "так надо"}

// Version returns the version of an order as an operator sees it.
func (o *Operator) Version(orderID int64) string {
	o.s.T.Helper()
	var list struct {
		Version string `json:"version"`
	}
	if status, code := o.Call(http.MethodGet, fmt.Sprintf("orders/%d/actions/", orderID), nil, &list); status != http.StatusOK {
		o.s.T.Errorf("actions of order %d: %d %s", orderID, status, code)
	}
	return list.Version
}

// Act does an action to an order as it is now.
func (o *Operator) Act(orderID int64, verb string, body Fields) {
	o.s.T.Helper()
	all := Fields{"version": o.Version(orderID), "reason": Reason}
	for name, value := range body {
		all[name] = value
	}
	if status, code := o.Call(http.MethodPost, fmt.Sprintf("orders/%d/%s/", orderID, verb), all, nil); status != http.StatusOK {
		o.s.T.Fatalf("%s of order %d: got %d %s, want 200", verb, orderID, status, code)
	}
}

// QueueRow is one row of the queue.
type QueueRow struct {
	Kind    string `json:"kind"`
	ID      int64  `json:"id"`
	OrderID int64  `json:"order_id"`
}

// WaitForQueue waits until a row of the kind is in the queue, of the order unless it is
// zero.
func (o *Operator) WaitForQueue(kind string, orderID int64) (row QueueRow) {
	o.s.T.Helper()
	o.s.Eventually(func() string {
		var page struct {
			Results []QueueRow `json:"results"`
		}
		if status, code := o.Call(http.MethodGet, "queue/?limit=100&kind="+kind, nil, &page); status != http.StatusOK {
			return fmt.Sprintf("queue: %d %s", status, code)
		}
		for _, r := range page.Results {
			if orderID == 0 || r.OrderID == orderID {
				row = r
				return ""
			}
		}
		return fmt.Sprintf("no %s of order %d in the queue", kind, orderID)
	})
	return row
}

// Resolve takes a row of the queue and ends it in a way.
func (o *Operator) Resolve(row QueueRow, way string, body Fields) {
	o.s.T.Helper()
	all := Fields{"way": way, "reason": Reason}
	for name, value := range body {
		all[name] = value
	}
	path := fmt.Sprintf("queue/%s/%d/", row.Kind, row.ID)
	if status, code := o.Call(http.MethodPost, path+"take/", nil, nil); status != http.StatusOK {
		o.s.T.Fatalf("take %s: got %d %s, want 200", path, status, code)
	}
	o.s.Eventually(func() string {
		status, code := o.Call(http.MethodPost, path+"resolve/", all, nil)
		if code == "desk.busy" {
			return "the supplier is being queried"
		}
		if status != http.StatusOK {
			o.s.T.Fatalf("%s of %s: got %d %s, want 200", way, path, status, code)
		}
		return ""
	})
}

// WantNotInQueue fails if something about the order still waits.
func (o *Operator) WantNotInQueue(orderID int64) {
	o.s.T.Helper()
	o.s.Eventually(func() string {
		var page struct {
			Results []QueueRow `json:"results"`
		}
		if status, code := o.Call(http.MethodGet, "queue/?limit=100", nil, &page); status != http.StatusOK {
			return fmt.Sprintf("queue: %d %s", status, code)
		}
		for _, r := range page.Results {
			if r.OrderID == orderID {
				return fmt.Sprintf("order %d still waits: %s %d", orderID, r.Kind, r.ID)
			}
		}
		return ""
	})
}
