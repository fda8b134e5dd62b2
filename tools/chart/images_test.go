package chart

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// images returns the targets of the Dockerfile that start a program.
func images(t *testing.T) (names []string) {
	t.Helper()
	for _, stage := range strings.Split(string(read(t, "../../Dockerfile")), "\nFROM ")[1:] {
		if name := regexp.MustCompile(`^.* AS (\w+)\n`).FindStringSubmatch(stage); name != nil && strings.Contains(stage, "\nENTRYPOINT ") {
			names = append(names, name[1])
		}
	}
	return names
}

// TestPodsStartWhatTheImagesHave compares the chart with the Dockerfile: pods run the entry
// points of our images, with arguments that these know, and name no program that an image
// might lack.
func TestPodsStartWhatTheImagesHave(t *testing.T) {
	known := images(t)
	if want := []string{"app", "web", "edge"}; !slices.Equal(known, want) {
		t.Fatalf("the images are %v, want %v", known, want)
	}
	arguments := map[string][]string{"app": commands(t), "web": nil, "edge": edgePrograms(t)}
	used := map[string]bool{}
	each(t, func(t *testing.T, _, text string) {
		for name, pod := range pods(decode(t, text)) {
			for _, c := range pod.Spec.Containers {
				which := regexp.MustCompile(`/(\w+)@`).FindStringSubmatch(c.Image)[1]
				if !slices.Contains(known, which) {
					t.Errorf("%s: no release has an image %s", name, which)
				}
				used[which] = true
				if len(c.Command) > 0 {
					t.Errorf("%s: starts %v instead of the image's entry point", name, c.Command)
				}
				if len(arguments[which]) == 0 && len(c.Args) > 0 || len(c.Args) > 0 && !slices.Contains(arguments[which], c.Args[0]) {
					t.Errorf("%s: %s does not know %v, but %v", name, which, c.Args, arguments[which])
				}
				if len(arguments[which]) > 0 && len(c.Args) == 0 {
					t.Errorf("%s: %s needs an argument", name, which)
				}
				if c.LivenessProbe != nil && c.LivenessProbe.Exec != nil || c.Lifecycle != nil && c.Lifecycle.PreStop.Exec != nil {
					t.Errorf("%s: runs a program in the image, which may have no shell", name)
				}
			}
		}
	})
	if len(used) != len(known) {
		t.Errorf("the chart uses %v of %d images", used, len(known))
	}
}

// commands returns the names of the binary's commands.
func commands(t *testing.T) (names []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) +\w+Command +`).FindAllStringSubmatch(string(read(t, "../../cmd/larek/main.go")), -1) {
		names = append(names, strings.ToLower(m[1]))
	}
	return names
}

// edgePrograms returns the arguments that deploy/edge/start knows.
func edgePrograms(t *testing.T) []string {
	t.Helper()
	m := regexp.MustCompile(`case \$program in ([a-z |]+)\) ;;`).FindSubmatch(read(t, start))
	if m == nil {
		t.Fatal("deploy/edge/start does not list its arguments")
	}
	return strings.Split(string(m[1]), " | ")
}
