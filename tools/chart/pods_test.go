package chart

import (
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
)

// pods returns the templates of pods by the name of their owner.
func pods(objects map[string]any) map[string]core.PodTemplateSpec {
	found := map[string]core.PodTemplateSpec{}
	for key, object := range objects {
		switch o := object.(type) {
		case *apps.Deployment:
			found[key] = o.Spec.Template
		case *apps.StatefulSet:
			found[key] = o.Spec.Template
		case *batch.Job:
			found[key] = o.Spec.Template
		}
	}
	return found
}

func TestPodsMayDoNothingButTheirWork(t *testing.T) {
	digest := regexp.MustCompile(`@sha256:[0-9a-f]{64}$`)
	each(t, func(t *testing.T, _, text string) {
		all := pods(decode(t, text))
		if len(all) < 6 {
			t.Fatalf("%d kinds of pods", len(all))
		}
		for name, pod := range all {
			s := pod.Spec.SecurityContext
			if s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot || s.RunAsUser == nil || *s.RunAsUser == 0 || s.SeccompProfile.Type != core.SeccompProfileTypeRuntimeDefault {
				t.Errorf("%s may run as root", name)
			}
			if pod.Spec.AutomountServiceAccountToken == nil || *pod.Spec.AutomountServiceAccountToken || pod.Spec.HostNetwork {
				t.Errorf("%s gets a token of the cluster or its network", name)
			}
			if len(pod.Spec.TopologySpreadConstraints) != 2 {
				t.Errorf("%s is not spread", name)
			}
			for _, c := range pod.Spec.Containers {
				s := c.SecurityContext
				if s == nil || !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation || len(s.Capabilities.Drop) != 1 || s.Capabilities.Drop[0] != "ALL" || len(s.Capabilities.Add) > 0 {
					t.Errorf("%s: %s may write or gain rights", name, c.Name)
				}
				if !digest.MatchString(c.Image) || c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() {
					t.Errorf("%s: %s has image %s and asks for %v", name, c.Name, c.Image, c.Resources.Requests)
				}
			}
		}
	})
}

// TestOnlyMigrateOwnsTheTables checks who gets the role that could change the books.
func TestOnlyMigrateOwnsTheTables(t *testing.T) {
	each(t, func(t *testing.T, _, text string) {
		for name, pod := range pods(decode(t, text)) {
			owns := false
			for _, from := range pod.Spec.Containers[0].EnvFrom {
				owns = owns || from.SecretRef.Name == "larek-migrate"
			}
			if owns != (name == "Job/shop-migrate") {
				t.Errorf("%s: has the role of the owner: %v", name, owns)
			}
		}
	})
}

// seconds returns a constant of the source of the shop.
func seconds(t *testing.T, file, constant string) int64 {
	t.Helper()
	m := regexp.MustCompile(constant + ` += (\d+) \* time\.Second`).FindSubmatch(read(t, file))
	if m == nil {
		t.Fatalf("%s has no %s", file, constant)
	}
	n, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPodsHaveTimeToLeave compares the grace of a pod with how long its program takes.
func TestPodsHaveTimeToLeave(t *testing.T) {
	api := seconds(t, "../../internal/app/serve.go", "shutdownLimit")
	worker := seconds(t, "../../internal/orderflow/worker.go", "stopTimeout")
	edge, err := strconv.ParseInt(string(regexp.MustCompile(`worker_shutdown_timeout (\d+)s;`).FindSubmatch(read(t, "../../deploy/nginx/nginx.conf"))[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	needs := map[string]int64{"api": api, "worker": worker, "web": 20, "nginx": edge, "varnish": 5, "migrate": 0}
	each(t, func(t *testing.T, _, text string) {
		for name, pod := range pods(decode(t, text)) {
			c := pod.Spec.Containers[0]
			need, known := needs[c.Name]
			if !known {
				t.Errorf("%s: how long %s takes to leave is not known", name, c.Name)
			}
			takesRequests := c.Name != "worker" && c.Name != "migrate"
			if takesRequests != (c.Lifecycle != nil && c.Lifecycle.PreStop.Sleep.Seconds > 0) {
				t.Errorf("%s: is it taken out of its Service before it is stopped?", name)
			}
			if takesRequests {
				need += c.Lifecycle.PreStop.Sleep.Seconds
			}
			if grace := *pod.Spec.TerminationGracePeriodSeconds; grace < need+5 {
				t.Errorf("%s is killed after %d s and needs %d", name, grace, need)
			}
			if takesRequests && c.ReadinessProbe == nil {
				t.Errorf("%s has no readiness", name)
			}
		}
	})
}

// TestSelectorsFindPods checks that no selector is about pods that do not exist.
func TestSelectorsFindPods(t *testing.T) {
	each(t, func(t *testing.T, _, text string) {
		objects := decode(t, text)
		all := pods(objects)
		finds := func(selector map[string]string) (n int) {
			for _, pod := range all {
				matched := maps.Clone(pod.Labels)
				maps.Copy(matched, selector)
				if len(selector) > 0 && maps.Equal(matched, pod.Labels) {
					n++
				}
			}
			return n
		}
		for name, object := range objects {
			switch o := object.(type) {
			case *core.Service:
				if finds(o.Spec.Selector) == 0 {
					t.Errorf("%s finds no pod", name)
				}
			case *policy.PodDisruptionBudget:
				if finds(o.Spec.Selector.MatchLabels) != 1 {
					t.Errorf("%s finds %d kinds of pods", name, finds(o.Spec.Selector.MatchLabels))
				}
			case *autoscaling.HorizontalPodAutoscaler:
				d, ok := objects["Deployment/"+o.Spec.ScaleTargetRef.Name].(*apps.Deployment)
				if !ok || d.Spec.Replicas != nil {
					t.Errorf("%s: its target is missing, or says its number itself", name)
				}
			case *networking.NetworkPolicy:
				if found := finds(o.Spec.PodSelector.MatchLabels); found == 0 || name == "NetworkPolicy/shop-deny" && found != len(all) {
					t.Errorf("%s finds %d kinds of pods of %d", name, found, len(all))
				}
			}
		}
	})
}

func TestNothingIsAllowedUnlessNamed(t *testing.T) {
	text, err := render(t, filepath.Join(testdata, "gateway.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	objects := decode(t, text)
	deny, ok := objects["NetworkPolicy/shop-deny"].(*networking.NetworkPolicy)
	if !ok || len(deny.Spec.Ingress)+len(deny.Spec.Egress) != 0 || len(deny.Spec.PolicyTypes) != 2 {
		t.Errorf("not all is denied first: %+v", deny)
	}
	for name, object := range objects {
		p, ok := object.(*networking.NetworkPolicy)
		if !ok {
			continue
		}
		for _, rule := range p.Spec.Ingress {
			if len(rule.From) == 0 || len(rule.Ports) == 0 {
				t.Errorf("%s lets everyone in, or to every port", name)
			}
		}
		for _, rule := range p.Spec.Egress {
			if len(rule.To) == 0 || len(rule.Ports) == 0 {
				t.Errorf("%s lets out to everyone, or to every port", name)
			}
		}
	}
}
