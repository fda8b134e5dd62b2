package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larek/internal/app"
	"larek/internal/deliveryproof"
	"larek/internal/seal"
)

func TestReceiptIsCheckedWithoutADatabase(t *testing.T) {
	t.Parallel()
	secret := seal.NewKey()
	text := base64.StdEncoding.EncodeToString(secret[:])
	env := map[string]string{
		"LAREK_ENV":          app.Development,
		"LAREK_DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "LAREK_REDIS_URL": "redis://127.0.0.1:1", "LAREK_BLOB_URL": "mem://",
		"LAREK_SECRET": text, "LAREK_CODE_KEYS": "k1:" + text,
	}
	larek := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), args, func(name string) string { return env[name] }, &out)
		return strings.TrimSpace(out.String()), err
	}
	key := deliveryproof.Key(secret.Derive("receipt"))
	public := base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	if out, err := larek("receipt", "key"); err != nil || out != "Ed25519 "+public {
		t.Errorf("key: %q, %v, want %s", out, err, public)
	}

	said := "Ларёк подтверждает доставку по заказу № 7"
	signed := said + "\nПодпись: " + base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(said)))
	file := filepath.Join(t.TempDir(), "receipt.txt")
	check := func(text string) error {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := larek("receipt", "check", file)
		return err
	}
	if err := check(signed + "\n"); err != nil {
		t.Errorf("a genuine receipt: %v", err)
	}
	if err := check(strings.Replace(signed, "№ 7", "№ 8", 1)); err == nil || !strings.Contains(err.Error(), "not a receipt of this shop") {
		t.Errorf("a changed receipt: %v", err)
	}
}
