// Package chart tests the chart of deploy/chart as Helm renders it. It is a module of its
// own: Helm and the types of Kubernetes are larger than the shop.
package chart

import (
	"bytes"
	"flag"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/v2/lint"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/engine"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	gateway "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const (
	folder   = "../../deploy/chart"
	testdata = folder + "/testdata"
)

// assembled is the chart as Helm takes it.
var assembled string

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "chart")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	assembled = filepath.Join(dir, "larek")
	if out, err := exec.Command(folder+"/assemble", assembled).CombinedOutput(); err != nil {
		panic(string(out) + err.Error())
	}
	return m.Run()
}

// kinds are the types an object is decoded into.
var kinds = map[string]func() any{
	"apps/v1/Deployment":                      func() any { return new(apps.Deployment) },
	"apps/v1/StatefulSet":                     func() any { return new(apps.StatefulSet) },
	"autoscaling/v2/HorizontalPodAutoscaler":  func() any { return new(autoscaling.HorizontalPodAutoscaler) },
	"batch/v1/Job":                            func() any { return new(batch.Job) },
	"gateway.networking.k8s.io/v1/HTTPRoute":  func() any { return new(gateway.HTTPRoute) },
	"monitoring.coreos.com/v1/PrometheusRule": func() any { return new(monitoring.PrometheusRule) },
	"monitoring.coreos.com/v1/ServiceMonitor": func() any { return new(monitoring.ServiceMonitor) },
	"networking.k8s.io/v1/Ingress":            func() any { return new(networking.Ingress) },
	"networking.k8s.io/v1/NetworkPolicy":      func() any { return new(networking.NetworkPolicy) },
	"policy/v1/PodDisruptionBudget":           func() any { return new(policy.PodDisruptionBudget) },
	"v1/ConfigMap":                            func() any { return new(core.ConfigMap) },
	"v1/Service":                              func() any { return new(core.Service) },
}

// rendered remembers what was rendered: several tests look at the same.
var rendered = map[string]string{}

// render returns the objects that the chart makes of a file of values, as text.
func render(t *testing.T, file string) (string, error) {
	t.Helper()
	if text, done := rendered[file]; done {
		return text, nil
	}
	c, err := loader.LoadDir(assembled)
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]any{}
	if err := yaml.UnmarshalStrict(read(t, file), &given); err != nil {
		t.Fatal(err)
	}
	values, err := util.ToRenderValues(c, given, common.ReleaseOptions{Name: "shop", Namespace: "shop", IsInstall: true, Revision: 1}, nil)
	if err != nil {
		return "", err
	}
	files, err := engine.Engine{Strict: true}.Render(c, values)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if text := strings.Trim(files[name], " \n"); text != "" && strings.HasSuffix(name, ".yaml") {
			out.WriteString("---\n# Source: " + name + "\n" + strings.TrimPrefix(text, "---\n") + "\n")
		}
	}
	rendered[file] = out.String()
	return rendered[file], nil
}

var copied = regexp.MustCompile(`(?s)(\nkind: (?:ConfigMap|PrometheusRule)\n.*?\n(?:data|spec):\n).*?(\n---\n|$)`)

// withoutCopies leaves out what is copied from other files: rules and dashboards are
// tested where they stand, and by tests of their own here.
func withoutCopies(text string) string { return copied.ReplaceAllString(text, "$1  # …$2") }

// decode returns the objects by kind and name. A field that Kubernetes does not know is an
// error, and so is one that stands twice.
func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	objects := map[string]any{}
	for _, document := range strings.Split("\n"+text, "\n---\n") {
		var head struct {
			APIVersion, Kind string
			Metadata         struct{ Name string }
		}
		if err := yaml.Unmarshal([]byte(document), &head); err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		if head.Kind == "" {
			continue
		}
		make, known := kinds[head.APIVersion+"/"+head.Kind]
		if !known {
			t.Fatalf("%s %s is of no known kind", head.APIVersion, head.Kind)
		}
		object := make()
		if err := yaml.UnmarshalStrict([]byte(document), object); err != nil {
			t.Errorf("%s %s: %v", head.Kind, head.Metadata.Name, err)
		}
		key := head.Kind + "/" + head.Metadata.Name
		if objects[key] != nil {
			t.Errorf("%s is there twice", key)
		}
		objects[key] = object
	}
	return objects
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// each calls do for every file of values that is accepted, with its objects.
func each(t *testing.T, do func(t *testing.T, name string, text string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testdata, "*.yaml"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files of values: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			text, err := render(t, file)
			if err != nil {
				t.Fatal(err)
			}
			do(t, file, text)
		})
	}
}

func TestRenderedObjectsAreThoseExpected(t *testing.T) {
	each(t, func(t *testing.T, file, text string) {
		decode(t, text)
		text = withoutCopies(text)
		golden := strings.TrimSuffix(file, ".yaml") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := read(t, golden); !bytes.Equal(want, []byte(text)) {
			t.Errorf("%s differs: look at what changes with `go test -update` and git diff\n%s", golden, firstDifference(string(want), text))
		}
	})
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return "want " + a[i] + "\ngot  " + strings.Join(b[min(i, len(b)):min(i+1, len(b))], "")
		}
	}
	return "got more than is wanted"
}

// TestValuesAreRefused renders values that are wrong: each file says with which words.
func TestValuesAreRefused(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testdata, "bad", "*.yaml"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files of values: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			first, _, _ := strings.Cut(string(read(t, file)), "\n")
			want, found := strings.CutPrefix(first, "# want: ")
			if !found {
				t.Fatal("its first line does not say what is wanted")
			}
			text, err := render(t, file)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got error %v, want %q", err, want)
			}
			if text != "" {
				t.Error("something was rendered")
			}
		})
	}
}

// TestMisspeltFieldsAreSeen checks the check itself.
func TestMisspeltFieldsAreSeen(t *testing.T) {
	text, err := render(t, filepath.Join(testdata, "least.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, document, _ := strings.Cut(text, "# Source: larek/templates/api.yaml\n")
	document, _, _ = strings.Cut(document, "\n---\n")
	broken := strings.Replace(document, "readinessProbe", "readinesProbe", 1)
	if broken == document || yaml.UnmarshalStrict([]byte(broken), new(apps.Deployment)) == nil {
		t.Error("a misspelt field was accepted")
	}
}

func TestHelmHasNothingToRemark(t *testing.T) {
	each(t, func(t *testing.T, file, _ string) {
		values := map[string]any{}
		if err := yaml.Unmarshal(read(t, file), &values); err != nil {
			t.Fatal(err)
		}
		for _, m := range lint.RunAll(assembled, values, "shop").Messages {
			if m.Severity > 1 { // an icon is only recommended
				t.Error(m)
			}
		}
	})
}

func TestRulesAreThoseOfPrometheus(t *testing.T) {
	text, err := render(t, filepath.Join(testdata, "gateway.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	got, ok := decode(t, text)["PrometheusRule/shop"].(*monitoring.PrometheusRule)
	if !ok {
		t.Fatal("there are no rules")
	}
	var want monitoring.PrometheusRuleSpec
	if err := yaml.UnmarshalStrict(read(t, "../../deploy/prometheus/rules.yml"), &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Groups) == 0 || !reflect.DeepEqual(got.Spec, want) {
		t.Errorf("the chart has %d groups that differ from the %d of deploy/prometheus/rules.yml", len(got.Spec.Groups), len(want.Groups))
	}
}

func TestDashboardsAreThoseOfGrafana(t *testing.T) {
	text, err := render(t, filepath.Join(testdata, "gateway.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	got := decode(t, text)["ConfigMap/shop-dashboards"].(*core.ConfigMap).Data
	files, err := filepath.Glob("../../deploy/grafana/*.json")
	if err != nil || len(files) == 0 || len(files) != len(got) {
		t.Fatalf("%d dashboards of %d: %v", len(got), len(files), err)
	}
	for _, file := range files {
		if strings.TrimSpace(got[filepath.Base(file)]) != strings.TrimSpace(string(read(t, file))) {
			t.Errorf("%s is another in the chart", file)
		}
	}
}
