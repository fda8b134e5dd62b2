package dev

import (
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
)

func readRepoFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(path.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEveryModuleIsUpdated(t *testing.T) {
	t.Parallel()
	updates := readRepoFile(t, ".github/dependabot.yml")
	files, err := exec.Command("git", "-C", "..", "ls-files", "*go.mod", "*package-lock.json").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Fields(string(files)) {
		if folder := path.Join("/", path.Dir(file)); !strings.Contains(updates, `"`+folder+`"`) {
			t.Errorf("%s: no updates for its folder %s", file, folder)
		}
	}
}

func TestOwnedPathsExist(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(readRepoFile(t, ".github/CODEOWNERS")) {
		owned, _, _ := strings.Cut(line, " ")
		if !strings.HasPrefix(owned, "/") {
			continue
		}
		if _, err := os.Stat(path.Join("..", owned)); err != nil {
			t.Errorf("CODEOWNERS: %v", err)
		}
	}
}
