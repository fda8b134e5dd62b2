package partner_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"larek/internal/partner"
)

func TestAttemptsKeepTheirAccount(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_800_000_000, 0)
	var r partner.Roster[string]
	if _, has := r.Current("bank"); has {
		t.Error("an empty roster has an account")
	}
	r.Set(map[string][]partner.Account[string]{
		"bank": {{Adapter: "T2 new key", ID: "T2"}, {Adapter: "T2 old key", ID: "T2", ReplacedAt: at}, {Adapter: "T1", ID: "T1", ReplacedAt: at}},
		"off":  {{Adapter: "given up", ID: "T3", ReplacedAt: at}},
	})
	if a, _ := r.Current("bank"); a.Adapter != "T2 new key" {
		t.Errorf("current: got %q", a.Adapter)
	}
	if a, has := r.Current("off"); has {
		t.Errorf("one that is off: got %q, want none", a.Adapter)
	}
	for id, want := range map[string]string{"T2": "T2 new key", "T1": "T1", "": "T1", "T9": ""} {
		if a, has := r.Of("bank", id); a.Adapter != want || has != (want != "") {
			t.Errorf("attempt of %q: got %q, %t, want %q", id, a.Adapter, has, want)
		}
	}
	if diff := cmp.Diff([]string{"bank", "off"}, r.Names()); diff != "" {
		t.Error(diff)
	}
}

func TestAProbeEndsWithTheStepThatFailed(t *testing.T) {
	t.Parallel()
	says := func(text string, err error) partner.Step {
		return func(context.Context) (string, error) { return text, err }
	}
	steps, err := partner.Try(t.Context(), func(error) string { return "нет связи" },
		says("подпись принята", nil), says("", partner.Warning("пусто")), says("", errors.New("secret=hunter2")), says("never", nil))
	var got []string
	for _, s := range steps {
		got = append(got, string(s.State)+" "+s.Text)
	}
	if diff := cmp.Diff([]string{"ok подпись принята", "warning пусто", "failed нет связи"}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if partner.IsPassed(steps) || partner.IsPassed(nil) || !partner.IsPassed(steps[:2]) {
		t.Error("passed: want only without a failed step")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if steps, err := partner.Try(ended, func(error) string { return "" }, says("late", nil)); len(steps) > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("ended: got %v, %v", steps, err)
	}
}
