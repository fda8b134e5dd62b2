package chart

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// image is what deploy/release/images says of one.
type image struct {
	entry []string
	body  string // how its root is made
}

func images(t *testing.T) map[string]image {
	t.Helper()
	found := map[string]image{}
	for _, m := range regexp.MustCompile(`(?s)\nimage_(\w+)\(\) \{\n(.*?)\n\}`).FindAllStringSubmatch(string(read(t, "../../deploy/release/images")), -1) {
		entry := regexp.MustCompile(`-entrypoint ("[^"]+"|\S+)`).FindStringSubmatch(m[2])
		if entry == nil {
			t.Fatalf("image %s has no entry point", m[1])
		}
		found[m[1]] = image{entry: strings.Fields(strings.Trim(entry[1], `"`)), body: m[2]}
	}
	return found
}

// TestPodsStartWhatTheImagesHave compares the chart with deploy/release/images: pods run
// the entry points of our images, with arguments that these know, and name no program of
// their own that an image might lack.
func TestPodsStartWhatTheImagesHave(t *testing.T) {
	known := images(t)
	if len(known) != 4 {
		t.Fatalf("%d images are known", len(known))
	}
	arguments := map[string][]string{"larek": commands(t), "migrate": nil, "web": nil, "edge": edgePrograms(t)}
	used := map[string]bool{}
	each(t, func(t *testing.T, _, text string) {
		for name, pod := range pods(decode(t, text)) {
			for _, c := range pod.Spec.Containers {
				which := regexp.MustCompile(`/(\w+)@`).FindStringSubmatch(c.Image)[1]
				if _, ok := known[which]; !ok {
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

// TestEntryPointsAreInTheImages: each path of an entry point is made by the list of the
// image's files, and stands in the repository if it is ours. deploy/release/pack looks
// again at what was built.
func TestEntryPointsAreInTheImages(t *testing.T) {
	ours := map[string]string{"/larek/deploy/edge/start": "deploy/edge/start", "/larek/web/server/main.ts": "web/server/main.ts", "/larek/web/server/secrets.ts": "web/server/secrets.ts"}
	makes := map[string]string{
		"/usr/bin/larek": `"$work/NAME/usr/bin/larek"`, "/usr/bin/node": `"$work/NAME/usr/bin/node"`, "/bin/sh": `for name in sh `,
		"/larek/deploy/edge/start":  `"$src"/deploy/{edge,nginx,varnish} "$work/NAME/larek/deploy/"`,
		"/larek/web/server/main.ts": `"$src/web/server"`, "/larek/web/server/secrets.ts": `"$src/web/server"`,
	}
	for name, i := range images(t) {
		for _, word := range i.entry {
			if !strings.HasPrefix(word, "/") {
				continue
			}
			if makes[word] == "" || !strings.Contains(i.body, strings.ReplaceAll(makes[word], "NAME", name)) {
				t.Errorf("image %s: nothing makes %s", name, word)
			}
			if file := ours[word]; file != "" {
				if _, err := os.Stat(filepath.Join("../..", file)); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestScriptsOfTheEdgeFindTheirTools: the image of the edge has the tools of busybox that
// its scripts call, and no others.
func TestScriptsOfTheEdgeFindTheirTools(t *testing.T) {
	list := regexp.MustCompile(`for name in ([a-z ]+); do ln -s busybox`).FindStringSubmatch(images(t)["edge"].body)
	if list == nil {
		t.Fatal("the image lists no tools")
	}
	has := strings.Fields(list[1])
	for _, file := range []string{"start", "render", "reload"} {
		text := regexp.MustCompile(`(?m)^\s*#.*$`).ReplaceAllString(string(read(t, "../../deploy/edge/"+file)), "")
		if file == "reload" { // Varnish runs without administration in the image
			text, _, _ = strings.Cut(text, "varnish.pid")
		}
		for _, tool := range []string{"sed", "tr", "mkdir", "cp", "rm", "cat", "dirname", "kill", "awk", "grep", "cut", "date", "cmp", "mktemp", "basename", "sleep", "mv", "ls", "env", "find", "head", "tail", "sort"} {
			if regexp.MustCompile(`(?m)(^|[;|(&]|\$\(|do |then |else |! )\s*`+tool+` `).MatchString(text) && !slices.Contains(has, tool) {
				t.Errorf("deploy/edge/%s calls %s, which the image lacks", file, tool)
			}
		}
	}
}
