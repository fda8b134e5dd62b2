package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestAlertsHavePlaybooksListsAndTests checks that the person on call knows what to do: each
// alert names a playbook that names it, a page of the console, and has a test in which it
// fires and one in which it does not.
func TestAlertsHavePlaybooksListsAndTests(t *testing.T) {
	t.Parallel()
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert               string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(text(t, "../deploy/prometheus/rules.yml")), &rules); err != nil {
		t.Fatal(err)
	}
	tests, routes := text(t, "../deploy/prometheus/rules_test.yml")+text(t, "../deploy/prometheus/rules_week_test.yml"), text(t, "../console/app/routes.ts")
	page := regexp.MustCompile(`^/console(?:/([a-z]+))?(?:\?|$)`)
	alerts := 0
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			if r.Alert == "" {
				continue
			}
			alerts++
			playbook, err := os.ReadFile("../" + r.Annotations["playbook"])
			if err != nil || !strings.Contains(string(playbook), "`"+r.Alert+"`") {
				t.Errorf("%s: its playbook %q does not name it: %v", r.Alert, r.Annotations["playbook"], err)
			}
			if m := page.FindStringSubmatch(r.Annotations["console"]); m == nil || m[1] != "" && !strings.Contains(routes, "route('"+m[1]+"'") {
				t.Errorf("%s: %q is no page of the console", r.Alert, r.Annotations["console"])
			}
			if r.Annotations["summary"] == "" || r.Labels["severity"] == "" || r.Labels["area"] == "" {
				t.Errorf("%s lacks a summary, a severity or an area", r.Alert)
			}
			for _, want := range []string{r.Alert + " fires\n", r.Alert + " does not fire"} {
				if !strings.Contains(tests, "- name: "+want) {
					t.Errorf("%s: no test %q", r.Alert, strings.TrimSpace(want))
				}
			}
		}
	}
	if alerts < 20 {
		t.Errorf("%d alerts were read", alerts)
	}
}

func text(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
