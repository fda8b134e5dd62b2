package config_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"larek/internal/config"
)

type bank struct {
	URL      string `env:"T_URL" default:"https://bank.test" external:"true" check:"url" doc:"Where it is."`
	Terminal string `env:"T_TERMINAL" need:"together" sandbox:"DEMO" doc:"Which one."`
	Password string `env:"T_PASSWORD" secret:"true" need:"together" doc:"Signs | requests."`
	Hook     string `env:"T_HOOK" need:"also" doc:"Comes back."`
	Mode     string `env:"T_MODE" need:"always" check:"oneof on off" example:"on off" doc:"How."`
	Caches   string `env:"T_CACHES" check:"urls" need:"production" doc:"Some."`
	Shop     string `env:"T_SHOP" check:"origin" doc:"Ours."`
	Amount   int
}

// load returns the settings of an environment and what is wrong with them.
func load(env map[string]string) (*bank, config.Group, string) {
	into := &bank{}
	group := config.Group{Name: "the bank", Doc: "Holds money.", Into: into}
	err := config.Load(func(name string) string { return env[name] }, group)
	if err == nil {
		return into, group, ""
	}
	return into, group, err.Error()
}

func TestLoadFillsDefaultsAndReportsAllProblems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		env  map[string]string
		want bank
		err  string
	}{
		"nothing is set": {nil, bank{URL: "https://bank.test"}, "T_MODE is not set"},
		"all is well":    {map[string]string{"T_MODE": "on", "T_URL": "http://x"}, bank{URL: "http://x", Mode: "on"}, ""},
		"three problems": {
			map[string]string{"T_MODE": "maybe", "T_URL": "//x", "T_CACHES": "http://a,b"},
			bank{URL: "//x", Mode: "maybe", Caches: "http://a,b"},
			"T_URL is not an address with a scheme\nT_MODE must be on or off\nT_CACHES is not a list of addresses with a scheme, separated by commas",
		},
		"an origin": {map[string]string{"T_MODE": "on", "T_SHOP": "http://localhost:8080"}, bank{URL: "https://bank.test", Mode: "on", Shop: "http://localhost:8080"}, ""},
		"an origin without a name": {
			map[string]string{"T_MODE": "on", "T_SHOP": "http://127.0.0.1:8080"},
			bank{URL: "https://bank.test", Mode: "on", Shop: "http://127.0.0.1:8080"}, "T_SHOP must name the host: an IP address has no passkeys",
		},
		"an origin with a path": {
			map[string]string{"T_MODE": "on", "T_SHOP": "https://shop.test/ru"},
			bank{URL: "https://bank.test", Mode: "on", Shop: "https://shop.test/ru"}, "T_SHOP is not like https://shop.example, without a path",
		},
	} {
		got, _, err := load(c.env)
		if *got != c.want || err != c.err {
			t.Errorf("%s: got %+v, %q, want %+v, %q", name, *got, err, c.want, c.err)
		}
	}
}

func TestUnsafeNamesWhatProductionRefuses(t *testing.T) {
	t.Parallel()
	good := map[string]string{"T_MODE": "on", "T_CACHES": "http://a"}
	for name, c := range map[string]struct {
		set  map[string]string
		want []string
	}{
		"not in use":         {nil, nil},
		"needed":             {map[string]string{"T_CACHES": ""}, []string{"T_CACHES is not set: the shop needs it"}},
		"half set up":        {map[string]string{"T_TERMINAL": "7"}, []string{"T_PASSWORD is not set: the bank needs it", "T_HOOK is not set: the bank needs it"}},
		"only what is extra": {map[string]string{"T_HOOK": "h"}, nil},
		"of the sandbox":     {map[string]string{"T_TERMINAL": "DEMO", "T_PASSWORD": "k7Gm2Pz0Qw", "T_HOOK": "h"}, []string{"T_TERMINAL is the sandbox's: it opens nothing real"}},
		"a weak secret":      {map[string]string{"T_TERMINAL": "7", "T_PASSWORD": "password1", "T_HOOK": "h"}, []string{"T_PASSWORD is too weak: it is short or well known"}},
		"plain http":         {map[string]string{"T_URL": "http://bank.test"}, []string{"T_URL must be an https address of another machine"}},
	} {
		env := map[string]string{}
		for _, from := range []map[string]string{good, c.set} {
			for k, v := range from {
				env[k] = v
			}
		}
		_, group, _ := load(env)
		var got []string
		for _, problem := range config.Unsafe(group) {
			got = append(got, problem.Error())
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestDocumentsOfSettings(t *testing.T) {
	t.Parallel()
	_, group, _ := load(map[string]string{"T_MODE": "on", "T_PASSWORD": "hunter2", "T_URL": "https://me:hunter2@bank.test"})
	for name, c := range map[string]struct {
		write func(*bytes.Buffer)
		want  []string
	}{
		"print":    {func(b *bytes.Buffer) { config.Print(b, group) }, []string{"T_URL                            https://me:xxxxx@bank.test\n", "T_PASSWORD                       (set)\n"}},
		"describe": {func(b *bytes.Buffer) { config.Describe(b, group) }, []string{"the bank: Holds money.\n", "      How. Required.\n"}},
		"markdown": {func(b *bytes.Buffer) { config.Markdown(b, group) }, []string{"\n## The bank\n\nHolds money.\n", "| `T_URL` | `https://bank.test` | Where it is. |\n", "| `T_PASSWORD` |  | Signs \\| requests. Secret. |\n"}},
		"example":  {func(b *bytes.Buffer) { config.Example(b, group) }, []string{"# T_URL=https://bank.test ", "# T_MODE='on off' ", "# Some. Required in production.\n"}},
	} {
		var out bytes.Buffer
		c.write(&out)
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: got\n%s\nwant it to contain %q", name, out.String(), want)
			}
		}
		if strings.Contains(out.String(), "hunter2") {
			t.Errorf("%s shows a secret:\n%s", name, out.String())
		}
	}
}
