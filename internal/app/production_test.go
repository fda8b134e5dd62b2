package app_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"larek/internal/app"
	"larek/internal/sandbox"
)

const goodKey = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA="

// fit are settings a shop may open with.
func fit() map[string]string {
	return map[string]string{
		"LAREK_ENV": "production", "LAREK_DATABASE_URL": "postgres://shop:Hh2mW7pQx1@db.internal/larek", "LAREK_REDIS_URL": "redis://redis.internal:6379/0",
		"LAREK_BLOB_URL": "s3://pictures", "LAREK_PUBLIC_ORIGIN": "https://shop.test", "LAREK_SECRET": goodKey, "LAREK_CODE_KEYS": "k1:" + goodKey,
		"LAREK_SMTP_URL": "smtps://shop:Vb83kd0sPq@mail.internal", "LAREK_MAIL_FROM": "Ларёк <post@shop.test>", "LAREK_EDGE_SECRET": "J2n9xPq4LmZ8",
	}
}

// complaints are the settings a configuration is refused for, sorted.
func complaints(t *testing.T, env map[string]string) []string {
	t.Helper()
	_, err := app.LoadConfig(func(name string) string { return env[name] })
	if err == nil {
		return nil
	}
	var names []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if name, _, ok := strings.Cut(line, " "); ok && strings.HasPrefix(name, "LAREK_") {
			names = append(names, name)
		}
		for _, value := range env {
			if len(value) > 12 && strings.Contains(line, value) {
				t.Errorf("the complaint shows the value: %s", line)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestProductionRefusesWhatOnlyADeveloperMayHave(t *testing.T) {
	t.Parallel()
	if got := complaints(t, fit()); got != nil {
		t.Fatalf("good settings: got complaints of %v, want none", got)
	}
	for name, c := range map[string]struct {
		set  map[string]string
		want []string
	}{
		"public origin by http":         {map[string]string{"LAREK_PUBLIC_ORIGIN": "http://shop.test"}, []string{"LAREK_PUBLIC_ORIGIN"}},
		"public origin not set":         {map[string]string{"LAREK_PUBLIC_ORIGIN": ""}, []string{"LAREK_PUBLIC_ORIGIN"}},
		"public origin on this machine": {map[string]string{"LAREK_PUBLIC_ORIGIN": "https://localhost:8000"}, []string{"LAREK_PUBLIC_ORIGIN"}},
		"provider by http":              {map[string]string{"LAREK_TBANK_URL": "http://bank.test"}, []string{"LAREK_TBANK_URL"}},
		"provider on loopback":          {map[string]string{"LAREK_PAYIN_URL": "https://127.0.0.2/payin"}, []string{"LAREK_PAYIN_URL"}},
		"provider on IPv6 loopback":     {map[string]string{"LAREK_GETPAY_URL": "https://[::1]/"}, []string{"LAREK_GETPAY_URL"}},
		"supplier by http":              {map[string]string{"LAREK_ROKKY_URL": "http://rokky.test"}, []string{"LAREK_ROKKY_URL"}},
		"sign-in by http":               {map[string]string{"LAREK_VK_API_URL": "http://vk.test"}, []string{"LAREK_VK_API_URL"}},
		"rates by http":                 {map[string]string{"LAREK_RATES_URL": "http://bank.test"}, []string{"LAREK_RATES_URL"}},
		"generous limits":               {map[string]string{"LAREK_LIMITS": "generous"}, []string{"LAREK_LIMITS"}},
		"a demo":                        {map[string]string{"LAREK_DEMO": "1"}, []string{"LAREK_DEMO"}},
		"mail from nobody":              {map[string]string{"LAREK_MAIL_FROM": ""}, []string{"LAREK_MAIL_FROM"}},
		"no edge secret":                {map[string]string{"LAREK_EDGE_SECRET": ""}, []string{"LAREK_EDGE_SECRET"}},
		"short edge secret":             {map[string]string{"LAREK_EDGE_SECRET": "abc"}, []string{"LAREK_EDGE_SECRET"}},
		"known database password":       {map[string]string{"LAREK_DATABASE_URL": "postgres://larek:larek@db.internal/larek"}, []string{"LAREK_DATABASE_URL", "LAREK_READ_DATABASE_URL"}},
		"a key of zeros":                {map[string]string{"LAREK_SECRET": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}, []string{"LAREK_SECRET"}},
		"pictures in memory":            {map[string]string{"LAREK_BLOB_URL": "mem://"}, []string{"LAREK_BLOB_URL"}},
		"metrics on the public port":    {map[string]string{"LAREK_METRICS_ADDR": "127.0.0.1:8080"}, []string{"LAREK_METRICS_ADDR"}},
		"provider without its secret":   {map[string]string{"LAREK_TBANK_TERMINAL": "1700000000000"}, []string{"LAREK_TBANK_PASSWORD"}},
		"provider without its name":     {map[string]string{"LAREK_PAYIN_SECRET": "k7Gm2Pz0Qw"}, []string{"LAREK_PAYIN_AGENT_ID"}},
		"a guessable provider secret":   {map[string]string{"LAREK_PAYIN_SECRET": "password1", "LAREK_PAYIN_AGENT_ID": "7"}, []string{"LAREK_PAYIN_SECRET"}},
		"supplier without its callback": {map[string]string{"LAREK_MOOGOLD_PARTNER_ID": "p", "LAREK_MOOGOLD_SECRET": "k7Gm2Pz0Qw"}, []string{"LAREK_MOOGOLD_HOOK_TOKEN"}},
		"supplier without its address":  {map[string]string{"LAREK_ROKKY_PARTNER": "p", "LAREK_ROKKY_SECRET": "k7Gm2Pz0Qw"}, []string{"LAREK_ROKKY_URL"}},
		"receipts of nobody":            {map[string]string{"LAREK_TAX_SYSTEM": "usn_income"}, []string{"LAREK_TAX_EMAIL", "LAREK_TAX_INN"}},
		"sign-in without its secret":    {map[string]string{"LAREK_YANDEX_CLIENT_ID": "x"}, []string{"LAREK_YANDEX_CLIENT_SECRET"}},
		"all at once": {
			map[string]string{"LAREK_PUBLIC_ORIGIN": "http://shop.test", "LAREK_LIMITS": "generous", "LAREK_REDIS_URL": "", "LAREK_SECRET": "short"},
			[]string{"LAREK_LIMITS", "LAREK_PUBLIC_ORIGIN", "LAREK_REDIS_URL", "LAREK_SECRET"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := fit()
			maps.Copy(env, c.set)
			if got := complaints(t, env); !slices.Equal(got, c.want) {
				t.Errorf("got complaints of %v, want %v", got, c.want)
			}
			env["LAREK_ENV"] = app.Development
			if _, err := app.LoadConfig(func(name string) string { return env[name] }); err != nil && name != "all at once" {
				t.Errorf("in development: got %v, want nil", err)
			}
		})
	}
}

func TestTheEnvironmentHasNoDefault(t *testing.T) {
	t.Parallel()
	for _, env := range []string{"", "prod", "staging", "Production"} {
		settings := fit()
		settings["LAREK_ENV"] = env
		if got := complaints(t, settings); !slices.Equal(got, []string{"LAREK_ENV"}) {
			t.Errorf("LAREK_ENV=%q: got complaints of %v, want LAREK_ENV", env, got)
		}
	}
}

// Every value of the sandbox, alone in good settings, is recognised.
func TestProductionRefusesEveryValueOfTheSandbox(t *testing.T) {
	t.Parallel()
	values := sandbox.Env("http://localhost:8090", "127.0.0.1:8025")
	if len(values) < 35 {
		t.Fatalf("got %d settings of the sandbox, want all of them", len(values))
	}
	for name, value := range values {
		if value == "larek" || name == "LAREK_SMTP_URL" {
			continue // a real account may have the name too; its secret makes the difference
		}
		env := fit()
		env[name] = value
		if got := complaints(t, env); !slices.Contains(got, name) {
			t.Errorf("%s=%s: got complaints of %v, want one of it", name, value, got)
		}
	}
}

func TestEmptyEnvironmentIsRefusedWithAllThatIsRequired(t *testing.T) {
	t.Parallel()
	want := []string{"LAREK_BLOB_URL", "LAREK_CODE_KEYS", "LAREK_DATABASE_URL", "LAREK_ENV", "LAREK_REDIS_URL", "LAREK_SECRET"}
	if got := complaints(t, nil); !slices.Equal(got, want) {
		t.Errorf("got complaints of %v, want %v", got, want)
	}
}

// exampleSettings reads a file of deploy/compose and fills it in as it says.
func exampleSettings(t *testing.T, env map[string]string, file string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../deploy/compose", file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		if value == "" || strings.HasSuffix(value, ":") {
			value += goodKey
		}
		env[name] = strings.ReplaceAll(strings.ReplaceAll(value, "PASSWORD", "Hh2mW7pQx1"), ".example", ".test")
	}
}

func TestExamplesOfSettingsOpenAShop(t *testing.T) {
	t.Parallel()
	env := map[string]string{}
	exampleSettings(t, env, "larek.env.example")
	exampleSettings(t, env, "secrets.env.example")
	if _, err := app.LoadConfig(func(name string) string { return env[name] }); err != nil {
		t.Error(err)
	}
}
