package main

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"larek/internal/app"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/seal"
)

// TestFirstPersonIsInvitedAndTheAuditIsVerified goes through what a new shop does.
func TestFirstPersonIsInvitedAndTheAuditIsVerified(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	secret := seal.NewKey()
	text := base64.StdEncoding.EncodeToString(secret[:])
	env := map[string]string{
		"LAREK_ENV": app.Development, "LAREK_DATABASE_URL": url, "LAREK_REDIS_URL": "redis://127.0.0.1:1", "LAREK_BLOB_URL": "mem://",
		"LAREK_SECRET": text, "LAREK_CODE_KEYS": "k1:" + text, "LAREK_PUBLIC_ORIGIN": "https://shop.test",
	}
	larek := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), args, func(name string) string { return env[name] }, &out)
		return strings.TrimSpace(out.String()), err
	}
	out, err := larek("staff", "invite", "anna@example.test", "admin")
	if err != nil || !strings.HasPrefix(out, "https://shop.test/console/invitation#") {
		t.Fatalf("got %q, %v, want a link", out, err)
	}
	if _, err := larek("staff", "invite", "anna@example.test", "admin"); err == nil {
		t.Error("a second invitation: got none refused")
	}
	if _, err := larek("staff", "invite", "boris@example.test", "emperor"); err == nil {
		t.Error("an unknown role: got it accepted")
	}
	var row string
	if err := pool.QueryRow(t.Context(), `select string_agg(actor || ' ' || action || ' ' || object_id || ' ' || after::text, ';') from audit`).Scan(&row); err != nil || row != `командная строка staff.invite 1 {"role": "admin"}` {
		t.Errorf("audit: got %s, %v", row, err)
	}
	if out, err = larek("audit", "verify"); err != nil || !strings.HasPrefix(out, "0 rows in 0 seals are whole") {
		t.Errorf("before the first seal: got %q, %v", out, err)
	}
	if _, err := pool.Exec(t.Context(), `insert into audit_seals (id, from_id, to_id, rows_count, digest, at) values (1, 1, 1, 1, sha256('forged'), now())`); err != nil {
		t.Fatal(err)
	}
	if _, err := larek("audit", "verify"); err == nil || !strings.Contains(err.Error(), "seal 1 does not fit") {
		t.Errorf("a forged seal: got %v, want it named", err)
	}
}
