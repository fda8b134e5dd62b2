// Command pack makes a container image of a folder: one layer, an OCI layout in a tar file
// that docker, podman and skopeo load. The same folder and flags make the same bytes.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// image is what is packed.
type image struct {
	root, name, version, revision, source, title string
	created                                      time.Time
	entrypoint, command, env                     []string
}

func main() {
	var img image
	var out, entrypoint, command, env string
	var created int64
	flag.StringVar(&img.root, "root", "", "the `folder` that becomes the image")
	flag.StringVar(&img.name, "name", "", "`name` of the image")
	flag.StringVar(&img.version, "version", "", "`version`, its tag and label")
	flag.StringVar(&img.revision, "revision", "", "`commit` it was built from")
	flag.StringVar(&img.source, "source", "", "`address` of the sources")
	flag.StringVar(&img.title, "title", "", "`words` that say what it is")
	flag.StringVar(&entrypoint, "entrypoint", "", "the program, separated by spaces")
	flag.StringVar(&command, "command", "", "its arguments unless others are given")
	flag.StringVar(&env, "env", "", "NAME=value, separated by spaces")
	flag.Int64Var(&created, "created", 0, "`seconds` since 1970, the time of every file")
	flag.StringVar(&out, "out", "", "the `file` to write")
	flag.Parse()
	img.created = time.Unix(created, 0).UTC()
	img.entrypoint, img.command, img.env = strings.Fields(entrypoint), strings.Fields(command), strings.Fields(env)
	digest, err := img.write(out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stdout, "%s@%s\n", img.name, digest)
}

// write writes the image to a file and returns the digest of its manifest.
func (img *image) write(file string) (digest string, err error) {
	if err := img.checkEntrypoint(); err != nil {
		return "", err
	}
	layer, err := os.CreateTemp(filepath.Dir(file), "layer-*")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(layer.Name()); _ = layer.Close() }()
	packed, diffID, err := writeLayer(layer, img.root, img.created)
	if err != nil {
		return "", err
	}
	config, err := json.Marshal(img.config(diffID))
	if err != nil {
		return "", err
	}
	inside := blob("application/vnd.oci.image.config.v1+json", config)
	manifest, err := json.Marshal(map[string]any{
		"schemaVersion": 2, "mediaType": mediaManifest, "config": inside,
		"layers": []descriptor{packed}, "annotations": img.labels(),
	})
	if err != nil {
		return "", err
	}
	entry := blob(mediaManifest, manifest)
	digest = entry.Digest
	entry.Annotations = map[string]string{"org.opencontainers.image.ref.name": img.version, "io.containerd.image.name": img.name + ":" + img.version}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": []descriptor{entry}})
	if err != nil {
		return "", err
	}
	// Engines that are older than the layout read this file.
	old, err := json.Marshal([]any{map[string]any{"Config": inside.path(), "RepoTags": []string{img.name + ":" + img.version}, "Layers": []string{packed.path()}}})
	if err != nil {
		return "", err
	}
	if _, err := layer.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return digest, writeArchive(file, img.created, []part{
		{packed.path(), packed.Size, layer},
		{inside.path(), inside.Size, bytes.NewReader(config)},
		{entry.path(), entry.Size, bytes.NewReader(manifest)},
		{"index.json", int64(len(index)), bytes.NewReader(index)},
		{"manifest.json", int64(len(old)), bytes.NewReader(old)},
		{"oci-layout", int64(len(layout)), strings.NewReader(layout)},
	})
}

// checkEntrypoint refuses an image that could not start: everything that runs it relies on
// the entry point.
func (img *image) checkEntrypoint() error {
	root, err := os.OpenRoot(img.root)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // it was only read
	for _, word := range img.entrypoint {
		if name, absolute := strings.CutPrefix(word, "/"); absolute {
			if _, err := root.Stat(name); err != nil {
				return fmt.Errorf("%s starts %s, which it does not have: %w", img.name, word, err)
			}
		}
	}
	return nil
}

// config is how the image runs: as a user who owns nothing in it.
func (img *image) config(diffID string) map[string]any {
	return map[string]any{
		"created": img.created.Format(time.RFC3339), "architecture": "amd64", "os": "linux",
		"config": map[string]any{
			"User": "65532:65532", "WorkingDir": "/", "StopSignal": "SIGTERM",
			"Env": img.env, "Entrypoint": img.entrypoint, "Cmd": img.command, "Labels": img.labels(),
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{diffID}},
		"history": []any{map[string]any{"created": img.created.Format(time.RFC3339), "created_by": "deploy/release"}},
	}
}

func (img *image) labels() map[string]string {
	labels := map[string]string{
		"org.opencontainers.image.title":    img.title,
		"org.opencontainers.image.version":  img.version,
		"org.opencontainers.image.revision": img.revision,
		"org.opencontainers.image.created":  img.created.Format(time.RFC3339),
		"org.opencontainers.image.licenses": "MIT",
		"org.opencontainers.image.vendor":   "Larek",
	}
	if img.source != "" {
		labels["org.opencontainers.image.source"] = img.source
	}
	return labels
}
