package compose

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// engine stands for docker and curl: it writes down how it is called. A copy whose address
// is in the variable DEAD never answers.
const engine = `#!/bin/sh
case $0 in
*curl) case "$*" in *"$DEAD"*) [ -z "$DEAD" ] || exit 7 ;; esac ;;
*docker) case "$*" in *" ps "*) printf '%s\n' $RUNNING ;; *) echo "$*" >>"$LOG" ;; esac ;;
esac
`

const all = "nginx-1 nginx-2 api-1 api-2 web-1 web-2 varnish-1 varnish-2"

// roll runs what deploy/compose/up runs, and returns the calls of the engine.
func roll(t *testing.T, dead, running string) (calls []string, out string, err error) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"docker", "curl", "sleep"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(engine), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(dir, "log")
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", `compose=(docker compose); . "$1"; if sells; then roll; fi; docker compose up rest`, "up", folder+"/roll")
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "LOG="+log, "DEAD="+dead, "RUNNING="+running)
	text, err := cmd.CombinedOutput()
	raw, failed := os.ReadFile(log)
	if failed != nil {
		t.Fatal(failed, string(text))
	}
	return strings.Split(strings.TrimSpace(string(raw)), "\n"), string(text), err
}

// copies returns the addresses of compose.yaml by service, and those the edge begins with.
func copies(t *testing.T) (byName map[string]string, edge map[string]string) {
	t.Helper()
	byName, edge = map[string]string{}, map[string]string{}
	for name, s := range project(t).Services {
		for _, variable := range []string{"LAREK_HTTP_ADDR", "WEB_ADDR", "VARNISH_ADDR"} {
			if v := s.Environment[variable]; v != nil && strings.HasPrefix(name, map[string]string{"LAREK_HTTP_ADDR": "api", "WEB_ADDR": "web", "VARNISH_ADDR": "varnish"}[variable]) {
				byName[name] = *v
			}
		}
		if name == "nginx-1" {
			for _, variable := range []string{"LAREK_EDGE_API", "LAREK_EDGE_WEB", "LAREK_EDGE_PAGES"} {
				edge[variable] = *s.Environment[variable]
			}
		}
	}
	return byName, edge
}

// TestNoCopyIsReplacedWhileItIsUsed follows the calls of the engine: a copy is out of both
// nginx when it is replaced, the other one is in, and all are in at the end.
func TestNoCopyIsReplacedWhileItIsUsed(t *testing.T) {
	calls, out, err := roll(t, "", all)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	addresses, begin := copies(t)
	used := map[string]map[string]string{"larek-nginx-1": begin, "larek-nginx-2": begin}
	variables := map[string]string{"api": "LAREK_EDGE_API", "web": "LAREK_EDGE_WEB", "varnish": "LAREK_EDGE_PAGES"}
	var replaced []string
	for _, call := range calls {
		if strings.HasPrefix(call, "exec ") {
			lists := map[string]string{}
			door := ""
			for _, part := range strings.Split(call, "--env ") {
				if name, list, ok := strings.Cut(part, "="); ok {
					lists[name] = strings.TrimSpace(strings.SplitN(list, "larek-nginx", 2)[0])
				}
			}
			for _, word := range strings.Fields(call) {
				if strings.HasPrefix(word, "larek-nginx-") {
					door = word
				}
			}
			used[door] = lists
			continue
		}
		name, ok := strings.CutPrefix(call, "compose up --detach --no-deps ")
		if !ok {
			continue
		}
		replaced = append(replaced, name)
		kind, _, _ := strings.Cut(name, "-")
		if variables[kind] == "" {
			continue
		}
		for door, lists := range used {
			if list := strings.Fields(lists[variables[kind]]); len(list) != 1 || list[0] == addresses[name] {
				t.Errorf("%s is replaced while %s uses %v", name, door, list)
			}
		}
	}
	want := []string{"worker", "api-1", "api-2", "web-1", "web-2", "varnish-1", "varnish-2", "nginx-1", "nginx-2"}
	if !slices.Equal(replaced, want) {
		t.Errorf("replaced %v, want %v", replaced, want)
	}
	for door, lists := range used {
		for variable, list := range begin {
			if lists[variable] != list {
				t.Errorf("%s ends with %s=%s, want %s", door, variable, lists[variable], list)
			}
		}
	}
	if migrated := slices.Index(calls, "compose run --rm --no-deps migrate"); migrated < 0 || migrated > slices.Index(calls, "compose up --detach --no-deps worker") {
		t.Errorf("the schema comes after what needs it: %v", calls)
	}
	if calls[len(calls)-1] != "compose up rest" {
		t.Errorf("the last call is %s", calls[len(calls)-1])
	}
}

// TestACopyThatDoesNotAnswerEndsTheRoll leaves the other one where it is.
func TestACopyThatDoesNotAnswerEndsTheRoll(t *testing.T) {
	calls, out, err := roll(t, "127.0.0.1:8080/readyz", all)
	if err == nil || !strings.Contains(out, "up: api-1 does not answer at http://127.0.0.1:8080/readyz and is left out") {
		t.Errorf("got %v, %s", err, out)
	}
	if last := calls[len(calls)-1]; last != "compose up --detach --no-deps api-1" {
		t.Errorf("the last call is %s", last)
	}
}

// TestAShopThatDoesNotSellIsStarted without a roll.
func TestAShopThatDoesNotSellIsStarted(t *testing.T) {
	for _, running := range []string{"", "api-1 web-1 nginx-1"} {
		if calls, out, err := roll(t, "", running); err != nil || len(calls) != 1 {
			t.Errorf("%q: %v, %v, %s", running, calls, err, out)
		}
	}
}

// TestCopiesListenApart: on one host no two services have the same address, but the two
// nginx, which share theirs.
func TestCopiesListenApart(t *testing.T) {
	addresses, _ := copies(t)
	if len(addresses) != 6 {
		t.Fatalf("%d copies: %v", len(addresses), addresses)
	}
	seen := map[string]string{}
	for name, s := range project(t).Services {
		own := []string{addresses[name]}
		for _, variable := range []string{"LAREK_METRICS_ADDR", "LAREK_EDGE_STATUS"} {
			if v := s.Environment[variable]; v != nil {
				own = append(own, *v)
			}
		}
		for _, address := range own {
			if other := seen[address]; other != "" && address != "" {
				t.Errorf("%s and %s both listen on %s", name, other, address)
			}
			seen[address] = name
		}
	}
	purged, err := os.ReadFile(folder + "/larek.env.example")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"varnish-1", "varnish-2"} {
		if !strings.Contains(string(purged), "http://"+addresses[name]) {
			t.Errorf("%s is not purged", name)
		}
	}
}
