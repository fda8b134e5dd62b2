package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func secretsFile(t *testing.T, text string) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "larek.env")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"LAREK_SECRETS_FILE": file, "LAREK_ENV": "production"}
}

func TestSecretsComeFromAFile(t *testing.T) {
	t.Parallel()
	env := secretsFile(t, "# of the shop\n\nLAREK_SECRET=abc=\nLAREK_CODE_KEYS=a:b\n")
	get, err := withSecrets(func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"LAREK_SECRET": "abc=", "LAREK_CODE_KEYS": "a:b", "LAREK_ENV": "production", "LAREK_SMTP_URL": ""} {
		if got := get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestSecretsFileThatIsWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"LAREK_ENV=development\n": "LAREK_SECRETS_FILE: LAREK_ENV is set in the environment too",
		"A=b\nhidden\n":           "LAREK_SECRETS_FILE: line 2 is not NAME=value",
	} {
		env := secretsFile(t, text)
		_, err := withSecrets(func(name string) string { return env[name] })
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	_, err := withSecrets(func(string) string { return "/nowhere/at/all" })
	if err == nil || !strings.Contains(err.Error(), "/nowhere/at/all") {
		t.Errorf("a missing file: %v", err)
	}
}

// TestNothingSetSaysEverythingAtOnce is what an image does that was started with no settings.
func TestNothingSetSaysEverythingAtOnce(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"api", "worker", "migrate"} {
		err := run(t.Context(), []string{command}, func(string) string { return "" }, new(strings.Builder))
		for _, name := range []string{"LAREK_ENV", "LAREK_DATABASE_URL", "LAREK_REDIS_URL", "LAREK_BLOB_URL", "LAREK_SECRET", "LAREK_CODE_KEYS"} {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("larek %s: %v, want it to name %s", command, err, name)
			}
		}
	}
}
