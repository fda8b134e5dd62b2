package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSettingsDocumentsAreUpToDate(t *testing.T) {
	t.Parallel()
	for name, render := range settingsDocuments {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := render(string(got))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if string(got) != want {
			t.Errorf("%s is out of date: run make gen", name)
		}
	}
}

func TestConfigPrintsSettingsAndProblemsWithoutSecrets(t *testing.T) {
	t.Parallel()
	env := map[string]string{
		"LAREK_DATABASE_URL": "postgres://larek:hunter2@db/larek", "LAREK_TBANK_PASSWORD": "hunter2", "LAREK_SECRET": "hunter2",
	}
	var out bytes.Buffer
	err := run(t.Context(), []string{"config"}, func(name string) string { return env[name] }, &out)
	if err == nil || !strings.Contains(err.Error(), "LAREK_ENV is not set") {
		t.Errorf("got error %v, want one about LAREK_ENV", err)
	}
	for _, want := range []string{"postgres://larek:xxxxx@db/larek", "LAREK_TBANK_PASSWORD             (set)", "Where the API listens."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant it to contain %q", out.String(), want)
		}
	}
	if strings.Contains(out.String()+err.Error(), "hunter2") {
		t.Errorf("got a secret in\n%s\n%v", out.String(), err)
	}
}

func TestVersionIsPrintedAlone(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), []string{"version"}, func(string) string { return "" }, &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "dev\n" {
		t.Errorf("got %q, want the version that the linker sets", got)
	}
}
