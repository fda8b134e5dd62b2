package main

import (
	"bytes"
	"strings"
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// A feature is switched with a person and a reason, which the audit keeps; what is refused
// leaves nothing.
func TestAFeatureIsSwitchedWithAReason(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	env := queueEnv(url)
	larek := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"features"}, args...), func(name string) string { return env[name] }, &out)
		return out.String(), err
	}
	for _, refused := range [][]string{
		{"set", "deliver_with_payment", "off", "--as", "anna"},
		{"set", "deliver_with_payment", "maybe", "--as", "anna", "--reason", "слишком медленно"},
		{"set", "unknown", "off", "--as", "anna", "--reason", "слишком медленно"},
	} {
		if _, err := larek(refused...); err == nil {
			t.Errorf("%v is accepted", refused)
		}
	}
	if n := pgtest.One[int64](t, pool, `select count(*) from audit`); n != 0 {
		t.Errorf("what is refused left %d rows in the audit", n)
	}
	if _, err := larek("set", "deliver_with_payment", "off", "--as", "anna", "--reason", "слишком медленно"); err != nil {
		t.Fatal(err)
	}
	if out, err := larek(); err != nil || !strings.HasPrefix(out, "deliver_with_payment\toff\torderflow\tuntil 2027-05-31\t") || !strings.Contains(out, "anna") {
		t.Errorf("the list: %s, %v", out, err)
	}
	row := pgtest.One[string](t, pool, `select actor || ' ' || action || ' ' || object_id || ' ' || reason_text || ' ' || after::text from audit`)
	if want := `командная строка: anna features.set deliver_with_payment слишком медленно {"state": "off"}`; row != want {
		t.Errorf("the audit has %s, want %s", row, want)
	}
}
