package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// folder makes a root with a program, a link and a folder that all may write to.
func folder(t *testing.T, program string) string {
	t.Helper()
	root := t.TempDir()
	for _, err := range []error{
		os.MkdirAll(filepath.Join(root, "usr/bin"), 0o700),
		os.WriteFile(filepath.Join(root, "usr/bin/larek"), []byte(program), 0o700),
		os.WriteFile(filepath.Join(root, "readme"), []byte("words"), 0o600),
		os.Symlink("usr/bin", filepath.Join(root, "bin")),
		os.Mkdir(filepath.Join(root, "tmp"), 0o700),
		os.Chmod(filepath.Join(root, "tmp"), 0o777|os.ModeSticky),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func pack(t *testing.T, root string) (digest string, archive []byte) {
	t.Helper()
	img := image{root: root, name: "larek/larek", version: "1", title: "the shop", created: time.Unix(1_700_000_000, 0).UTC(), entrypoint: []string{"/usr/bin/larek"}}
	file := filepath.Join(t.TempDir(), "image.tar")
	digest, err := img.write(file)
	if err != nil {
		t.Fatal(err)
	}
	if archive, err = os.ReadFile(file); err != nil { //nolint:gosec // just written
		t.Fatal(err)
	}
	return digest, archive
}

func TestSameFolderMakesTheSameImage(t *testing.T) {
	t.Parallel()
	first, one := pack(t, folder(t, "program"))
	second, two := pack(t, folder(t, "program"))
	if first != second || !bytes.Equal(one, two) {
		t.Errorf("two folders with the same contents made %s and %s", first, second)
	}
	if other, _ := pack(t, folder(t, "another")); other == first {
		t.Error("another program made the same image")
	}
}

func TestLayerHasNoOwnerNoTimeAndFixedModes(t *testing.T) {
	t.Parallel()
	var layer bytes.Buffer
	when := time.Unix(1_700_000_000, 0)
	if _, _, err := writeLayer(&layer, folder(t, "program"), when); err != nil {
		t.Fatal(err)
	}
	var got []string
	for archive := tarOf(t, &layer); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || !h.ModTime.Equal(when) {
			t.Errorf("%s: owner %d:%d %q, time %s", h.Name, h.Uid, h.Gid, h.Uname, h.ModTime)
		}
		got = append(got, h.Name+" "+strings.TrimPrefix(h.FileInfo().Mode().String(), "L")+" "+h.Linkname)
	}
	want := "bin rwxr-xr-x usr/bin|readme -rw-r--r-- |tmp/ dtrwxrwxrwx |usr/ drwxr-xr-x |usr/bin/ drwxr-xr-x |usr/bin/larek -rwxr-xr-x "
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}

func tarOf(t *testing.T, layer io.Reader) *tar.Reader {
	t.Helper()
	zip, err := gzip.NewReader(layer)
	if err != nil {
		t.Fatal(err)
	}
	return tar.NewReader(zip)
}

func TestImageThatCannotStartIsRefused(t *testing.T) {
	t.Parallel()
	img := image{root: folder(t, "program"), name: "larek/larek"}
	for words, want := range map[string]string{
		"/usr/bin/larek migrate":          "",
		"/bin/larek --file here":          "",
		"/usr/bin/lark":                   "larek/larek starts /usr/bin/lark, which it does not have",
		"/bin/larek /larek/web/server.ts": "larek/larek starts /larek/web/server.ts, which it does not have",
	} {
		img.entrypoint = strings.Fields(words)
		err := img.checkEntrypoint()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", words, err, want)
		}
	}
}
