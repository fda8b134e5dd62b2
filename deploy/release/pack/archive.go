package main

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

const (
	mediaManifest = "application/vnd.oci.image.manifest.v1+json"
	layout        = `{"imageLayoutVersion":"1.0.0"}`
)

// descriptor names a part of an image by its content.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int64             `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

func (d descriptor) path() string { return "blobs/" + strings.Replace(d.Digest, ":", "/", 1) }

func blob(media string, content []byte) descriptor {
	sum := sha256.Sum256(content)
	return descriptor{MediaType: media, Digest: "sha256:" + hex.EncodeToString(sum[:]), Size: int64(len(content))}
}

// part is a file of the archive.
type part struct {
	name    string
	size    int64
	content io.Reader
}

// counted hashes and counts what is written to it.
type counted struct {
	to   io.Writer
	size int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.size += int64(n)
	return n, err
}

// writeLayer writes a folder as a compressed tar. Names are in order, files belong to
// root and are all of one moment: only contents and modes make a difference.
func writeLayer(to io.Writer, root string, when time.Time) (packed descriptor, diffID string, err error) {
	outer, inner := sha256.New(), sha256.New()
	count := &counted{to: io.MultiWriter(to, outer)}
	zip, err := gzip.NewWriterLevel(count, gzip.DefaultCompression)
	if err != nil {
		return packed, "", err
	}
	archive := tar.NewWriter(io.MultiWriter(zip, inner))
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		return addFile(archive, root, path, entry, when)
	})
	if err != nil {
		return packed, "", err
	}
	if err := archive.Close(); err != nil {
		return packed, "", err
	}
	if err := zip.Close(); err != nil {
		return packed, "", err
	}
	packed = descriptor{MediaType: "application/vnd.oci.image.layer.v1.tar+gzip", Digest: fmt.Sprintf("sha256:%x", outer.Sum(nil)), Size: count.size}
	return packed, fmt.Sprintf("sha256:%x", inner.Sum(nil)), nil
}

func addFile(archive *tar.Writer, root, path string, entry fs.DirEntry, when time.Time) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	target := ""
	if info.Mode()&fs.ModeSymlink != 0 {
		if target, err = os.Readlink(path); err != nil {
			return err
		}
	}
	header, err := tar.FileInfoHeader(info, target)
	if err != nil {
		return err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	if header.Name = name; info.IsDir() {
		header.Name += "/"
	}
	// No file runs as another user, and none but a folder for everybody is writable.
	mode := int64(0o644)
	switch {
	case info.IsDir() && info.Mode()&fs.ModeSticky != 0:
		mode = 0o1777
	case info.IsDir(), info.Mode()&0o100 != 0:
		mode = 0o755
	}
	*header = tar.Header{Typeflag: header.Typeflag, Name: header.Name, Linkname: header.Linkname, Size: header.Size, Mode: mode, ModTime: when, Format: tar.FormatPAX}
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path) //nolint:gosec // a file of the folder that is packed
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	_, err = io.Copy(archive, file)
	return err
}

// writeArchive writes the parts of an image into one file.
func writeArchive(file string, when time.Time, parts []part) (err error) {
	out, err := os.Create(file) //nolint:gosec // named by the caller
	if err != nil {
		return err
	}
	defer func() {
		if failed := out.Close(); err == nil {
			err = failed
		}
	}()
	archive := tar.NewWriter(out)
	for _, p := range parts {
		if err := archive.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: p.name, Size: p.size, Mode: 0o644, ModTime: when}); err != nil {
			return err
		}
		if _, err := io.Copy(archive, p.content); err != nil {
			return err
		}
	}
	return archive.Close()
}
