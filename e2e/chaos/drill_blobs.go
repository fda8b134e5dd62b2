package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
)

// sums are the digests of all files of a folder.
type sums map[string][sha256.Size]byte

func sumsOf(dir string) (sums, error) {
	all := sums{}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return all, fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := root.ReadFile(path)
		all[path] = sha256.Sum256(content)
		return err
	})
}

// loseBlobs: docs/playbooks/pictures-fail.md.
func (d *drill) loseBlobs(ctx context.Context) error {
	d.say("expected: the folder of pictures is lost; the shop sells and pictures answer 404; restored from its copy every picture is as it was")
	blobs, copied := filepath.Join(d.o.home, "blob"), filepath.Join(d.o.home, "blob-copy")
	masters, err := os.ReadDir(filepath.Join(blobs, "masters"))
	if err != nil {
		return err
	}
	var keys []string
	for _, m := range masters {
		if key := m.Name(); filepath.Ext(key) == "" && len(keys) < 8 { // beside each is a file of attributes
			keys = append(keys, key)
		}
	}
	before, err := d.pictures(ctx, keys, http.StatusOK)
	if err != nil {
		return err
	}
	// The copy of the night.
	if err := os.CopyFS(copied, os.DirFS(blobs)); err != nil {
		return err
	}
	kept, err := sumsOf(copied)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(blobs); err != nil {
		return err
	}
	without, err := d.buyPaid(ctx)
	if err != nil {
		return fmt.Errorf("without pictures: %w", err)
	}
	if _, err := d.untilOver(ctx, without...); err != nil {
		return fmt.Errorf("without pictures: %w", err)
	}
	if err := call(ctx, d.shop.client, http.MethodGet, d.shop.base+"/api/games/", placed{}, nil, nil); err != nil {
		return fmt.Errorf("the catalogue without pictures: %w", err)
	}
	if _, err := d.pictures(ctx, keys, http.StatusNotFound); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(blobs), os.CopyFS(blobs, os.DirFS(copied))); err != nil {
		return err
	}
	// Sizes are made again from their masters.
	if err := os.RemoveAll(filepath.Join(blobs, "variants")); err != nil {
		return err
	}
	if err := d.comparePictures(ctx, blobs, keys, before, kept); err != nil {
		return err
	}
	after, err := d.buyPaid(ctx)
	if err != nil {
		return err
	}
	return d.finish(ctx, append(without, after...))
}

// comparePictures checks that every picture and every stored file is what it was.
func (d *drill) comparePictures(ctx context.Context, blobs string, keys []string, before, kept sums) error {
	shown, err := d.pictures(ctx, keys, http.StatusOK)
	if err != nil {
		return err
	}
	for key, sum := range shown {
		if sum != before[key] {
			d.violated("picture %s differs from what it was", key)
		}
	}
	stored, err := sumsOf(blobs)
	if err != nil {
		return err
	}
	for path, sum := range kept {
		if stored[path] != sum {
			d.violated("the file %s differs from its copy, or is missing", path)
		}
	}
	d.say("seen: %d pictures and %d stored files have the same sums as before", len(shown), len(kept))
	return nil
}

// pictures asks for a size of every picture, and returns the sums of what came. An answer
// that a cache may hold for a pictureless time would outlive the restore.
func (d *drill) pictures(ctx context.Context, keys []string, want int) (sums, error) {
	got := sums{}
	for _, key := range keys {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.shop.base+"/media/"+key+"/640.webp", nil)
		if err != nil {
			return nil, err
		}
		resp, err := d.shop.client.Do(req)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		switch {
		case err != nil:
			return nil, err
		case resp.StatusCode != want:
			return nil, fmt.Errorf("picture %s is answered %d, want %d", key, resp.StatusCode, want)
		case want != http.StatusOK && resp.Header.Get("Cache-Control") != "no-store":
			d.violated("a missing picture may be cached: %q", resp.Header.Get("Cache-Control"))
		}
		got[key] = sha256.Sum256(body)
	}
	if len(got) == 0 {
		return nil, errors.New("the shop has no pictures")
	}
	return got, nil
}
