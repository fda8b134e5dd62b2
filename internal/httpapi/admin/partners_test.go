package admin_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
)

const (
	partnersPath = "/api/admin/settings/partners/"
	tbankPath    = partnersPath + "provider/tbank/"
	terminalKey  = "k7Gm2Pz0Qw9s" // a secret of these tests
)

var _ = rows(func() map[string]row {
	return map[string]row{
		"listPartners": {call: at(partnersPath)},
		"probePartner": {action: "partner.probe", call: at(tbankPath+"probe/", `{"values":`+keysOf("1", terminalKey)+`}`)},
		"changePartner": {action: "partner.change", call: func(f *fixture, _ caller) (string, string) {
			f.AsOwner(`delete from provider_accounts`)
			return tbankPath, changeOf(0, keysOf("1", terminalKey), true, false)
		}},
	}
})

func keysOf(terminal, password string) string {
	return fmt.Sprintf(`[{"key":"LAREK_TBANK_TERMINAL","value":%q},{"key":"LAREK_TBANK_PASSWORD","value":%q}]`, terminal, password)
}

func changeOf(version int, values string, untested, off bool) string {
	return fmt.Sprintf(`{"version":%d,"values":%s,"untested":%t,"off":%t,%s}`, version, values, untested, off, reason)
}

func (o owner) tbank() adminapi.PartnerAccount {
	o.T.Helper()
	return httpapitest.Decode[adminapi.PartnerAccounts](o.T, o.Do("GET", partnersPath, o.operator.Header(), "")).Results[0]
}

// changeTbank changes keys and wants a status and a code.
func (o owner) changeTbank(body string, status int, code string) {
	o.T.Helper()
	a := o.Do("POST", tbankPath, o.operator.Header(), body)
	var no httpapitest.Refusal
	_ = json.Unmarshal([]byte(a.Body), &no)
	if a.Status != status || no.Code != code {
		o.T.Errorf("%s: got %d %s, want %d %s", body, a.Status, a.Body, status, code)
	}
}

func TestKeysOfAProviderAreNeverShown(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	if got := o.tbank(); got.Source != "unset" || got.Version != 0 || got.Hook == "" || len(got.Fields) != 3 {
		t.Fatalf("at first: got %+v, want it off", got)
	}
	o.changeTbank(changeOf(0, keysOf("1", terminalKey), true, false), 200, "")
	got := o.tbank()
	for _, f := range got.Fields {
		if want := map[string]string{"LAREK_TBANK_TERMINAL": "1"}[string(f.Key)]; f.Key != "LAREK_TBANK_URL" && (f.Value != want || f.Source != "console" || !f.Editable || f.Label == "") {
			t.Errorf("field: got %+v", f)
		}
		if f.Key == "LAREK_TBANK_URL" && (f.Editable || f.Source != "environment") {
			t.Errorf("address: got %+v, want it fixed by the environment", f)
		}
	}
	if got.Source != "console" || got.Version != 1 || got.TestedAt != nil || got.ChangedBy == nil {
		t.Errorf("changed: got %+v", got)
	}
	o.Do("POST", tbankPath+"probe/", o.operator.Header(), `{"values":[]}`)
	for place, text := range map[string]string{
		"log":     o.Logs.String(),
		"audit":   strings.Join(httpapitest.QueryAll[string](o.Shop, `select to_jsonb(a)::text from audit a`), "\n"),
		"answers": strings.Join(httpapitest.QueryAll[string](o.Shop, `select to_jsonb(r)::text from desk_requests r`), "\n"),
		"row":     strings.Join(httpapitest.QueryAll[string](o.Shop, `select to_jsonb(p)::text || encode(p.secrets, 'escape') from provider_accounts p`), "\n"),
		"list":    string(o.Do("GET", partnersPath, o.operator.Header(), "").Body),
	} {
		if text == "" && place != "log" || strings.Contains(text, terminalKey) {
			t.Errorf("%s is empty or contains the password", place)
		}
	}
}

func TestKeysThatCannotBeUsedAreRefused(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.changeTbank(changeOf(0, keysOf("1", terminalKey), false, false), 409, "partner.refused") // nothing listens there
	o.changeTbank(changeOf(0, keysOf("1", ""), true, false), 400, "invalid")
	o.changeTbank(changeOf(0, `[{"key":"LAREK_TBANK_URL","value":"http://elsewhere.test"}]`, true, false), 400, "invalid")
	o.changeTbank(changeOf(0, `[{"key":"LAREK_SECRET","value":"x"}]`, true, false), 400, "invalid")
	o.changeTbank(changeOf(1, keysOf("1", terminalKey), true, false), 409, "partner.stale")
	o.changeTbank(changeOf(0, `[]`, true, true), 409, "partner.same")
	if n := httpapitest.QueryAll[int64](o.Shop, `select count(*) from provider_accounts`)[0]; n != 0 {
		t.Fatalf("%d accounts were saved", n)
	}
	o.changeTbank(changeOf(0, keysOf("1", terminalKey), true, false), 200, "")
	o.changeTbank(changeOf(1, keysOf("1", ""), true, false), 409, "partner.same")
	o.IsOpen = true
	o.changeTbank(changeOf(1, keysOf("2", ""), true, false), 409, "desk.second_person")
	if got := o.tbank(); got.Version != 1 {
		t.Errorf("one person changed the keys of an open shop: %+v", got)
	}
	o.IsOpen = false
	o.changeTbank(changeOf(1, `[]`, true, true), 200, "")
	if got := o.tbank(); got.Source != "unset" || got.Version != 2 {
		t.Errorf("switched off: got %+v", got)
	}
}
